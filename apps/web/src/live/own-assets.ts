import type { SocketConnection } from './connection.ts';
import { Cell, type FrameScheduler } from './frames.ts';
import { channelOf, type Venue } from './wire.ts';

const retryMs = 2000;

/** A venue's wallet of the signed-in user: subscribe, then query; the higher sequence wins. */
export class OwnAssets<State extends { seq?: number }> {
  /** By ticker; null until the first answer. */
  readonly cell: Cell<ReadonlyMap<string, State> | null>;
  readonly #connection: SocketConnection;
  readonly #channel: string;
  #assets: ReadonlyMap<string, State> | null = null;
  #users = 0;
  #paused = false;
  #round = 0;
  #retryTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(connection: SocketConnection, frames: FrameScheduler, venue: Venue) {
    this.#connection = connection;
    this.#channel = channelOf('asset', venue);
    this.cell = new Cell(frames, () => this.#assets);
    connection.on('authorized', () => this.#sync());
    connection.onNotification(`${this.#channel}.update`, (params) => {
      for (const changes of params as Record<string, State>[]) this.#adopt(changes);
    });
  }

  want(): () => void {
    if (this.#users++ === 0) this.#sync();
    return () => {
      if (--this.#users === 0) this.#unsubscribe();
    };
  }

  pause(paused: boolean): void {
    if (paused === this.#paused) return;
    this.#paused = paused;
    if (!paused) this.#sync();
    else if (this.#users > 0) this.#unsubscribe();
  }

  clear(): void {
    this.#round++;
    this.#assets = null;
    this.cell.touch();
  }

  #unsubscribe(): void {
    this.#connection.send(`${this.#channel}.unsubscribe`, []);
  }

  #sync(): void {
    if (this.#users === 0 || this.#paused || this.#connection.auth !== 'ok') return;
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    const round = ++this.#round;
    this.#connection.send(`${this.#channel}.subscribe`, ['*'], (error) => {
      if (round !== this.#round) return;
      if (error) this.#retryLater();
      else this.#query(round);
    });
  }

  #query(round: number): void {
    this.#connection.send(`${this.#channel}.query`, [], (error, result) => {
      if (round !== this.#round) return;
      if (error) this.#retryLater();
      else this.#adopt(result as Record<string, State>);
    });
  }

  #retryLater(): void {
    this.#retryTimer = setTimeout(() => this.#sync(), retryMs);
  }

  #adopt(changes: Record<string, State>): void {
    const next = new Map(this.#assets ?? []);
    for (const [ticker, state] of Object.entries(changes)) {
      const knownSeq = next.get(ticker)?.seq ?? -1;
      if (state.seq === undefined || state.seq >= knownSeq) next.set(ticker, state);
    }
    this.#assets = next;
    this.cell.touch();
  }
}
