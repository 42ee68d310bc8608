/** What a fill does to a position, and how positions and closing orders end with it. */
import {
  AlgoState,
  CashReason,
  EndReason,
  isClosing,
  MarginMode,
  PositionCode,
  PositionSide,
} from '@pelican/shared/engine/perpetual';
import { cancelAlgo } from './algo-life.ts';
import { down, fee, least, most, up } from './arithmetic.ts';
import { endOrder, shrinkOrder } from './order-life.ts';
import type { Lot, Position, Target, World } from './state.ts';
import {
  direction,
  leverageOf,
  liveOrder,
  moveCash,
  notional,
  ordersOf,
  positionAt,
  rest,
  sameTarget,
  takeFee,
} from './world.ts';

export interface Filled {
  fee: bigint;
  pnl: bigint;
  positionId: bigint;
}

export function openFill(
  world: World,
  user: number,
  target: Target,
  fill: { lots: bigint; ticks: bigint; rate: bigint; orderId: bigint },
): Filled {
  const held = positionAt(world, user, target) ?? begin(world, user, target);
  const { market } = target;
  const worth = notional(market, fill.ticks, fill.lots);
  const charge = fee(worth, fill.rate);
  const margin = held.mode === MarginMode.isolated ? up(worth, held.leverage) : 0n;
  held.lots += fill.lots;
  held.cost += worth;
  held.margin += margin;
  held.fees += charge;
  held.openedLots += fill.lots;
  held.openedNotional += worth;
  held.maxLots = most(held.maxLots, held.lots);
  const about = { market: market.id, positionId: held.id, reference: fill.orderId };
  moveCash(world, user, -margin, CashReason.margin, about);
  moveCash(world, user, -charge, CashReason.fee, about);
  takeFee(world, charge, about);
  world.touched.add(user);
  return { fee: charge, pnl: 0n, positionId: held.id };
}

function begin(world: World, user: number, { market, mode, position }: Target): Position {
  world.lastPositionId += 1n;
  const held: Position = {
    id: world.lastPositionId,
    user,
    market,
    mode,
    position,
    leverage: leverageOf(world, user, { market, mode, position }),
    lots: 0n,
    cost: 0n,
    margin: 0n,
    pnl: 0n,
    fees: 0n,
    funding: 0n,
    liquidationLoss: 0n,
    openedLots: 0n,
    openedNotional: 0n,
    closedLots: 0n,
    closedNotional: 0n,
    maxLots: 0n,
    code: PositionCode.open,
    isLiquidating: false,
    warned: 0,
    openedMs: world.timeMs,
    version: 0n,
  };
  world.positions.push(held);
  return held;
}

/** The entry cost that leaves with a part: the rest keeps the dust (long up, short down). */
export function costOfPart(held: Position | Lot, lots: bigint): bigint {
  if (lots === held.lots) return held.cost;
  return held.position === PositionSide.long ? up(held.cost * lots, held.lots) : down(held.cost * lots, held.lots);
}

export interface Closing {
  lots: bigint;
  ticks: bigint;
  rate: bigint;
  orderId: bigint;
  /** Not by an order of the owner: the closing orders shrink with the position. */
  isForced?: boolean;
  code?: PositionCode;
  reason?: CashReason;
  /** A step of an isolated liquidation: profit and fee go through the margin, nothing is released. */
  isStep?: boolean;
}

export function closeFill(world: World, held: Position, fill: Closing): Filled {
  const { market, user } = held;
  const isIsolated = held.mode === MarginMode.isolated;
  const isWhole = fill.lots === held.lots;
  const worth = notional(market, fill.ticks, fill.lots);
  const costRemoved = costOfPart(held, fill.lots);
  const pnl = direction(held.position) * (worth - costRemoved);
  let charge = fee(worth, fill.rate);
  let released = 0n;
  let rounding = 0n;
  if (isIsolated && fill.isStep) {
    // The margin bears no more than it has: the fee gives way.
    charge = least(charge, held.margin + pnl);
    released = isWhole ? held.margin : charge - pnl;
  } else if (isIsolated) {
    released = isWhole ? held.margin : down(held.margin * fill.lots, held.lots);
    const short = -(released + pnl - charge);
    if (short > 0n) rounding = least(short, held.margin - released);
  }
  held.lots -= fill.lots;
  held.cost -= costRemoved;
  held.margin -= released + rounding;
  held.pnl += pnl;
  held.fees += charge;
  held.closedLots += fill.lots;
  held.closedNotional += worth;
  const about = { market: market.id, positionId: held.id, reference: fill.orderId };
  moveCash(world, user, released, CashReason.margin, about);
  moveCash(world, user, pnl, fill.reason ?? CashReason.realisedPnl, about);
  moveCash(world, user, -charge, CashReason.fee, about);
  moveCash(world, user, rounding, CashReason.rounding, about);
  takeFee(world, charge, about);
  held.code = fill.code ?? (isWhole ? PositionCode.closed : PositionCode.partiallyClosed);
  world.touched.add(user);
  if (isWhole) endPosition(world, held);
  else if (fill.isForced) shrinkClosing(world, held);
  return { fee: charge, pnl, positionId: held.id };
}

/** A position that has nothing left takes its closing orders, its TP and its SL with it. */
export function endPosition(world: World, held: Position): void {
  held.isLiquidating = false;
  cancelClosing(world, held, EndReason.positionReduced);
  cancelAlgosOf(world, held, EndReason.positionClosed);
}

export function closingOrders(world: World, held: Position) {
  return ordersOf(world, held.user).filter((order) => isClosing(order) && sameTarget(order, held) && rest(order) > 0n);
}

export function cancelClosing(world: World, held: Position, reason: EndReason): void {
  for (const order of closingOrders(world, held)) endOrder(world, order, reason);
}

/** Closing orders shrink newest first until no more than the position is left of them. */
function shrinkClosing(world: World, held: Position): void {
  const orders = closingOrders(world, held);
  let excess = orders.reduce((sum, order) => sum + rest(order), 0n) - held.lots;
  for (const order of orders.reverse()) {
    if (excess <= 0n) return;
    const taken = least(excess, rest(order));
    shrinkOrder(world, order, taken, EndReason.positionReduced);
    excess -= taken;
  }
}

/** What closes the position; not a child that rests, nor what belongs to an order that has not filled yet. */
function cancelAlgosOf(world: World, held: Position, reason: EndReason): void {
  for (const algo of world.algos) {
    if (algo.user !== held.user || !isClosing(algo) || !sameTarget(algo, held)) continue;
    if (algo.state === AlgoState.effective || liveOrder(world, algo.parentId)?.filled === 0n) continue;
    cancelAlgo(world, algo, reason);
  }
}
