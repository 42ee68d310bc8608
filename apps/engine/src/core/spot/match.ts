/** Matching: the taker against the best price's queue, until one of the two, or the taker's limit, ends. */
import { CloseReason } from '@pelican/shared/engine/events.ts';
import { affordableLots, notionalOf } from '@pelican/shared/money/trade-formulas.ts';
import { addAvailable, subtractFrozen } from '../accounts/cells.ts';
import { SeatField } from '../accounts/seats.ts';
import { isBuyOrder, unrestOrder } from '../book/book.ts';
import { type Market, SelfTrade } from '../book/market.ts';
import { OrderField, OrderField64 } from '../book/order-pool.ts';
import { LevelField } from '../book/price-levels.ts';
import { type Shard, touch } from '../state.ts';
import { fillOrder } from './fill.ts';
import { quoteServiceFee } from './service-fee.ts';
import { MatchEnd, type Taker } from './taker.ts';

/** Trades the taker as far as it goes; `taker.end` says why it stopped. */
export function matchTaker(shard: Shard, taker: Taker, market: Market): void {
  taker.end = MatchEnd.amount;
  while (taker.remaining > 0 && taker.end === MatchEnd.amount) {
    taker.end = matchNext(shard, taker, market);
  }
}

/** Meets the first order of the best price; anything but `amount` ends the matching. */
function matchNext(shard: Shard, taker: Taker, market: Market): MatchEnd {
  const { orders, levels } = shard.book;
  const level = (taker.isBuy ? market.asks : market.bids).best;
  if (level < 0) return MatchEnd.book;
  const priceTicks = levels.f64[level * 4] as number;
  if (taker.isBuy ? priceTicks > taker.limitTicks : priceTicks < taker.limitTicks) return MatchEnd.price;
  const order = levels.i32[level * 8 + LevelField.head] as number;
  const makerUser = (shard.seats.i32[(orders.i32[order * 16 + OrderField.seat] as number) * 8] as number) >>> 0;
  if (makerUser !== taker.user || market.selfTrade === SelfTrade.allow) {
    return tradeWith(shard, taker, market, order, priceTicks) ? MatchEnd.amount : MatchEnd.money;
  }
  if (market.selfTrade === SelfTrade.cancelTaker) return MatchEnd.selfTrade;
  closeRestingOrder(shard, market, order, CloseReason.selfTrade);
  return MatchEnd.amount;
}

/** False when the taker's money buys not even one more lot at this price. */
function tradeWith(shard: Shard, taker: Taker, market: Market, order: number, priceTicks: number): boolean {
  const makerLots = shard.book.orders.f64[order * 8 + OrderField64.remaining] as number;
  if (taker.amountIsQuote) return tradeByQuote(shard, taker, market, order, priceTicks, makerLots);
  const lots = Math.min(makerLots, taker.remaining);
  const inService = taker.mayPayInService && quoteTakerService(shard, taker, market, priceTicks, lots);
  fillOrder(shard, taker, market, order, priceTicks, lots, inService);
  return true;
}

/**
 * A sale takes the lots whose value stays within the amount. A purchase takes those whose cost does: without a fee in
 * money if the service token can bear the fee of that many, else with it.
 */
function tradeByQuote(
  shard: Shard,
  taker: Taker,
  market: Market,
  order: number,
  priceTicks: number,
  makerLots: number,
): boolean {
  const lotQuoteUnits = notionalOf(priceTicks, 1, market.tickLotQuoteUnits);
  const tdsPpm = taker.isBuy ? taker.buyTdsPpm : 0;
  let lots = Math.min(makerLots, affordableLots(taker.remaining, lotQuoteUnits, 0, 0, tdsPpm));
  if (lots === 0) return false;
  const inService = taker.mayPayInService && quoteTakerService(shard, taker, market, priceTicks, lots);
  if (taker.isBuy && !inService) {
    lots = Math.min(
      makerLots,
      affordableLots(taker.remaining, lotQuoteUnits, taker.feePpm, taker.gstPpm, taker.buyTdsPpm),
    );
    if (lots === 0) return false;
  }
  fillOrder(shard, taker, market, order, priceTicks, lots, inService);
  return true;
}

function quoteTakerService(shard: Shard, taker: Taker, market: Market, priceTicks: number, lots: number): boolean {
  const gross = notionalOf(priceTicks, lots, market.tickLotQuoteUnits);
  return quoteServiceFee(shard, market, taker.user, taker.isBuy, taker.gstPpm, gross, shard.takerCharge);
}

/** Closes a resting order before its end and releases what it froze. */
export function closeRestingOrder(shard: Shard, market: Market, order: number, reason: number): void {
  const { orders } = shard.book;
  const seat = (orders.i32[order * 16 + OrderField.seat] as number) * 8;
  const cellField = isBuyOrder(shard.book, order) ? SeatField.quoteCell : SeatField.baseCell;
  const cell = shard.seats.i32[seat + cellField] as number;
  const frozen = orders.f64[order * 8 + OrderField64.frozen] as number;
  subtractFrozen(shard.cells, cell, frozen);
  addAvailable(shard.cells, cell, frozen);
  touch(shard, cell);
  const user = (shard.seats.i32[seat] as number) >>> 0;
  const orderId = orders.f64[order * 8] as number;
  const remaining = orders.f64[order * 8 + OrderField64.remaining] as number;
  unrestOrder(shard.book, market, shard.users, shard.seats, order);
  shard.events.orderClosed(user, market.id, orderId, reason, remaining);
}
