import type { SocketConnection } from './connection.ts';
import { channelOf, type KlineRow, type Venue } from './wire.ts';

type RowHandler = (row: KlineRow) => void;

/** The one candle stream that the connection keeps of a venue: the last one that was asked for. */
export class KlineFeed {
  readonly #connection: SocketConnection;
  readonly #channel: 'kline' | 'kline_swap';
  #wanted: { market: string; interval: number; onRow: RowHandler } | null = null;
  readonly #resumed = new Set<() => void>();
  #paused = false;

  constructor(connection: SocketConnection, venue: Venue) {
    this.#connection = connection;
    this.#channel = channelOf('kline', venue);
    connection.on('open', () => this.#subscribe());
    connection.on('turn', () => this.#subscribe());
    connection.onNotification(`${this.#channel}.update`, (rows) => {
      for (const row of rows) this.#receive(row);
    });
  }

  /** Hands over live candles until the returned function is called. Interval in seconds. */
  want(market: string, interval: number, onRow: RowHandler): () => void {
    const wanted = { market, interval, onRow };
    this.#wanted = wanted;
    this.#subscribe();
    return () => {
      if (this.#wanted !== wanted) return;
      this.#wanted = null;
      queueMicrotask(() => {
        if (this.#wanted === null) this.#connection.send(`${this.#channel}.unsubscribe`, []);
      });
    };
  }

  /** Candles of a range, oldest first. Times in seconds. @throws SocketError */
  query(market: string, start: number, end: number, interval: number): Promise<KlineRow[]> {
    return this.#connection.call(`${this.#channel}.query`, [market, start, end, interval]);
  }

  pause(paused: boolean): void {
    if (paused === this.#paused) return;
    this.#paused = paused;
    if (paused) {
      this.#connection.send(`${this.#channel}.unsubscribe`, []);
      return;
    }
    this.#subscribe();
    for (const listener of [...this.#resumed]) listener();
  }

  /** Calls `listener` when the stream goes on after a pause: the candles in between are to be queried. */
  onResume(listener: () => void): () => void {
    this.#resumed.add(listener);
    return () => this.#resumed.delete(listener);
  }

  #subscribe(): void {
    if (this.#wanted === null || this.#paused) return;
    this.#connection.send(`${this.#channel}.subscribe`, [this.#wanted.market, this.#wanted.interval]);
  }

  #receive(row: KlineRow): void {
    const wanted = this.#wanted;
    if (wanted === null || row[7] !== wanted.market) return;
    if (row[8] !== undefined && row[8] !== wanted.interval) return;
    wanted.onRow(row);
  }
}
