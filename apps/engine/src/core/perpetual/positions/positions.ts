/** Positions: what fills do to them, how they begin and how they end. */
import { CashReason, EndReason, MarginMode, PositionCode, PositionSide } from '@pelican/shared/engine/perpetual';
import { closeFill } from '@pelican/shared/perpetual';
import type { Changes } from '../changes.ts';
import {
  add,
  costShareOf,
  feeOf,
  initialMarginOf,
  type Money,
  moneyOf,
  negate,
  notionalOf,
  subtract,
} from '../money.ts';
import { cancelAlgosOf, cancelClosingOrders, shrinkClosingOrders } from '../orders/cancel.ts';
import type { Target } from '../orders/orders.ts';
import { removeWatch } from '../risk/unwatched.ts';
import { type Account, type Order, type Position, positionKey, positionSlot } from '../state.ts';
import { exactOf, leverageOf, moveCash, seatOf, takeFees } from './accounts.ts';
import { liquidationTicksOf } from './liquidation-price.ts';

/** The open position of an account, if there is one. */
export function positionOf(account: Account, { market, mode, position }: Target): Position | undefined {
  return account.seats.get(market.id)?.positions[positionSlot(mode, position)];
}

/** The open position that an order aims at, if there is one. */
export function positionAimedAt({
  seat,
  mode,
  position,
}: Pick<Order, 'seat' | 'mode' | 'position'>): Position | undefined {
  return seat.positions[positionSlot(mode, position)];
}

/** What a fill came to for one side. */
export interface SideFill {
  /** Charged; below zero: a rebate. */
  fee: Money;
  /** Before fees. */
  pnl: Money;
  positionId: number;
}

/** An opening fill: a position grows, or begins. `rate` is the fee rate of this side's role. */
export function applyOpenFill(changes: Changes, order: Order, lots: number, ticks: number, rate: number): SideFill {
  const { id: orderId, account, market, mode } = order;
  const held = positionAimedAt(order) ?? beginPosition(changes, order);
  const notional = notionalOf(market, ticks, lots);
  const fee = feeOf(notional, rate);
  held.lots += lots;
  held.cost = add(held.cost, notional);
  held.fees = add(held.fees, fee);
  held.openedLots += lots;
  held.openedNotional = add(held.openedNotional, notional);
  if (held.lots > held.maxLots) held.maxLots = held.lots;
  if (held.position === PositionSide.long) market.openInterestLots += lots;
  if (mode === MarginMode.isolated) {
    const margin = initialMarginOf(notional, held.leverage);
    held.margin = add(held.margin, margin);
    renewLiquidation(held);
    moveCash(changes, account, negate(margin), CashReason.margin, market.id, held.id, orderId);
  }
  moveCash(changes, account, negate(fee), CashReason.fee, market.id, held.id, orderId);
  takeFees(changes, fee, market.id, held.id, orderId);
  changes.touchPosition(held);
  return { fee, pnl: 0, positionId: held.id };
}

export interface ClosingFill {
  lots: number;
  ticks: number;
  rate: number;
  /** The order behind it, 0 for none. */
  orderId: number;
  /** Not by an order of the owner: closing orders shrink with the position. */
  isForced: boolean;
  /** What the position's record says of it; undefined: a plain close. */
  code: PositionCode | undefined;
  /** Why the profit or loss is moved. */
  reason: CashReason;
  /** Isolated: nothing is released, profit and fee go to the margin (a step of a liquidation). */
  keepsMargin: boolean;
}

/** A closing fill: a position shrinks, or ends; its profit or loss is realised. */
export function applyCloseFill(changes: Changes, held: Position, fill: ClosingFill): SideFill {
  return held.mode === MarginMode.cross ? closeCross(changes, held, fill) : closeIsolated(changes, held, fill);
}

/** The fill of a cross position: see `closeFill` of the formulas. */
function closeCross(changes: Changes, held: Position, fill: ClosingFill): SideFill {
  const { market, account } = held;
  const { lots, orderId } = fill;
  const notional = notionalOf(market, fill.ticks, lots);
  const costRemoved = costShareOf(held.position, held.cost, held.lots, lots);
  const isLong = held.position === PositionSide.long;
  const pnl = isLong ? subtract(notional, costRemoved) : subtract(costRemoved, notional);
  const fee = feeOf(notional, fill.rate);
  held.cost = subtract(held.cost, costRemoved);
  moveCash(changes, account, pnl, fill.reason, market.id, held.id, orderId);
  moveCash(changes, account, negate(fee), CashReason.fee, market.id, held.id, orderId);
  takeFees(changes, fee, market.id, held.id, orderId);
  noteClosed(changes, held, fill, notional, pnl, fee);
  return { fee, pnl, positionId: held.id };
}

function closeIsolated(changes: Changes, held: Position, fill: ClosingFill): SideFill {
  const { market, account } = held;
  const { keepsMargin } = fill;
  const exact = exactOf(held);
  const close = closeFill(market.instrument, exact, { lots: fill.lots, ticks: fill.ticks, rate: BigInt(fill.rate) });
  const deficit = keepsMargin ? exact.margin + close.pnl - close.fee : 0n;
  // A loss that passes the margin by roundings is not the user's: the fee gives way.
  const fee = deficit < 0n ? close.fee + deficit : close.fee;
  const isOver = close.lotsAfter === 0;
  // What goes from margin to cash (below zero: the other way) when income stays with the margin; all when it is over.
  const kept = isOver ? exact.margin : fee - close.pnl;
  const margin = keepsMargin ? kept : close.released;
  const rounding = keepsMargin ? 0n : close.cashDelta - (close.released + close.pnl - close.fee);
  held.cost = moneyOf(close.costAfter);
  held.margin = moneyOf(exact.margin - margin - rounding);
  const amounts = { margin: moneyOf(margin), pnl: moneyOf(close.pnl), fee: moneyOf(fee) };
  moveCash(changes, account, amounts.margin, CashReason.margin, market.id, held.id, fill.orderId);
  moveCash(changes, account, amounts.pnl, fill.reason, market.id, held.id, fill.orderId);
  moveCash(changes, account, negate(amounts.fee), CashReason.fee, market.id, held.id, fill.orderId);
  moveCash(changes, account, moneyOf(rounding), CashReason.rounding, market.id, held.id, fill.orderId);
  takeFees(changes, amounts.fee, market.id, held.id, fill.orderId);
  noteClosed(changes, held, fill, moneyOf(close.notional), amounts.pnl, amounts.fee);
  return { fee: amounts.fee, pnl: amounts.pnl, positionId: held.id };
}

/** Counts a closing fill whose money is moved, and ends a position that holds nothing any more. */
function noteClosed(
  changes: Changes,
  held: Position,
  fill: ClosingFill,
  notional: Money,
  pnl: Money,
  fee: Money,
): void {
  held.lots -= fill.lots;
  held.pnl = add(held.pnl, pnl);
  held.fees = add(held.fees, fee);
  held.closedLots += fill.lots;
  held.closedNotional = add(held.closedNotional, notional);
  if (held.position === PositionSide.long) held.market.openInterestLots -= fill.lots;
  const isOver = held.lots === 0;
  held.code = fill.code ?? (isOver ? PositionCode.closed : PositionCode.partiallyClosed);
  if (isOver) {
    endPosition(changes, held);
    return;
  }
  renewLiquidation(held);
  changes.touchPosition(held);
  if (fill.isForced) shrinkClosingOrders(changes, held);
}

function beginPosition(changes: Changes, order: Order): Position {
  const { shard } = changes;
  const { account, market, mode, position, seat } = order;
  const held: Position = {
    id: ++shard.lastPositionId,
    user: account.user,
    account,
    market,
    mode,
    position,
    leverage: leverageOf(account, order),
    lots: 0,
    cost: 0,
    margin: 0,
    pnl: 0,
    fees: 0,
    funding: 0,
    liquidationLoss: 0,
    openedLots: 0,
    openedNotional: 0,
    closedLots: 0,
    closedNotional: 0,
    maxLots: 0,
    code: PositionCode.open,
    isLiquidating: false,
    adlRank: 0,
    version: 0,
    liquidationTicks: 0,
    warned: 0,
    openedMs: shard.timeMs,
    updatedMs: shard.timeMs,
    isTouched: false,
    fundings: market.funding.count,
    watch: undefined,
    isUnwatched: false,
  };
  market.positions.set(held.id, held);
  if (mode === MarginMode.cross) account.crossPositions.push(held);
  seat.positions[positionSlot(mode, position)] = held;
  account.positions.set(positionKey(market.id, mode, position), held);
  shard.positions.set(held.id, held);
  return held;
}

/** Derives the liquidation price anew: for every change of lots, cost or margin. */
export function renewLiquidation(held: Position): void {
  if (held.mode === MarginMode.cross) return;
  held.liquidationTicks = liquidationTicksOf(held);
}

/** Ends a position that holds nothing any more: its closing orders, TP and SL end with it. */
export function endPosition(changes: Changes, held: Position): void {
  const { account } = held;
  held.isLiquidating = false;
  held.liquidationTicks = 0;
  account.positions.delete(positionKey(held.market.id, held.mode, held.position));
  seatOf(account, held.market).positions[positionSlot(held.mode, held.position)] = undefined;
  if (held.mode === MarginMode.cross) account.crossPositions.splice(account.crossPositions.indexOf(held), 1);
  changes.shard.positions.delete(held.id);
  held.market.positions.delete(held.id);
  removeWatch(held);
  changes.touchPosition(held);
  cancelClosingOrders(changes, held, EndReason.positionReduced);
  cancelAlgosOf(changes, held, EndReason.positionClosed);
}
