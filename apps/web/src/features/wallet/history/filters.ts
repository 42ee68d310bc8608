/** The filters of the wallet history and their form in the URL. */
import type { WalletName } from '@pelican/shared/contracts/statements';
import type { WalletHistoryFilter } from '../../../api/statements.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { startOfDayIn } from '../../../ui/days.ts';

export const tabs = ['all', 'deposit', 'withdrawal', 'transfer', 'movements'] as const;
export type Tab = (typeof tabs)[number];
export const wallets = ['main', 'trade', 'futures'] as const satisfies readonly WalletName[];
export const pageSize = 30;

export interface Filters {
  tab: Tab;
  ticker: string;
  /** The key of a payment method of the currency; '' for all. */
  method: string;
  /** '' for all. */
  status: string;
  /** YYYY-MM-DD of this user's days; '' for no bound. */
  from: string;
  until: string;
  wallet: WalletName;
  offset: number;
}

const datePattern = /^\d{4}-\d{2}-\d{2}$/;

function readDate(text: string | null): string {
  return text && datePattern.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}

function oneOf<const Name extends string>(names: readonly Name[], text: string | null): Name {
  return names.find((name) => name === text) ?? (names[0] as Name);
}

export function readFilters(params: URLSearchParams): Filters {
  const offset = Number(params.get('offset') ?? '0');
  return {
    tab: oneOf(tabs, params.get('tab')),
    ticker: params.get('ticker') ?? '',
    method: (params.get('method') ?? '').slice(0, 40),
    status: /^\d{1,2}$/.test(params.get('status') ?? '') ? (params.get('status') as string) : '',
    from: readDate(params.get('from')),
    until: readDate(params.get('until')),
    wallet: oneOf(wallets, params.get('wallet')),
    offset: Number.isInteger(offset) && offset > 0 ? offset : 0,
  };
}

/** A period that ends before it begins: nothing is in it, and the API refuses it. */
export const isBackwards = ({ from, until }: Pick<Filters, 'from' | 'until'>): boolean =>
  from !== '' && until !== '' && until < from;

/** As the API wants it: both days whole, the last one included. */
export function toQuery({ tab, ticker, method, status, from, until, offset }: Filters): WalletHistoryFilter {
  return {
    kind: tab === 'all' || tab === 'movements' ? '' : tab,
    ticker,
    offset,
    limit: pageSize,
    ...(method === '' ? {} : { payment_method: method }),
    ...(status === '' ? {} : { status: Number(status) }),
    ...(from === '' ? {} : { start: startOfDayIn(from) }),
    ...(until === '' ? {} : { end: startOfDayIn(until, 1) }),
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
