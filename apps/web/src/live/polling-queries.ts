/**
 * For networks that let no socket through: the HTTP queries that are repeated in place of a subscription, and how an answer becomes the
 * push message that the subscription would have brought.
 */

export interface Query {
  method: string;
  params: unknown[];
}

export interface PolledQuery extends Query {
  /** The params of the push. */
  push: (result: unknown) => unknown[];
}

const daySeconds = 86_400;
const newestTrades = 50;
/** The current candle, and the one before, which may have ended since. */
const candles = 2;

/** Of what is pushed about each of a list of markets: the params of its query. */
const byMarket: Record<string, (market: unknown) => unknown[]> = {
  deals: (market) => [market, newestTrades, 0],
  deals_swap: (market) => [market, newestTrades, 0],
  state: (market) => [market, daySeconds],
  market_swap: (market) => [market],
  mark_price_swap: (market) => [market],
  funding_rate_swap: (market) => [market],
};

/** @param now Unix seconds @returns none for what is no subscription to public figures */
export function queriesOf(method: string, params: readonly unknown[], now: number): PolledQuery[] {
  const [kind = '', verb] = method.split('.');
  if (verb !== 'subscribe') return [];
  const name = `${kind}.query`;
  const paramsOfMarket = byMarket[kind];
  if (paramsOfMarket)
    return params.map((market) => ({
      method: name,
      params: paramsOfMarket(market),
      push: (result) => [market, result],
    }));
  const [market, second] = params;
  if (kind === 'depth' || kind === 'depth_swap')
    return [{ method: name, params: [...params], push: (book) => [true, book, market] }];
  if (kind === 'kline' || kind === 'kline_swap') {
    const interval = Number(second);
    const asked = [market, now - candles * interval, now, interval];
    return [{ method: name, params: asked, push: (rows) => rows as unknown[] }];
  }
  if (kind === 'market_prices_swap') return [{ method: name, params: [...params], push: (prices) => [prices] }];
  return [];
}
