/** Plain orders: making, matching by price and time at the maker's price, resting, ending. */
import {
  EndReason,
  EventKind,
  isClosing,
  OrderKind,
  OrderState,
  SelfTrade,
  Side,
  TradeKind,
} from '@pelican/shared/engine/perpetual';
import { attach, attachedOf, growAttached, hasLegs, noteChildFill, settleWaiting } from './algo-life.ts';
import { least } from './arithmetic.ts';
import { freezeOf, guardAllows, limitOf, makerObjection, mayRest, type OrderIntent, walk } from './checks.ts';
import { closeFill, type Filled, openFill } from './fills.ts';
import { takerRate } from './margin.ts';
import { endOrder } from './order-life.ts';
import type { Legs, Market, Order, Position, World } from './state.ts';
import { book, emit, leverageOf, notional, positionAt, rest } from './world.ts';

export function makeOrder(world: World, wanted: OrderIntent, legs: Legs, algoId: bigint): Order {
  world.lastOrderId += 1n;
  const { market } = wanted;
  const order: Order = {
    ...wanted,
    ...legs,
    id: world.lastOrderId,
    state: OrderState.live,
    reason: EndReason.none,
    algoId,
    attachedAlgoId: 0n,
    leverage: leverageOf(world, wanted.user, wanted),
    filled: 0n,
    filledNotional: 0n,
    fee: 0n,
    pnl: 0n,
    freeze: 0n,
    acceptedMark: market.mark,
    last: market.last,
    queue: 0,
    createdMs: world.timeMs,
  };
  world.orders.push(order);
  return order;
}

export interface Taker {
  market: Market;
  user: number;
  side: Side;
  lots: bigint;
  limit: bigint;
  selfTrade: number;
  kind: TradeKind;
  orderId: bigint;
  mayFill?(lots: bigint, ticks: bigint): boolean;
  fill(lots: bigint, ticks: bigint): Filled;
}

export interface Fills {
  lots: bigint;
  fee: bigint;
  pnl: bigint;
  stop: EndReason;
}

/** Trades until the taker has all, or nothing is left within its limit. */
export function match(world: World, taker: Taker): Fills {
  const fills: Fills = { lots: 0n, fee: 0n, pnl: 0n, stop: EndReason.none };
  const { market, side } = taker;
  while (taker.lots > 0n) {
    const [maker] = book(world, market, side === Side.buy ? Side.sell : Side.buy);
    if (!maker || (side === Side.buy ? maker.price > taker.limit : maker.price < taker.limit))
      return { ...fills, stop: EndReason.immediateOrCancel };
    if (maker.user === taker.user) {
      if (taker.selfTrade !== SelfTrade.cancelTaker) endOrder(world, maker, EndReason.selfTrade);
      if (taker.selfTrade !== SelfTrade.cancelMaker) return { ...fills, stop: EndReason.selfTrade };
      continue;
    }
    const lots = least(taker.lots, rest(maker));
    const against = makerObjection(world, maker, lots);
    if (against !== EndReason.none) {
      endOrder(world, maker, against);
      continue;
    }
    if (taker.mayFill && !taker.mayFill(lots, maker.price)) return { ...fills, stop: EndReason.bankruptcyGuard };
    trade(world, taker, maker, lots, fills);
  }
  return fills;
}

/** The maker's side first. */
function trade(world: World, taker: Taker, maker: Order, lots: bigint, fills: Fills): void {
  const { market } = taker;
  const ticks = maker.price;
  taker.lots -= lots;
  const made = fillOrder(world, maker, lots, ticks, BigInt(market.settings.makerRate));
  if (rest(maker) === 0n) endOrder(world, maker, EndReason.filled);
  else maker.freeze = freezeOf(maker);
  const took = taker.fill(lots, ticks);
  market.last = ticks;
  market.lastMs = world.timeMs;
  market.traded.push(ticks);
  world.tradedMarkets.add(market);
  market.tradeId += 1n;
  emit(world, EventKind.traded, taker.user, {
    market: market.id,
    tradeKind: taker.kind,
    takerSide: taker.side,
    takerUser: taker.user,
    makerUser: maker.user,
    tradeId: market.tradeId,
    takerOrderId: taker.orderId,
    makerOrderId: maker.id,
    takerPositionId: took.positionId,
    makerPositionId: made.positionId,
    priceTicks: ticks,
    lots,
    takerFee: took.fee,
    makerFee: made.fee,
    takerPnl: took.pnl,
    makerPnl: made.pnl,
  });
  fills.lots += lots;
  fills.fee += took.fee;
  fills.pnl += took.pnl;
}

function fillOrder(world: World, order: Order, lots: bigint, ticks: bigint, rate: bigint): Filled {
  const worth = notional(order.market, ticks, lots);
  order.filled += lots;
  order.filledNotional += worth;
  order.state = OrderState.partiallyFilled;
  noteChildFill(world, order, lots, worth);
  const fill = { lots, ticks, rate, orderId: order.id };
  const done = isClosing(order)
    ? closeFill(world, positionAt(world, order.user, order) as Position, fill)
    : openFill(world, order.user, order, fill);
  order.fee += done.fee;
  order.pnl += done.pnl;
  growAttached(world, order, lots);
  return done;
}

/** Matches an order, then rests or ends what is left of it. */
export function send(world: World, order: Order): void {
  const { market, user, side, type } = order;
  let stop: EndReason = EndReason.immediateOrCancel;
  if (type !== OrderKind.postOnly) {
    const rate = takerRate(market);
    const taker: Taker = {
      market,
      user,
      side,
      lots: rest(order),
      limit: reachOf(world, order),
      selfTrade: order.selfTrade,
      kind: TradeKind.book,
      orderId: order.id,
      fill: (lots, ticks) => fillOrder(world, order, lots, ticks, rate),
    };
    if (isClosing(order)) {
      taker.mayFill = (lots, ticks) => {
        const held = positionAt(world, user, order);
        return held !== undefined && guardAllows(world, held, { lots, ticks, rate });
      };
    }
    ({ stop } = match(world, taker));
  }
  if (rest(order) === 0n) endOrder(world, order, EndReason.filled);
  else if (!mayRest(type) || stop !== EndReason.immediateOrCancel) endOrder(world, order, stop);
  else comeToRest(world, order);
}

/** An opening market order goes no deeper than it was weighed for. */
function reachOf(world: World, order: Order): bigint {
  const limit = limitOf(order);
  if (order.type !== OrderKind.market || isClosing(order)) return limit;
  return walk(world, order, rest(order), limit).deepest || limit;
}

function comeToRest(world: World, order: Order): void {
  world.lastQueue += 1;
  order.queue = world.lastQueue;
  order.freeze = freezeOf(order);
  attachAtRest(world, order);
}

/** TP and SL of an order that rests unfilled wait, paused, for its first fill. */
export function attachAtRest(world: World, order: Order): void {
  if (!hasLegs(order) || isClosing(order) || order.filled > 0n || attachedOf(world, order)) return;
  settleWaiting(world, attach(world, order, order.lots));
}
