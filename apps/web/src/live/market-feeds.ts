import type { SocketConnection } from './connection.ts';
import { Cell, type FrameScheduler } from './frames.ts';
import { ListFeed } from './list-feed.ts';
import { channelOf, type PublicDeal, type Venue } from './wire.ts';

/** Changed markets that are shown in one frame; the others follow in the next ones. */
const marketsPerFrame = 20;
export const dealsShown = 50;

/** One value of every market that somebody looks at: a channel whose pushes are [market, value] or [{market: value}]. */
export class MarketValues<Value> {
  readonly #frames: FrameScheduler;
  readonly #feed: ListFeed;
  readonly #latest = new Map<string, Value>();
  readonly #cells = new Map<string, Cell<Value | null>>();
  readonly #waiting = new Set<string>();

  constructor(connection: SocketConnection, frames: FrameScheduler, channel: string) {
    this.#frames = frames;
    this.#feed = new ListFeed(connection, channel);
    connection.onNotification(`${channel}.update`, (params) => {
      const [first, value] = params as [string | Record<string, Value>, Value];
      for (const [market, latest] of typeof first === 'string' ? [[first, value] as const] : Object.entries(first)) {
        this.#latest.set(market, latest);
        this.#waiting.add(market);
      }
      frames.schedule(this);
    });
  }

  cell(market: string): Cell<Value | null> {
    let cell = this.#cells.get(market);
    if (cell === undefined) {
      cell = new Cell(this.#frames, () => this.#latest.get(market) ?? null);
      this.#cells.set(market, cell);
    }
    return cell;
  }

  want(markets: readonly string[]): () => void {
    return this.#feed.want(markets);
  }

  pause(paused: boolean): void {
    this.#feed.pause(paused);
  }

  flush(): void {
    let shown = 0;
    for (const market of this.#waiting) {
      if (shown++ === marketsPerFrame) break;
      this.#waiting.delete(market);
      this.#cells.get(market)?.flush();
    }
    if (this.#waiting.size > 0) this.#frames.schedule(this);
  }
}

const noDeals: readonly PublicDeal[] = [];

/** The newest deals of a venue's markets, newest first. */
export class DealsTape {
  readonly #frames: FrameScheduler;
  readonly #feed: ListFeed;
  readonly #tapes = new Map<string, readonly PublicDeal[]>();
  readonly #cells = new Map<string, Cell<readonly PublicDeal[] | null>>();

  constructor(connection: SocketConnection, frames: FrameScheduler, venue: Venue) {
    this.#frames = frames;
    const channel = channelOf('deals', venue);
    this.#feed = new ListFeed(connection, channel);
    connection.onNotification(`${channel}.update`, (params) => {
      const [market, deals] = params as [string, PublicDeal[]];
      this.#tapes.set(market, addDeals(this.#tapes.get(market) ?? noDeals, deals));
      this.cell(market).touch();
    });
  }

  /** Null until the first push has come. */
  cell(market: string): Cell<readonly PublicDeal[] | null> {
    let cell = this.#cells.get(market);
    if (cell === undefined) {
      cell = new Cell(this.#frames, () => this.#tapes.get(market) ?? null);
      this.#cells.set(market, cell);
    }
    return cell;
  }

  want(market: string): () => void {
    return this.#feed.want([market]);
  }

  pause(paused: boolean): void {
    this.#feed.pause(paused);
  }
}

/** Puts newer deals (newest first, as they come) before the known ones; what is known already is left out. */
export function addDeals(known: readonly PublicDeal[], news: readonly PublicDeal[]): readonly PublicDeal[] {
  const newestId = known[0]?.id ?? 0;
  const fresh = news.filter((deal) => deal.id > newestId);
  return fresh.length === 0 ? known : [...fresh, ...known].slice(0, dealsShown);
}
