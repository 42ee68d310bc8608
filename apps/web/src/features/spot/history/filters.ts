/** The filters of the orders history and their form in the URL. */
import type { HistoryFilter } from '../../../api/spot.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';

export const historyTabs = ['open', 'finished', 'deals'] as const;
export type HistoryTab = (typeof historyTabs)[number];
export const pageSize = 100;

export interface Filters {
  tab: HistoryTab;
  pair: string;
  side: 'buy' | 'sell' | '';
  /** YYYY-MM-DD of this user's days; '' for no bound. */
  from: string;
  until: string;
  offset: number;
}

const datePattern = /^\d{4}-\d{2}-\d{2}$/;

function readDate(text: string | null): string {
  return text && datePattern.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}

export function readFilters(params: URLSearchParams): Filters {
  const tab = params.get('tab') as HistoryTab;
  const side = params.get('side');
  const offset = Number(params.get('offset') ?? '0');
  return {
    tab: historyTabs.includes(tab) ? tab : 'open',
    pair: params.get('pair') ?? '',
    side: side === 'buy' || side === 'sell' ? side : '',
    from: readDate(params.get('from')),
    until: readDate(params.get('until')),
    offset: Number.isInteger(offset) && offset > 0 ? offset : 0,
  };
}

/** Local midnight of a day, in Unix seconds. */
function startOfDay(date: string, daysLater = 0): number {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, day + daysLater).getTime() / 1000;
}

/** As the API wants it: both days whole, the last one included. */
export function toQuery(filters: Filters): HistoryFilter {
  return {
    offset: filters.offset,
    limit: pageSize,
    ...(filters.pair === '' ? {} : { pair: filters.pair }),
    ...(filters.side === '' ? {} : { side: filters.side }),
    ...(filters.from === '' ? {} : { start: startOfDay(filters.from) }),
    ...(filters.until === '' ? {} : { end: startOfDay(filters.until, 1) }),
  };
}

export function useFilters(): [Filters, (changed: Partial<Filters>) => void] {
  const [params, setParams] = useUrlParams();
  // Whatever is filtered anew begins at its first page.
  const change = (changed: Partial<Filters>) => {
    const texts = Object.entries({ offset: 0, ...changed }).map(([name, value]) => [
      name,
      value === 0 ? '' : `${value}`,
    ]);
    setParams(Object.fromEntries(texts));
  };
  return [readFilters(params), change];
}
