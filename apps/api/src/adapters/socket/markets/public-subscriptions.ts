/** What one connection is subscribed to of a venue's public streams. A subscribe replaces what it had of the same kind. */
import type { MarketFacts } from '../../../live/index.ts';
import type { Connection } from '../connection/connection.ts';
import type { Outbound } from '../connection/outbound.ts';
import type { PublicStream } from '../streams/public-stream.ts';

export class PublicSubscriptions {
  /** By market id: a push names only its market, so a market has one book here. */
  readonly depth = new Subscriptions<number>();
  /** By market id and interval. */
  readonly kline = new Subscriptions<string>();
  /** These belong to no single market: a connection has at most one of each. */
  readonly heartbeat = new Subscriptions<'heartbeat'>();
  readonly marketPrices = new Subscriptions<'market_prices'>();
  private readonly lists = new Map<string, Subscriptions<number>>();

  /** The subscriptions of a kind whose params are a list of markets. */
  list(kind: string): Subscriptions<number> {
    let subscriptions = this.lists.get(kind);
    if (!subscriptions) {
      subscriptions = new Subscriptions();
      this.lists.set(kind, subscriptions);
    }
    return subscriptions;
  }

  dropAll(outbound: Outbound): void {
    this.depth.dropAll(outbound);
    this.kline.dropAll(outbound);
    this.heartbeat.dropAll(outbound);
    this.marketPrices.dropAll(outbound);
    for (const subscriptions of this.lists.values()) subscriptions.dropAll(outbound);
  }
}

/** The public subscriptions to a venue, by connection. */
export class VenueSubscriptions {
  private readonly byConnection = new WeakMap<Connection, PublicSubscriptions>();

  /** Returns the subscriptions of a connection, which are kept until it ends. */
  of(connection: Connection): PublicSubscriptions {
    let own = this.byConnection.get(connection);
    if (!own) {
      const made = new PublicSubscriptions();
      connection.onEnd(() => made.dropAll(connection.outbound));
      this.byConnection.set(connection, made);
      own = made;
    }
    return own;
  }
}

/** The streams of one kind. */
export class Subscriptions<Key> {
  private readonly streams = new Map<Key, PublicStream>();

  get size(): number {
    return this.streams.size;
  }

  has(key: Key): boolean {
    return this.streams.has(key);
  }

  add(key: Key, stream: PublicStream, outbound: Outbound): void {
    this.drop(key, outbound);
    this.streams.set(key, stream);
    stream.subscribe(outbound);
  }

  replace(streams: Map<Key, PublicStream>, outbound: Outbound): void {
    this.dropAll(outbound);
    for (const [key, stream] of streams) this.add(key, stream, outbound);
  }

  drop(key: Key, outbound: Outbound): void {
    this.streams.get(key)?.unsubscribe(outbound);
    this.streams.delete(key);
  }

  dropAll(outbound: Outbound): void {
    for (const stream of this.streams.values()) stream.unsubscribe(outbound);
    this.streams.clear();
  }
}

export function klineKey(market: MarketFacts, interval: number): string {
  return `${market.id} ${interval}`;
}
