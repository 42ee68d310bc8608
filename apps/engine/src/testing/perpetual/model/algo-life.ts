/** The life of an algo: waiting, paused, armed with its parent's fills, filled through its child, ended. */
import {
  ActualSide,
  AlgoKind,
  AlgoState,
  EndReason,
  isClosing,
  MarketState,
  PriceSource,
} from '@pelican/shared/engine/perpetual';
import type { Algo, Legs, Order, World } from './state.ts';
import { leverageOf, liveOrder } from './world.ts';

export const noLegs: Legs = {
  tpTriggerTicks: 0n,
  tpOrderTicks: 0n,
  tpTriggerBy: PriceSource.last,
  slTriggerTicks: 0n,
  slOrderTicks: 0n,
  slTriggerBy: PriceSource.mark,
};

export function legsOf(from: Legs): Legs {
  const { tpTriggerTicks, tpOrderTicks, tpTriggerBy, slTriggerTicks, slOrderTicks, slTriggerBy } = from;
  return { tpTriggerTicks, tpOrderTicks, tpTriggerBy, slTriggerTicks, slOrderTicks, slTriggerBy };
}

export function hasLegs({ tpTriggerTicks, slTriggerTicks }: Legs): boolean {
  return tpTriggerTicks > 0n || slTriggerTicks > 0n;
}

export function kindOf({ tpTriggerTicks, slTriggerTicks }: Legs): AlgoKind {
  return tpTriggerTicks > 0n && slTriggerTicks > 0n ? AlgoKind.oco : AlgoKind.conditional;
}

export function isWaiting({ state }: Algo): boolean {
  return state === AlgoState.pause || state === AlgoState.live;
}

/** Algos of a user that have not ended, oldest first. */
export function algosOf(world: World, user: number): Algo[] {
  return world.algos.filter((algo) => algo.user === user && !algo.hasEnded);
}

/** A halted market suspends every algo, a stale one those that look at mark or index only. */
function isSuspended(algo: Algo): boolean {
  const { state } = algo.market;
  if (state !== MarketState.stale) return state === MarketState.halted;
  const sources: number[] = [];
  if (algo.type === AlgoKind.trigger) sources.push(algo.triggerBy);
  else {
    if (algo.tpTriggerTicks > 0n) sources.push(algo.tpTriggerBy);
    if (algo.slTriggerTicks > 0n) sources.push(algo.slTriggerBy);
  }
  return !sources.includes(PriceSource.last);
}

/** Paused: its market is suspended, or the order that it belongs to has no fill yet. */
export function settleWaiting(world: World, algo: Algo): void {
  if (algo.hasEnded || !isWaiting(algo)) return;
  const isUnfilled = liveOrder(world, algo.parentId)?.filled === 0n;
  algo.state = isUnfilled || isSuspended(algo) ? AlgoState.pause : AlgoState.live;
}

type Content = Pick<Algo, 'user' | 'market' | 'mode' | 'side' | 'position' | 'type' | 'lots'> & Legs & Partial<Algo>;

export function addAlgo(world: World, content: Content): Algo {
  world.lastAlgoId += 1n;
  const algo: Algo = {
    state: AlgoState.live,
    reason: EndReason.none,
    failCode: 0,
    actualSide: ActualSide.none,
    parentId: 0n,
    childId: 0n,
    leverage: leverageOf(world, content.user, content),
    actualLots: 0n,
    actualNotional: 0n,
    firedTicks: 0n,
    triggerTicks: 0n,
    triggerOrderTicks: 0n,
    triggerBy: PriceSource.last,
    triggersUp: false,
    hasEnded: false,
    ...content,
    id: world.lastAlgoId,
    createdMs: world.timeMs,
  };
  world.algos.push(algo);
  return algo;
}

export function endAlgo(algo: Algo, state: AlgoState, reason: EndReason): void {
  algo.state = state;
  algo.reason = reason;
  algo.hasEnded = true;
}

/** Taken away by its owner, it leaves the order that it belonged to without legs. */
export function cancelAlgo(world: World, algo: Algo, reason: EndReason): void {
  if (algo.hasEnded) return;
  const parent = liveOrder(world, algo.parentId);
  if (parent && reason === EndReason.user) {
    parent.tpTriggerTicks = 0n;
    parent.slTriggerTicks = 0n;
  }
  endAlgo(algo, AlgoState.canceled, reason);
}

/** The TP and SL of an order become an algo that closes what the order opens. */
export function attach(world: World, order: Order, lots: bigint): Algo {
  const { user, market, mode, position } = order;
  const side = (1 - order.side) as Order['side'];
  const legs = legsOf(order);
  const algo = addAlgo(world, {
    user,
    market,
    mode,
    side,
    position,
    ...legs,
    type: kindOf(legs),
    lots,
    parentId: order.id,
  });
  order.attachedAlgoId = algo.id;
  return algo;
}

export function attachedOf(world: World, order: Order): Algo | undefined {
  return world.algos.find(({ id, hasEnded }) => id === order.attachedAlgoId && !hasEnded);
}

/** Attached legs are armed by the first fill and grow with each; closed in between, they begin anew with this one. */
export function growAttached(world: World, order: Order, lots: bigint): void {
  if (!hasLegs(order) || isClosing(order)) return;
  let algo = attachedOf(world, order);
  if (!algo) algo = attach(world, order, lots);
  else if (!isWaiting(algo)) return;
  else algo.lots = order.filled === lots ? lots : algo.lots + lots;
  algo.state = isSuspended(algo) ? AlgoState.pause : AlgoState.live;
}

/** A fill of its child. */
export function noteChildFill(world: World, order: Order, lots: bigint, worth: bigint): void {
  const algo = world.algos.find(({ id, hasEnded }) => id === order.algoId && !hasEnded);
  if (!algo) return;
  algo.actualLots += lots;
  algo.actualNotional += worth;
  if (algo.actualLots >= algo.lots) endAlgo(algo, AlgoState.filled, EndReason.filled);
}

/** An order ends: a child that rested takes its algo with it; legs of an order that never filled go too. */
export function noteOrderEnd(world: World, order: Order): void {
  const parent = world.algos.find(({ id, hasEnded }) => id === order.algoId && !hasEnded);
  if (parent?.state === AlgoState.effective) endAlgo(parent, AlgoState.effective, order.reason as EndReason);
  const attached = attachedOf(world, order);
  if (attached && order.filled === 0n) endAlgo(attached, AlgoState.canceled, EndReason.parentEnded);
}
