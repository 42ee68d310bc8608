/** Which coins can be swapped for which: those that a market joins. */
import type { MarketListItem } from '@pelican/shared/contracts/markets';
import type { Side } from '../form/receipt.ts';

type Joined = Pick<MarketListItem, 'name' | 'stock' | 'money'>;

export interface SwapPair<Market extends Joined = MarketListItem> {
  market: Market;
  side: Side;
  /** Tickers. */
  from: string;
  to: string;
}

/** Tickers that have a market, in the order of the list: its moneys, then its stocks. */
export function swappable(markets: readonly Joined[]): string[] {
  return [...new Set([...markets.map(({ money }) => money), ...markets.map(({ stock }) => stock)])];
}

/** What `ticker` can be swapped for. */
export function counterparts(markets: readonly Joined[], ticker: string): string[] {
  return swappable(markets.filter(({ stock, money }) => stock === ticker || money === ticker)).filter(
    (other) => other !== ticker,
  );
}

function joinedBy<Market extends Joined>(
  markets: readonly Market[],
  from: string,
  to: string,
): SwapPair<Market> | undefined {
  const market = markets.find(
    ({ stock, money }) => (stock === from && money === to) || (stock === to && money === from),
  );
  return market && { market, side: market.money === from ? 'buy' : 'sell', from, to };
}

/**
 * The swap that an address asks for, as near as the markets allow: an unknown coin is replaced, never refused.
 * @param preferred the market that is taken where nothing is asked for
 * @returns undefined where there are no markets
 */
export function pairOf<Market extends Joined>(
  markets: readonly Market[],
  from: string,
  to: string,
  preferred: string | undefined,
): SwapPair<Market> | undefined {
  const wanted = joinedBy(markets, from, to);
  if (wanted) return wanted;
  const known = new Set(swappable(markets));
  if (known.has(from)) return joinedBy(markets, from, counterparts(markets, from)[0] ?? '');
  if (known.has(to)) return joinedBy(markets, counterparts(markets, to)[0] ?? '', to);
  const market = markets.find(({ name }) => name === preferred) ?? markets[0];
  return market && { market, side: 'buy', from: market.money, to: market.stock };
}
