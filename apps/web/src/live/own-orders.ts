import type { SpotOrder } from '@pelican/shared/contracts/spot.ts';
import type { SocketConnection } from './connection.ts';
import { Cell, type FrameScheduler } from './frames.ts';
import { orderEvent } from './wire.ts';

const pageSize = 100;
/** Open orders that are fetched; more than these are told by `total` only. */
const ordersMax = 1000;
const retryMs = 2000;

export interface OpenOrders {
  /** Newest first, of all markets. */
  readonly orders: readonly SpotOrder[];
  readonly total: number;
  /** False until the first complete answer. */
  readonly ready: boolean;
}

interface Page {
  total: number;
  records: SpotOrder[];
}

export type OrderListener = (event: number, order: SpotOrder) => void;

/**
 * The signed-in user's open orders: subscribe first, then query. Pushes win over answers: each order carries the sequence
 * of its last change, so an answer that left the server before a push cannot undo it.
 */
export class OwnOrders {
  readonly cell: Cell<OpenOrders>;
  readonly #connection: SocketConnection;
  readonly #open = new Map<number, SpotOrder>();
  /** Orders that left the book while a query was under way, so that its answer does not bring them back. */
  readonly #finished = new Set<number>();
  /** Cancelled on the screen, not yet by the server. */
  readonly #hidden = new Set<number>();
  readonly #listeners = new Set<OrderListener>();
  #touchedSinceQuery = new Set<number>();
  #total = 0;
  #ready = false;
  #users = 0;
  #paused = false;
  #round = 0;
  #retryTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(connection: SocketConnection, frames: FrameScheduler) {
    this.#connection = connection;
    this.cell = new Cell(frames, () => this.#read());
    connection.on('authorized', () => this.#sync());
    connection.onNotification('order.update', (params) => this.#receive(params as [number, SpotOrder]));
  }

  want(): () => void {
    if (this.#users++ === 0) this.#sync();
    return () => {
      if (--this.#users === 0) this.#connection.send('order.unsubscribe', []);
    };
  }

  /** Hears every event at once, not once a frame. */
  onEvent(listener: OrderListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  pause(paused: boolean): void {
    if (paused === this.#paused) return;
    this.#paused = paused;
    if (!paused) this.#sync();
    else if (this.#users > 0) this.#connection.send('order.unsubscribe', []);
  }

  /** Marks orders deleted before the server has answered; `shown` brings them back after a failure. */
  setHidden(ids: readonly number[], hidden: boolean): void {
    for (const id of ids) {
      if (hidden) this.#hidden.add(id);
      else this.#hidden.delete(id);
    }
    this.cell.flush();
  }

  /** Forgets everything: another user, or nobody, is signed in. */
  clear(): void {
    this.#round++;
    this.#open.clear();
    this.#finished.clear();
    this.#hidden.clear();
    this.#total = 0;
    this.#ready = false;
    this.cell.touch();
  }

  #sync(): void {
    if (this.#users === 0 || this.#paused || this.#connection.auth !== 'ok') return;
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    const round = ++this.#round;
    this.#connection.send('order.subscribe', ['*'], (error) => {
      if (round !== this.#round) return;
      if (error) this.#retryLater();
      else void this.#query(round);
    });
  }

  async #query(round: number): Promise<void> {
    this.#touchedSinceQuery = new Set();
    this.#finished.clear();
    try {
      const records: SpotOrder[] = [];
      let total = 0;
      do {
        const page = await this.#connection.call<Page>('order.query', ['', records.length, pageSize]);
        if (round !== this.#round) return;
        records.push(...page.records);
        total = page.total;
        if (page.records.length === 0) break;
      } while (records.length < Math.min(total, ordersMax));
      this.#adopt(records, total);
    } catch {
      if (round === this.#round) this.#retryLater();
    }
  }

  #retryLater(): void {
    this.#retryTimer = setTimeout(() => this.#sync(), retryMs);
  }

  #adopt(records: readonly SpotOrder[], total: number): void {
    const answered = new Set(records.map((order) => order.id));
    for (const id of [...this.#open.keys()]) {
      if (!answered.has(id) && !this.#touchedSinceQuery.has(id)) this.#open.delete(id);
    }
    for (const order of records) {
      const known = this.#open.get(order.id);
      if (!this.#finished.has(order.id) && (known === undefined || known.seq <= order.seq))
        this.#open.set(order.id, order);
    }
    this.#total = Math.max(this.#open.size, total > ordersMax ? total : 0);
    this.#ready = true;
    this.cell.touch();
  }

  #receive([event, order]: [number, SpotOrder]): void {
    const known = this.#open.get(order.id);
    if (known !== undefined && known.seq > order.seq) return;
    this.#touchedSinceQuery.add(order.id);
    if (event === orderEvent.finish) {
      this.#finished.add(order.id);
      this.#hidden.delete(order.id);
      if (this.#open.delete(order.id)) this.#total = Math.max(this.#open.size, this.#total - 1);
    } else if (!this.#finished.has(order.id)) {
      if (known === undefined) this.#total++;
      this.#open.set(order.id, order);
    }
    this.cell.touch();
    for (const listener of [...this.#listeners]) listener(event, order);
  }

  #read(): OpenOrders {
    const orders = [...this.#open.values()].filter((order) => !this.#hidden.has(order.id));
    orders.sort((a, b) => b.id - a.id);
    return { orders, total: Math.max(0, this.#total - (this.#open.size - orders.length)), ready: this.#ready };
  }
}
