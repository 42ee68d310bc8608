/**
 * Postgres as settlement uses it: a cursor that moves by compare-and-set and rows that are written in the transaction
 * that moves it. Transactions fail, take long, and lose the answer to their commit.
 */
import { EventEmitter } from 'node:events';
import { type RenderedBatch, ShardBatch, type ShardSettler } from '@pelican/api/src/settlement/batch.ts';
import type { Place } from '@pelican/api/src/shards/index.ts';
import type { Random } from '@pelican/engine/src/testing/random.ts';
import { Auditor } from '@pelican/engine/src/testing/spot/reference/auditor.ts';
import { digestOf, digestStart, positionStart, readEventHeader } from '@pelican/shared/engine';
import type { Client } from 'pg';
import { Projection } from './projection.ts';
import type { VirtualTime } from './virtual-time.ts';

interface SettledEntry {
  position: string;
  bytes: Uint8Array;
}

interface Transaction {
  to: Place | undefined;
  entries: SettledEntry[];
}

type Values = readonly unknown[];

export class SimPostgres {
  projection = new Projection();
  /** Everything that was settled, in order. */
  readonly entries: SettledEntry[] = [];
  faultChance = 0;
  /** How much of `entries` the newest backup holds, and its cursor. */
  #backup = { entryCount: 0, position: positionStart };
  readonly time: VirtualTime;
  readonly random: Random;
  #auditor = new Auditor();
  readonly #clients = new Map<string, Set<SimPostgresClient>>();
  #isDown = false;
  /** The client whose transaction holds the cursor's row. */
  #locker: SimPostgresClient | undefined;

  constructor(time: VirtualTime, random: Random) {
    this.time = time;
    this.random = random;
  }

  get cursor(): Place {
    const { position, seq } = this.projection;
    const newest = this.entries.at(-1);
    return { position, seq, digest: newest ? digestOf(newest.bytes) : digestStart };
  }

  /** @throws Error when the server is away */
  async connect(owner: string): Promise<Client> {
    await this.time.wait(1);
    if (this.#isDown) throw new Error('connect ECONNREFUSED');
    const client = new SimPostgresClient(this);
    const own = this.#clients.get(owner) ?? new Set();
    this.#clients.set(owner, own.add(client));
    return client.asClient();
  }

  /** Ends every connection and refuses new ones for a while; what was committed stays. */
  restart(downMs: number): void {
    if (this.#isDown) return;
    this.#isDown = true;
    for (const own of this.#clients.values()) for (const client of own) client.lose();
    this.#clients.clear();
    this.#locker = undefined;
    this.time.after(downMs, () => {
      this.#isDown = false;
    });
  }

  backUp(): void {
    this.#backup = { entryCount: this.entries.length, position: this.projection.position };
  }

  /** Ends every connection and comes back as it was at the newest backup. */
  restoreBackup(downMs: number): void {
    if (this.#isDown) return;
    this.restart(downMs);
    const { entryCount, position } = this.#backup;
    const kept = this.entries.splice(0).slice(0, entryCount);
    this.#auditor = new Auditor();
    this.projection = new Projection();
    this.commit({ to: { position, seq: 0, digest: null }, entries: kept });
  }

  /** kill -9 of a process: its transactions are rolled back. */
  kill(owner: string): void {
    for (const client of this.#clients.get(owner) ?? []) client.lose();
    this.#clients.delete(owner);
  }

  async lock(client: SimPostgresClient): Promise<void> {
    while (this.#locker && this.#locker !== client && !client.isLost) await this.time.wait(1);
    if (!client.isLost) this.#locker = client;
  }

  unlock(client: SimPostgresClient): void {
    if (this.#locker === client) this.#locker = undefined;
  }

  /** Makes a transaction's work lasting. @throws Error when the events do not add up */
  commit({ to, entries }: Transaction): void {
    for (const { position, bytes } of entries) {
      const events = this.#auditor.read(bytes);
      this.projection.apply(position, readEventHeader(bytes), events);
    }
    this.entries.push(...entries);
    if (to) this.projection.position = to.position;
  }

  checkConservation(): void {
    this.#auditor.checkConservation();
  }
}

class SimPostgresClient extends EventEmitter {
  isLost = false;
  readonly #server: SimPostgres;
  #transaction: Transaction | undefined;

  constructor(server: SimPostgres) {
    super();
    this.#server = server;
  }

  asClient(): Client {
    return this as unknown as Client;
  }

  lose(): void {
    if (this.isLost) return;
    this.isLost = true;
    this.#rollBack();
    this.#server.time.after(1, () => this.emit('end'));
  }

  async end(): Promise<void> {
    this.lose();
  }

  async query(statement: string | { name: string; values: Values }): Promise<{ rows: unknown[]; rowCount: number }> {
    const { time, random, faultChance } = this.#server;
    await time.wait(0.2 + random.fraction() * (random.chance(0.05) ? 50 : 2));
    if (this.isLost) throw new Error('Connection terminated unexpectedly');
    const fault = random.chance(faultChance) ? random.fraction() : 1;
    if (fault < 0.4) {
      this.lose();
      throw new Error('Connection terminated unexpectedly');
    }
    const answer = await this.#execute(statement);
    if (fault < 0.7) {
      this.lose();
      throw new Error('Connection terminated unexpectedly');
    }
    return answer;
  }

  /** What a batch writes besides the cursor. */
  stage(entries: SettledEntry[]): void {
    this.#transaction?.entries.push(...entries);
  }

  async #execute(statement: string | { name: string; values: Values }) {
    if (typeof statement === 'string') return this.#control(statement);
    if (statement.name === 'settlement-cursor') {
      const { position, seq, digest } = this.#server.cursor;
      return { rows: [{ position, seq: String(seq), digest }], rowCount: 1 };
    }
    if (statement.name !== 'settle-cursor') throw new Error(`the simulated Postgres does not know ${statement.name}`);
    return this.#moveCursor(statement.values);
  }

  #control(statement: string) {
    if (statement === 'BEGIN') this.#transaction = { to: undefined, entries: [] };
    else if (statement === 'ROLLBACK') this.#rollBack();
    else if (statement === 'COMMIT') {
      if (this.#transaction) this.#server.commit(this.#transaction);
      this.#rollBack();
    }
    return { rows: [], rowCount: 0 };
  }

  async #moveCursor([, from, position, seq, digest]: Values) {
    await this.#server.lock(this);
    if (this.isLost || !this.#transaction) throw new Error('Connection terminated unexpectedly');
    if (this.#server.cursor.position !== from) return { rows: [], rowCount: 0 };
    this.#transaction.to = { position: String(position), seq: Number(seq), digest: String(digest) };
    return { rows: [], rowCount: 1 };
  }

  #rollBack(): void {
    this.#transaction = undefined;
    this.#server.unlock(this);
  }
}

/** Settlement's batches with entries instead of rows. */
class SimBatch extends ShardBatch {
  readonly #entries: SettledEntry[] = [];

  protected applyAll(bytes: Uint8Array): void {
    this.#entries.push({ position: '', bytes: Uint8Array.from(bytes) });
  }

  override add(entry: { id: string; bytes: Uint8Array }): void {
    const count = this.#entries.length;
    super.add(entry);
    for (const added of this.#entries.slice(count)) added.position = entry.id;
  }

  protected renderNow(): RenderedBatch {
    return {
      from: this.from,
      to: this.to,
      commands: this.commands,
      trades: 0,
      liquidations: 0,
      deleveragings: 0,
      timeMs: this.timeMs,
      write: async (client) => (client as unknown as SimPostgresClient).stage(this.#entries),
    };
  }
}

/** Opens the settler of the simulated Postgres. */
export async function openSimSettler(): Promise<ShardSettler> {
  return { begin: (from) => new SimBatch(from), changesListings: () => false, reload: async () => undefined };
}
