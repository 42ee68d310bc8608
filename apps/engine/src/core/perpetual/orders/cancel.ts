/** Cancelling orders and algos, one by one or all that aim at something. */
import { AlgoState, EndReason, isClosing } from '@pelican/shared/engine/perpetual';
import { finishAlgo } from '../algos/algos.ts';
import type { Changes } from '../changes.ts';
import type { Account, Algo, Order, Position } from '../state.ts';
import { finishOrder, isAimedAt, pendingLots, restOf, shrinkOrder } from './orders.ts';

export function cancelOrder(changes: Changes, order: Order, reason: EndReason): void {
  finishOrder(changes, order, reason);
}

/** Cancels an algo; what its resting child is stays a plain order. An order that it was attached to loses its legs. */
export function cancelAlgo(changes: Changes, algo: Algo, reason: EndReason): void {
  const parent = changes.shard.orders.get(algo.parentOrderId);
  if (parent && reason === EndReason.user) {
    parent.tpTriggerTicks = 0;
    parent.slTriggerTicks = 0;
    changes.touchOrder(parent);
  }
  finishAlgo(changes, algo, AlgoState.canceled, reason);
}

/** Cancels all of a user's opening orders, of all markets and modes, oldest first; returns how many. */
export function cancelOpeningOrders(changes: Changes, account: Account, reason: EndReason): number {
  const orders = [...account.orders.values()].filter((order) => !isClosing(order));
  for (const order of orders) finishOrder(changes, order, reason);
  return orders.length;
}

/** Cancels a position's orders, opening and closing ones, oldest first. */
export function cancelOrdersOf(changes: Changes, held: Position, reason: EndReason): void {
  const orders = [...held.account.orders.values()].filter((order) => isAimedAt(order, held));
  for (const order of orders) finishOrder(changes, order, reason);
}

/** The resting orders that close a position, oldest first. */
function closingOrdersOf(held: Position): Order[] {
  const { orders } = held.account;
  if (orders.size === 0 || pendingLots(held.account, held, true) === 0) return [];
  return [...orders.values()].filter(
    (order) => order.isResting && restOf(order) > 0 && isClosing(order) && isAimedAt(order, held),
  );
}

export function cancelClosingOrders(changes: Changes, held: Position, reason: EndReason): void {
  for (const order of closingOrdersOf(held)) finishOrder(changes, order, reason);
}

/** Takes as much off the closing orders, newest first, that at most the position's size is left of them. */
export function shrinkClosingOrders(changes: Changes, held: Position): void {
  const orders = closingOrdersOf(held);
  let excess = orders.reduce((lots, order) => lots + restOf(order), 0) - held.lots;
  for (const order of orders.reverse()) {
    if (excess <= 0) return;
    const taken = Math.min(excess, restOf(order));
    shrinkOrder(changes, order, taken, EndReason.positionReduced);
    excess -= taken;
  }
}

/** Cancels closing orders, newest first, until `lots` of the position are free to be closed. */
export function freeForClosing(changes: Changes, held: Position, lots: number): void {
  const orders = closingOrdersOf(held);
  let available = held.lots - orders.reduce((sum, order) => sum + restOf(order), 0);
  for (const order of orders.reverse()) {
    if (available >= lots) return;
    available += restOf(order);
    finishOrder(changes, order, EndReason.supersededByTpsl);
  }
}

/** Cancels the algos that close a position. Those of an order that has not filled yet belong to what it will open. */
export function cancelAlgosOf(changes: Changes, held: Position, reason: EndReason): void {
  const { algos } = held.account;
  if (algos.size === 0) return;
  const { orders } = changes.shard;
  for (const algo of [...algos.values()]) {
    if (!isClosing(algo) || !isAimedAt(algo, held) || algo.state === AlgoState.effective) continue;
    if (orders.get(algo.parentOrderId)?.filledLots === 0) continue;
    finishAlgo(changes, algo, AlgoState.canceled, reason);
  }
}
