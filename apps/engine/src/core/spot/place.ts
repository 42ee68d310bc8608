/** placeOrder: repeat? checks, placed, matched, and then rested or closed. */
import { OrderFlag, placeOrderFixedLength, TimeInForce } from '@pelican/shared/engine/commands.ts';
import { CloseReason } from '@pelican/shared/engine/events.ts';
import { RejectCode } from '@pelican/shared/engine/reject-codes.ts';
import { buyerCostOf, notionalOf } from '@pelican/shared/money/trade-formulas.ts';
import { addAvailable, addFrozen, subtractAvailable } from '../accounts/cells.ts';
import { SeatField } from '../accounts/seats.ts';
import { TermsField } from '../accounts/terms.ts';
import { findUser } from '../accounts/users.ts';
import { type RestingOrder, restOrder } from '../book/book.ts';
import type { Market } from '../book/market.ts';
import type { EntryReader } from '../entry-reader.ts';
import { clientIdLengthMax, sourceLengthMax } from '../limits.ts';
import { Counter, type Shard, touch } from '../state.ts';
import { checkOrder, hasCostInRange, readTaker, seatTaker, timeInForceOf } from './check-order.ts';
import type { ClientKey } from './client-keys.ts';
import { matchTaker } from './match.ts';
import { MatchEnd, type Taker } from './taker.ts';

/** Applies the placeOrder command at byte `at` of the input; the answer is left in `shard.reply`. */
export function placeOrder(shard: Shard, at: number, byteLength: number): void {
  const bytes = shard.input.bytes;
  const clientIdLength = bytes[at + 10] as number;
  const sourceLength = bytes[at + 11] as number;
  if (byteLength < placeOrderFixedLength || byteLength < placeOrderFixedLength + clientIdLength + sourceLength) {
    shard.reply.code = RejectCode.outOfRange;
    return;
  }
  const clientId = clientIdLength === 0 ? '' : readText(shard.input, at + placeOrderFixedLength, clientIdLength);
  const known = clientId === '' ? undefined : findKey(shard, at, clientId);
  if (known && isSameOrder(known, shard.input, at)) {
    shard.reply.repeated = true;
    shard.reply.orderId = known.orderId;
    return;
  }
  placeNewOrder(shard, at, clientId, sourceLength, known !== undefined);
}

function placeNewOrder(shard: Shard, at: number, clientId: string, sourceLength: number, isKnownKey: boolean): void {
  const taker = shard.taker;
  const market = shard.markets[shard.input.u16[(at >> 1) + 4] as number];
  if (!market?.isOpen) {
    shard.reply.code = market ? RejectCode.marketClosed : RejectCode.unknownMarket;
    return;
  }
  shard.reply.code = checkCommand(shard, taker, market, at, isKnownKey, clientId.length, sourceLength);
  if (shard.reply.code !== RejectCode.none) return;
  beginOrder(shard, taker, market, at, clientId.length, sourceLength);
  if (clientId !== '') rememberKey(shard, taker, market, clientId);
  matchTaker(shard, taker, market);
  finishOrder(shard, taker, market);
}

function checkCommand(
  shard: Shard,
  taker: Taker,
  market: Market,
  at: number,
  isKnownKey: boolean,
  clientIdLength: number,
  sourceLength: number,
): RejectCode {
  const input = shard.input;
  const flags = input.bytes[at + 3] as number;
  const user = input.u32[(at >> 2) + 1] as number;
  const word = at >> 3;
  const isWellFormed =
    readTaker(taker, market, user, flags, input.f64[word + 2] as number, input.f64[word + 3] as number) &&
    isPrintable(input, at + placeOrderFixedLength, clientIdLength, sourceLength);
  if (!isWellFormed) return RejectCode.outOfRange;
  seatTaker(shard, taker, market);
  if (!hasCostInRange(taker, market)) return RejectCode.outOfRange;
  if (isKnownKey) return RejectCode.repeatedWithOtherContent;
  return checkOrder(shard, taker, market);
}

/** Both texts within their lengths, and nothing in them but printable ASCII. */
function isPrintable(input: EntryReader, start: number, clientIdLength: number, sourceLength: number): boolean {
  if (clientIdLength > clientIdLengthMax || sourceLength > sourceLengthMax) return false;
  const end = start + clientIdLength + sourceLength;
  for (let i = start; i < end; i++) {
    const byte = input.bytes[i] as number;
    if (byte < 0x20 || byte > 0x7e) return false;
  }
  return true;
}

function readText(input: EntryReader, start: number, length: number): string {
  let text = '';
  for (let i = start; i < start + length; i++) text += String.fromCharCode(input.bytes[i] as number);
  return text;
}

function findKey(shard: Shard, at: number, clientId: string): ClientKey | undefined {
  const user = shard.input.u32[(at >> 2) + 1] as number;
  const slot = findUser(shard.users, user);
  if (slot < 0) return undefined;
  return shard.clientKeys.find(user, clientId, shard.users.f64[slot * 4] as number, shard.isOpen);
}

function isSameOrder(known: ClientKey, input: EntryReader, at: number): boolean {
  const word = at >> 3;
  return (
    known.market === input.u16[(at >> 1) + 4] &&
    known.flags === input.bytes[at + 3] &&
    known.priceTicks === input.f64[word + 2] &&
    known.amount === input.f64[word + 3]
  );
}

/** Gives the order its id, takes what it holds from available, and tells that it was placed. */
function beginOrder(
  shard: Shard,
  taker: Taker,
  market: Market,
  at: number,
  clientIdLength: number,
  sourceLength: number,
): void {
  const orderId = (shard.counters[Counter.lastOrderId] as number) + 1;
  shard.counters[Counter.lastOrderId] = orderId;
  taker.orderId = orderId;
  shard.reply.orderId = orderId;
  const slot = shard.seats.i32[taker.seat * 8 + SeatField.userSlot] as number;
  shard.users.f64[slot * 4] = (shard.users.f64[slot * 4] as number) + 1;
  const cell = taker.isBuy ? taker.quoteCell : taker.baseCell;
  subtractAvailable(shard.cells, cell, taker.held);
  touch(shard, cell);
  shard.events.orderPlaced(
    taker.user,
    market.id,
    taker.flags,
    orderId,
    taker.priceTicks,
    taker.amount,
    shard.terms.i32[taker.terms * 8 + TermsField.makerFeePpm] as number,
    taker.feePpm,
    clientIdLength,
    sourceLength,
    shard.input.bytes,
    at + placeOrderFixedLength,
  );
}

function rememberKey(shard: Shard, taker: Taker, market: Market, clientId: string): void {
  const slot = shard.seats.i32[taker.seat * 8 + SeatField.userSlot] as number;
  const key: ClientKey = {
    clientId,
    orderId: taker.orderId,
    ordinal: shard.users.f64[slot * 4] as number,
    market: market.id,
    flags: taker.flags,
    priceTicks: taker.priceTicks,
    amount: taker.amount,
  };
  shard.clientKeys.add(taker.user, key, shard.isOpen);
}

function finishOrder(shard: Shard, taker: Taker, market: Market): void {
  const rests =
    taker.remaining > 0 &&
    !taker.isMarket &&
    taker.end !== MatchEnd.selfTrade &&
    timeInForceOf(taker.flags) === TimeInForce.gtc;
  if (rests) restTaker(shard, taker, market);
  else closeTaker(shard, taker, market);
}

const resting: RestingOrder = {
  id: Number.NaN,
  isBuy: false,
  priceTicks: Number.NaN,
  remainingLots: Number.NaN,
  amountLots: Number.NaN,
  frozen: Number.NaN,
  flags: 0,
  seat: 0,
  terms: 0,
};

function restTaker(shard: Shard, taker: Taker, market: Market): void {
  const frozen = taker.fills === 0 ? taker.held : freezeOfRest(taker, market);
  const cell = taker.isBuy ? taker.quoteCell : taker.baseCell;
  releaseHeld(shard, taker, cell, frozen);
  addFrozen(shard.cells, cell, frozen);
  resting.id = taker.orderId;
  resting.isBuy = taker.isBuy;
  resting.priceTicks = taker.priceTicks;
  resting.remainingLots = taker.remaining;
  resting.amountLots = taker.amount;
  resting.frozen = frozen;
  resting.flags = taker.flags;
  resting.seat = taker.seat;
  resting.terms = taker.terms;
  restOrder(shard.book, market, shard.users, shard.seats, resting);
  shard.events.orderRested(taker.user, market.id, taker.orderId);
}

function freezeOfRest(taker: Taker, market: Market): number {
  if (!taker.isBuy) return taker.remaining * market.lotBaseUnits;
  const value = notionalOf(taker.priceTicks, taker.remaining, market.tickLotQuoteUnits);
  return buyerCostOf(value, taker.freezeFeePpm, taker.gstPpm, taker.buyTdsPpm);
}

/** Gives back what the order held beyond `frozen`; the roundings of many fills may instead ask for a few units more. */
function releaseHeld(shard: Shard, taker: Taker, cell: number, frozen: number): void {
  const surplus = taker.held - frozen;
  if (surplus >= 0) addAvailable(shard.cells, cell, surplus);
  else subtractAvailable(shard.cells, cell, -surplus);
}

function closeTaker(shard: Shard, taker: Taker, market: Market): void {
  releaseHeld(shard, taker, taker.isBuy ? taker.quoteCell : taker.baseCell, 0);
  shard.events.orderClosed(taker.user, market.id, taker.orderId, closeReasonOf(taker), taker.remaining);
}

function closeReasonOf(taker: Taker): CloseReason {
  if (taker.remaining === 0) return CloseReason.filled;
  if (taker.end === MatchEnd.selfTrade) return CloseReason.selfTrade;
  return taker.flags & OrderFlag.market ? CloseReason.marketEnd : CloseReason.immediateOrCancel;
}
