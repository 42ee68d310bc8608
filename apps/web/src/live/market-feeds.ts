import type { SocketConnection } from './connection.ts';
import { Cell, type FrameScheduler } from './frames.ts';
import { ListFeed, type ListKind } from './list-feed.ts';
import { channelOf, type PublicTrade, type Venue } from './wire.ts';

/** Changed markets that are shown in one frame; the others follow in the next ones. */
const marketsPerFrame = 20;
export const tradesShown = 50;

/** One value of every market that a component wants. */
export class MarketValues<Value> {
  readonly #frames: FrameScheduler;
  readonly #feed: ListFeed;
  readonly #latest = new Map<string, Value>();
  readonly #cells = new Map<string, Cell<Value | null>>();
  readonly #waiting = new Set<string>();

  constructor(connection: SocketConnection, frames: FrameScheduler, kind: ListKind) {
    this.#frames = frames;
    this.#feed = new ListFeed(connection, kind);
  }

  /** Takes a value that was pushed. */
  receive(market: string, value: Value): void {
    this.#latest.set(market, value);
    this.#waiting.add(market);
    this.#frames.schedule(this);
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

const noTrades: readonly PublicTrade[] = [];

/** The newest trades of a venue's markets, newest first. */
export class TradesTape {
  readonly #frames: FrameScheduler;
  readonly #feed: ListFeed;
  readonly #tapes = new Map<string, readonly PublicTrade[]>();
  readonly #cells = new Map<string, Cell<readonly PublicTrade[] | null>>();

  constructor(connection: SocketConnection, frames: FrameScheduler, venue: Venue) {
    this.#frames = frames;
    const channel = channelOf('deals', venue);
    this.#feed = new ListFeed(connection, channel);
    connection.onNotification(`${channel}.update`, ([market, trades]) => {
      this.#tapes.set(market, addTrades(this.#tapes.get(market) ?? noTrades, trades));
      this.cell(market).touch();
    });
  }

  /** Null until the first push has come. */
  cell(market: string): Cell<readonly PublicTrade[] | null> {
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

/** Puts newer trades (newest first, as they come) before the known ones; what is known already is left out. */
export function addTrades(known: readonly PublicTrade[], news: readonly PublicTrade[]): readonly PublicTrade[] {
  const newestId = known[0]?.id ?? 0;
  const fresh = news.filter((trade) => trade.id > newestId);
  return fresh.length === 0 ? known : [...fresh, ...known].slice(0, tradesShown);
}
