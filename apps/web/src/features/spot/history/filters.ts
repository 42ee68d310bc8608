/** The filters of the orders history and their form in the URL. */
import type { HistoryFilter, OpenOrdersFilter } from '../../../api/spot.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { startOfDayIn } from '../../../ui/days.ts';

export const historyTabs = ['open', 'finished', 'deals'] as const;
export type HistoryTab = (typeof historyTabs)[number];
export const pageSize = 100;

/** Sources that the exchange itself gives; programs may give others. */
export const sources = ['web', 'api', 'exchange'] as const;
export const statuses = { open: ['open', 'partially_filled'], finished: ['filled', 'canceled'], deals: [] } as const;
type OrderStatusFilter = (typeof statuses)[HistoryTab][number];

export interface Filters {
  tab: HistoryTab;
  pair: string;
  side: 'buy' | 'sell' | '';
  /** Of orders: how they were placed; '' for all. */
  source: string;
  /** Of orders, one of the tab's; '' for all. */
  status: OrderStatusFilter | '';
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
  const wanted = params.get('tab') as HistoryTab;
  const tab = historyTabs.includes(wanted) ? wanted : 'open';
  const source = params.get('source') ?? '';
  const statusText = params.get('status');
  const side = params.get('side');
  const offset = Number(params.get('offset') ?? '0');
  return {
    tab,
    pair: params.get('pair') ?? '',
    side: side === 'buy' || side === 'sell' ? side : '',
    source: tab !== 'deals' && /^[\w.:-]{1,36}$/.test(source) ? source : '',
    status: statuses[tab].find((one) => one === statusText) ?? '',
    from: readDate(params.get('from')),
    until: readDate(params.get('until')),
    offset: Number.isInteger(offset) && offset > 0 ? offset : 0,
  };
}

/** As the API wants it: both days whole, the last one included. */
export function toQuery(filters: Filters): HistoryFilter {
  return {
    offset: filters.offset,
    limit: pageSize,
    ...(filters.pair === '' ? {} : { pair: filters.pair }),
    ...(filters.side === '' ? {} : { side: filters.side }),
    ...(filters.from === '' ? {} : { start: startOfDayIn(filters.from) }),
    ...(filters.until === '' ? {} : { end: startOfDayIn(filters.until, 1) }),
  };
}

/** As the API wants it for finished orders. */
export function toFinishedQuery(filters: Filters): HistoryFilter {
  const { source, status } = filters;
  return {
    ...toQuery(filters),
    ...(source === '' ? {} : { source }),
    ...(status === 'filled' || status === 'canceled' ? { status } : {}),
  };
}

/** As the API wants it for open orders. */
export function toOpenQuery({ pair, source, status, offset }: Filters): OpenOrdersFilter {
  return {
    pair,
    offset,
    limit: pageSize,
    ...(source === '' ? {} : { source }),
    ...(status === 'open' || status === 'partially_filled' ? { status } : {}),
  };
}

/** Whether the list of the tab may be shorter than all there is. */
export function isFiltered({ tab, pair, side, source, status, from, until }: Filters): boolean {
  if (pair !== '' || source !== '' || status !== '') return true;
  return tab !== 'open' && (side !== '' || from !== '' || until !== '');
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
