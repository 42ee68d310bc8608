/** The coins of the page of stable coins, each with the market in which it is bought and sold. */
import type { MarketListItem } from '@pelican/shared/contracts/markets';

type Named = Pick<MarketListItem, 'name'>;

/** Those that stand first. */
const order: Record<string, number> = { PLC: 1, USDA: 2 };
const last = 3;
/** Moneys that a coin is bought with, the first that it has a market in. */
const moneys = ['INR', 'USDT'];

export interface StableCoin<Market extends Named = MarketListItem> {
  ticker: string;
  market: Market;
}

/** @param tickers stable coins and the service token, in the order of the listing */
export function stableCoinsOf<Market extends Named>(
  tickers: readonly string[],
  markets: readonly Market[],
): StableCoin<Market>[] {
  const byName = new Map(markets.map((market) => [market.name, market]));
  return [...new Set(tickers)]
    .toSorted((a, b) => (order[a] ?? last) - (order[b] ?? last))
    .flatMap((ticker) => {
      const name = moneys.map((money) => `${ticker}_${money}`).find((one) => byName.has(one));
      const market = name === undefined ? undefined : byName.get(name);
      return market ? [{ ticker, market }] : [];
    });
}
