/**
 * Looking along the opposite side without touching it: what an order would meet, for the checks that must know before
 * any effect. A user's own orders are passed over where self-trade prevention would cancel them, and end the walk where
 * it would cancel the taker.
 */
import { buyerCostOf, notionalOf } from '@pelican/shared/money/trade-formulas.ts';
import { type Market, SelfTrade } from '../book/market.ts';
import { OrderField, OrderField64 } from '../book/order-pool.ts';
import { LevelField } from '../book/price-levels.ts';
import { safeMax } from '../limits.ts';
import type { Shard } from '../state.ts';
import type { Taker } from './taker.ts';

/** Called with each order in the order of matching; false ends the walk. */
type Visit = (priceTicks: number, lots: number, isOwn: boolean) => boolean;

function walk(shard: Shard, taker: Taker, market: Market, visit: Visit): void {
  const { orders, levels } = shard.book;
  let level = (taker.isBuy ? market.asks : market.bids).best;
  for (; level >= 0; level = levels.i32[level * 8 + LevelField.worse] as number) {
    const priceTicks = levels.f64[level * 4] as number;
    let order = levels.i32[level * 8 + LevelField.head] as number;
    for (; order >= 0; order = orders.i32[order * 16 + OrderField.next] as number) {
      const seat = orders.i32[order * 16 + OrderField.seat] as number;
      const isOwn = (shard.seats.i32[seat * 8] as number) >>> 0 === taker.user;
      if (isOwn && market.selfTrade === SelfTrade.cancelResting) {
        if (!visit(priceTicks, 0, true)) return;
        continue;
      }
      if (isOwn && market.selfTrade === SelfTrade.cancelTaker) {
        visit(priceTicks, 0, true);
        return;
      }
      if (!visit(priceTicks, orders.f64[order * 8 + OrderField64.remaining] as number, isOwn)) return;
    }
  }
}

function isWithinLimit(taker: Taker, priceTicks: number): boolean {
  return taker.isBuy ? priceTicks <= taker.limitTicks : priceTicks >= taker.limitTicks;
}

/** Whether the whole amount (lots) can be filled within the limit. */
export function canFillWhole(shard: Shard, taker: Taker, market: Market): boolean {
  let lots = 0;
  walk(shard, taker, market, (priceTicks, orderLots) => {
    if (!isWithinLimit(taker, priceTicks)) return false;
    lots += orderLots;
    return lots < taker.amount;
  });
  return lots >= taker.amount;
}

/**
 * What a market purchase of lots costs, fee in money and all charges included. A result above 2^53 - 1 is not exact, and
 * means only that.
 */
export function costOfMarketBuy(shard: Shard, taker: Taker, market: Market): number {
  let lots = taker.amount;
  let cost = 0;
  walk(shard, taker, market, (priceTicks, orderLots) => {
    if (!isWithinLimit(taker, priceTicks)) return false;
    const filled = Math.min(lots, orderLots);
    const gross = notionalOf(priceTicks, filled, market.tickLotQuoteUnits);
    if (filled > 0) cost += buyerCostOf(gross, taker.feePpm, taker.gstPpm, taker.buyTdsPpm);
    lots -= filled;
    return lots > 0 && cost <= safeMax;
  });
  return cost;
}

/** How many lots a market sale for `amount` quote units sells. */
export function lotsOfMarketSale(shard: Shard, taker: Taker, market: Market): number {
  let quote = taker.amount;
  let lots = 0;
  walk(shard, taker, market, (priceTicks, orderLots) => {
    if (!isWithinLimit(taker, priceTicks)) return false;
    if (orderLots === 0) return true;
    const lotQuoteUnits = notionalOf(priceTicks, 1, market.tickLotQuoteUnits);
    const filled = Math.min(Math.floor(quote / lotQuoteUnits), orderLots);
    lots += filled;
    quote -= filled * lotQuoteUnits;
    return filled === orderLots && quote > 0;
  });
  return lots;
}

export const Tradable = { none: 0, outsideLimit: 1, withinLimit: 2 } as const;
export type Tradable = (typeof Tradable)[keyof typeof Tradable];

/** Where the first order is that a market order could meet; one that would end it by self-trade counts as met. */
export function firstTradable(shard: Shard, taker: Taker, market: Market): Tradable {
  let tradable: Tradable = Tradable.none;
  walk(shard, taker, market, (priceTicks, _lots, isOwn) => {
    if (isOwn && market.selfTrade === SelfTrade.cancelResting) return true;
    tradable = isWithinLimit(taker, priceTicks) ? Tradable.withinLimit : Tradable.outsideLimit;
    return false;
  });
  return tradable;
}
