/** Backups of a test's exchange: the commands that make and restore them, and what is in an exchange and in its journals. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCursor } from '@pelican/api/src/shards/index.ts';
import { grantRoles } from '@pelican/prisma/grant-roles.ts';
import { comparePositions } from '@pelican/shared/engine';
import pg from 'pg';
import { expect } from 'vitest';
import { until } from '../../scripts/services/process.ts';
import { faultsOfBooks } from './books.ts';
import { runProgram, startEngine, startPart } from './processes.ts';
import { roleAddresses } from './roles.ts';
import { shards } from './shards.ts';
import type { ShardClients } from './two-shards.ts';

type Clients = ShardClients['clients'];

/** The servers and the folder of an exchange. */
export interface Place {
  databaseUrl: string;
  redisUrl: string;
  dataDir: string;
}

export async function ops(place: Place, ...args: string[]): Promise<{ code: number; output: string }> {
  const { databaseUrl, redisUrl, dataDir } = place;
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, DATA_DIR: dataDir };
  try {
    return { code: 0, output: await runProgram('apps/api/src/processes/ops.ts', args, env) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

export interface Content {
  orders: string[];
  transfers: string[];
}

export async function readContent(pool: pg.Pool): Promise<Content> {
  const { rows: orders } = await pool.query<{ id: string }>('SELECT id FROM spot_orders ORDER BY id');
  const { rows: transfers } = await pool.query<{ line: string }>(
    `SELECT id || ' ' || amount || ' ' || status AS line FROM transfers ORDER BY id`,
  );
  return { orders: orders.map(({ id }) => id), transfers: transfers.map(({ line }) => line) };
}

export async function checkWhole(place: Place, pool: pg.Pool): Promise<void> {
  expect(await faultsOfBooks(pool)).toEqual({});
  expect(await ops(place, 'audit')).toMatchObject({ code: 0, output: expect.stringContaining('no difference') });
  expect((await ops(place, 'replay')).code).toBe(0);
}

export async function withPool<Result>(url: string, use: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  pool.on('error', () => undefined);
  try {
    return await use(pool);
  } finally {
    await pool.end();
  }
}

export function startParts({ databaseUrl, redisUrl, dataDir }: Place) {
  return shards.flatMap((shard) => [
    startEngine({ redisUrl, dataDir, shard: shard.name }),
    startPart({
      name: `settlement-${shard.name}`,
      entry: 'apps/api/src/processes/settlement.ts',
      dataDir,
      env: { SHARD: shard.name, DATABASE_URL: databaseUrl, REDIS_URL: redisUrl },
    }),
  ]);
}

export function readCopies(backup: string): { name: string; position: string; cursor: { position: string } }[] {
  return JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')).shards;
}

/** The last entry of each journal in the backup. */
export function copiedPositions(backup: string): Record<string, string> {
  return Object.fromEntries(readCopies(backup).map(({ name, position }) => [name, position]));
}

/** The ids of the transfers that the shards have applied up to these positions. */
export function appliedUpTo(clients: Clients, positions: Record<string, string>): string[] {
  return shards.flatMap((shard) => {
    const entries: { position: string; events: readonly object[] }[] = clients[shard.kind].entries;
    const applied = entries.filter(({ position }) => comparePositions(position, positions[shard.name] ?? '') <= 0);
    return applied
      .flatMap(({ events }) => events)
      .flatMap((event) => ('transferId' in event ? String(event.transferId) : []));
  });
}

/** Transfers whose arrival in a shard is up to these positions and whose departure from another one is not. */
export function arrivalsWithoutDeparture(clients: Clients, positions: Record<string, string>): string[] {
  const steps = shards.flatMap((shard) => {
    const entries: { position: string; events: readonly object[] }[] = clients[shard.kind].entries;
    return entries.flatMap(({ position, events }) => {
      const isCopied = comparePositions(position, positions[shard.name] ?? '') <= 0;
      return events.flatMap((event) =>
        'transferId' in event && 'out' in event ? { id: String(event.transferId), out: event.out, isCopied } : [],
      );
    });
  });
  const copied = steps.filter(({ isCopied }) => isCopied);
  return steps
    .filter(({ out, isCopied }) => out && !isCopied)
    .flatMap(({ id }) => (copied.some((step) => step.id === id) ? id : []));
}

/** As `migrate` does before the parts start: a restore makes the tables anew, without rights of the parts. */
export async function giveRights({ databaseUrl }: Pick<Place, 'databaseUrl'>): Promise<void> {
  await grantRoles(databaseUrl, roleAddresses(databaseUrl));
}

export async function settledUpTo(pool: pg.Pool, positions: Record<string, string>): Promise<void> {
  for (const shard of shards) {
    const isThere = async () => (await readCursor(pool, shard)).position === positions[shard.name];
    await until(`${shard.name} is settled up to ${positions[shard.name]}`, isThere, 90_000);
  }
}
