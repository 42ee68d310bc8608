/**
 * Looking along the opposite side without touching it: what an order would meet, for the checks that must know before
 * any effect. A user's own orders are passed over where self-trade prevention would cancel them, and end the walk where
 * it would cancel the taker.
 */
import { buyerCostOf, notionalOf } from '@pelican/shared/money';
import { safeMax } from '../../kernel/limits.ts';
import { cancelsTaker, isSelfTrade } from '../../kernel/self-trade.ts';
import { KeyField } from '../arena/directory.ts';
import type { Market } from '../book/market.ts';
import { OrderAmount, OrderField } from '../book/orders.ts';
import { LevelField } from '../book/price-levels.ts';
import type { Shard } from '../state.ts';
import type { Taker } from './taker.ts';

// A module's own constants are folded into the code; properties of a shared object are looked up.
const { user: keyUser } = KeyField;
const { head: levelHead, worse: levelWorse } = LevelField;
const { remaining: orderRemaining } = OrderAmount;
const { next: orderNext, seat: orderSeat } = OrderField;
const safeMaxOwn = safeMax;

/** Called with each order in the order of matching, `isOwn` when it may not trade with the taker; false ends the walk. */
type Visit = (priceTicks: number, lots: number, isOwn: boolean) => boolean;

function walk(shard: Shard, taker: Taker, market: Market, visit: Visit): void {
  const { f64, i32 } = shard.memory;
  let level = (taker.isBuy ? market.asks : market.bids).best;
  for (; level !== 0; level = i32[level * 8 + levelWorse] as number) {
    const priceTicks = f64[level * 4] as number;
    let order = i32[level * 8 + levelHead] as number;
    for (; order !== 0; order = i32[order * 8 + orderNext] as number) {
      const makerUser = i32[(i32[order * 8 + orderSeat] as number) * 8 + keyUser] as number;
      const isOwn = isSelfTrade(market.selfTrade, taker.user, makerUser);
      if (!visit(priceTicks, isOwn ? 0 : (f64[order * 4 + orderRemaining] as number), isOwn)) return;
      if (isOwn && cancelsTaker(market.selfTrade)) return;
    }
  }
}

/** Whether the taker may trade at this price. */
export function isWithinLimit(taker: Taker, priceTicks: number): boolean {
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
    return lots > 0 && cost <= safeMaxOwn;
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
const { none: tradableNone, outsideLimit: tradableOutsideLimit, withinLimit: tradableWithinLimit } = Tradable;
export type Tradable = (typeof Tradable)[keyof typeof Tradable];

/** Where the first order is that a market order could meet; one that would end it by self-trade counts as met. */
export function firstTradable(shard: Shard, taker: Taker, market: Market): Tradable {
  let tradable: Tradable = tradableNone;
  walk(shard, taker, market, (priceTicks, _lots, isOwn) => {
    if (isOwn && !cancelsTaker(market.selfTrade)) return true;
    tradable = isWithinLimit(taker, priceTicks) ? tradableWithinLimit : tradableOutsideLimit;
    return false;
  });
  return tradable;
}
