import type { SocketConnection } from './connection.ts';

/** Kinds whose subscription is a list of markets. */
export type ListKind =
  | 'state'
  | 'deals'
  | 'deals_swap'
  | 'market_swap'
  | 'mark_price_swap'
  | 'funding_rate_swap'
  | 'market_prices_swap';

/** The server takes at most this many markets in one list. */
const marketsMax = 200;
/** Mounting a list asks for many markets at once: they go out in one request. */
const settleMs = 15;

/**
 * A kind of feed whose subscription is a list of markets (price, state, trades ...). Counts the subscribers of each market and
 * keeps the server's list equal to the union: a subscribe replaces the whole list of its kind.
 */
export class ListFeed {
  readonly #connection: SocketConnection;
  readonly #kind: ListKind;
  readonly #onSent: () => void;
  readonly #wanted = new Map<string, number>();
  #sent = '';
  #timer: ReturnType<typeof setTimeout> | null = null;
  #paused = false;

  constructor(connection: SocketConnection, kind: ListKind, onSent: () => void = () => undefined) {
    this.#connection = connection;
    this.#kind = kind;
    this.#onSent = onSent;
    const subscribe = () => {
      this.#sent = '';
      this.#sync();
    };
    connection.on('open', subscribe);
    connection.on('turn', subscribe);
  }

  /** Subscribes to markets until the returned function is called. */
  want(markets: readonly string[]): () => void {
    for (const market of markets) this.#wanted.set(market, (this.#wanted.get(market) ?? 0) + 1);
    this.#syncSoon();
    let released = false;
    return () => {
      if (released) return;
      released = true;
      for (const market of markets) this.#release(market);
      this.#syncSoon();
    };
  }

  /** Off while the tab is hidden. */
  pause(paused: boolean): void {
    this.#paused = paused;
    this.#sync();
  }

  #release(market: string): void {
    const count = (this.#wanted.get(market) ?? 0) - 1;
    if (count > 0) this.#wanted.set(market, count);
    else this.#wanted.delete(market);
  }

  #syncSoon(): void {
    this.#timer ??= setTimeout(() => this.#sync(), settleMs);
  }

  #sync(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const markets = this.#paused ? [] : [...this.#wanted.keys()].sort().slice(0, marketsMax);
    const key = markets.join(',');
    if (key === this.#sent) return;
    const verb = markets.length > 0 ? 'subscribe' : 'unsubscribe';
    const sent = this.#connection.send(`${this.#kind}.${verb}`, markets, (error) => {
      if (error && this.#sent === key) this.#sent = '';
    });
    if (sent) {
      this.#sent = key;
      this.#onSent();
    }
  }
}
