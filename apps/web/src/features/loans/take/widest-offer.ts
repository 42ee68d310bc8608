import type { CurrencyList } from '@pelican/shared/contracts/loans';
import type { CreditOffer } from './use-credit-form.ts';

export type MoneyTerms = CurrencyList['fiat'][number];

/** The widest offer that the settings allow: what is asked for is no more than the coins do. */
export function widestOffer({ crypto, limits }: CurrencyList, money: MoneyTerms): CreditOffer {
  const pairs = crypto.flatMap(({ ticker, pairs: all }) => {
    const pair = all.find(({ fiat_currency }) => fiat_currency === money.ticker);
    return pair ? [[ticker, pair.ltv] as const] : [];
  });
  return {
    fiat_currency: money.ticker,
    currency: pairs.map(([ticker]) => ticker).join(','),
    lvt: Object.fromEntries(pairs),
    oks_percent: limits.oks_min,
    amount_from: money.amount_min,
    amount_max: money.amount_max,
    days_from: money.days_min,
    days_to: money.days_max,
    percent_from: money.percent_min,
    percent_to: money.percent_max,
    auto_approve: false,
    auto_percent: money.percent_max,
  };
}
