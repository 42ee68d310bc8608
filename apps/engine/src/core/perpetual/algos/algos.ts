/** Algo orders: making, arming with the parent's fills, filling through the child, and ending. */
import {
  ActualSide,
  AlgoKind,
  AlgoState,
  EndReason,
  isClosing,
  MarketState,
  PriceSource,
  Side,
} from '@pelican/shared/engine/perpetual';
import type { Changes } from '../changes.ts';
import { add, type Money } from '../money.ts';
import { sourceOf } from '../orders/origin.ts';
import { leverageOf, seatOf } from '../positions/accounts.ts';
import type { Account, Algo, Legs, Order, PerpetualShard } from '../state.ts';

export const noLegs: Readonly<Legs> = {
  tpTriggerTicks: 0,
  tpOrderTicks: 0,
  tpTriggerBy: PriceSource.last,
  slTriggerTicks: 0,
  slOrderTicks: 0,
  slTriggerBy: PriceSource.mark,
};

export function legsOf(legs: Legs): Legs {
  const { tpTriggerTicks, tpOrderTicks, tpTriggerBy, slTriggerTicks, slOrderTicks, slTriggerBy } = legs;
  return { tpTriggerTicks, tpOrderTicks, tpTriggerBy, slTriggerTicks, slOrderTicks, slTriggerBy };
}

export function hasLegs(legs: Legs): boolean {
  return legs.tpTriggerTicks > 0 || legs.slTriggerTicks > 0;
}

/** oco with both legs, conditional with one. */
export function kindOfLegs(legs: Legs): AlgoKind {
  return legs.tpTriggerTicks > 0 && legs.slTriggerTicks > 0 ? AlgoKind.oco : AlgoKind.conditional;
}

/** Whether an algo waits for its price: it can be amended, cancelled and fired. */
export function isWaiting(algo: Algo): boolean {
  return algo.state === AlgoState.pause || algo.state === AlgoState.live;
}

/** Attached to an order that has not filled yet. */
function isUnarmed(algo: Algo, parent: Order | undefined): boolean {
  return algo.parentOrderId !== 0 && parent !== undefined && parent.filledLots === 0;
}

/** A stale market suspends what looks at mark or index, a halted one everything. */
function isSuspended(algo: Algo, state: MarketState): boolean {
  if (state === MarketState.halted) return true;
  if (state !== MarketState.stale) return false;
  if (algo.type === AlgoKind.trigger) return algo.triggerBy !== PriceSource.last;
  const isLast = (ticks: number, by: PriceSource) => ticks > 0 && by === PriceSource.last;
  return !isLast(algo.tpTriggerTicks, algo.tpTriggerBy) && !isLast(algo.slTriggerTicks, algo.slTriggerBy);
}

/** Whether its triggers count: it waits for its price and is not attached to an unfilled order. */
export function isArmed(shard: PerpetualShard, algo: Algo): boolean {
  return isWaiting(algo) && !isUnarmed(algo, shard.orders.get(algo.parentOrderId));
}

/** Its triggers count from now on, or have changed: prices that are being fired already do not reach them. */
function armTriggers(algo: Algo): void {
  const { algos, firings } = algo.market;
  if (algos.arm(algo)) for (const { exempt } of firings) exempt.add(algo.id);
}

/** Whether an algo waits or is paused, by its market and its parent. */
export function settleWaiting(changes: Changes, algo: Algo): void {
  if (!isWaiting(algo)) return;
  const parent = changes.shard.orders.get(algo.parentOrderId);
  const isPaused = isUnarmed(algo, parent) || isSuspended(algo, algo.market.state);
  const state = isPaused ? AlgoState.pause : AlgoState.live;
  if (state !== algo.state) {
    algo.state = state;
    changes.touchAlgo(algo);
  }
  if (!isUnarmed(algo, parent)) armTriggers(algo);
}

/** A new algo among its user's, waiting. */
export function addAlgo(
  changes: Changes,
  account: Account,
  content: Pick<Algo, 'market' | 'mode' | 'side' | 'position' | 'type' | 'lots'> & Legs & Partial<Algo>,
): Algo {
  const { shard } = changes;
  const algo: Algo = {
    ...noLegs,
    state: AlgoState.live,
    reason: EndReason.none,
    failCode: 0,
    actualSide: ActualSide.none,
    parentOrderId: 0,
    childOrderId: 0,
    leverage: leverageOf(account, content),
    actualLots: 0,
    actualNotional: 0,
    firedTicks: 0,
    triggerTicks: 0,
    triggerOrderTicks: 0,
    triggerBy: PriceSource.last,
    triggersUp: false,
    updatedMs: shard.timeMs,
    clientId: '',
    source: '',
    ...content,
    id: ++shard.lastAlgoId,
    user: account.user,
    createdMs: shard.timeMs,
    isTouched: false,
  };
  account.algos.set(algo.id, algo);
  seatOf(account, algo.market).algoCount++;
  shard.algos.set(algo.id, algo);
  algo.market.algos.add(algo);
  changes.touchAlgo(algo);
  return algo;
}

/** The order's TP and SL as an algo that closes what the order opens; 0 legs: none. */
export function attachAlgo(changes: Changes, account: Account, order: Order, lots: number): void {
  const algo = addAlgo(changes, account, {
    ...legsOf(order),
    market: order.market,
    mode: order.mode,
    side: order.side === Side.buy ? Side.sell : Side.buy,
    position: order.position,
    type: kindOfLegs(order),
    lots,
    parentOrderId: order.id,
    source: sourceOf(order.origin),
  });
  order.attachedAlgoId = algo.id;
}

/**
 * An opening order was filled: its TP and SL are armed by the first fill and grow with each. When their position was
 * closed in between they begin anew with this fill.
 */
export function growAttached(changes: Changes, order: Order, lots: number): void {
  if (!hasLegs(order) || isClosing(order)) return;
  const { account } = order;
  const algo = changes.shard.algos.get(order.attachedAlgoId);
  if (!algo) {
    attachAlgo(changes, account, order, lots);
  } else if (isWaiting(algo)) {
    algo.lots = order.filledLots === lots ? lots : algo.lots + lots;
    changes.touchAlgo(algo);
  }
  const armed = algo ?? changes.shard.algos.get(order.attachedAlgoId);
  if (armed) settleArmed(armed);
}

/** As `settleWaiting` for an algo whose parent is filled in part or whole, on the book or not. */
function settleArmed(algo: Algo): void {
  if (!isWaiting(algo)) return;
  algo.state = isSuspended(algo, algo.market.state) ? AlgoState.pause : AlgoState.live;
  armTriggers(algo);
}

/** The child of an algo was filled. */
export function noteChildFill(changes: Changes, order: Order, lots: number, notional: Money): void {
  const algo = order.algoId === 0 ? undefined : changes.shard.algos.get(order.algoId);
  if (!algo) return;
  algo.actualLots += lots;
  algo.actualNotional = add(algo.actualNotional, notional);
  changes.touchAlgo(algo);
  if (algo.actualLots >= algo.lots) finishAlgo(changes, algo, AlgoState.filled, EndReason.filled);
}

/** Ends an algo for good. */
export function finishAlgo(changes: Changes, algo: Algo, state: AlgoState, reason: EndReason): void {
  const { shard } = changes;
  algo.market.algos.remove(algo);
  algo.state = state;
  algo.reason = reason;
  const account = shard.accounts.get(algo.user) as Account;
  if (account.algos.delete(algo.id)) seatOf(account, algo.market).algoCount--;
  shard.algos.delete(algo.id);
  changes.touchAlgo(algo);
}
