/** Perpetual markets as they are now, as far as settlement has come. */
import { MarketState } from '@pelican/shared/engine/perpetual';
import type { Queryable } from '../../../platform/database/index.ts';

const stateNames = {
  [MarketState.open]: 'open',
  [MarketState.closeOnly]: 'closeOnly',
  [MarketState.stale]: 'stale',
  [MarketState.halted]: 'halted',
} as const satisfies Record<MarketState, string>;

export interface MarketFacts {
  marketId: number;
  state: (typeof stateNames)[MarketState];
  indexPrice: string;
  markPrice: string;
  openInterest: string;
  fundingRate: string;
  orders: number;
  positions: number;
}

type StateRow = Omit<MarketFacts, 'state' | 'orders' | 'positions'> & { state: MarketState };

/**
 * Orders that rest, by market. Orders lie in partitions of a month: only what is open is in an index of each, and `state` finds it there.
 */
export const restingOrders = `SELECT market_id AS "marketId", count(*)::int AS count FROM perpetual_orders
  WHERE state <= 2 AND is_resting GROUP BY market_id`;
const openPositions = `SELECT market_id AS "marketId", count(*)::int AS count FROM perpetual_positions
  WHERE size > 0 GROUP BY market_id`;

/** By market id; a market without its first index price has none. */
export async function readMarketFacts(db: Queryable): Promise<Map<number, MarketFacts>> {
  const { rows } = await db.query<StateRow>(
    `SELECT market_id AS "marketId", state, trim_scale(index_price)::text AS "indexPrice",
        trim_scale(mark_price)::text AS "markPrice", trim_scale(open_interest)::text AS "openInterest",
        trim_scale(funding_rate)::text AS "fundingRate"
      FROM perpetual_market_state`,
  );
  const orders = await countByMarket(db, restingOrders);
  const positions = await countByMarket(db, openPositions);
  return new Map(
    rows.map(({ state, ...row }) => [
      row.marketId,
      {
        ...row,
        state: stateNames[state],
        orders: orders.get(row.marketId) ?? 0,
        positions: positions.get(row.marketId) ?? 0,
      },
    ]),
  );
}

async function countByMarket(db: Queryable, select: string): Promise<Map<number, number>> {
  const { rows } = await db.query<{ marketId: number; count: number }>(select);
  return new Map(rows.map(({ marketId, count }) => [marketId, count]));
}
