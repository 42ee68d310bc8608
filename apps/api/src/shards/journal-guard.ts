/** A journal writer's part in halting the exchange: see packages/shared/src/engine/journal-halt.ts. */

import { DomainError } from '@pelican/shared/contracts';
import {
  comparePositions,
  halt,
  journalHolds,
  type KnownEntry,
  lostEntry,
  positionStart,
  readHalt,
  type Shard,
  shardKeys,
} from '@pelican/shared/engine';
import type { Redis } from 'ioredis';

/** Time between two checks of the journal's end and of whether another part has halted the exchange. */
const pollMs = 500;

export interface JournalGuardOptions {
  /** The connection over which entries are appended. */
  redis: Redis;
  shard: Shard;
  /** A position that the journal has to hold. */
  known: string;
  /** Called when the exchange is not halted any more: what this process knows may be of the lost history, so it ends. */
  onRecovered(): void;
}

/** Ends this process in good order: its supervisor starts it again, on what Postgres and the recovered journal hold. */
export function startAgain(): void {
  process.kill(process.pid, 'SIGTERM');
}

export class JournalGuard {
  readonly #options: JournalGuardOptions;
  readonly #stream: string;
  /** The newest entry that this process has seen. */
  #known: KnownEntry;
  /** unchecked: after a reconnection, until the journal is known to hold what it must. */
  #state: 'unchecked' | 'open' | 'halted' = 'unchecked';
  /** The halt is in Redis: once it is gone from there, an operator has recovered the journal. */
  #isAnnounced = false;
  readonly #timer: NodeJS.Timeout;

  constructor(options: JournalGuardOptions) {
    this.#options = options;
    this.#stream = shardKeys(options.shard).commands;
    this.#known = { position: options.known };
    options.redis.on('close', () => {
      if (this.#state === 'open') this.#state = 'unchecked';
    });
    this.#timer = setInterval(() => void this.#look().catch(() => undefined), pollMs);
    this.#timer.unref();
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  /** False for the journal of a new exchange, which its first entry makes. */
  get mustExist(): boolean {
    return this.#known.position !== positionStart;
  }

  /** @throws DomainError exchange_halted; service_unavailable until the journal is checked */
  demandOpen(): void {
    const { name } = this.#options.shard;
    if (this.#state === 'halted') throw new DomainError('exchange_halted', { details: { shard: name } });
    if (this.#state === 'unchecked') throw new DomainError('service_unavailable', { details: { unchecked: name } });
  }

  /** Redis has acknowledged an entry. */
  acknowledged(entry: KnownEntry): void {
    if (comparePositions(entry.position, this.#known.position) > 0) this.#known = entry;
  }

  /** Looks whether the journal holds the newest entry seen; halts the exchange when it does not. */
  async check(): Promise<void> {
    if (this.#state === 'halted') return;
    const { redis, shard } = this.#options;
    const newest = await this.#newestEntry();
    const known = this.#known;
    // Before the halt of another part: what this one misses has to be known to recover-journal.
    if (!(await journalHolds(redis, shard, known))) return this.lost();
    if ((await readHalt(redis)) !== undefined) {
      this.#state = 'halted';
      this.#isAnnounced = true;
      return;
    }
    if (newest) this.acknowledged(newest);
    if (this.#state === 'unchecked') this.#state = 'open';
  }

  /** The journal is not what it was: halts the exchange. */
  async lost(): Promise<void> {
    this.#state = 'halted';
    const { redis, shard } = this.#options;
    await halt(redis, shard.name, lostEntry(shard.name, this.#known.position, 'was acknowledged or settled'));
    this.#isAnnounced = true;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const { redis, onRecovered } = this.#options;
    if (redis.status !== 'ready') return;
    if (this.#state !== 'halted') return this.check();
    if (!this.#isAnnounced) return this.lost();
    if ((await readHalt(redis)) !== undefined) return;
    this.close();
    onRecovered();
  }

  async #newestEntry(): Promise<KnownEntry | undefined> {
    const found = await this.#options.redis.callBuffer('XREVRANGE', this.#stream, '+', '-', 'COUNT', 1);
    const [id, fields] = (found as [Buffer, Buffer[]][])[0] ?? [];
    return id && { position: id.toString('latin1'), bytes: fields?.[1] };
  }
}
