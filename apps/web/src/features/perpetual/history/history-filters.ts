/** The filters of the perpetuals history and their form in the URL. */
import type { OrdersFilter } from '../../../api/perpetual.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { algoHistoryStatuses, orderHistoryStatuses } from '../account/order-words.ts';

export const historyTabs = ['orderHistory', 'algoHistory', 'positionHistory', 'funding', 'liquidations'] as const;
export type HistoryTab = (typeof historyTabs)[number];
export const pageSize = 50;

export interface HistoryFilters {
  tab: HistoryTab;
  /** '' for every market. */
  market: string;
  /** One state of the tab's group; '' for all of them. */
  status: string;
  offset: number;
}

/** The states that a tab can be filtered by; none where the API has no such filter. */
export function statusesOf(tab: HistoryTab): readonly string[] {
  if (tab === 'orderHistory') return orderHistoryStatuses;
  return tab === 'algoHistory' ? algoHistoryStatuses : [];
}

export function readHistoryFilters(params: URLSearchParams): HistoryFilters {
  const wanted = params.get('tab') as HistoryTab;
  const tab = historyTabs.includes(wanted) ? wanted : 'orderHistory';
  const status = params.get('status') ?? '';
  const offset = Number(params.get('offset') ?? '0');
  return {
    tab,
    market: params.get('market') ?? '',
    status: statusesOf(tab).includes(status) ? status : '',
    offset: Number.isInteger(offset) && offset > 0 ? offset : 0,
  };
}

/** In the form of the API. */
export function ordersFilter(filters: HistoryFilters): OrdersFilter {
  return {
    market: filters.market,
    offset: filters.offset,
    limit: pageSize,
    status: filters.status || statusesOf(filters.tab).join(),
    ...(filters.tab === 'algoHistory' ? { filter: 'algo' as const } : {}),
  };
}

export function useHistoryFilters(): [HistoryFilters, (changed: Partial<HistoryFilters>) => void] {
  const [params, setParams] = useUrlParams();
  // Whatever is filtered anew begins at its first page.
  const change = (changed: Partial<HistoryFilters>) => {
    const texts = Object.entries({ offset: 0, ...changed }).map(([name, value]) => [
      name,
      value === 0 ? '' : `${value}`,
    ]);
    setParams(Object.fromEntries(texts));
  };
  return [readHistoryFilters(params), change];
}
