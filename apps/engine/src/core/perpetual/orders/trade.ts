/** Matching: a taker against the resting orders of the other side, by price and then by time, at the maker's price. */
import {
  CashReason,
  EndReason,
  isClosing,
  OrderState,
  type PositionCode,
  PositionSide,
  SelfTrade,
  Side,
  TradeKind,
} from '@pelican/shared/engine/perpetual';
import { cancelsMaker, cancelsTaker, isSelfTrade } from '../../kernel/self-trade.ts';
import { growAttached, noteChildFill } from '../algos/algos.ts';
import { writeTrade } from '../change-records.ts';
import type { Changes } from '../changes.ts';
import { add, type Money, notionalOf } from '../money.ts';
import { setFreeze } from '../positions/accounts.ts';
import { mayClose } from '../positions/guard.ts';
import {
  applyCloseFill,
  applyOpenFill,
  type ClosingFill,
  positionAimedAt,
  type SideFill,
} from '../positions/positions.ts';
import { hasUntrustedLeg } from '../risk/exposure.ts';
import { settleFundingOf } from '../risk/funding-payments.ts';
import type { Market, Order, Position } from '../state.ts';
import { freezeOfRest } from './freeze.ts';
import { finishOrder, restOf } from './orders.ts';

/** Who takes: a user's order, a liquidation in the user's name, or the fund's desk. */
export interface Taker {
  readonly market: Market;
  readonly user: number;
  readonly side: Side;
  /** What it still wants, in lots; matching counts it down. */
  lots: number;
  /** The worst price that it takes. */
  readonly limitTicks: number;
  readonly selfTrade: SelfTrade;
  readonly tradeKind: TradeKind;
  readonly orderId: number;
  mayFill(lots: number, ticks: number): boolean;
  /** Applies a fill to the taker's side. */
  fill(changes: Changes, lots: number, ticks: number): SideFill;
}

/**
 * Trades until the taker is filled, or no maker is left within its limit; the caller handles what is left. Returns why it
 * stopped before it was filled: the book or its limit (immediateOrCancel), itself, or the guard.
 */
export function matchIoc(changes: Changes, taker: Taker): EndReason {
  const { book } = taker.market;
  const otherSide = taker.side === Side.buy ? Side.sell : Side.buy;
  while (taker.lots > 0) {
    const level = book.best(otherSide);
    const maker = level?.first;
    if (!level || !maker || isBeyond(taker, level.ticks)) return EndReason.immediateOrCancel;
    if (isSelfTrade(taker.selfTrade, taker.user, maker.user)) {
      if (cancelsMaker(taker.selfTrade)) finishOrder(changes, maker, EndReason.selfTrade);
      if (cancelsTaker(taker.selfTrade)) return EndReason.selfTrade;
      continue;
    }
    settleFundingOf(changes, maker.account);
    const lots = Math.min(taker.lots, restOf(maker));
    const objection = objectionToMaker(maker, lots);
    if (objection !== EndReason.none) {
      finishOrder(changes, maker, objection);
      continue;
    }
    if (!taker.mayFill(lots, level.ticks)) return EndReason.bankruptcyGuard;
    tradeWith(changes, taker, maker, lots);
  }
  return EndReason.none;
}

function isBeyond(taker: Taker, ticks: number): boolean {
  return taker.side === Side.buy ? ticks > taker.limitTicks : ticks < taker.limitTicks;
}

/**
 * Why a resting order is cancelled instead of filled, or none: one that closes by the bankruptcy guard at its own price,
 * one that opens while a cross position of its account has no trusted mark.
 */
export function objectionToMaker(maker: Order, lots: number): EndReason {
  const { account, market, priceTicks } = maker;
  if (!isClosing(maker)) return hasUntrustedLeg(account) ? EndReason.riskOrdersCanceled : EndReason.none;
  const held = positionAimedAt(maker);
  const isAllowed = held !== undefined && mayClose(held, lots, priceTicks, market.settings.makerRate);
  return isAllowed ? EndReason.none : EndReason.bankruptcyGuard;
}

function tradeWith(changes: Changes, taker: Taker, maker: Order, lots: number): void {
  const { market, tradeKind, side: takerSide, user, orderId } = taker;
  const ticks = maker.priceTicks;
  taker.lots -= lots;
  market.book.reduce(maker, lots);
  const made = fillOrder(changes, maker, lots, ticks, market.settings.makerRate);
  settleMaker(changes, maker);
  const took = taker.fill(changes, lots, ticks);
  noteTrade(changes, market, ticks);
  writeTrade(
    changes.shard.events,
    market,
    { tradeKind, takerSide, ticks, lots },
    { user, orderId, positionId: took.positionId, fee: took.fee, pnl: took.pnl },
    { user: maker.user, orderId: maker.id, positionId: made.positionId, fee: made.fee, pnl: made.pnl },
  );
}

/** A maker's freeze follows its rest; one with nothing left is filled. */
function settleMaker(changes: Changes, maker: Order): void {
  if (restOf(maker) === 0) finishOrder(changes, maker, EndReason.filled);
  else if (!isClosing(maker)) setFreeze(changes, maker, freezeOfRest(maker));
}

/** Last price, and the range that last-price triggers look at. */
function noteTrade(changes: Changes, market: Market, ticks: number): void {
  market.lastTicks = ticks;
  market.lastTradeMs = changes.shard.timeMs;
  if (market.tradedLowTicks === 0 || ticks < market.tradedLowTicks) market.tradedLowTicks = ticks;
  if (ticks > market.tradedHighTicks) market.tradedHighTicks = ticks;
  changes.addTraded(market);
}

/** Applies a fill to a user's order, its position and its algos; `rate` is the fee rate of its role. */
export function fillOrder(changes: Changes, order: Order, lots: number, ticks: number, rate: number): SideFill {
  const { market } = order;
  const notional = notionalOf(market, ticks, lots);
  order.filledLots += lots;
  order.filledNotional = add(order.filledNotional, notional);
  order.state = OrderState.partiallyFilled;
  changes.touchOrder(order);
  if (order.algoId !== 0) noteChildFill(changes, order, lots, notional);
  const side = isClosing(order)
    ? applyCloseFill(changes, positionAimedAt(order) as Position, plainClose(lots, ticks, rate, order.id))
    : applyOpenFill(changes, order, lots, ticks, rate);
  order.fee = add(order.fee, side.fee);
  order.pnl = add(order.pnl, side.pnl);
  growAttached(changes, order, lots);
  return side;
}

const closing: ClosingFill = {
  lots: 0,
  ticks: 0,
  rate: 0,
  orderId: 0,
  isForced: false,
  code: undefined,
  reason: CashReason.realisedPnl,
  keepsMargin: false,
};

/** The same object each time: it is good until the next fill. */
function plainClose(lots: number, ticks: number, rate: number, orderId: number): ClosingFill {
  closing.lots = lots;
  closing.ticks = ticks;
  closing.rate = rate;
  closing.orderId = orderId;
  return closing;
}

/** A user's order as a taker: closing fills pass the bankruptcy guard one by one. */
export class OrderTaker implements Taker {
  readonly market: Market;
  readonly user: number;
  readonly side: Side;
  lots: number;
  readonly limitTicks: number;
  readonly selfTrade: SelfTrade;
  readonly tradeKind = TradeKind.book;
  readonly orderId: number;
  readonly #order: Order;

  constructor(order: Order, limitTicks: number) {
    this.market = order.market;
    this.user = order.user;
    this.side = order.side;
    this.lots = restOf(order);
    this.limitTicks = limitTicks;
    this.selfTrade = order.selfTrade;
    this.orderId = order.id;
    this.#order = order;
  }

  mayFill(lots: number, ticks: number): boolean {
    const order = this.#order;
    if (!isClosing(order)) return true;
    const held = positionAimedAt(order);
    return held !== undefined && mayClose(held, lots, ticks, this.market.settings.takerRate);
  }

  fill(changes: Changes, lots: number, ticks: number): SideFill {
    return fillOrder(changes, this.#order, lots, ticks, this.market.settings.takerRate);
  }
}

/**
 * A liquidation's order in the user's name: it closes `lots` of a position at `limitTicks` or better, which must be no
 * worse than the bankruptcy price. `keepsMargin`: see `ClosingFill`.
 */
export class LiquidationTaker implements Taker {
  readonly market: Market;
  readonly user: number;
  readonly side: Side;
  lots: number;
  readonly limitTicks: number;
  readonly selfTrade = SelfTrade.cancelMaker;
  readonly tradeKind = TradeKind.liquidation;
  readonly orderId = 0;
  /** What it got. */
  filledLots = 0;
  fee: Money = 0;
  pnl: Money = 0;
  readonly #held: Position;
  readonly #code: PositionCode;
  readonly #keepsMargin: boolean;

  constructor(held: Position, order: { lots: number; limitTicks: number; code: PositionCode; keepsMargin: boolean }) {
    this.market = held.market;
    this.user = held.user;
    this.side = held.position === PositionSide.long ? Side.sell : Side.buy;
    this.lots = order.lots;
    this.limitTicks = order.limitTicks;
    this.#held = held;
    this.#code = order.code;
    this.#keepsMargin = order.keepsMargin;
  }

  mayFill(): boolean {
    return true;
  }

  fill(changes: Changes, lots: number, ticks: number): SideFill {
    const side = applyCloseFill(changes, this.#held, {
      lots,
      ticks,
      rate: this.market.settings.takerRate,
      orderId: 0,
      isForced: true,
      code: this.#code,
      reason: CashReason.liquidation,
      keepsMargin: this.#keepsMargin,
    });
    this.filledLots += lots;
    this.fee = add(this.fee, side.fee);
    this.pnl = add(this.pnl, side.pnl);
    return side;
  }
}
