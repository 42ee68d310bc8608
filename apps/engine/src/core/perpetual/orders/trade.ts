/** Matching: a taker against the resting orders of the other side, by price and then by time, at the maker's price. */
import { isClosing } from '@pelican/shared/engine/perpetual/commands.ts';
import { traded } from '@pelican/shared/engine/perpetual/events.ts';
import {
  type CashReason,
  EndReason,
  OrderState,
  type PositionCode,
  PositionSide,
  SelfTrade,
  Side,
  TradeKind,
} from '@pelican/shared/engine/perpetual/terms.ts';
import { notionalOf } from '@pelican/shared/perpetual/notional.ts';
import { cancelsMaker, cancelsTaker, isSelfTrade } from '../../kernel/self-trade.ts';
import { growAttached, noteChildFill } from '../algos/algos.ts';
import type { Changes } from '../changes.ts';
import { accountOf, setFreeze } from '../positions/accounts.ts';
import { guardOf } from '../positions/guard.ts';
import { applyCloseFill, applyOpenFill, positionOf, type SideFill } from '../positions/positions.ts';
import { hasUntrustedLeg } from '../risk/exposure.ts';
import type { Market, Order, Position } from '../state.ts';
import { freezeOfRest } from './freeze.ts';
import { finishOrder, restOf } from './orders.ts';

/** Who takes: a user's order, a liquidation in the user's name, or the fund's desk. */
export interface Taker {
  market: Market;
  user: number;
  side: Side;
  /** What it still wants, in lots; matching counts it down. */
  lots: number;
  /** The worst price that it takes. */
  limitTicks: number;
  selfTrade: SelfTrade;
  tradeKind: TradeKind;
  orderId: number;
  /** Whether it may be filled so; absent: always. */
  mayFill?(lots: number, ticks: number): boolean;
  /** Applies a fill to the taker's side. */
  fill(lots: number, ticks: number): SideFill;
}

/** What a taker got. */
export interface Fills {
  lots: number;
  notional: bigint;
  fee: bigint;
  pnl: bigint;
  /** Why it stopped before it was filled: the book or its limit (immediateOrCancel), itself, or the guard. */
  stop: EndReason;
}

/** Trades until the taker is filled, or no maker is left within its limit. What is left of it is the caller's. */
export function matchIoc(changes: Changes, taker: Taker): Fills {
  const fills: Fills = { lots: 0, notional: 0n, fee: 0n, pnl: 0n, stop: EndReason.none };
  const { market } = taker;
  const otherSide = taker.side === Side.buy ? Side.sell : Side.buy;
  while (taker.lots > 0) {
    const level = market.book.best(otherSide);
    const maker = level?.orders[0];
    if (!level || !maker || isBeyond(taker, level.ticks)) return { ...fills, stop: EndReason.immediateOrCancel };
    if (isSelfTrade(taker.selfTrade, taker.user, maker.user)) {
      if (cancelsMaker(taker.selfTrade)) finishOrder(changes, maker, EndReason.selfTrade);
      if (cancelsTaker(taker.selfTrade)) return { ...fills, stop: EndReason.selfTrade };
      continue;
    }
    const lots = Math.min(taker.lots, restOf(maker));
    const objection = objectionToMaker(changes, maker, lots);
    if (objection !== EndReason.none) {
      finishOrder(changes, maker, objection);
      continue;
    }
    if (taker.mayFill?.(lots, level.ticks) === false) return { ...fills, stop: EndReason.bankruptcyGuard };
    tradeWith(changes, taker, maker, lots, fills);
  }
  return fills;
}

function isBeyond(taker: Taker, ticks: number): boolean {
  return taker.side === Side.buy ? ticks > taker.limitTicks : ticks < taker.limitTicks;
}

/**
 * Why a resting order is cancelled instead of filled, or none: one that closes by the bankruptcy guard at its own price,
 * one that opens while a cross position of its account has no trusted mark.
 */
export function objectionToMaker(changes: Changes, maker: Order, lots: number): EndReason {
  const account = accountOf(changes.shard, maker.user);
  if (!isClosing(maker)) return hasUntrustedLeg(account) ? EndReason.riskOrdersCanceled : EndReason.none;
  const held = positionOf(account, maker);
  const { priceTicks, market } = maker;
  const isAllowed = held !== undefined && guardOf(account, held)(lots, priceTicks, market.instrument.makerRate);
  return isAllowed ? EndReason.none : EndReason.bankruptcyGuard;
}

function tradeWith(changes: Changes, taker: Taker, maker: Order, lots: number, fills: Fills): void {
  const { market } = taker;
  const ticks = maker.priceTicks;
  taker.lots -= lots;
  market.book.reduce(maker, lots);
  const made = fillOrder(changes, maker, lots, ticks, market.instrument.makerRate);
  settleMaker(changes, maker);
  const took = taker.fill(lots, ticks);
  noteTrade(changes, market, ticks);
  changes.emit(traded, taker.user, {
    market: market.id,
    tradeKind: taker.tradeKind,
    takerSide: taker.side,
    takerUser: taker.user,
    makerUser: maker.user,
    dealId: ++market.lastDealId,
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
  fills.notional += notionalOf(market.instrument, ticks, lots);
  fills.fee += took.fee;
  fills.pnl += took.pnl;
}

/** A maker's freeze follows its rest; one with nothing left is filled. */
function settleMaker(changes: Changes, maker: Order): void {
  if (restOf(maker) === 0) finishOrder(changes, maker, EndReason.filled);
  else if (!isClosing(maker)) setFreeze(changes, accountOf(changes.shard, maker.user), maker, freezeOfRest(maker));
}

/** Last price, and the range that last-price triggers look at. */
function noteTrade(changes: Changes, market: Market, ticks: number): void {
  market.lastTicks = ticks;
  market.lastTradeMs = changes.shard.timeMs;
  market.tradedLowTicks = market.tradedLowTicks === 0 ? ticks : Math.min(market.tradedLowTicks, ticks);
  market.tradedHighTicks = Math.max(market.tradedHighTicks, ticks);
  changes.marketsTraded.add(market);
}

/** Applies a fill to a user's order, its position and its algos; `rate` is the fee rate of its role. */
export function fillOrder(changes: Changes, order: Order, lots: number, ticks: number, rate: bigint): SideFill {
  const { market } = order;
  const notional = notionalOf(market.instrument, ticks, lots);
  const account = accountOf(changes.shard, order.user);
  order.filledLots += lots;
  order.filledNotional += notional;
  order.state = OrderState.partiallyFilled;
  changes.touchOrder(order);
  noteChildFill(changes, order, lots, notional);
  const fill = { lots, ticks, rate, orderId: order.id };
  const side = isClosing(order)
    ? applyCloseFill(changes, positionOf(account, order) as Position, fill)
    : applyOpenFill(changes, account, order, fill);
  order.fee += side.fee;
  order.pnl += side.pnl;
  growAttached(changes, order, lots);
  return side;
}

/** A user's order as a taker: closing fills pass the bankruptcy guard one by one. */
export function takerOf(changes: Changes, order: Order, limitTicks: number): Taker {
  const { market } = order;
  const rate = market.instrument.takerRate;
  const taker: Taker = {
    market,
    user: order.user,
    side: order.side,
    lots: restOf(order),
    limitTicks,
    selfTrade: order.selfTrade,
    tradeKind: TradeKind.book,
    orderId: order.id,
    fill: (lots, ticks) => fillOrder(changes, order, lots, ticks, rate),
  };
  if (isClosing(order)) {
    const account = accountOf(changes.shard, order.user);
    taker.mayFill = (lots, ticks) => {
      const held = positionOf(account, order);
      return held !== undefined && guardOf(account, held)(lots, ticks, rate);
    };
  }
  return taker;
}

/**
 * A liquidation's order in the user's name: it closes `lots` of a position at `limitTicks` or better, which must be no
 * worse than the bankruptcy price. `keepsMargin`: see `ClosingFill`.
 */
export function liquidationTaker(
  changes: Changes,
  held: Position,
  order: { lots: number; limitTicks: number; code: PositionCode; reason: CashReason; keepsMargin: boolean },
): Taker {
  const { market } = held;
  const { code, reason, keepsMargin } = order;
  const common = { rate: market.instrument.takerRate, orderId: 0, isForced: true, code, reason, keepsMargin };
  return {
    market,
    user: held.user,
    side: held.position === PositionSide.long ? Side.sell : Side.buy,
    lots: order.lots,
    limitTicks: order.limitTicks,
    selfTrade: SelfTrade.cancelMaker,
    tradeKind: TradeKind.liquidation,
    orderId: 0,
    fill: (lots, ticks) => applyCloseFill(changes, held, { ...common, lots, ticks }),
  };
}
