/** Perpetual markets as they are now, as far as settlement has come. */
import type { Queryable } from '../../../platform/database/index.ts';

/** The engine's states by their number. */
const marketStates = ['open', 'closeOnly', 'stale', 'halted'] as const;

export interface MarketFacts {
  marketId: number;
  state: (typeof marketStates)[number];
  indexPrice: string;
  markPrice: string;
  openInterest: string;
  fundingRate: string;
  orders: number;
  positions: number;
}

/** By market id; a market without its first index price has none. */
export async function readMarketFacts(db: Queryable): Promise<Map<number, MarketFacts>> {
  const { rows } = await db.query<Omit<MarketFacts, 'state'> & { state: number }>(
    `SELECT market_id AS "marketId", state, trim_scale(index_price)::text AS "indexPrice",
        trim_scale(mark_price)::text AS "markPrice", trim_scale(open_interest)::text AS "openInterest",
        trim_scale(funding_rate)::text AS "fundingRate",
        (SELECT count(*)::int FROM perpetual_orders o WHERE o.market_id = m.market_id AND o.is_resting) AS orders,
        (SELECT count(*)::int FROM perpetual_positions p WHERE p.market_id = m.market_id AND p.size > 0) AS positions
      FROM perpetual_market_state m`,
  );
  return new Map(rows.map((row) => [row.marketId, { ...row, state: marketStates[row.state] ?? 'halted' }]));
}
