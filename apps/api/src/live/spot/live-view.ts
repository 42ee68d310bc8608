/**
 * The live view: books, trades, candles, 24-hour figures and open orders of the spot shard, brought forward by the event
 * stream. Everything is integers; nothing is formatted here. It starts from Postgres (boot-state.ts).
 */

import { recordEvent } from '@pelican/shared/contracts';
import {
  type EngineEvent,
  EventKind,
  type OrderAmended,
  type OrderClosed,
  type OrderFilled,
  type OrderPlaced,
  type OrderRested,
  Side,
} from '@pelican/shared/engine/spot';
import type { LiveListener } from '../live-listeners.ts';
import { LiveViewGap } from '../live-view-gap.ts';
import { OpenObjects } from '../open-objects.ts';
import type { BootState } from './boot-state.ts';
import { LiveOrder } from './live-order.ts';
import type { SpotMarketState } from './market-state.ts';
import { type UserListener, UserWatch } from './user-watch.ts';

export class LiveView {
  /** Stream id of the newest entry applied. */
  position = '0-0';
  /** Sequence of the newest command applied. */
  seq = 0;
  readonly orders = new OpenObjects<LiveOrder>();
  private readonly states = new Map<number, SpotMarketState>();
  private readonly lastSequences = new Map<number, number>();
  private readonly watch = new UserWatch();
  private readonly listeners: LiveListener[] = [];
  private readonly changed: SpotMarketState[] = [];
  private timeMs = 0;
  /** The order that the command at hand placed or amended. */
  private incoming: LiveOrder | undefined;
  /** The order that the command at hand closed last. */
  private closed: LiveOrder | undefined;

  /** Replaces everything, keeping the listeners. */
  restore(state: BootState): void {
    this.position = state.position;
    this.seq = state.seq;
    this.orders.clear();
    this.states.clear();
    this.lastSequences.clear();
    this.changed.length = 0;
    this.incoming = undefined;
    for (const market of state.markets) this.states.set(market.market.id, market);
    for (const order of state.orders) {
      order.resting = true;
      this.orders.set(order);
      this.levels(order).add(order.terms.priceTicks, order.remaining);
    }
    for (const listener of this.listeners) listener.onRestored();
  }

  market(id: number): SpotMarketState | undefined {
    return this.states.get(id);
  }

  markets(): IterableIterator<SpotMarketState> {
    return this.states.values();
  }

  /** A listing that is new. */
  addMarket(state: SpotMarketState): void {
    this.states.set(state.market.id, state);
  }

  /** Sequence of the newest command that touched the user in this process's lifetime; 0 for none. */
  lastSequenceOf(userId: number): number {
    return this.lastSequences.get(userId) ?? 0;
  }

  addListener(listener: LiveListener): void {
    this.listeners.push(listener);
  }

  /** Passes the user's orders, balances and transfers to the listener until the returned function is called. */
  watchUser(userId: number, listener: UserListener): () => void {
    return this.watch.add(userId, listener);
  }

  /** Begins an entry. @throws LiveViewGap when events are missing before it */
  beginEntry(timeMs: number, firstSeq: number, commandCount: number): void {
    if (commandCount > 0 && firstSeq !== this.seq + 1)
      throw new LiveViewGap(`event entry starts at command ${firstSeq} after ${this.seq}`);
    this.timeMs = timeMs;
  }

  /** Ends an entry: passes the markets that changed to the listeners. */
  endEntry(position: string): void {
    this.position = position;
    if (this.changed.length === 0) return;
    for (const listener of this.listeners) listener.onMarkets(this.changed);
    for (const market of this.changed) {
      market.bookChanged = false;
      market.traded = false;
    }
    this.changed.length = 0;
  }

  /** The order that the command at hand placed, amended or closed, when it is that of `orderId`. Ask before `commandDone`. */
  touchedOrder(orderId: number): LiveOrder | undefined {
    if (this.incoming?.id === orderId) return this.incoming;
    return this.closed?.id === orderId ? this.closed : undefined;
  }

  /** Applies the next event of the entry. @throws LiveViewGap when it does not fit */
  apply(event: EngineEvent): void {
    switch (event.kind) {
      case EventKind.orderPlaced:
        this.orderPlaced(event);
        return;
      case EventKind.orderAmended:
        this.orderAmended(event);
        return;
      case EventKind.orderFilled:
        this.orderFilled(event);
        return;
      case EventKind.orderRested:
        this.orderRested(event);
        return;
      case EventKind.orderClosed:
        this.orderClosed(event);
        return;
      case EventKind.balanceChanged:
        this.lastSequences.set(event.user, this.seq + 1);
        this.watch.balanceChanged(event);
        return;
      case EventKind.transferApplied:
        this.watch.transferApplied(event, this.timeMs);
        return;
      case EventKind.commandDone:
        this.seq++;
        if (event.user !== 0) this.lastSequences.set(event.user, this.seq);
        this.watch.commandDone(this.seq);
        this.incoming = undefined;
        this.closed = undefined;
        return;
      case EventKind.settingsChanged:
        return;
    }
  }

  private orderPlaced(event: OrderPlaced): void {
    this.incoming = new LiveOrder(event, this.state(event.market).market, this.timeMs, this.seq + 1);
  }

  /** An order that leaves the queue stays among the open ones, for it comes to rest again or closes by the same command. */
  private orderAmended(event: OrderAmended): void {
    const order = this.known(event.orderId);
    this.levels(order).add(order.terms.priceTicks, -order.remaining);
    order.amend(event);
    this.incoming = order;
    this.touch(order);
    this.markBook(this.state(event.market));
    order.resting = event.keepsPlace;
    if (!event.keepsPlace || event.remaining === 0) return;
    this.levels(order).add(event.priceTicks, event.remaining);
    this.watch.order(recordEvent.update, order);
  }

  private orderRested(event: OrderRested): void {
    const order = this.known(event.orderId);
    const isNew = this.orders.get(order.id) === undefined;
    order.resting = true;
    this.orders.set(order);
    this.levels(order).add(order.terms.priceTicks, order.remaining);
    this.markBook(this.state(event.market));
    this.watch.order(isNew ? recordEvent.put : recordEvent.update, order);
  }

  private orderFilled(event: OrderFilled): void {
    const state = this.state(event.market);
    const quote = event.priceTicks * event.lots * state.market.scale.tickLotQuoteUnits;
    const maker = this.known(event.makerOrderId);
    const taker = this.known(event.takerOrderId);
    this.levels(maker).add(maker.terms.priceTicks, -event.lots);
    maker.addFill({
      lots: event.lots,
      quote,
      fee: event.makerFee,
      gst: event.makerGst,
      tds: event.makerTds,
      feeAsset: event.makerFeeAsset,
      remaining: event.makerRemainingLots,
    });
    taker.addFill({
      lots: event.lots,
      quote,
      fee: event.takerFee,
      gst: event.takerGst,
      tds: event.takerTds,
      feeAsset: event.takerFeeAsset,
      remaining: event.takerRemaining,
    });
    this.touch(maker);
    this.touch(taker);
    this.markBook(state);
    state.addTrade(event.tradeId, this.timeMs, event.priceTicks, event.lots, event.takerSide);
    if (this.watch.has(taker.userId)) taker.lastTrade = this.lastTrade(event, 'taker');
    if (!this.watch.has(maker.userId)) return;
    maker.lastTrade = this.lastTrade(event, 'maker');
    // A filled maker gets one event, of the close that follows.
    if (event.makerRemainingLots > 0) this.watch.order(recordEvent.update, maker);
  }

  private orderClosed(event: OrderClosed): void {
    const order = this.known(event.orderId);
    if (order.resting) {
      if (order.remaining > 0) this.levels(order).add(order.terms.priceTicks, -order.remaining);
      this.markBook(this.state(event.market));
    }
    this.orders.remove(order);
    order.resting = false;
    order.remaining = event.remaining;
    order.closeReason = event.reason;
    order.finishedMs = this.timeMs;
    this.touch(order);
    this.lastSequences.set(event.user, order.seq);
    if (order !== this.incoming) this.closed = order;
    this.watch.order(recordEvent.finish, order);
  }

  private lastTrade(event: OrderFilled, role: 'maker' | 'taker') {
    const fee = role === 'maker' ? event.makerFee : event.takerFee;
    const feeAssetId = role === 'maker' ? event.makerFeeAsset : event.takerFeeAsset;
    return {
      id: event.tradeId,
      priceTicks: event.priceTicks,
      lots: event.lots,
      fee,
      feeAssetId,
      role,
      timeMs: this.timeMs,
      seq: this.seq + 1,
    };
  }

  private touch(order: LiveOrder): void {
    order.updatedMs = this.timeMs;
    order.seq = this.seq + 1;
  }

  private known(orderId: number): LiveOrder {
    const order = this.incoming?.id === orderId ? this.incoming : this.orders.get(orderId);
    if (!order) throw new LiveViewGap(`event of unknown order ${orderId}`);
    return order;
  }

  private state(marketId: number): SpotMarketState {
    const state = this.states.get(marketId);
    if (!state) throw new LiveViewGap(`event of unknown market ${marketId}`);
    return state;
  }

  private levels(order: LiveOrder) {
    const state = this.state(order.market.id);
    return order.terms.side === Side.buy ? state.bids : state.asks;
  }

  private markBook(state: SpotMarketState): void {
    state.bookSeq = this.seq + 1;
    if (!state.bookChanged && !state.traded) this.changed.push(state);
    state.bookChanged = true;
  }
}
