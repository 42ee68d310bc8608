import type { MarketListItem } from '@pelican/shared/contracts/markets';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useMarketFeed } from '../../live/index.ts';
import { tradePath } from '../../platform/paths.ts';
import { type Column, DataTable, type SortState } from '../../ui/data-table.tsx';
import styles from '../../ui/market-list.module.css';
import { FavoriteButton } from './favorite-button.tsx';
import { LiveChange, LiveHigh, LiveLow, LivePrice, LiveSparkline, LiveVolume } from './live-cells.tsx';
import { MarketName } from './market-name.tsx';

/** Longer lists draw only the rows near the screen. */
const virtualFrom = 100;
const rowHeight = 56;
const cardHeight = 109;

interface MarketTableProps {
  markets: MarketListItem[] | undefined;
  withFavorites: boolean;
  sort: SortState | undefined;
  onSort: (sort: SortState) => void;
  empty: ReactNode;
  error: ReactNode;
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

export function MarketTable({ markets, withFavorites, sort, onSort, empty, error }: MarketTableProps) {
  const { t } = useTranslation('market');
  const frame = useRef<HTMLDivElement>(null);
  const columns = useColumns(withFavorites);
  const count = markets?.length ?? 0;
  const isVirtual = count > virtualFrom;
  const isPhone = globalThis.matchMedia?.('(max-width: 767.98px)').matches ?? false;
  const virtualizer = useWindowVirtualizer({
    count: isVirtual ? count : 0,
    estimateSize: () => (isPhone ? cardHeight : rowHeight),
    overscan: 12,
    scrollMargin: frame.current?.offsetTop ?? 0,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  const shown = isVirtual && markets ? markets.slice(first?.index ?? 0, (last?.index ?? 0) + 1) : markets;
  const names = shown?.map((market) => market.name).join(' ') ?? '';
  useMarketFeed(useMemo(() => (names === '' ? [] : names.split(' ').sort()), [names]));
  const margin = virtualizer.options.scrollMargin;
  const space =
    isVirtual && first && last
      ? { before: first.start - margin, after: virtualizer.getTotalSize() - (last.end - margin), rowCount: count }
      : undefined;
  return (
    <div ref={frame}>
      <DataTable
        caption={t('title')}
        columns={columns}
        rows={shown}
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
    </div>
  );
}
