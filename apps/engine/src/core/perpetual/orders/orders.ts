import { AlgoState, EndReason, type MarginMode, OrderState, type PositionSide } from '@pelican/shared/engine/perpetual';
import { finishAlgo } from '../algos/algos.ts';
import { restsSlot } from '../book.ts';
import type { Changes } from '../changes.ts';
import { setFreeze } from '../positions/accounts.ts';
import type { Account, Market, Order, Seat } from '../state.ts';

/** What an order has not filled yet, in lots. */
export function restOf(order: Order): number {
  return order.lots - order.filledLots;
}

/** Whose position orders and algos aim at. */
export interface Target {
  market: Market;
  mode: MarginMode;
  position: PositionSide;
}

export function isAimedAt(order: Target, target: Target): boolean {
  return order.market === target.market && order.mode === target.mode && order.position === target.position;
}

/** The rests of a user's resting orders that open, or that close, a position, in lots. */
export function pendingLots(account: Account, target: Target, closing: boolean): number {
  const seat = account.seats.get(target.market.id);
  return seat ? restsOf(seat, target, closing) : 0;
}

/** As `pendingLots`, of an account's seat on the market. */
export function restsOf(seat: Seat, { mode, position }: Pick<Target, 'mode' | 'position'>, closing: boolean): number {
  return seat.lots[restsSlot(mode, position, closing)] as number;
}

/** Puts an order on the book, at the end of its price, and among its user's. */
export function restOrder(changes: Changes, order: Order): void {
  order.market.book.add(order);
  order.account.orders.add(order);
  changes.shard.orders.set(order.id, order);
  changes.touchOrder(order);
}

/** Ends an order for good: takes it off the book, releases its freeze and settles its algos. */
export function finishOrder(changes: Changes, order: Order, reason: EndReason): void {
  const { shard } = changes;
  if (order.isResting) order.market.book.remove(order);
  setFreeze(changes, order, 0);
  order.reason = reason;
  order.state = endStateOf(order, reason);
  order.account.orders.remove(order);
  shard.orders.delete(order.id);
  changes.touchOrder(order);
  if (order.algoId !== 0) endParentOf(changes, order);
  if (order.attachedAlgoId !== 0 && order.filledLots === 0) endAttached(changes, order);
}

function endStateOf(order: Order, reason: EndReason): OrderState {
  if (reason === EndReason.filled) return OrderState.filled;
  if (reason === EndReason.user || order.filledLots === 0) return OrderState.canceled;
  return OrderState.closed;
}

/** A resting child that ends takes its algo with it; a market child's algo goes on by itself. */
function endParentOf(changes: Changes, order: Order): void {
  const algo = changes.shard.algos.get(order.algoId);
  if (algo?.state === AlgoState.effective) finishAlgo(changes, algo, AlgoState.effective, order.reason);
}

/** TP and SL of an order that never filled go with it. */
function endAttached(changes: Changes, order: Order): void {
  const algo = changes.shard.algos.get(order.attachedAlgoId);
  if (algo) finishAlgo(changes, algo, AlgoState.canceled, EndReason.parentEnded);
}

/** Takes lots off an order's rest; with nothing left it ends. */
export function shrinkOrder(changes: Changes, order: Order, lots: number, reason: EndReason): void {
  if (lots >= restOf(order)) {
    finishOrder(changes, order, reason);
    return;
  }
  order.market.book.reduce(order, lots);
  order.lots -= lots;
  changes.touchOrder(order);
}
