import { parseUnits, stripZeros } from '@pelican/shared/money';
import type { ClientBase } from 'pg';
import type { CandleMarket, LastPrices } from './candle-fold.ts';

/** The price at which each market's newest candle closed, in units of its price scale: where the next one opens. */
export async function loadLastPrices(client: ClientBase, markets: readonly CandleMarket[]): Promise<LastPrices> {
  const { rows } = await client.query<{ marketId: number; close: string }>(
    `SELECT market.id AS "marketId", newest.close FROM unnest($1::smallint[]) AS market(id) CROSS JOIN LATERAL (
      SELECT close FROM klines WHERE market_id = market.id AND "interval" = 60 ORDER BY open_time DESC LIMIT 1
    ) newest`,
    [markets.map(({ id }) => id)],
  );
  const scales = new Map(markets.map(({ id, scale }) => [id, scale.priceScale]));
  const prices: LastPrices = new Map();
  for (const { marketId, close } of rows) {
    const price = parseUnits(stripZeros(close), scales.get(marketId) ?? 0);
    if ('units' in price) prices.set(marketId, price.units);
  }
  return prices;
}
