/** placeOrder: repeat? checks, placed, matched, and then rested or closed. */
import {
  CloseReason,
  EventKind,
  OrderFlag,
  placeOrderFixedLength,
  RejectCode,
  recordLength,
  TimeInForce,
} from '@pelican/shared/engine/spot';
import { buyerCostOf, notionalOf } from '@pelican/shared/money';
import { MadeKind } from '../../kernel/client-keys.ts';
import type { EntryReader } from '../../kernel/entry-reader.ts';
import { clientIdLengthMax, sourceLengthMax } from '../../kernel/limits.ts';
import { copyText, isPrintable } from '../../kernel/packed-text.ts';
import { addAvailable, addFrozen, subtractAvailable } from '../accounts/cells.ts';
import { TermsField } from '../accounts/terms.ts';
import { restOrder } from '../book/book.ts';
import type { Market } from '../book/market.ts';
import { Counter, type Shard, touch } from '../state.ts';
import { checkOrder, crosses, findFreeze } from './check-order.ts';
import { matchTaker } from './match.ts';
import { loadRates, readTaker, seatTaker } from './read-taker.ts';
import { MatchEnd, type Taker } from './taker.ts';

// A module's own constants are folded into the code; properties of a shared object are looked up.
const {
  filled: closedFilled,
  immediateOrCancel: closedImmediateOrCancel,
  marketEnd: closedMarketEnd,
  selfTrade: closedSelfTrade,
} = CloseReason;
const { lastOrderId: counterLastOrderId } = Counter;
const { orderClosed: eventOrderClosed, orderPlaced: eventOrderPlaced, orderRested: eventOrderRested } = EventKind;
const { price: endPrice, selfTrade: endSelfTrade } = MatchEnd;
const { order: madeOrder } = MadeKind;
const { market: flagMarket } = OrderFlag;
const {
  marketClosed: rejectMarketClosed,
  none: rejectNone,
  outOfRange: rejectOutOfRange,
  repeatedWithOtherContent: rejectRepeatedWithOtherContent,
  unknownMarket: rejectUnknownMarket,
} = RejectCode;
const { takerFeePpm: termsTakerFeePpm, makerFeePpm: termsMakerFeePpm } = TermsField;
const { gtc: timeInForceGtc } = TimeInForce;
const {
  orderClosed: lengthOfOrderClosed,
  orderPlaced: lengthOfOrderPlaced,
  orderRested: lengthOfOrderRested,
} = recordLength;

/** Applies the placeOrder command at byte `at` of the input; the answer is left in `shard.reply`. */
export function placeOrder(shard: Shard, at: number, byteLength: number): void {
  const { input, reply } = shard;
  const lengths = (input.i32[(at >> 2) + 2] as number) >>> 16;
  const clientIdLength = lengths & 0xff;
  const sourceLength = lengths >>> 8;
  if (byteLength < placeOrderFixedLength + clientIdLength + sourceLength) {
    reply.code = rejectOutOfRange;
    return;
  }
  if (clientIdLength > 0) placeWithKey(shard, at, clientIdLength, sourceLength);
  else placeNewOrder(shard, at, 0, sourceLength, false);
}

/** A repeat is answered with the first one's order, whatever has become of the market since. */
function placeWithKey(shard: Shard, at: number, clientIdLength: number, sourceLength: number): void {
  const { clientKeys, input, reply } = shard;
  hashKey(shard, at, clientIdLength);
  const known = clientKeys.find(input.userAt(at), shard.timeMs);
  if (known !== 0 && clientKeys.hasContent(known)) {
    reply.repeated = true;
    reply.orderId = clientKeys.madeBy(known);
  } else placeNewOrder(shard, at, clientIdLength, sourceLength, known !== 0);
}

/** Hashes the client id, and the content but for the user, who is the key's owner, and for where the order came from. */
function hashKey({ clientKeys, input }: Shard, at: number, clientIdLength: number): void {
  const { content, id } = clientKeys;
  id.text(input.i32, textOf(at), clientIdLength);
  content.start();
  content.word(((input.i32[(at >> 2) + 2] as number) & 0xffff) | ((input.i32[at >> 2] as number) & 0xff000000));
  content.number(input.f64[(at >> 3) + 2] as number);
  content.number(input.f64[(at >> 3) + 3] as number);
}

function placeNewOrder(
  shard: Shard,
  at: number,
  clientIdLength: number,
  sourceLength: number,
  isKnownKey: boolean,
): void {
  const { input, reply, taker } = shard;
  const market = shard.markets[(input.i32[(at >> 2) + 2] as number) & 0xffff];
  if (!market?.isOpen) {
    reply.code = market ? rejectMarketClosed : rejectUnknownMarket;
    return;
  }
  const textLength = clientIdLength + sourceLength;
  const isWellFormed = readTaker(shard, taker, at) && hasGoodTexts(input, at, clientIdLength, sourceLength);
  reply.code = isWellFormed ? checkWellFormed(shard, taker, market, isKnownKey) : rejectOutOfRange;
  if (reply.code !== rejectNone) return;
  beginOrder(shard, taker, at, textLength);
  if (clientIdLength > 0) shard.clientKeys.remember(taker.user, taker.orderId, madeOrder, shard.timeMs);
  meetOthers(shard, taker, market);
  const rests =
    taker.remaining > 0 && taker.timeInForce === timeInForceGtc && !taker.isMarket && taker.end !== endSelfTrade;
  if (rests) restTaker(shard, taker, market);
  else closeTaker(shard, taker, market);
}

/** Matches an order that can trade; most limit orders cannot. */
export function meetOthers(shard: Shard, taker: Taker, market: Market): void {
  if (!taker.isMarket) {
    if (!crosses(shard, taker, market)) {
      taker.end = endPrice;
      return;
    }
    loadRates(shard, taker, market);
  }
  matchTaker(shard, taker, market);
}

function checkWellFormed(shard: Shard, taker: Taker, market: Market, isKnownKey: boolean): RejectCode {
  seatTaker(shard, taker, market);
  if (!findFreeze(shard, taker, market)) return rejectOutOfRange;
  return isKnownKey ? rejectRepeatedWithOtherContent : checkOrder(shard, taker, market);
}

/** Both texts within their lengths, and nothing in them but printable ASCII. */
function hasGoodTexts(input: EntryReader, at: number, clientIdLength: number, sourceLength: number): boolean {
  if (clientIdLength > clientIdLengthMax || sourceLength > sourceLengthMax) return false;
  return isPrintable(input.i32, textOf(at), clientIdLength + sourceLength);
}

/** The word at which the texts of the command at byte `at` begin: the client id, and at once behind it the source. */
function textOf(at: number): number {
  return (at + placeOrderFixedLength) >> 2;
}

/** Gives the order its id, takes what it holds from available, and writes orderPlaced. */
function beginOrder(shard: Shard, taker: Taker, at: number, textLength: number): void {
  const { counters, events, memory } = shard;
  const orderId = (counters[counterLastOrderId] as number) + 1;
  counters[counterLastOrderId] = orderId;
  taker.orderId = orderId;
  shard.reply.orderId = orderId;
  const cell = taker.isBuy ? taker.quoteCell : taker.baseCell;
  subtractAvailable(memory, cell, taker.held);
  touch(shard, cell);
  const byteLength = (lengthOfOrderPlaced + textLength + 7) & ~7;
  const word = events.start(byteLength, eventOrderPlaced, taker.flags, taker.user);
  const { f64, i32 } = events;
  // Market and the lengths of the texts stand in the same places of the command.
  i32[word * 2 + 2] = shard.input.i32[(at >> 2) + 2] as number;
  i32[word * 2 + 3] = 0;
  f64[word + 2] = orderId;
  f64[word + 3] = taker.priceTicks;
  f64[word + 4] = taker.amount;
  i32[word * 2 + 10] = memory.i32[taker.terms * 8 + termsMakerFeePpm] as number;
  i32[word * 2 + 11] = memory.i32[taker.terms * 8 + termsTakerFeePpm] as number;
  if (textLength > 0) copyText(i32, (word + 6) * 2, shard.input.i32, textOf(at), textLength);
}

function restTaker(shard: Shard, taker: Taker, market: Market): void {
  const { memory } = shard;
  const cell = taker.isBuy ? taker.quoteCell : taker.baseCell;
  freezeRest(shard, taker, market, cell);
  restOrder(shard.book, memory, market, taker);
  writeRested(shard, taker, market);
}

/** Freezes what the order that is about to rest holds. */
export function freezeRest(shard: Shard, taker: Taker, market: Market, cell: number): void {
  if (taker.fills === 0) taker.frozen = taker.held;
  else releaseToFreeze(shard, taker, market, cell);
  addFrozen(shard.memory, cell, taker.frozen);
}

export function writeRested({ events }: Shard, taker: Taker, market: Market): void {
  const at = events.start(lengthOfOrderRested, eventOrderRested, 0, taker.user);
  events.i32[at * 2 + 2] = market.id;
  events.i32[at * 2 + 3] = 0;
  events.f64[at + 2] = taker.orderId;
}

/** Sets the freeze of what fills have left of an order, and gives back what it held beyond that. */
function releaseToFreeze(shard: Shard, taker: Taker, market: Market, cell: number): void {
  if (taker.isBuy) {
    const value = notionalOf(taker.priceTicks, taker.remaining, market.tickLotQuoteUnits);
    taker.frozen = buyerCostOf(value, taker.freezeFeePpm, taker.gstPpm, taker.buyTdsPpm);
  } else taker.frozen = taker.remaining * market.lotBaseUnits;
  releaseHeld(shard, cell, taker.held - taker.frozen);
}

/** Gives back a surplus; the roundings of many fills may instead ask for a few units more. */
function releaseHeld(shard: Shard, cell: number, surplus: number): void {
  if (surplus >= 0) addAvailable(shard.memory, cell, surplus);
  else subtractAvailable(shard.memory, cell, -surplus);
}

/** Gives back what the order holds, and writes its end. */
export function closeTaker(shard: Shard, taker: Taker, market: Market): void {
  const { events } = shard;
  releaseHeld(shard, taker.isBuy ? taker.quoteCell : taker.baseCell, taker.held);
  const at = events.start(lengthOfOrderClosed, eventOrderClosed, closeReasonOf(taker), taker.user);
  events.i32[at * 2 + 2] = market.id;
  events.i32[at * 2 + 3] = 0;
  events.f64[at + 2] = taker.orderId;
  events.f64[at + 3] = taker.remaining;
}

function closeReasonOf(taker: Taker): CloseReason {
  if (taker.remaining === 0) return closedFilled;
  if (taker.end === endSelfTrade) return closedSelfTrade;
  return taker.flags & flagMarket ? closedMarketEnd : closedImmediateOrCancel;
}
