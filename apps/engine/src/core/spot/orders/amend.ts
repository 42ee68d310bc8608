/**
 * amendOrder: price and total of a resting order, whose id stays. One that gives up amount at its price keeps its place in
 * the queue and its rates; any other leaves the queue and comes in anew, at the rates of the day, as the last of its price.
 */
import {
  amendOrderFixedLength,
  CloseReason,
  EventKind,
  houseUserMin,
  OrderFlag,
  RejectCode,
  recordLength,
  TimeInForce,
} from '@pelican/shared/engine/spot';
import { buyerCostOf, notionalOf } from '@pelican/shared/money';
import { MadeKind } from '../../kernel/client-keys.ts';
import { clientIdLengthMax, isPositiveSafe, safeMax } from '../../kernel/limits.ts';
import { isPrintable } from '../../kernel/packed-text.ts';
import {
  addAvailable,
  availableSaturated,
  hasAvailable,
  subtractAvailable,
  subtractFrozen,
} from '../accounts/cells.ts';
import { SeatField } from '../accounts/seats.ts';
import { TermsField } from '../accounts/terms.ts';
import { KeyField } from '../arena/directory.ts';
import { enterQueue, forgetOrder, isBuyOrder, leaveQueue, priceOfOrder, unrestOrder } from '../book/book.ts';
import type { Market } from '../book/market.ts';
import { findOrder } from '../book/order-index.ts';
import { OrderAmount, OrderField } from '../book/orders.ts';
import { type Shard, touch } from '../state.ts';
import { checkRanges, crosses, refuse } from './check-order.ts';
import { closeTaker, freezeRest, meetOthers, writeRested } from './place.ts';
import { MatchEnd, type Taker } from './taker.ts';

// A module's own constants are folded into the code; properties of a shared object are looked up.
const { filled: closedFilled } = CloseReason;
const { orderAmended: eventOrderAmended, orderClosed: eventOrderClosed } = EventKind;
const { tag: keyTag, user: keyUser } = KeyField;
const { change: madeChange } = MadeKind;
const { selfTrade: endSelfTrade } = MatchEnd;
const { amount: orderAmount, frozen: orderFrozen, remaining: orderRemaining } = OrderAmount;
const { flags: orderFlags, seat: orderSeat, terms: orderTerms } = OrderField;
const { postOnly: flagPostOnly } = OrderFlag;
const {
  amountBelowFilled: rejectAmountBelowFilled,
  insufficientBalance: rejectInsufficientBalance,
  marketClosed: rejectMarketClosed,
  none: rejectNone,
  orderNotFound: rejectOrderNotFound,
  outOfRange: rejectOutOfRange,
  repeatedWithOtherContent: rejectRepeatedWithOtherContent,
  wouldTake: rejectWouldTake,
} = RejectCode;
const { baseCell: seatBaseCell, quoteCell: seatQuoteCell, terms: seatTerms, userRecord: seatUserRecord } = SeatField;
const {
  buyTdsPpm: termsBuyTdsPpm,
  freezeFeePpm: termsFreezeFeePpm,
  gstPpm: termsGstPpm,
  makerFeePpm: termsMakerFeePpm,
  takerFeePpm: termsTakerFeePpm,
} = TermsField;
const { gtc: timeInForceGtc } = TimeInForce;
const { orderAmended: lengthOfOrderAmended, orderClosed: lengthOfOrderClosed } = recordLength;
/** House users as signed 32 bits are the numbers from this one to -1. */
const houseUserMinSigned = houseUserMin | 0;
/** In the word of a content where placeOrder has nothing: so no order has the content of an amendment. */
const contentOfAmendment = 1 << 16;
const safeMaxOwn = safeMax;

/** Applies the amendOrder command at byte `at` of the input; a refused one leaves the order as it was. */
export function amendOrder(shard: Shard, at: number, byteLength: number): void {
  const { clientKeys, input, reply } = shard;
  const clientIdLength = ((input.i32[(at >> 2) + 2] as number) >>> 16) & 0xff;
  if (byteLength < amendOrderFixedLength + clientIdLength) {
    reply.code = rejectOutOfRange;
    return;
  }
  const orderId = input.f64[(at >> 3) + 2] as number;
  let isKnownKey = false;
  if (clientIdLength > 0) {
    hashKey(shard, at, clientIdLength);
    const known = clientKeys.find(input.userAt(at), shard.timeMs);
    if (known !== 0 && clientKeys.hasContent(known)) {
      reply.repeated = true;
      reply.orderId = clientKeys.madeBy(known);
      return;
    }
    isKnownKey = known !== 0;
  }
  if (isPositiveSafe(orderId)) reply.orderId = orderId;
  reply.code = checkForm(shard, at, clientIdLength, isKnownKey);
  if (reply.code !== rejectNone) return;
  const order = ownOrder(shard, at, orderId);
  if (order === 0) reply.code = rejectOrderNotFound;
  else amendFound(shard, at, order, clientIdLength > 0);
}

/** Hashes the client id, and the content but for the user, who is the key's owner. */
function hashKey({ clientKeys, input }: Shard, at: number, clientIdLength: number): void {
  const { content, id } = clientKeys;
  id.text(input.i32, textOf(at), clientIdLength);
  content.start();
  content.word(((input.i32[(at >> 2) + 2] as number) & 0xffff) | contentOfAmendment);
  content.number(input.f64[(at >> 3) + 2] as number);
  content.number(input.f64[(at >> 3) + 3] as number);
  content.number(input.f64[(at >> 3) + 4] as number);
}

/** The word at which the client id of the command at byte `at` begins. */
function textOf(at: number): number {
  return (at + amendOrderFixedLength) >> 2;
}

function checkForm({ input }: Shard, at: number, clientIdLength: number, isKnownKey: boolean): RejectCode {
  const user = input.i32[(at >> 2) + 1] as number;
  const isPerson = user !== 0 && (user > 0 || user < houseUserMinSigned);
  const isWellFormed =
    isPerson &&
    isKeptOrPositive(input.f64[(at >> 3) + 3] as number) &&
    isKeptOrPositive(input.f64[(at >> 3) + 4] as number) &&
    clientIdLength <= clientIdLengthMax &&
    isPrintable(input.i32, textOf(at), clientIdLength);
  if (!isWellFormed) return rejectOutOfRange;
  return isKnownKey ? rejectRepeatedWithOtherContent : rejectNone;
}

function isKeptOrPositive(value: number): boolean {
  return value === 0 || isPositiveSafe(value);
}

/** The record of the user's open order on the command's market, or 0. */
function ownOrder({ book, input, memory }: Shard, at: number, orderId: number): number {
  const order = findOrder(book.index, memory, orderId);
  if (order === 0) return 0;
  const seat = (memory.i32[order * 8 + orderSeat] as number) * 8;
  const market = (input.i32[(at >> 2) + 2] as number) & 0xffff;
  const isTheirs =
    memory.i32[seat + keyUser] === input.i32[(at >> 2) + 1] &&
    (market === 0 || market === ((memory.i32[seat + keyTag] as number) & 0xffff));
  return isTheirs ? order : 0;
}

function amendFound(shard: Shard, at: number, order: number, hasKey: boolean): void {
  const { memory, reply, taker } = shard;
  const seat = memory.i32[order * 8 + orderSeat] as number;
  const market = shard.markets[(memory.i32[seat * 8 + keyTag] as number) & 0xffff] as Market;
  if (!market.isOpen) {
    reply.code = rejectMarketClosed;
    return;
  }
  readAmended(shard, taker, at, order, seat);
  const oldAmount = memory.f64[order * 4 + orderAmount] as number;
  const keepsPlace = taker.priceTicks === priceOfOrder(memory, order) && taker.amount <= oldAmount;
  taker.terms = memory.i32[keepsPlace ? order * 8 + orderTerms : seat * 8 + seatTerms] as number;
  reply.code = checkAmended(shard, taker, market, order);
  if (reply.code !== rejectNone) return;
  if (hasKey) shard.clientKeys.remember(taker.user, taker.orderId, madeChange, shard.timeMs);
  writeAmended(shard, taker, market, keepsPlace);
  if (keepsPlace) shrink(shard, taker, market, order);
  else moveOrder(shard, taker, market, order);
}

/** Sets the taker up as what the order becomes; one of which nothing is left ends at its own price. */
function readAmended(shard: Shard, taker: Taker, at: number, order: number, seat: number): void {
  const { input, memory } = shard;
  const { f64, i32 } = memory;
  const priceTicks = input.f64[(at >> 3) + 3] as number;
  const lots = input.f64[(at >> 3) + 4] as number;
  const oldAmount = f64[order * 4 + orderAmount] as number;
  const filled = oldAmount - (f64[order * 4 + orderRemaining] as number);
  taker.user = i32[seat * 8 + keyUser] as number;
  taker.seat = seat;
  taker.userRecord = i32[seat * 8 + seatUserRecord] as number;
  taker.baseCell = i32[seat * 8 + seatBaseCell] as number;
  taker.quoteCell = i32[seat * 8 + seatQuoteCell] as number;
  taker.orderId = f64[order * 4] as number;
  taker.flags = i32[order * 8 + orderFlags] as number;
  taker.isBuy = isBuyOrder(memory, order);
  taker.isMarket = false;
  taker.amountIsQuote = false;
  taker.timeInForce = timeInForceGtc;
  taker.fills = 0;
  taker.amount = lots === 0 ? oldAmount : lots;
  taker.remaining = taker.amount - filled;
  taker.priceTicks = priceTicks === 0 || taker.remaining === 0 ? priceOfOrder(memory, order) : priceTicks;
  taker.limitTicks = taker.priceTicks;
}

/** The checks of an amendment, before any effect. They also find what the order then holds, into `taker.held`. */
function checkAmended(shard: Shard, taker: Taker, market: Market, order: number): RejectCode {
  const { memory } = shard;
  const { amount, remaining } = taker;
  if (remaining < 0) return refuse(shard, rejectAmountBelowFilled, amount - remaining, amount);
  taker.held = 0;
  if (remaining === 0) return rejectNone;
  const code = checkRanges(shard, taker, market, taker.priceTicks);
  if (code !== rejectNone) return code;
  taker.held = freezeOf(shard, taker, market);
  if (taker.held > safeMaxOwn) return rejectOutOfRange;
  const more = taker.held - (memory.f64[order * 4 + orderFrozen] as number);
  const cell = taker.isBuy ? taker.quoteCell : taker.baseCell;
  if (more > 0 && !hasAvailable(memory, cell, more)) {
    return refuse(shard, rejectInsufficientBalance, more, availableSaturated(memory, cell));
  }
  return taker.flags & flagPostOnly && crosses(shard, taker, market) ? rejectWouldTake : rejectNone;
}

/** What is left of the order holds this much. */
function freezeOf({ memory }: Shard, taker: Taker, market: Market): number {
  if (!taker.isBuy) return taker.remaining * market.lotBaseUnits;
  const terms = taker.terms * 8;
  return buyerCostOf(
    notionalOf(taker.priceTicks, taker.remaining, market.tickLotQuoteUnits),
    memory.i32[terms + termsFreezeFeePpm] as number,
    memory.i32[terms + termsGstPpm] as number,
    memory.i32[terms + termsBuyTdsPpm] as number,
  );
}

function writeAmended({ events, memory }: Shard, taker: Taker, market: Market, keepsPlace: boolean): void {
  const at = events.start(lengthOfOrderAmended, eventOrderAmended, keepsPlace ? 1 : 0, taker.user);
  events.i32[at * 2 + 2] = market.id;
  events.i32[at * 2 + 3] = 0;
  events.f64[at + 2] = taker.orderId;
  events.f64[at + 3] = taker.priceTicks;
  events.f64[at + 4] = taker.amount;
  events.f64[at + 5] = taker.remaining;
  events.i32[at * 2 + 12] = memory.i32[taker.terms * 8 + termsMakerFeePpm] as number;
  events.i32[at * 2 + 13] = memory.i32[taker.terms * 8 + termsTakerFeePpm] as number;
}

/** The order stays where it is with less, and gives back what it no longer holds; with nothing left it is filled. */
function shrink(shard: Shard, taker: Taker, market: Market, order: number): void {
  const { events, memory } = shard;
  const { f64 } = memory;
  const cell = taker.isBuy ? taker.quoteCell : taker.baseCell;
  const released = (f64[order * 4 + orderFrozen] as number) - taker.held;
  f64[order * 4 + orderAmount] = taker.amount;
  f64[order * 4 + orderRemaining] = taker.remaining;
  f64[order * 4 + orderFrozen] = taker.held;
  subtractFrozen(memory, cell, released);
  addAvailable(memory, cell, released);
  touch(shard, cell);
  if (taker.remaining > 0) return;
  unrestOrder(shard.book, memory, market, order);
  const at = events.start(lengthOfOrderClosed, eventOrderClosed, closedFilled, taker.user);
  events.i32[at * 2 + 2] = market.id;
  events.i32[at * 2 + 3] = 0;
  events.f64[at + 2] = taker.orderId;
  events.f64[at + 3] = 0;
}

/** The order leaves the queue and comes in as a taker; its record waits in its user's list until it rests or ends. */
function moveOrder(shard: Shard, taker: Taker, market: Market, order: number): void {
  const { book, memory } = shard;
  const cell = taker.isBuy ? taker.quoteCell : taker.baseCell;
  const frozen = memory.f64[order * 4 + orderFrozen] as number;
  leaveQueue(book, memory, market, order);
  subtractFrozen(memory, cell, frozen);
  addAvailable(memory, cell, frozen);
  subtractAvailable(memory, cell, taker.held);
  touch(shard, cell);
  meetOthers(shard, taker, market);
  if (taker.remaining > 0 && taker.end !== endSelfTrade) {
    freezeRest(shard, taker, market, cell);
    enterQueue(book, memory, market, order, taker);
    writeRested(shard, taker, market);
  } else {
    forgetOrder(book, memory, market, order);
    closeTaker(shard, taker, market);
  }
}
