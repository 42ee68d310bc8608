/**
 * Orders that ended are used for the next ones. Most orders outlive several young collections, each of which would copy
 * them, and would end as garbage that only a full collection finds.
 */
import {
  EndReason,
  MarginMode,
  OrderKind,
  OrderState,
  PositionSide,
  PriceSource,
  SelfTrade,
  Side,
} from '@pelican/shared/engine/perpetual';
import type { Account, Market, Order, Seat } from '../state.ts';
import { type Origin, originWords } from './origin.ts';

const originsPerBlock = 256;

export class OrderPool {
  /** Ended orders, which refer to no other order: who reads a link of theirs before it is written finds none. */
  readonly #spare: Order[] = [];
  /** Memory for origins, and how many of it are given out. */
  #block = new Int32Array(0);
  #used = originsPerBlock;

  /** An order whose other content the caller writes, every field: it may have been another order. */
  take(account: Account, market: Market, seat: Seat): Order {
    const order = this.#spare.pop();
    if (order === undefined) return blankOrder(account, market, seat, this.#nextOrigin());
    order.account = account;
    order.market = market;
    order.seat = seat;
    return order;
  }

  /** Takes back an order that ended and that nothing refers to any more. */
  give(order: Order): void {
    this.#spare.push(order);
  }

  /** A spare order that is still linked to others, or counts as live; undefined when none is. */
  get staleSpare(): Order | undefined {
    return this.#spare.find(
      ({ level, previous, next, older, newer, isResting, isTouched }) =>
        level || previous || next || older || newer || isResting || isTouched,
    );
  }

  #nextOrigin(): Origin {
    if (this.#used === originsPerBlock) {
      this.#block = new Int32Array(originsPerBlock * originWords);
      this.#used = 0;
    }
    const from = this.#used++ * originWords;
    return this.#block.subarray(from, from + originWords);
  }
}

/** All orders are made here, so that they have one shape. */
function blankOrder(account: Account, market: Market, seat: Seat, origin: Origin): Order {
  return {
    id: 0,
    user: 0,
    account,
    market,
    seat,
    mode: MarginMode.cross,
    side: Side.buy,
    position: PositionSide.long,
    type: OrderKind.limit,
    state: OrderState.live,
    reason: EndReason.none,
    selfTrade: SelfTrade.cancelMaker,
    algoId: 0,
    attachedAlgoId: 0,
    leverage: 0,
    priceTicks: 0,
    lots: 0,
    filledLots: 0,
    filledNotional: 0,
    fee: 0,
    pnl: 0,
    freeze: 0,
    acceptedMarkTicks: 0,
    lastTicks: 0,
    createdMs: 0,
    updatedMs: 0,
    origin,
    tpTriggerTicks: 0,
    tpOrderTicks: 0,
    tpTriggerBy: PriceSource.last,
    slTriggerTicks: 0,
    slOrderTicks: 0,
    slTriggerBy: PriceSource.last,
    level: undefined,
    previous: undefined,
    next: undefined,
    older: undefined,
    newer: undefined,
    isResting: false,
    isTouched: false,
  };
}
