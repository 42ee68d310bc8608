/** Positions: what fills do to them, and how their lives begin and end. */
import {
  CashReason,
  EndReason,
  MarginMode,
  PositionCode,
  PositionSide,
} from '@pelican/shared/engine/perpetual/terms.ts';
import { closeFill, openFill } from '@pelican/shared/perpetual/fills.ts';
import { liquidationTicks } from '@pelican/shared/perpetual/isolated.ts';
import type { Changes } from '../changes.ts';
import { cancelAlgosOf, cancelClosingOrders, shrinkClosingOrders } from '../orders/cancel.ts';
import type { Target } from '../orders/orders.ts';
import { type Account, type Position, positionKey } from '../state.ts';
import { accountOf, leverageOf, moveCash, takeFees } from './accounts.ts';

/** The open position of an account, if there is one. */
export function positionOf(account: Account, { market, mode, position }: Target): Position | undefined {
  return account.positions.get(positionKey(market.id, mode, position));
}

/** What a fill came to for one side. */
export interface SideFill {
  /** Charged; below zero: a rebate. */
  fee: bigint;
  /** Before fees. */
  pnl: bigint;
  positionId: number;
}

/** An opening fill: a position grows, or begins. `rate` is the fee rate of this side's role. */
export function applyOpenFill(
  changes: Changes,
  account: Account,
  target: Target,
  fill: { lots: number; ticks: number; rate: bigint; orderId: number },
): SideFill {
  const { market, mode } = target;
  const held = positionOf(account, target) ?? beginPosition(changes, account, target);
  const { lots, ticks, rate } = fill;
  const { notional, fee, margin } = openFill(market.instrument, { mode, ticks, lots, leverage: held.leverage, rate });
  held.lots += lots;
  held.cost += notional;
  held.margin += margin;
  held.fees += fee;
  held.openedLots += lots;
  held.openedNotional += notional;
  held.maxLots = Math.max(held.maxLots, held.lots);
  if (held.position === PositionSide.long) market.openInterestLots += lots;
  renewLiquidation(held);
  const about = { market: market.id, positionId: held.id, reference: fill.orderId };
  moveCash(changes, account.user, -margin, CashReason.margin, about);
  moveCash(changes, account.user, -fee, CashReason.fee, about);
  takeFees(changes, fee, about);
  changes.touchPosition(held);
  return { fee, pnl: 0n, positionId: held.id };
}

export interface ClosingFill {
  lots: number;
  ticks: number;
  rate: bigint;
  /** The order behind it, 0 for none. */
  orderId: number;
  /** Not by an order of the owner: closing orders shrink with the position. */
  isForced?: boolean;
  /** What the position's record says of it; absent: a plain close. */
  code?: PositionCode;
  /** Why the profit or loss is moved; absent: realised pnl. */
  reason?: CashReason;
  /** Isolated: nothing is released, profit and fee go to the margin (a step of a liquidation). */
  keepsMargin?: boolean;
}

/** A closing fill: a position shrinks, or ends; its profit or loss is realised. */
export function applyCloseFill(changes: Changes, held: Position, fill: ClosingFill): SideFill {
  const { market } = held;
  const keepsMargin = fill.keepsMargin === true && held.mode === MarginMode.isolated;
  const close = closeFill(market.instrument, held, fill);
  const deficit = keepsMargin ? held.margin + close.pnl - close.fee : 0n;
  // A loss that passes the margin by roundings is not the user's: the fee gives way.
  const fee = deficit < 0n ? close.fee + deficit : close.fee;
  held.lots = close.lotsAfter;
  held.cost = close.costAfter;
  held.pnl += close.pnl;
  held.fees += fee;
  held.closedLots += fill.lots;
  held.closedNotional += close.notional;
  const about = { market: market.id, positionId: held.id, reference: fill.orderId };
  const margin = keepsMargin ? marginKept(held, close.pnl - fee) : close.released;
  const rounding = keepsMargin ? 0n : close.cashDelta - (close.released + close.pnl - close.fee);
  held.margin -= margin + rounding;
  moveCash(changes, held.user, margin, CashReason.margin, about);
  moveCash(changes, held.user, close.pnl, fill.reason ?? CashReason.realisedPnl, about);
  moveCash(changes, held.user, -fee, CashReason.fee, about);
  moveCash(changes, held.user, rounding, CashReason.rounding, about);
  takeFees(changes, fee, about);
  if (held.position === PositionSide.long) market.openInterestLots -= fill.lots;
  const isOver = held.lots === 0;
  held.code = fill.code ?? (isOver ? PositionCode.closed : PositionCode.partiallyClosed);
  if (isOver) endPosition(changes, held);
  else settleShrunk(changes, held, fill.isForced === true);
  return { fee, pnl: close.pnl, positionId: held.id };
}

/** What goes from margin to cash (below zero: the other way) when income stays with the margin; all when it is over. */
function marginKept(held: Position, income: bigint): bigint {
  return held.lots === 0 ? held.margin : -income;
}

function settleShrunk(changes: Changes, held: Position, isForced: boolean): void {
  renewLiquidation(held);
  changes.touchPosition(held);
  if (isForced) shrinkClosingOrders(changes, held);
}

function beginPosition(changes: Changes, account: Account, target: Target): Position {
  const { shard } = changes;
  const { market, mode, position } = target;
  const held: Position = {
    id: ++shard.lastPositionId,
    user: account.user,
    market,
    mode,
    position,
    leverage: leverageOf(account, target),
    lots: 0,
    cost: 0n,
    margin: 0n,
    pnl: 0n,
    fees: 0n,
    funding: 0n,
    liquidationLoss: 0n,
    openedLots: 0,
    openedNotional: 0n,
    closedLots: 0,
    closedNotional: 0n,
    maxLots: 0,
    code: PositionCode.open,
    isLiquidating: false,
    adlLight: 0,
    version: 0,
    liquidationTicks: 0,
    warned: 0,
    openedMs: shard.timeMs,
    updatedMs: shard.timeMs,
  };
  account.positions.set(positionKey(market.id, mode, position), held);
  shard.positions.set(held.id, held);
  return held;
}

/** Derives the liquidation price anew: to be called by whoever changed lots, cost or margin. */
export function renewLiquidation(held: Position): void {
  const isIsolated = held.mode === MarginMode.isolated;
  held.liquidationTicks = isIsolated ? (liquidationTicks(held.market.instrument, held) ?? 0) : 0;
}

/** Ends the life of a position that holds nothing any more: its closing orders, TP and SL go with it. */
export function endPosition(changes: Changes, held: Position): void {
  const { shard } = changes;
  const account = accountOf(shard, held.user);
  held.isLiquidating = false;
  held.liquidationTicks = 0;
  account.positions.delete(positionKey(held.market.id, held.mode, held.position));
  shard.positions.delete(held.id);
  changes.touchPosition(held);
  cancelClosingOrders(changes, held, EndReason.positionReduced);
  cancelAlgosOf(changes, held, EndReason.positionClosed);
}
