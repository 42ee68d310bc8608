import type { MarketListItem } from '@pelican/shared/contracts/markets';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useMarketFeed } from '../../live/index.ts';
import { tradePath } from '../../platform/paths.ts';
import { type Column, DataTable, type DataTableSpace, type SortState } from '../../ui/data-table.tsx';
import styles from '../../ui/market-list.module.css';
import { FavoriteButton } from './favorite-button.tsx';
import { LiveChange, LiveHigh, LiveLow, LivePrice, LiveSparkline, LiveVolume } from './live-cells.tsx';
import { MarketName } from './market-name.tsx';

/** Of a row of the table; on a phone it is a card. */
export const rowHeight = 56;

export interface MarketListProps {
  markets: MarketListItem[] | undefined;
  withFavorites: boolean;
  sort: SortState | undefined;
  onSort: (sort: SortState) => void;
  empty: ReactNode;
  error: ReactNode;
}

interface MarketRowsProps extends MarketListProps {
  /** Of a list of which only a part is drawn. */
  space?: DataTableSpace | undefined;
}

function useColumns(withFavorites: boolean): Column<MarketListItem>[] {
  const { t } = useTranslation('market');
  return useMemo(() => {
    const columns: Column<MarketListItem>[] = [
      {
        key: 'name',
        header: t('column.market'),
        sortable: true,
        card: 'headline',
        render: (market) => <MarketName market={market} />,
      },
      {
        key: 'price',
        header: t('column.price'),
        numeric: true,
        sortable: true,
        card: 'headline',
        render: (market) => <LivePrice market={market} />,
      },
      {
        key: 'change',
        header: t('column.change'),
        numeric: true,
        sortable: true,
        card: 'half',
        render: (market) => <LiveChange market={market} />,
      },
      {
        key: 'chart',
        header: t('column.chart'),
        numeric: true,
        card: 'none',
        render: (market) => <LiveSparkline market={market} />,
      },
      {
        key: 'high',
        header: t('column.high'),
        numeric: true,
        sortable: true,
        card: 'none',
        wideOnly: true,
        render: (market) => <LiveHigh market={market} />,
      },
      {
        key: 'low',
        header: t('column.low'),
        numeric: true,
        sortable: true,
        card: 'none',
        wideOnly: true,
        render: (market) => <LiveLow market={market} />,
      },
      {
        key: 'volume',
        header: t('column.volume'),
        numeric: true,
        sortable: true,
        card: 'half',
        render: (market) => <LiveVolume market={market} />,
      },
      {
        key: 'trade',
        header: t('column.trade'),
        quietHeader: true,
        numeric: true,
        card: 'none',
        wideOnly: true,
        render: (market) => (
          <Link
            className={styles.trade}
            to={tradePath(market.name)}
            aria-label={t('tradePair', { pair: `${market.stock}/${market.money}` })}
          >
            {t('column.trade')}
          </Link>
        ),
      },
    ];
    if (!withFavorites) return columns;
    const star: Column<MarketListItem> = {
      key: 'favorite',
      header: t('column.favorite'),
      quietHeader: true,
      width: 44,
      card: 'corner',
      render: (market) => <FavoriteButton market={market} />,
    };
    return [star, ...columns];
  }, [t, withFavorites]);
}

/** The rows that are drawn, and what changes in them. */
export function MarketRows({ markets, withFavorites, sort, onSort, empty, error, space }: MarketRowsProps) {
  const { t } = useTranslation('market');
  const columns = useColumns(withFavorites);
  const names = markets?.map((market) => market.name).join(' ') ?? '';
  useMarketFeed(useMemo(() => (names === '' ? [] : names.split(' ').sort()), [names]));
  return (
    <DataTable
      caption={t('title')}
      columns={columns}
      rows={markets}
      rowKey={(market) => market.name}
      {...(sort ? { sort } : {})}
      {...(space ? { space } : {})}
      onSort={onSort}
      empty={empty}
      error={error}
      stickyHead
      skeletonRows={12}
      rowHeight={rowHeight}
    />
  );
}
