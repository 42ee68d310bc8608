/** All public streams of a venue in this process: made when first wanted, gone with their last reader. */

import type { LiveListener, MarketFacts, MarketState } from '../../../live/index.ts';
import { mergeUnits } from '../../../live/index.ts';
import type { SocketLimits } from '../connection/limits.ts';
import type { Venue } from '../markets/venue.ts';
import { DepthStream } from './depth-stream.ts';
import { type FigureKind, FigureStream } from './figure-stream.ts';
import { KlineStream } from './kline-stream.ts';
import type { PublicStream } from './public-stream.ts';
import { PushClock } from './push-clock.ts';
import { TradesStream } from './trades-stream.ts';

/** What of a market makes a stream look again. */
interface MarketStreams {
  book: Set<PublicStream>;
  /** Trades, and the prices that a venue finds for itself. */
  trades: Set<PublicStream>;
}

const sweepMs = 1_000;

export class PublicStreams<State extends MarketState = MarketState> implements LiveListener {
  private readonly venue: Venue<State>;
  private readonly limits: SocketLimits;
  private readonly clock: PushClock;
  private readonly byKey = new Map<string, PublicStream>();
  private readonly byMarket = new Map<number, MarketStreams>();
  private readonly sweepTimer: NodeJS.Timeout;

  constructor(venue: Venue<State>, limits: SocketLimits) {
    this.venue = venue;
    this.limits = limits;
    this.clock = new PushClock(Math.min(limits.depthMs, limits.tradesMs, limits.figuresMs));
    this.sweepTimer = setInterval(() => this.sweep(), sweepMs);
    venue.view.addListener(this);
  }

  close(): void {
    clearInterval(this.sweepTimer);
    this.byKey.clear();
    this.byMarket.clear();
  }

  depth(market: MarketFacts, limit: number, merge: string): PublicStream {
    const shape = { limit, merge: mergeUnits(merge, market) };
    return this.ofMarket(`depth ${market.id} ${limit} ${shape.merge}`, market, 'book', () => {
      return new DepthStream(this.venue, market, shape, this.limits);
    });
  }

  kline(market: MarketFacts, interval: number): PublicStream {
    return this.ofMarket(`kline ${market.id} ${interval}`, market, 'trades', () => {
      return new KlineStream(this.venue, market, interval, this.limits.figuresMs);
    });
  }

  trades(market: MarketFacts): PublicStream {
    return this.ofMarket(`trades ${market.id}`, market, 'trades', () => {
      return new TradesStream(this.venue, market, this.limits.tradesMs);
    });
  }

  figure(kind: FigureKind<State>, market: MarketFacts): PublicStream {
    return this.ofMarket(`${kind.name} ${market.id}`, market, 'trades', () => {
      return new FigureStream(this.venue, market, kind, this.limits.figuresMs);
    });
  }

  /** A stream that looks once a second for itself. */
  timed(key: string, create: () => PublicStream): PublicStream {
    let stream = this.byKey.get(key);
    if (!stream) {
      stream = create();
      this.byKey.set(key, stream);
    }
    return stream;
  }

  onMarkets(changed: readonly MarketState[]): void {
    for (const state of changed) {
      const streams = this.byMarket.get(state.market.id);
      if (!streams) continue;
      if (state.bookChanged) for (const stream of streams.book) this.clock.touch(stream);
      if (state.traded || state.repriced) for (const stream of streams.trades) this.clock.touch(stream);
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

  private ofMarket(
    key: string,
    market: MarketFacts,
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
