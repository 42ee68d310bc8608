/**
 * The records that most commands write, put into the event entry field by field at the offsets of their definitions
 * (packages/shared/src/engine/perpetual/events.ts): a generic writer was a third of an order's time.
 */

import { paddedLength } from '@pelican/shared/engine';
import {
  accountChanged,
  algoChanged,
  type CashReason,
  cashMoved,
  fundingPaid,
  fundLotChanged,
  marketPriced,
  orderChanged,
  positionChanged,
  type Side,
  type TradeKind,
  traded,
} from '@pelican/shared/engine/perpetual';
import type { EventWriter } from '../kernel/event-writer.ts';
import type { Changes } from './changes.ts';
import type { FundLot } from './fund.ts';
import { type Money, subtract } from './money.ts';
import { originByteLength, putOrigin } from './orders/origin.ts';
import type { Account, Algo, Market, Order, Position } from './state.ts';

const moneyMax = 2n ** 63n - 1n;
const two32 = 2 ** 32;

const order = { ...orderChanged.offsets, kind: orderChanged.kind, length: orderChanged.fixedLength };
const position = { ...positionChanged.offsets, kind: positionChanged.kind, length: positionChanged.fixedLength };
const account = { ...accountChanged.offsets, kind: accountChanged.kind, length: accountChanged.fixedLength };
const cash = { ...cashMoved.offsets, kind: cashMoved.kind, length: cashMoved.fixedLength };
const paid = { ...fundingPaid.offsets, kind: fundingPaid.kind, length: fundingPaid.fixedLength };
const trade = { ...traded.offsets, kind: traded.kind, length: traded.fixedLength };

/** Starts a record of `length` bytes, whose fields of less than 8 bytes begin at `small`, cleared; returns its first byte. */
function start(out: EventWriter, length: number, small: number, kind: number, user: number): number {
  const byteLength = paddedLength(length);
  out.room(byteLength);
  const at = out.start(byteLength, kind, 0, user) * 8;
  for (let word = (at + small) >> 3; word < out.length >> 3; word++) out.f64[word] = 0;
  return at;
}

/** Writes an amount as a signed integer of 64 bits. @throws RangeError for one beyond them */
function putMoney(out: EventWriter, at: number, amount: Money): void {
  if (typeof amount === 'number') {
    const high = Math.floor(amount / two32);
    out.i32[at >> 2] = amount - high * two32;
    out.i32[(at >> 2) + 1] = high;
    return;
  }
  if (amount > moneyMax || amount < -moneyMax) throw new RangeError(`${amount} does not fit 64 bits`);
  out.view.setBigInt64(at, amount, true);
}

function putNumber(out: EventWriter, at: number, value: number): void {
  out.f64[at >> 3] = value;
}

const orderSmall = Math.min(order.market, order.leverage);

export function writeOrder(out: EventWriter, changed: Order): void {
  const length = order.length + 4 + originByteLength(changed.origin);
  const at = start(out, length, orderSmall, order.kind, changed.user);
  const { bytes } = out;
  putNumber(out, at + order.orderId, changed.id);
  putNumber(out, at + order.algoId, changed.algoId);
  putNumber(out, at + order.attachedAlgoId, changed.attachedAlgoId);
  putNumber(out, at + order.priceTicks, changed.priceTicks);
  putNumber(out, at + order.lots, changed.lots);
  putNumber(out, at + order.filledLots, changed.filledLots);
  putMoney(out, at + order.filledNotional, changed.filledNotional);
  putMoney(out, at + order.fee, changed.fee);
  putMoney(out, at + order.pnl, changed.pnl);
  putMoney(out, at + order.freeze, changed.freeze);
  putNumber(out, at + order.lastTicks, changed.lastTicks);
  putNumber(out, at + order.createdMs, changed.createdMs);
  putNumber(out, at + order.updatedMs, changed.updatedMs);
  putNumber(out, at + order.tpTriggerTicks, changed.tpTriggerTicks);
  putNumber(out, at + order.tpOrderTicks, changed.tpOrderTicks);
  putNumber(out, at + order.slTriggerTicks, changed.slTriggerTicks);
  putNumber(out, at + order.slOrderTicks, changed.slOrderTicks);
  out.view.setUint16(at + order.market, changed.market.id, true);
  out.view.setUint16(at + order.leverage, changed.leverage, true);
  bytes[at + order.mode] = changed.mode;
  bytes[at + order.side] = changed.side;
  bytes[at + order.position] = changed.position;
  bytes[at + order.type] = changed.type;
  bytes[at + order.state] = changed.state;
  bytes[at + order.reason] = changed.reason;
  bytes[at + order.isResting] = changed.isResting ? 1 : 0;
  bytes[at + order.tpTriggerBy] = changed.tpTriggerBy;
  bytes[at + order.slTriggerBy] = changed.slTriggerBy;
  putOrigin(out, at + order.length, changed.origin);
}

const positionSmall = Math.min(position.market, position.leverage);

export function writePosition(out: EventWriter, changed: Position): void {
  const at = start(out, position.length, positionSmall, position.kind, changed.user);
  const { bytes } = out;
  const realised = subtract(subtract(changed.pnl, changed.fees), changed.funding);
  putNumber(out, at + position.positionId, changed.id);
  putNumber(out, at + position.lots, changed.lots);
  putNumber(out, at + position.version, changed.version);
  putMoney(out, at + position.cost, changed.cost);
  putMoney(out, at + position.margin, changed.margin);
  putMoney(out, at + position.realised, realised);
  putMoney(out, at + position.pnl, changed.pnl);
  putMoney(out, at + position.fees, changed.fees);
  putMoney(out, at + position.funding, changed.funding);
  putMoney(out, at + position.liquidationLoss, changed.liquidationLoss);
  putNumber(out, at + position.openedLots, changed.openedLots);
  putMoney(out, at + position.openedNotional, changed.openedNotional);
  putNumber(out, at + position.closedLots, changed.closedLots);
  putMoney(out, at + position.closedNotional, changed.closedNotional);
  putNumber(out, at + position.maxLots, changed.maxLots);
  putNumber(out, at + position.openedMs, changed.openedMs);
  putNumber(out, at + position.updatedMs, changed.updatedMs);
  out.view.setUint16(at + position.market, changed.market.id, true);
  out.view.setUint16(at + position.leverage, changed.leverage, true);
  bytes[at + position.mode] = changed.mode;
  bytes[at + position.position] = changed.position;
  bytes[at + position.code] = changed.code;
  bytes[at + position.isLiquidating] = changed.isLiquidating ? 1 : 0;
  bytes[at + position.adlLight] = changed.adlRank;
}

export function writeAccount(out: EventWriter, { user, cash, crossFreeze, isolatedFreeze }: Account): void {
  writeWallet(out, user, cash, crossFreeze, isolatedFreeze);
}

/** The money of the house: an account without freezes. */
export function writeHouse(out: EventWriter, user: number, cash: Money): void {
  writeWallet(out, user, cash, 0, 0);
}

function writeWallet(out: EventWriter, user: number, cash: Money, crossFreeze: Money, isolatedFreeze: Money): void {
  const at = start(out, account.length, account.length, account.kind, user);
  putMoney(out, at + account.cash, cash);
  putMoney(out, at + account.crossFreeze, crossFreeze);
  putMoney(out, at + account.isolatedFreeze, isolatedFreeze);
}

/** A movement of cash; `after` is what is there then. `reference`: an order, transfer or fund lot; 0 for none. */
export function writeCashMoved(
  out: EventWriter,
  user: number,
  reason: CashReason,
  delta: Money,
  after: Money,
  market: number,
  positionId: number,
  reference: number,
): void {
  const at = start(out, cash.length, cash.market, cash.kind, user);
  putMoney(out, at + cash.delta, delta);
  putMoney(out, at + cash.after, after);
  putNumber(out, at + cash.positionId, positionId);
  putNumber(out, at + cash.reference, reference);
  out.view.setUint16(at + cash.market, market, true);
  out.bytes[at + cash.reason] = reason;
}

/** A position's part in a funding: `amount` is above zero for who got it. */
export function writeFundingPaid(
  out: EventWriter,
  user: number,
  market: number,
  positionId: number,
  rate: number,
  lots: number,
  notional: Money,
  amount: Money,
  timeMs: number,
): void {
  const at = start(out, paid.length, paid.market, paid.kind, user);
  putNumber(out, at + paid.positionId, positionId);
  putNumber(out, at + paid.rate, rate);
  putNumber(out, at + paid.lots, lots);
  putMoney(out, at + paid.notional, notional);
  putMoney(out, at + paid.amount, amount);
  putNumber(out, at + paid.timeMs, timeMs);
  out.view.setUint16(at + paid.market, market, true);
}

/** What one side of a trade is and got. */
export interface TradeSide {
  user: number;
  orderId: number;
  positionId: number;
  fee: Money;
  pnl: Money;
}

export function writeTrade(
  out: EventWriter,
  market: Market,
  terms: { tradeKind: TradeKind; takerSide: Side; ticks: number; lots: number },
  taker: TradeSide,
  maker: TradeSide,
): void {
  const at = start(out, trade.length, trade.takerUser, trade.kind, taker.user);
  putNumber(out, at + trade.tradeId, ++market.lastTradeId);
  putNumber(out, at + trade.takerOrderId, taker.orderId);
  putNumber(out, at + trade.makerOrderId, maker.orderId);
  putNumber(out, at + trade.takerPositionId, taker.positionId);
  putNumber(out, at + trade.makerPositionId, maker.positionId);
  putNumber(out, at + trade.priceTicks, terms.ticks);
  putNumber(out, at + trade.lots, terms.lots);
  putMoney(out, at + trade.takerFee, taker.fee);
  putMoney(out, at + trade.makerFee, maker.fee);
  putMoney(out, at + trade.takerPnl, taker.pnl);
  putMoney(out, at + trade.makerPnl, maker.pnl);
  out.i32[(at + trade.takerUser) >> 2] = taker.user;
  out.i32[(at + trade.makerUser) >> 2] = maker.user;
  out.view.setUint16(at + trade.market, market.id, true);
  out.bytes[at + trade.tradeKind] = terms.tradeKind;
  out.bytes[at + trade.takerSide] = terms.takerSide;
}

export function writeAlgo(out: EventWriter, algo: Algo): void {
  algoChanged.write(out, algo.user, {
    algoId: algo.id,
    parentOrderId: algo.parentOrderId,
    childOrderId: algo.childOrderId,
    market: algo.market.id,
    mode: algo.mode,
    side: algo.side,
    position: algo.position,
    type: algo.type,
    state: algo.state,
    reason: algo.reason,
    failCode: algo.failCode,
    actualSide: algo.actualSide,
    leverage: algo.leverage,
    lots: algo.lots,
    actualLots: algo.actualLots,
    actualNotional: algo.actualNotional,
    firedTicks: algo.firedTicks,
    triggerTicks: algo.triggerTicks,
    triggerOrderTicks: algo.triggerOrderTicks,
    triggerBy: algo.triggerBy,
    triggersUp: algo.triggersUp,
    createdMs: algo.createdMs,
    updatedMs: algo.updatedMs,
    tpTriggerTicks: algo.tpTriggerTicks,
    tpOrderTicks: algo.tpOrderTicks,
    tpTriggerBy: algo.tpTriggerBy,
    slTriggerTicks: algo.slTriggerTicks,
    slOrderTicks: algo.slOrderTicks,
    slTriggerBy: algo.slTriggerBy,
    clientId: algo.clientId,
    source: algo.source,
  });
}

export function writeLot(out: EventWriter, lot: FundLot): void {
  const { id, market, position, lots, cost, bankruptcyTicks, takenMs } = lot;
  fundLotChanged.write(out, 0, { market: market.id, lotId: id, position, lots, cost, bankruptcyTicks, takenMs });
}

/** Writes a market's state and prices. */
export function emitMarketPriced(changes: Changes, market: Market): void {
  const { id, state, indexTicks, markTicks, maxBuyTicks, minSellTicks, openInterestLots } = market;
  const prices = { state, indexTicks, markTicks, maxBuyTicks, minSellTicks, openInterestLots };
  changes.emit(marketPriced, 0, { market: id, ...prices });
}
