/** Sorting and searching of the list of perpetual markets; the choice is kept in the URL as "change" or "-change". */
import type { PerpetualListItem } from '@pelican/shared/contracts/perpetual';
import type { SortState } from '../../../ui/data-table.tsx';

/** Floats suffice for sorting by the shown figures. */
const values: Record<string, (market: PerpetualListItem) => string | number> = {
  name: (market) => market.name,
  last: (market) => Number(market.market.price),
  mark: (market) => Number(market.markPrice),
  change: (market) => Number(market.market.change),
  volume: (market) => Number(market.market.volumeInMoney),
  funding: (market) => Number(market.funding.currentRate),
  interest: (market) => Number(market.open_interest) * Number(market.markPrice),
};

/** Named choices where there is no table head to press, by their texts: `list.sort.<name>`. */
export const sortChoices = {
  none: '',
  volume: '-volume',
  gains: '-change',
  losses: 'change',
  name: 'name',
} as const;

export function readSort(text: string | null): SortState | undefined {
  const column = text?.replace(/^-/, '') ?? '';
  return Object.hasOwn(values, column) ? { column, descending: text?.startsWith('-') ?? false } : undefined;
}

export function writeSort(sort: SortState): string {
  return (sort.descending ? '-' : '') + sort.column;
}

/** The server's order when there is no choice. */
export function sortPerpetuals(
  markets: readonly PerpetualListItem[],
  sort: SortState | undefined,
): PerpetualListItem[] {
  const value = sort && values[sort.column];
  if (!value) return [...markets];
  const direction = sort.descending ? -1 : 1;
  return [...markets].sort((a, b) => {
    const [left, right] = [value(a), value(b)];
    return direction * (left < right ? -1 : left > right ? 1 : 0);
  });
}
