/** Columns of the list of perpetuals. */
import type { PerpetualListItem } from '@pelican/shared/contracts/perpetual';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { perpetualPath } from '../../../platform/paths.ts';
import type { Column } from '../../../ui/data-table.tsx';
import styles from '../../../ui/market-list.module.css';
import {
  ChangeCell,
  FavoriteCell,
  FundingCell,
  InterestCell,
  LastCell,
  MarkCell,
  PerpetualName,
  SparklineCell,
  VolumeCell,
} from './perpetual-cells.tsx';

export function usePerpetualColumns(withFavorites: boolean): Column<PerpetualListItem>[] {
  const { t } = useTranslation('perpetual');
  return useMemo(() => {
    const number = { numeric: true, sortable: true } as const;
    const columns: Column<PerpetualListItem>[] = [
      {
        key: 'name',
        header: t('list.market'),
        sortable: true,
        card: 'headline',
        render: (market) => <PerpetualName market={market} />,
      },
      {
        ...number,
        key: 'last',
        header: t('list.last'),
        card: 'headline',
        render: (market) => <LastCell market={market} />,
      },
      {
        ...number,
        key: 'mark',
        header: t('strip.mark'),
        card: 'none',
        wideOnly: true,
        render: (market) => <MarkCell market={market} />,
      },
      {
        ...number,
        key: 'change',
        header: t('list.change'),
        card: 'half',
        render: (market) => <ChangeCell market={market} />,
      },
      {
        key: 'chart',
        header: t('list.chart'),
        numeric: true,
        card: 'none',
        wideOnly: true,
        render: (market) => <SparklineCell market={market} />,
      },
      {
        ...number,
        key: 'volume',
        header: t('list.volume'),
        card: 'half',
        render: (market) => <VolumeCell market={market} />,
      },
      {
        ...number,
        key: 'funding',
        header: t('strip.funding'),
        card: 'half',
        render: (market) => <FundingCell market={market} />,
      },
      {
        ...number,
        key: 'interest',
        header: t('strip.openInterest'),
        card: 'half',
        wideOnly: true,
        render: (market) => <InterestCell market={market} />,
      },
      {
        key: 'trade',
        header: t('list.trade'),
        quietHeader: true,
        numeric: true,
        card: 'none',
        wideOnly: true,
        render: (market) => (
          <Link
            className={styles.trade}
            to={perpetualPath(market.name)}
            aria-label={t('list.tradePair', { pair: `${market.stock}/${market.money}` })}
          >
            {t('list.trade')}
          </Link>
        ),
      },
    ];
    if (!withFavorites) return columns;
    const star: Column<PerpetualListItem> = {
      key: 'favorite',
      header: t('list.favorites'),
      quietHeader: true,
      width: 44,
      card: 'corner',
      render: (market) => <FavoriteCell market={market} />,
    };
    return [star, ...columns];
  }, [t, withFavorites]);
}
