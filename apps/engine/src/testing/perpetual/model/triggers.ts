/** Which algos a price fires, and the orders that they send. */
import {
  ActualSide,
  AlgoKind,
  AlgoState,
  EndReason,
  isClosing,
  OrderKind,
  PositionSide,
  PriceSource,
  RejectCode,
  SelfTrade,
} from '@pelican/shared/engine/perpetual';
import { endAlgo, noLegs } from './algo-life.ts';
import { least, most } from './arithmetic.ts';
import { type OrderIntent, objection } from './checks.ts';
import { closingOrders } from './fills.ts';
import { endOrder } from './order-life.ts';
import { makeOrder, send } from './orders.ts';
import type { Algo, Market, World } from './state.ts';
import { liveOrder, positionAt, rest } from './world.ts';

/** Which leg the prices reach; of both the stop-loss. */
function legReached(algo: Algo, source: PriceSource, low: bigint, high: bigint): ActualSide {
  const reaches = (by: number, trigger: bigint, isUp: boolean) =>
    by === source && trigger > 0n && (isUp ? high >= trigger : low <= trigger);
  if (algo.type === AlgoKind.trigger)
    return reaches(algo.triggerBy, algo.triggerTicks, algo.triggersUp) ? ActualSide.trigger : ActualSide.none;
  const isLong = algo.position === PositionSide.long;
  if (reaches(algo.slTriggerBy, algo.slTriggerTicks, !isLong)) return ActualSide.stopLoss;
  return reaches(algo.tpTriggerBy, algo.tpTriggerTicks, isLong) ? ActualSide.takeProfit : ActualSide.none;
}

/** Fires what a market's mark or index reaches; then, breadth first, what the trades reach. */
export function runTriggers(world: World, market: Market, source: PriceSource): void {
  if (source !== PriceSource.last) {
    const ticks = source === PriceSource.mark ? market.mark : market.index;
    if (ticks > 0n) fireAll(world, market, source, ticks, ticks);
  }
  while (market.traded.length > 0) {
    const prices = market.traded;
    market.traded = [];
    fireAll(world, market, PriceSource.last, least(...prices), most(...prices));
  }
}

function fireAll(world: World, market: Market, source: PriceSource, low: bigint, high: bigint): void {
  const reached = world.algos
    .filter((algo) => algo.market === market && !algo.hasEnded && algo.state === AlgoState.live)
    .map((algo) => ({ algo, leg: legReached(algo, source, low, high) }))
    .filter(({ leg }) => leg !== ActualSide.none);
  for (const { algo, leg } of reached) {
    if (algo.hasEnded || algo.state !== AlgoState.live) continue;
    const isLong = algo.position === PositionSide.long;
    const isUp = leg === ActualSide.trigger ? algo.triggersUp : (leg === ActualSide.takeProfit) === isLong;
    fire(world, algo, leg, isUp ? high : low);
  }
}

function fire(world: World, algo: Algo, leg: ActualSide, ticks: bigint): void {
  algo.actualSide = leg;
  algo.firedTicks = ticks;
  const parent = liveOrder(world, algo.parentId);
  if (parent) endOrder(world, parent, EndReason.tpslFired);
  const orderTicks =
    { [ActualSide.trigger]: algo.triggerOrderTicks, [ActualSide.stopLoss]: algo.slOrderTicks }[leg as 2 | 3] ??
    algo.tpOrderTicks;
  if (isClosing(algo)) {
    const held = positionAt(world, algo.user, algo)?.lots ?? 0n;
    const lots = algo.lots === 0n ? held : least(algo.lots, held);
    if (lots === 0n) {
      endAlgo(algo, AlgoState.canceled, EndReason.positionClosed);
      return;
    }
    algo.lots = lots;
  }
  if (orderTicks === -1n) {
    algo.state = AlgoState.partiallyEffective;
    sendRest(world, algo);
    return;
  }
  algo.state = AlgoState.effective;
  const refusal = sendChild(world, algo, OrderKind.limit, orderTicks, algo.lots);
  if (refusal !== RejectCode.none) fail(algo, refusal);
}

/** What a fired algo has not traded goes to the market; only book, band, guard and halt are worth another try. */
export function sendRest(world: World, algo: Algo): void {
  const held = positionAt(world, algo.user, algo)?.lots ?? 0n;
  const wanted = algo.lots - algo.actualLots;
  const lots = isClosing(algo) ? least(wanted, held) : wanted;
  if (lots === 0n) {
    endAlgo(algo, AlgoState.canceled, EndReason.positionClosed);
    return;
  }
  const refusal = sendChild(world, algo, OrderKind.market, 0n, lots);
  const passing: number[] = [
    RejectCode.none,
    RejectCode.emptyBook,
    RejectCode.bankruptcyGuard,
    RejectCode.marketClosed,
  ];
  if (!passing.includes(refusal)) fail(algo, refusal);
}

function sendChild(world: World, algo: Algo, type: number, price: bigint, lots: bigint): number {
  const { user, market, mode, side, position } = algo;
  if (isClosing(algo)) freeForClosing(world, algo, lots);
  const wanted: OrderIntent = {
    user,
    market,
    mode,
    side,
    position,
    type,
    price,
    lots,
    selfTrade: SelfTrade.cancelMaker,
  };
  const refusal = objection(world, wanted);
  if (refusal) return refusal.code;
  const order = makeOrder(world, wanted, noLegs, algo.id);
  algo.childId = order.id;
  send(world, order);
  return RejectCode.none;
}

/** A stop must not fail because a take-profit rests: closing orders go newest first until there is room. */
function freeForClosing(world: World, algo: Algo, lots: bigint): void {
  const held = positionAt(world, algo.user, algo);
  if (!held) return;
  const orders = closingOrders(world, held);
  let free = held.lots - orders.reduce((sum, order) => sum + rest(order), 0n);
  for (const order of orders.reverse()) {
    if (free >= lots) return;
    free += rest(order);
    endOrder(world, order, EndReason.supersededByTpsl);
  }
}

function fail(algo: Algo, code: number): void {
  algo.failCode = code;
  endAlgo(algo, algo.actualLots === 0n ? AlgoState.orderFailed : AlgoState.effective, EndReason.childRefused);
}

/** Once a tick: what fired algos could not trade yet. */
export function retryFired(world: World, market: Market): void {
  for (const algo of world.algos)
    if (algo.market === market && !algo.hasEnded && algo.state === AlgoState.partiallyEffective) sendRest(world, algo);
  runTriggers(world, market, PriceSource.last);
}
