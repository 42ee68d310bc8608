/** Matching: the taker against the best price's queue, until one of the two, or the taker's limit, ends. */
import { CloseReason, EventKind, recordLength } from '@pelican/shared/engine/spot';
import { affordableLots, notionalOf } from '@pelican/shared/money';
import { cancelsMaker, cancelsTaker, isSelfTrade } from '../../kernel/self-trade.ts';
import { addAvailable, subtractFrozen } from '../accounts/cells.ts';
import { SeatField } from '../accounts/seats.ts';
import { quoteServiceFee } from '../accounts/service-fee.ts';
import { KeyField } from '../arena/directory.ts';
import { isBuyOrder, unrestOrder } from '../book/book.ts';
import type { Market } from '../book/market.ts';
import { OrderAmount, OrderField } from '../book/orders.ts';
import { LevelField } from '../book/price-levels.ts';
import { type Shard, touch } from '../state.ts';
import { fillOrder } from './fill.ts';
import { MatchEnd, type Taker } from './taker.ts';

// A module's own constants are folded into the code; properties of a shared object are looked up.
const { selfTrade: closedSelfTrade } = CloseReason;
const { orderClosed: eventOrderClosed } = EventKind;
const { user: keyUser } = KeyField;
const { head: levelHead } = LevelField;
const { amount: endAmount, book: endBook, money: endMoney, price: endPrice, selfTrade: endSelfTrade } = MatchEnd;
const { frozen: orderFrozen, remaining: orderRemaining } = OrderAmount;
const { seat: orderSeat } = OrderField;
const { baseCell: seatBaseCell, quoteCell: seatQuoteCell } = SeatField;
const { orderClosed: lengthOfOrderClosed, orderFilled: lengthOfOrderFilled } = recordLength;

/** Trades the taker as far as it goes; `taker.end` says why it stopped. */
export function matchTaker(shard: Shard, taker: Taker, market: Market): void {
  taker.end = endAmount;
  while (taker.remaining > 0 && taker.end === endAmount) {
    taker.end = matchNext(shard, taker, market);
  }
}

/** Room for the events of meeting one order: a fill and the end of the order. */
const meetingRoom = lengthOfOrderFilled + lengthOfOrderClosed;
/** What `applyCommand` has made room for beyond the matching. */
const otherRoom = 512;

/** Meets the first order of the best price; anything but `amount` ends the matching. */
function matchNext(shard: Shard, taker: Taker, market: Market): MatchEnd {
  const { f64, i32 } = shard.memory;
  const level = (taker.isBuy ? market.asks : market.bids).best;
  if (level === 0) return endBook;
  const priceTicks = f64[level * 4] as number;
  if (taker.isBuy ? priceTicks > taker.limitTicks : priceTicks < taker.limitTicks) return endPrice;
  shard.events.room(meetingRoom + otherRoom);
  const order = i32[level * 8 + levelHead] as number;
  const makerUser = i32[(i32[order * 8 + orderSeat] as number) * 8 + keyUser] as number;
  if (isSelfTrade(market.selfTrade, taker.user, makerUser)) {
    if (cancelsMaker(market.selfTrade)) closeRestingOrder(shard, market, order, closedSelfTrade);
    return cancelsTaker(market.selfTrade) ? endSelfTrade : endAmount;
  }
  const { fill } = shard;
  fill.priceTicks = priceTicks;
  if (taker.amountIsQuote) return tradeByQuote(shard, taker, market, order);
  fill.lots = Math.min(taker.remaining, f64[order * 4 + orderRemaining] as number);
  fillOrder(shard, taker, market, order, taker.mayPayInService && quoteTakerService(shard, taker, market));
  return endAmount;
}

/**
 * A sale takes the lots whose value stays within the amount. A purchase takes those whose cost does: without a fee in
 * money if the service token can bear the fee of that many, else with it.
 */
function tradeByQuote(shard: Shard, taker: Taker, market: Market, order: number): MatchEnd {
  const { fill } = shard;
  const makerLots = shard.memory.f64[order * 4 + orderRemaining] as number;
  const lotQuoteUnits = notionalOf(fill.priceTicks, 1, market.tickLotQuoteUnits);
  const tdsPpm = taker.isBuy ? taker.buyTdsPpm : 0;
  fill.lots = Math.min(makerLots, affordableLots(taker.remaining, lotQuoteUnits, 0, 0, tdsPpm));
  if (fill.lots === 0) return endMoney;
  const inService = taker.mayPayInService && quoteTakerService(shard, taker, market);
  if (taker.isBuy && !inService) {
    const affordable = affordableLots(taker.remaining, lotQuoteUnits, taker.feePpm, taker.gstPpm, tdsPpm);
    fill.lots = Math.min(makerLots, affordable);
    if (fill.lots === 0) return endMoney;
  }
  fillOrder(shard, taker, market, order, inService);
  return endAmount;
}

function quoteTakerService(shard: Shard, taker: Taker, market: Market): boolean {
  const { fill } = shard;
  const gross = notionalOf(fill.priceTicks, fill.lots, market.tickLotQuoteUnits);
  return quoteServiceFee(shard, market, taker.user, taker.isBuy, taker.gstPpm, gross, fill.taker);
}

/** Closes a resting order before its end and releases what it froze. */
export function closeRestingOrder(shard: Shard, market: Market, order: number, reason: number): void {
  const { events, memory } = shard;
  const { f64, i32 } = memory;
  const seat = (i32[order * 8 + orderSeat] as number) * 8;
  const cell = i32[seat + (isBuyOrder(memory, order) ? seatQuoteCell : seatBaseCell)] as number;
  const frozen = f64[order * 4 + orderFrozen] as number;
  subtractFrozen(memory, cell, frozen);
  addAvailable(memory, cell, frozen);
  touch(shard, cell);
  const at = events.start(lengthOfOrderClosed, eventOrderClosed, reason, i32[seat + keyUser] as number);
  events.i32[at * 2 + 2] = market.id;
  events.i32[at * 2 + 3] = 0;
  events.f64[at + 2] = f64[order * 4] as number;
  events.f64[at + 3] = f64[order * 4 + orderRemaining] as number;
  unrestOrder(shard.book, memory, market, order);
}
