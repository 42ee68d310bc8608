/** The life of a plain order: how it comes to rest, shrinks and ends, and what a user's orders sum up to. */
import { isClosing } from '@pelican/shared/engine/perpetual/commands.ts';
import {
  AlgoState,
  EndReason,
  type MarginMode,
  OrderState,
  type PositionSide,
} from '@pelican/shared/engine/perpetual/terms.ts';
import { finishAlgo } from '../algos/algos.ts';
import type { Changes } from '../changes.ts';
import { accountOf, setFreeze } from '../positions/accounts.ts';
import type { Account, Market, Order } from '../state.ts';

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
  let lots = 0;
  for (const order of account.orders.values())
    if (order.isResting && isAimedAt(order, target) && isClosing(order) === closing) lots += restOf(order);
  return lots;
}

export function countOrders(account: Account, market: Market): number {
  let count = 0;
  for (const order of account.orders.values()) if (order.market === market) count++;
  return count;
}

/** Puts an order on the book, at the end of its price, and among its user's. */
export function restOrder(changes: Changes, account: Account, order: Order): void {
  order.market.book.add(order);
  account.orders.set(order.id, order);
  changes.shard.orders.set(order.id, order);
  changes.touchOrder(order);
}

/** Ends an order for good: off the book, its freeze given back, its algos told. */
export function finishOrder(changes: Changes, order: Order, reason: EndReason): void {
  const { shard } = changes;
  const account = accountOf(shard, order.user);
  if (order.isResting) order.market.book.remove(order);
  setFreeze(changes, account, order, 0n);
  order.reason = reason;
  order.state = endStateOf(order, reason);
  account.orders.delete(order.id);
  shard.orders.delete(order.id);
  changes.touchOrder(order);
  tellParentOf(changes, order);
  tellAttached(changes, order);
}

function endStateOf(order: Order, reason: EndReason): OrderState {
  if (reason === EndReason.filled) return OrderState.filled;
  if (reason === EndReason.user || order.filledLots === 0) return OrderState.canceled;
  return OrderState.closed;
}

/** A resting child that ends takes its algo with it; a market child's algo goes on by itself. */
function tellParentOf(changes: Changes, order: Order): void {
  const algo = order.algoId === 0 ? undefined : changes.shard.algos.get(order.algoId);
  if (algo?.state === AlgoState.effective) finishAlgo(changes, algo, AlgoState.effective, order.reason);
}

/** TP and SL of an order that never filled go with it. */
function tellAttached(changes: Changes, order: Order): void {
  if (order.attachedAlgoId === 0 || order.filledLots > 0) return;
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
