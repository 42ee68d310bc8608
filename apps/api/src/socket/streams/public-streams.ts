/** All public streams of this process: made when first wanted, gone with their last reader. */
import { mergeUnits } from '../../market-data/depth-window.ts';
import type { LiveListener } from '../../market-data/live-listeners.ts';
import type { LiveView } from '../../market-data/live-view.ts';
import type { MarketState } from '../../market-data/market-state.ts';
import type { CatalogMarket } from '../../modules/markets/index.ts';
import type { SocketLimits } from '../limits.ts';
import { DealsStream } from './deals-stream.ts';
import { DepthStream } from './depth-stream.ts';
import { FigureStream } from './figure-stream.ts';
import { HeartbeatStream } from './heartbeat-stream.ts';
import { KlineStream } from './kline-stream.ts';
import type { PublicStream } from './public-stream.ts';
import { PushClock } from './push-clock.ts';

/** Kinds whose subscription is a list of markets. */
export const listKinds = ['deals', 'price', 'state', 'today'] as const;
export type ListKind = (typeof listKinds)[number];

interface MarketStreams {
  book: Set<PublicStream>;
  trades: Set<PublicStream>;
}

const sweepMs = 1_000;

export class PublicStreams implements LiveListener {
  private readonly view: LiveView;
  private readonly limits: SocketLimits;
  private readonly clock: PushClock;
  private readonly byKey = new Map<string, PublicStream>();
  private readonly byMarket = new Map<number, MarketStreams>();
  private readonly sweepTimer: NodeJS.Timeout;

  constructor(view: LiveView, limits: SocketLimits) {
    this.view = view;
    this.limits = limits;
    this.clock = new PushClock(Math.min(limits.depthMs, limits.dealsMs, limits.figuresMs));
    this.sweepTimer = setInterval(() => this.sweep(), sweepMs);
    view.addListener(this);
  }

  close(): void {
    clearInterval(this.sweepTimer);
    this.byKey.clear();
    this.byMarket.clear();
  }

  depth(market: CatalogMarket, limit: number, merge: string): PublicStream {
    const shape = { limit, merge: mergeUnits(merge, market) };
    return this.obtain(`depth ${market.id} ${limit} ${shape.merge}`, market, 'book', () => {
      return new DepthStream(this.view, market, shape, this.limits);
    });
  }

  kline(market: CatalogMarket, interval: number): PublicStream {
    return this.obtain(`kline ${market.id} ${interval}`, market, 'trades', () => {
      return new KlineStream(this.view, market, interval, this.limits.figuresMs);
    });
  }

  list(kind: ListKind, market: CatalogMarket): PublicStream {
    return this.obtain(`${kind} ${market.id}`, market, 'trades', () => {
      if (kind === 'deals') return new DealsStream(this.view, market, this.limits.dealsMs);
      return new FigureStream(this.view, market, kind, this.limits.figuresMs);
    });
  }

  heartbeat(): PublicStream {
    let stream = this.byKey.get('heartbeat');
    if (!stream) {
      stream = new HeartbeatStream(sweepMs);
      this.byKey.set('heartbeat', stream);
    }
    return stream;
  }

  onMarkets(changed: readonly MarketState[]): void {
    for (const state of changed) {
      const streams = this.byMarket.get(state.market.id);
      if (!streams) continue;
      if (state.bookChanged) for (const stream of streams.book) this.clock.touch(stream);
      if (state.traded) for (const stream of streams.trades) this.clock.touch(stream);
    }
  }

  onRestored(): void {
    const nowMs = performance.now();
    for (const stream of this.byKey.values()) stream.restored(nowMs);
  }

  private sweep(): void {
    const nowMs = performance.now();
    for (const [key, stream] of this.byKey) {
      if (stream.hasSubscribers) stream.sweep(nowMs);
      else this.drop(key, stream);
    }
  }

  private drop(key: string, stream: PublicStream): void {
    this.byKey.delete(key);
    for (const streams of this.byMarket.values()) {
      streams.book.delete(stream);
      streams.trades.delete(stream);
    }
  }

  private obtain(
    key: string,
    market: CatalogMarket,
    part: keyof MarketStreams,
    create: () => PublicStream,
  ): PublicStream {
    const known = this.byKey.get(key);
    if (known) return known;
    const stream = create();
    this.byKey.set(key, stream);
    let streams = this.byMarket.get(market.id);
    if (!streams) {
      streams = { book: new Set(), trades: new Set() };
      this.byMarket.set(market.id, streams);
    }
    streams[part].add(stream);
    return stream;
  }
}
