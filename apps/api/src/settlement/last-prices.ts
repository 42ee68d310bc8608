import { parseUnits, stripZeros } from '@pelican/shared/money/decimal.ts';
import type { ClientBase } from 'pg';
import type { Catalog } from '../modules/markets/catalog.ts';
import type { LastPrices } from './fold/candle-fold.ts';

/** The price at which each market's newest candle closed, in units of its price scale: where the next one opens. */
export async function loadLastPrices(client: ClientBase, catalog: Catalog): Promise<LastPrices> {
  const { rows } = await client.query<{ marketId: number; close: string }>(
    `SELECT market.id AS "marketId", newest.close FROM markets market CROSS JOIN LATERAL (
      SELECT close FROM klines WHERE market_id = market.id AND "interval" = 60 ORDER BY open_time DESC LIMIT 1
    ) newest`,
  );
  const prices: LastPrices = new Map();
  for (const { marketId, close } of rows) {
    const market = catalog.marketById(marketId);
    const price = market && parseUnits(stripZeros(close), market.scale.priceScale);
    if (price && 'units' in price) prices.set(marketId, price.units);
  }
  return prices;
}
