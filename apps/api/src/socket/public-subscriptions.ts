/** What one connection is subscribed to of the public streams. A subscribe replaces what it had of the same kind. */
import type { CatalogMarket } from '../modules/markets/index.ts';
import type { Outbound } from './outbound.ts';
import type { PublicStream } from './streams/public-stream.ts';
import { type ListKind, listKinds } from './streams/public-streams.ts';

export class PublicSubscriptions {
  /** By market id: a push names only its market, so a market has one book here. */
  readonly depth = new Subscriptions<number>();
  /** By market id and interval. */
  readonly kline = new Subscriptions<string>();
  readonly heartbeat = new Subscriptions<'heartbeat'>();
  readonly lists: Record<ListKind, Subscriptions<number>> = {
    deals: new Subscriptions(),
    price: new Subscriptions(),
    state: new Subscriptions(),
    today: new Subscriptions(),
  };

  dropAll(outbound: Outbound): void {
    this.depth.dropAll(outbound);
    this.kline.dropAll(outbound);
    this.heartbeat.dropAll(outbound);
    for (const kind of listKinds) this.lists[kind].dropAll(outbound);
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

export function klineKey(market: CatalogMarket, interval: number): string {
  return `${market.id} ${interval}`;
}
