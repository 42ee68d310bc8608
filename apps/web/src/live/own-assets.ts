import type { SocketConnection } from './connection.ts';
import { Cell, type FrameScheduler } from './frames.ts';

const retryMs = 2000;

/** A private channel of balances by ticker. */
export interface AssetChannel<State> {
  name: 'asset' | 'asset_swap';
  query(): Promise<Record<string, State>>;
}

/** A venue's wallet of the signed-in user: subscribe, then query; the higher sequence wins. */
export class OwnAssets<State extends { seq?: number }> {
  /** By ticker; null until the first answer. */
  readonly cell: Cell<ReadonlyMap<string, State> | null>;
  readonly #connection: SocketConnection;
  readonly #channel: AssetChannel<State>;
  #assets: ReadonlyMap<string, State> | null = null;
  #users = 0;
  #paused = false;
  #round = 0;
  #retryTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(connection: SocketConnection, frames: FrameScheduler, channel: AssetChannel<State>) {
    this.#connection = connection;
    this.#channel = channel;
    this.cell = new Cell(frames, () => this.#assets);
    connection.on('authorized', () => this.#sync());
    connection.on('turn', () => this.#sync());
  }

  /** Takes balances that were pushed. */
  receive(changes: readonly Record<string, State>[]): void {
    for (const changed of changes) this.#adopt(changed);
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
    try {
      const balances = await this.#channel.query();
      if (round === this.#round) this.#adopt(balances);
    } catch {
      if (round === this.#round) this.#retryLater();
    }
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
