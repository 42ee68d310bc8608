/**
 * The perpetual shard's live view: books, trades, candles, prices and funding of each instrument, and of each user open
 * orders and algos, positions, wallet and leverages, brought forward by the event stream. Everything is integers; nothing
 * is formatted here. It starts from Postgres (boot-state.ts).
 */
import { recordEvent } from '@pelican/shared/contracts';
import { type EngineEvent, EventKind, type EventOf, isBookTrade, Side } from '@pelican/shared/engine/perpetual';
import type { LiveListener } from '../live-listeners.ts';
import { LiveViewGap } from '../live-view-gap.ts';
import { OpenObjects } from '../open-objects.ts';
import type { PerpetualBootState } from './boot-state.ts';
import { Leverages } from './leverages.ts';
import type { PerpetualMarketState } from './market-state.ts';
import {
  type AccountRecord,
  type AlgoRecord,
  isAlgoOpen,
  isOrderOpen,
  type KeptAlgo,
  type KeptOrder,
  type KeptPosition,
  type OrderRecord,
  type PositionRecord,
} from './records.ts';
import { type PerpetualUserListener, PerpetualUserWatch } from './user-watch.ts';

export class PerpetualView {
  /** Stream id of the newest entry applied. */
  position = '0-0';
  /** Sequence of the newest command applied. */
  seq = 0;
  /** Open ones. */
  readonly orders = new OpenObjects<KeptOrder>();
  readonly algos = new OpenObjects<KeptAlgo>();
  readonly positions = new OpenObjects<KeptPosition>();
  readonly leverages = new Leverages();
  private readonly accounts = new Map<number, { record: AccountRecord; seq: number }>();
  private readonly states = new Map<number, PerpetualMarketState>();
  private readonly lastSequences = new Map<number, number>();
  private readonly watch = new PerpetualUserWatch();
  private readonly listeners: LiveListener[] = [];
  private readonly changed = new Set<PerpetualMarketState>();
  private timeMs = 0;

  /** Replaces everything, keeping the listeners. */
  restore(state: Omit<PerpetualBootState, 'catalog'>): void {
    this.position = state.position;
    this.seq = state.seq;
    for (const kept of [this.orders, this.algos, this.positions, this.leverages, this.accounts, this.states])
      kept.clear();
    this.lastSequences.clear();
    this.changed.clear();
    for (const market of state.markets) this.states.set(market.market.id, market);
    for (const order of state.orders) {
      this.orders.set(order);
      this.addToLevels(order.record, 1);
    }
    for (const algo of state.algos) this.algos.set(algo);
    for (const position of state.positions) this.positions.set(position);
    for (const account of state.accounts) this.accounts.set(account.record.user, account);
    for (const { userId, market, mode, position, leverage } of state.leverages)
      this.leverages.set(userId, market, mode, position, leverage);
    for (const listener of this.listeners) listener.onRestored();
  }

  market(id: number): PerpetualMarketState | undefined {
    return this.states.get(id);
  }

  markets(): IterableIterator<PerpetualMarketState> {
    return this.states.values();
  }

  /** A listing that is new. */
  addMarket(state: PerpetualMarketState): void {
    this.states.set(state.market.id, state);
  }

  /** A user's wallet; undefined while it never had money. */
  account(userId: number): { record: AccountRecord; seq: number } | undefined {
    return this.accounts.get(userId);
  }

  /** Sequence of the newest command that touched the user in this process's lifetime; 0 for none. */
  lastSequenceOf(userId: number): number {
    return this.lastSequences.get(userId) ?? 0;
  }

  addListener(listener: LiveListener): void {
    this.listeners.push(listener);
  }

  /** Passes the user's events to the listener until the returned function is called. */
  watchUser(userId: number, listener: PerpetualUserListener): () => void {
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
    if (this.changed.size === 0) return;
    const changed = [...this.changed];
    const repriced = new Set(changed.filter((market) => market.repriced).map((market) => market.market.id));
    for (const listener of this.listeners) listener.onMarkets(changed);
    for (const market of changed) {
      market.bookChanged = false;
      market.traded = false;
      market.repriced = false;
    }
    this.changed.clear();
    if (repriced.size > 0)
      this.watch.marksMoved((userId) =>
        this.positions.ofUser(userId).some(({ record }) => repriced.has(record.market)),
      );
  }

  /** Applies the next event of the entry. @throws LiveViewGap when it does not fit */
  apply(event: EngineEvent): void {
    switch (event.kind) {
      case EventKind.orderChanged:
        this.orderChanged(event);
        return;
      case EventKind.algoChanged:
        this.algoChanged(event);
        return;
      case EventKind.positionChanged:
        this.positionChanged(event);
        return;
      case EventKind.accountChanged:
        this.accounts.set(event.user, { record: event, seq: this.seq + 1 });
        this.touch(event.user);
        this.watch.account(event.user);
        return;
      case EventKind.traded:
        this.traded(event);
        return;
      case EventKind.leverageChanged:
        this.leverages.set(event.user, event.market, event.mode, event.position, event.leverage);
        this.touch(event.user);
        this.watch.account(event.user);
        return;
      case EventKind.marketPriced:
        this.priced(event);
        return;
      case EventKind.fundingChanged:
        this.fundingChanged(event);
        return;
      case EventKind.transferApplied:
      case EventKind.riskWarning:
      case EventKind.liquidationStep:
      case EventKind.deleveraged:
        this.touch(event.user);
        this.watch.notice(event, this.timeMs);
        return;
      case EventKind.commandDone:
        this.seq++;
        if (event.user !== 0) this.lastSequences.set(event.user, this.seq);
        this.watch.commandDone(this.seq);
        return;
      case EventKind.fundingPaid:
        this.touch(event.user);
        return;
      case EventKind.cashMoved:
      case EventKind.fundingSettled:
      case EventKind.fundChanged:
      case EventKind.fundLotChanged:
      case EventKind.settingsChanged:
        return;
    }
  }

  private orderChanged(record: OrderRecord): void {
    const known = this.orders.get(record.orderId);
    const order = { id: record.orderId, userId: record.user, record, seq: this.seq + 1 };
    if (known) this.addToBook(known.record, -1);
    this.addToBook(record, 1);
    this.touch(record.user);
    if (isOrderOpen(record)) {
      this.orders.set(order);
      this.watch.order(known ? recordEvent.update : recordEvent.put, order);
    } else {
      this.orders.remove(order);
      this.watch.order(recordEvent.finish, order);
    }
  }

  private algoChanged(record: AlgoRecord): void {
    const isKnown = this.algos.get(record.algoId) !== undefined;
    const algo = { id: record.algoId, userId: record.user, record, seq: this.seq + 1 };
    this.touch(record.user);
    if (isAlgoOpen(record)) {
      this.algos.set(algo);
      this.watch.algo(isKnown ? recordEvent.update : recordEvent.put, algo);
    } else {
      this.algos.remove(algo);
      this.watch.algo(recordEvent.finish, algo);
    }
  }

  private positionChanged(record: PositionRecord): void {
    const isKnown = this.positions.get(record.positionId) !== undefined;
    const position = { id: record.positionId, userId: record.user, record, seq: this.seq + 1 };
    this.touch(record.user);
    if (record.lots > 0) {
      this.positions.set(position);
      this.watch.position(isKnown ? recordEvent.update : recordEvent.put, position);
    } else {
      this.positions.remove(position);
      this.watch.position(recordEvent.finish, position);
    }
  }

  private traded(event: EventOf<typeof EventKind.traded>): void {
    this.touch(event.takerUser);
    this.touch(event.makerUser);
    if (!isBookTrade(event.tradeKind)) return;
    const state = this.state(event.market);
    state.addTrade(event.tradeId, this.timeMs, event.priceTicks, event.lots, event.takerSide);
    this.changed.add(state);
  }

  private priced(event: EventOf<typeof EventKind.marketPriced>): void {
    // A new listing has prices before it is read from Postgres; the next tick repeats them.
    const state = this.states.get(event.market);
    if (!state) return;
    if (state.indexTicks !== event.indexTicks || state.markTicks !== event.markTicks) state.pricedMs = this.timeMs;
    state.indexMs = this.timeMs;
    state.status = event.state;
    state.indexTicks = event.indexTicks;
    state.markTicks = event.markTicks;
    state.maxBuyTicks = event.maxBuyTicks;
    state.minSellTicks = event.minSellTicks;
    state.openInterestLots = event.openInterestLots;
    state.repriced = true;
    this.changed.add(state);
  }

  private fundingChanged(event: EventOf<typeof EventKind.fundingChanged>): void {
    const state = this.states.get(event.market);
    if (!state) return;
    const { isLocked, currentRate, currentTimeMs, nextRate, nextTimeMs } = event;
    state.funding = { isLocked, currentRate, currentTimeMs, nextRate, nextTimeMs };
    state.fundingMs = this.timeMs;
    state.repriced = true;
    this.changed.add(state);
  }

  /** @param sign 1 puts what rests of the order on the book, -1 takes it off */
  private addToBook(order: OrderRecord, sign: 1 | -1): void {
    const state = this.addToLevels(order, sign);
    if (!state) return;
    state.bookSeq = this.seq + 1;
    state.bookChanged = true;
    this.changed.add(state);
  }

  /** The market whose levels it changed; undefined when the order does not rest. */
  private addToLevels(order: OrderRecord, sign: 1 | -1): PerpetualMarketState | undefined {
    const lots = order.lots - order.filledLots;
    if (!order.isResting || lots === 0) return undefined;
    const state = this.state(order.market);
    const levels = order.side === Side.buy ? state.bids : state.asks;
    levels.add(order.priceTicks, sign * lots);
    return state;
  }

  private touch(userId: number): void {
    if (userId !== 0) this.lastSequences.set(userId, this.seq + 1);
  }

  private state(marketId: number): PerpetualMarketState {
    const state = this.states.get(marketId);
    if (!state) throw new LiveViewGap(`event of unknown market ${marketId}`);
    return state;
  }
}
