/**
 * Postgres as settlement uses it: a cursor that moves by compare-and-set and rows that are written in the transaction
 * that moves it. Transactions fail, take long, and lose the answer to their commit.
 */
import { EventEmitter } from 'node:events';
import { type RenderedBatch, ShardBatch, type ShardSettler } from '@pelican/api/src/settlement/batch.ts';
import type { Place } from '@pelican/api/src/shards/index.ts';
import type { Random } from '@pelican/engine/src/testing/random.ts';
import type { Client } from 'pg';
import type { ShardKit } from './shard-kit.ts';
import { type SettledEntry, ShardRows } from './shard-rows.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Of one shard, whose cursor it moves first. */
interface Transaction {
  rows: ShardRows | undefined;
  to: Place | undefined;
  entries: SettledEntry[];
}

type Values = readonly unknown[];

export class SimPostgres {
  faultChance = 0;
  readonly time: VirtualTime;
  readonly random: Random;
  /** By the id of the shard. */
  readonly #rows: ReadonlyMap<number, ShardRows>;
  readonly #clients = new Map<string, Set<SimPostgresClient>>();
  #isDown = false;

  constructor(time: VirtualTime, random: Random, kits: readonly ShardKit[]) {
    this.time = time;
    this.random = random;
    this.#rows = new Map(kits.map((kit) => [kit.shard.id, new ShardRows(kit)]));
  }

  /** @throws Error for a shard that the world does not have */
  rowsOf(shardId: number): ShardRows {
    const rows = this.#rows.get(shardId);
    if (!rows) throw new Error(`the simulated Postgres has no shard ${shardId}`);
    return rows;
  }

  /** What a pool answers that reads these rows. */
  reader(rows: () => object[]): { query(): Promise<{ rows: object[] }> } {
    return {
      query: async () => {
        await this.time.wait(1);
        if (this.#isDown) throw new Error('connect ECONNREFUSED');
        return { rows: rows() };
      },
    };
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
    for (const rows of this.#rows.values()) rows.locker = undefined;
    this.time.after(downMs, () => {
      this.#isDown = false;
    });
  }

  backUp(): void {
    for (const rows of this.#rows.values()) rows.backUp();
  }

  /** Ends every connection and comes back as it was at the newest backup. */
  restoreBackup(downMs: number): void {
    if (this.#isDown) return;
    this.restart(downMs);
    for (const rows of this.#rows.values()) rows.restore();
  }

  /** kill -9 of a process: its transactions are rolled back. */
  kill(owner: string): void {
    for (const client of this.#clients.get(owner) ?? []) client.lose();
    this.#clients.delete(owner);
  }

  async lock(rows: ShardRows, client: SimPostgresClient): Promise<void> {
    while (rows.locker && rows.locker !== client && !client.isLost) await this.time.wait(1);
    if (!client.isLost) rows.locker = client;
  }

  unlock(client: SimPostgresClient): void {
    for (const rows of this.#rows.values()) if (rows.locker === client) rows.locker = undefined;
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
      const { position, seq, digest } = this.#server.rowsOf(Number(statement.values[0])).cursor;
      return { rows: [{ position, seq: String(seq), digest }], rowCount: 1 };
    }
    if (statement.name !== 'settle-cursor') throw new Error(`the simulated Postgres does not know ${statement.name}`);
    return this.#moveCursor(statement.values);
  }

  #control(statement: string) {
    if (statement === 'BEGIN') this.#transaction = { rows: undefined, to: undefined, entries: [] };
    else if (statement === 'ROLLBACK') this.#rollBack();
    else if (statement === 'COMMIT') {
      const { rows, to, entries } = this.#transaction ?? {};
      rows?.add(to, entries ?? []);
      this.#rollBack();
    }
    return { rows: [], rowCount: 0 };
  }

  async #moveCursor([shardId, from, position, seq, digest]: Values) {
    const rows = this.#server.rowsOf(Number(shardId));
    await this.#server.lock(rows, this);
    if (this.isLost || !this.#transaction) throw new Error('Connection terminated unexpectedly');
    if (rows.cursor.position !== from) return { rows: [], rowCount: 0 };
    this.#transaction.rows = rows;
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
