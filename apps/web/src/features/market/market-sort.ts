/** Sorting of the market list; the choice is kept in the URL as "change" or "-change". */
import type { MarketListItem } from '@pelican/shared/contracts/markets';
import type { SortState } from '../../ui/data-table.tsx';

type UnitPrices = ReadonlyMap<string, number>;

/** Floats suffice for sorting by the shown figures. */
const values: Record<string, (market: MarketListItem, prices: UnitPrices) => string | number> = {
  name: (market) => market.name,
  price: (market) => Number(market.market.price),
  change: (market) => Number(market.market.change),
  high: (market) => Number(market.market.high),
  low: (market) => Number(market.market.low),
  volume: (market, prices) => Number(market.market.volumeInMoney) * (prices.get(market.money) ?? 0),
};

/** Named choices where there is no table head to press, by their texts: `sort.<name>`. */
export const sortChoices = {
  none: '',
  volume: '-volume',
  gains: '-change',
  losses: 'change',
  highest: '-price',
  lowest: 'price',
  name: 'name',
} as const;

export function readSort(text: string | null): SortState | undefined {
  const column = text?.replace(/^-/, '') ?? '';
  return Object.hasOwn(values, column) ? { column, descending: text?.startsWith('-') ?? false } : undefined;
}

export function writeSort(sort: SortState): string {
  return (sort.descending ? '-' : '') + sort.column;
}

/** The server's order when there is no choice. @param prices of `unitPrices` over all markets */
export function sortMarkets(
  markets: readonly MarketListItem[],
  sort: SortState | undefined,
  prices: UnitPrices,
): MarketListItem[] {
  const value = sort && values[sort.column];
  if (!value) return [...markets];
  const direction = sort.descending ? -1 : 1;
  return [...markets].sort((a, b) => {
    const left = value(a, prices);
    const right = value(b, prices);
    return direction * (left < right ? -1 : left > right ? 1 : 0);
  });
}
