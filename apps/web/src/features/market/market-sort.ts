/** Sorting of the market list; the choice lives in the URL as "change" or "-change". */
import type { MarketListItem } from '@pelican/shared/contracts/spot.ts';
import type { SortState } from '../../ui/data-table.tsx';

/** Floats are good enough to compare what is shown. */
const values: Record<string, (market: MarketListItem) => string | number> = {
  name: (market) => market.name,
  price: (market) => Number(market.market.price),
  change: (market) => Number(market.market.change),
  high: (market) => Number(market.market.high),
  low: (market) => Number(market.market.low),
  volume: (market) => Number(market.market.volumeInMoney),
};

export function readSort(text: string | null): SortState | undefined {
  const column = text?.replace(/^-/, '') ?? '';
  return Object.hasOwn(values, column) ? { column, descending: text?.startsWith('-') ?? false } : undefined;
}

export function writeSort(sort: SortState): string {
  return (sort.descending ? '-' : '') + sort.column;
}

/** The server's order when there is no choice. */
export function sortMarkets(markets: readonly MarketListItem[], sort: SortState | undefined): MarketListItem[] {
  const value = sort && values[sort.column];
  if (!value) return [...markets];
  const direction = sort.descending ? -1 : 1;
  return [...markets].sort((a, b) => {
    const left = value(a);
    const right = value(b);
    return direction * (left < right ? -1 : left > right ? 1 : 0);
  });
}
