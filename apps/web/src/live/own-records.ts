import { recordEvent } from '@pelican/shared/contracts';
import type { SocketConnection } from './connection.ts';
import { Cell, type FrameScheduler } from './frames.ts';

const pageSize = 100;
/** Records that are fetched; more than these only count in `total`. */
const recordsMax = 1000;
const retryMs = 2000;
const endsRemembered = 1000;
/** The histories are written a moment after the feed: what they lack at first is asked for again. */
const endedDelaysMs = [0, 2000, 8000];

export interface OpenRecords<Item> {
  /** Newest first, of all markets. */
  readonly items: readonly Item[];
  readonly total: number;
  /** False until the first complete answer. */
  readonly ready: boolean;
}

export interface RecordPage<Item> {
  records: readonly Item[];
  /** Of all pages. */
  total: number;
}

/** @param before the record as it was known before; undefined for a new one */
export type RecordListener<Item> = (event: number, item: Item, before: Item | undefined) => void;

/** A private channel whose pushes are [event, record] and whose query lists the open records. */
export interface RecordChannel<Item> {
  name: 'order' | 'order_swap' | 'position_swap';
  /** Open records from `offset` on; fewer than `limit` only at the end. */
  query: (offset: number, limit: number) => Promise<RecordPage<Item>>;
  /** Unique among the open records. */
  idOf: (item: Item) => number;
  /** Higher is newer: the order that readers see. */
  ageOf: (item: Item) => number;
  /** The last states of records that ended while nothing was received; those that are not known yet are left out. */
  endedOf?: ((gone: readonly Item[]) => Promise<readonly Item[]>) | undefined;
}

/**
 * The signed-in user's open orders, or positions: subscribe first, then query. Pushes win over answers: each record
 * carries the sequence of its last change, so an answer that left the server before a push cannot undo it.
 */
export class OwnRecords<Item extends { seq: number }> {
  readonly cell: Cell<OpenRecords<Item>>;
  readonly #connection: SocketConnection;
  readonly #channel: RecordChannel<Item>;
  readonly #open = new Map<number, Item>();
  /** Records that were finished while a query was under way, so that its answer does not bring them back. */
  readonly #finished = new Set<number>();
  /** Records whose end was an event: a push and an answer may both report it. The last `endsRemembered`. */
  readonly #ended = new Set<number>();
  /** Cancelled on the screen, not yet by the server. */
  readonly #hidden = new Set<number>();
  readonly #listeners = new Set<RecordListener<Item>>();
  #touchedSinceQuery = new Set<number>();
  #total = 0;
  #ready = false;
  #users = 0;
  #paused = false;
  #round = 0;
  /** Changes when another user's records begin. */
  #session = 0;
  #retryTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(connection: SocketConnection, frames: FrameScheduler, channel: RecordChannel<Item>) {
    this.#connection = connection;
    this.#channel = channel;
    this.cell = new Cell(frames, () => this.#read());
    connection.on('authorized', () => this.#sync());
    connection.on('turn', () => this.#sync());
  }

  want(): () => void {
    if (this.#users++ === 0) this.#sync();
    return () => {
      if (--this.#users === 0) this.#unsubscribe();
    };
  }

  /**
   * Hears every event at once, not once a frame. What changed or ended during a gap (a hidden tab, a lost connection) is
   * an event when the feed is back.
   */
  onEvent(listener: RecordListener<Item>): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  pause(paused: boolean): void {
    if (paused === this.#paused) return;
    this.#paused = paused;
    if (!paused) this.#sync();
    else if (this.#users > 0) this.#unsubscribe();
  }

  /** Marks records deleted before the server has answered; `shown` brings them back after a failure. */
  setHidden(ids: readonly number[], hidden: boolean): void {
    for (const id of ids) {
      if (hidden) this.#hidden.add(id);
      else this.#hidden.delete(id);
    }
    this.cell.flush();
  }

  /** Clears everything after a sign-out or a change of user. */
  clear(): void {
    this.#round++;
    this.#session++;
    this.#open.clear();
    this.#finished.clear();
    this.#ended.clear();
    this.#hidden.clear();
    this.#total = 0;
    this.#ready = false;
    this.cell.touch();
  }

  #unsubscribe(): void {
    this.#connection.send(`${this.#channel.name}.unsubscribe`, []);
  }

  #sync(): void {
    if (this.#users === 0 || this.#paused || this.#connection.auth !== 'ok') return;
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    const round = ++this.#round;
    this.#connection.send(`${this.#channel.name}.subscribe`, ['*'], (error) => {
      if (round !== this.#round) return;
      if (error) this.#retryLater();
      else void this.#query(round);
    });
  }

  async #query(round: number): Promise<void> {
    this.#touchedSinceQuery = new Set();
    this.#finished.clear();
    try {
      const page = await this.#queryPages(round);
      if (page !== null && round === this.#round) this.#adopt(page.records, page.total);
    } catch {
      if (round === this.#round) this.#retryLater();
    }
  }

  /** Null when another round has begun meanwhile. */
  async #queryPages(round: number): Promise<RecordPage<Item> | null> {
    const records: Item[] = [];
    let total = 0;
    do {
      const page = await this.#channel.query(records.length, pageSize);
      if (round !== this.#round) return null;
      records.push(...page.records);
      total = page.total;
      if (page.records.length === 0) break;
    } while (records.length < Math.min(total, recordsMax));
    return { records, total };
  }

  #retryLater(): void {
    this.#retryTimer = setTimeout(() => this.#sync(), retryMs);
  }

  #adopt(items: readonly Item[], total: number): void {
    const { idOf } = this.#channel;
    const answered = new Set(items.map(idOf));
    const gone = [...this.#open.values()].filter((item) => {
      const id = idOf(item);
      return !answered.has(id) && !this.#touchedSinceQuery.has(id);
    });
    for (const item of gone) this.#open.delete(idOf(item));
    const changes: [item: Item, before: Item][] = [];
    for (const item of items) {
      const id = idOf(item);
      const known = this.#open.get(id);
      if (this.#finished.has(id) || (known !== undefined && known.seq > item.seq)) continue;
      this.#open.set(id, item);
      this.#ended.delete(id);
      if (known !== undefined && known.seq < item.seq) changes.push([item, known]);
    }
    this.#total = Math.max(this.#open.size, total > recordsMax ? total : 0);
    this.#ready = true;
    this.cell.touch();
    for (const [item, before] of changes) this.#emit(recordEvent.update, item, before);
    // Of more records than are fetched, one that is not in the answer may still be open.
    if (total <= recordsMax) void this.#emitEnded(gone);
  }

  #emit(event: number, item: Item, before: Item | undefined): void {
    for (const listener of [...this.#listeners]) listener(event, item, before);
  }

  /** Once for each record, however often its end is reported. */
  #emitEnd(item: Item, before: Item | undefined): void {
    const id = this.#channel.idOf(item);
    if (this.#ended.has(id)) return;
    this.#ended.add(id);
    const [oldest] = this.#ended;
    if (this.#ended.size > endsRemembered && oldest !== undefined) this.#ended.delete(oldest);
    this.#emit(recordEvent.finish, item, before);
  }

  /** Each of `gone` is an event once, when its end is known. */
  async #emitEnded(gone: readonly Item[]): Promise<void> {
    const { idOf, endedOf } = this.#channel;
    const left = new Map(gone.map((item) => [idOf(item), item]));
    const session = this.#session;
    for (const delayMs of endedDelaysMs) {
      if (left.size === 0 || endedOf === undefined) return;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      const ended = await endedOf([...left.values()]).catch(() => []);
      if (session !== this.#session) return;
      for (const item of ended) {
        const before = left.get(idOf(item));
        if (left.delete(idOf(item))) this.#emitEnd(item, before);
      }
    }
  }

  /** Takes a record that was pushed. */
  receive(event: number, item: Item): void {
    const id = this.#channel.idOf(item);
    const known = this.#open.get(id);
    if (known !== undefined && known.seq > item.seq) return;
    this.#touchedSinceQuery.add(id);
    if (event === recordEvent.finish) {
      this.#finished.add(id);
      this.#hidden.delete(id);
      if (this.#open.delete(id)) this.#total = Math.max(this.#open.size, this.#total - 1);
    } else if (!this.#finished.has(id)) {
      if (known === undefined) this.#total++;
      this.#open.set(id, item);
      this.#ended.delete(id);
    }
    this.cell.touch();
    if (event === recordEvent.finish) this.#emitEnd(item, known);
    else this.#emit(event, item, known);
  }

  #read(): OpenRecords<Item> {
    const { idOf, ageOf } = this.#channel;
    const shown = [...this.#open.values()].filter((item) => !this.#hidden.has(idOf(item)));
    return {
      items: shown.sort((a, b) => ageOf(b) - ageOf(a)),
      total: Math.max(0, this.#total - (this.#open.size - shown.length)),
      ready: this.#ready,
    };
  }
}
