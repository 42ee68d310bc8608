import type { SocketConnection } from './connection.ts';
import { Cell, type FrameScheduler } from './frames.ts';
import { type BookSnapshot, emptyBook, OrderBook } from './order-book.ts';
import { channelOf, type DepthBook, type Venue } from './wire.ts';

/** Levels a side that are kept. */
export const depthLimit = 100;
/** The book comes ungrouped: the order form, the estimates and the guard read it too. */
const noMerge = '0';
/** A book that was just subscribed again is given this long before the next attempt. */
const resubscribeMs = 1000;

/** The one order book that the connection keeps of a venue. */
export class DepthFeed {
  readonly book: Cell<BookSnapshot>;
  readonly #connection: SocketConnection;
  readonly #channel: 'depth' | 'depth_swap';
  /** The last one is served, since the server keeps one book a connection and venue. */
  #wants: { readonly market: string }[] = [];
  #wanted: string | null = null;
  #current: OrderBook | null = null;
  /** True between a subscribe and its answer: what comes then belongs to the former subscription. */
  #answerPending = false;
  #generation = 0;
  #repairTimer: ReturnType<typeof setTimeout> | null = null;
  #paused = false;

  constructor(connection: SocketConnection, frames: FrameScheduler, venue: Venue) {
    this.#connection = connection;
    this.#channel = channelOf('depth', venue);
    this.book = new Cell(frames, () => this.#current?.snapshot() ?? emptyBook);
    connection.on('open', () => this.#subscribe());
    connection.on('turn', () => this.#subscribe());
    connection.onNotification(`${this.#channel}.update`, ([clean, book, market]) => this.#receive(clean, book, market));
  }

  /** Subscribes to a market's book until the returned function is called. */
  want(market: string): () => void {
    const wanted = { market };
    this.#wants.push(wanted);
    this.#activate();
    return () => {
      this.#wants = this.#wants.filter((other) => other !== wanted);
      // A change of market releases one book and asks for the next at once: only the outcome is sent.
      queueMicrotask(() => this.#activate());
    };
  }

  #activate(): void {
    const wanted = this.#wants.at(-1)?.market ?? null;
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#current = null;
    this.book.touch();
    if (wanted !== null) this.#subscribe();
    else this.#connection.send(`${this.#channel}.unsubscribe`, []);
  }

  pause(paused: boolean): void {
    if (paused === this.#paused) return;
    this.#paused = paused;
    if (paused) this.#connection.send(`${this.#channel}.unsubscribe`, []);
    else this.#subscribe();
  }

  #subscribe(): void {
    const market = this.#wanted;
    if (market === null || this.#paused) return;
    const generation = ++this.#generation;
    this.#answerPending = true;
    this.#connection.send(`${this.#channel}.subscribe`, [market, depthLimit, noMerge], (error) => {
      if (generation !== this.#generation) return;
      this.#answerPending = false;
      if (error === null) this.#current = new OrderBook(market, depthLimit);
      else this.#repair();
    });
  }

  #receive(clean: boolean, message: DepthBook, market: string): void {
    const book = this.#current;
    if (this.#answerPending || book === null || market !== book.market) return;
    const result = book.apply(clean, message);
    if (result === 'applied') this.book.touch();
    else if (result !== 'ignored') this.#repair();
  }

  /** Subscribes again, at once and then at most once a second. */
  #repair(): void {
    if (this.#repairTimer) return;
    this.#subscribe();
    this.#repairTimer = setTimeout(() => {
      this.#repairTimer = null;
      if (this.#wanted && !this.#answerPending && !this.#current?.snapshot().ready) this.#subscribe();
    }, resubscribeMs);
  }
}
