/** Takes a month's facts out of the tables, so that they can be stored elsewhere and dropped. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Shard, shardKeys } from '@pelican/shared/engine/shards.ts';
import { positionTimeMs } from '@pelican/shared/engine/stream-position.ts';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { demandCaller, recordAct } from '../../../identity/index.ts';
import { inTransaction, type Queryable, type Transaction } from '../../../platform/database/index.ts';
import { newestStreamId, readCursor } from '../../../shards/index.ts';
import type { OpsContext } from '../context.ts';
import { OpsError } from '../ops-errors.ts';
import { carrySums } from './carry-sums.ts';
import { detachedSchema, findPartitions, listMonths, type MonthPartition } from './list-months.ts';

/** Shorter than Postgres' deadlock_timeout, so that it is never a writer that is cancelled. */
const lockTimeoutMs = 500;
const attemptsMax = 20;
const pauseMs = 1_000;

/**
 * Detaches all partitions of a month, in one transaction with the sums that the audit carries on.
 * @param month `2026-07`; the oldest that is attached
 * @returns the names of the detached tables
 * @throws OpsError when the month is too new, is not the oldest, or is not finished
 */
export async function detachMonth(context: OpsContext, month: string, reason: string | undefined): Promise<string[]> {
  const start = new Date(`${month}-01T00:00:00Z`);
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1));
  const redis = await context.redis();
  return inTransaction(context.pool, async (tx) => {
    await demandCaller(tx, context.caller, 'system');
    await tx.query(`SET LOCAL statement_timeout = 0`);
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('make_month_partitions'))`);
    const partitions = await findPartitions(tx, month);
    await demandOldest(tx, month);
    for (const shard of context.config.shards) await demandSettled(context.pool, redis, shard, end);
    for (const other of partitions.filter(({ isDefault }) => isDefault)) await demandNoneBefore(tx, other, end);
    await demandNoOpenOrders(tx, start, end);
    await carrySums(tx, start, end);
    const own = partitions.filter(({ isDefault }) => !isDefault);
    await detachAll(tx, own);
    const act = { actor: context.caller.actor, reason };
    const details = { tables: own.map(({ name }) => name) };
    await recordAct(tx, act, { action: 'month.detached', subject: `month:${month}`, details });
    return own.map(({ name }) => `${detachedSchema}.${name}`);
  });
}

async function demandOldest(db: Queryable, month: string): Promise<void> {
  const { rows } = await db.query<{ newest: string }>(
    `SELECT to_char(date_trunc('month', now() AT TIME ZONE 'UTC') - interval '2 months', 'YYYY-MM') AS newest`,
  );
  const newest = rows[0]?.newest ?? '';
  if (month > newest)
    throw new OpsError(
      `${month} is too new: this month and the one before it stay, so ${newest} is the newest to detach`,
    );
  const attached = (await listMonths(db)).filter(({ isAttached, month: name }) => isAttached && name !== 'other');
  if (!attached.some(({ month: name }) => name === month)) throw new OpsError(`there is no month ${month}`);
  const oldest = attached[0]?.month;
  if (oldest !== month) throw new OpsError(`detach the oldest month first: ${oldest}`);
}

/** Settlement writes nothing more into a month that it has passed, or when it has settled everything there is. */
async function demandSettled(pool: pg.Pool, redis: Redis, shard: Shard, end: Date): Promise<void> {
  const { position } = await readCursor(pool, shard);
  if (positionTimeMs(position) >= end.getTime()) return;
  if ((await newestStreamId(redis, shardKeys(shard).commands)) !== position)
    throw new OpsError(`${shard.name} is settled up to ${position} only`);
}

async function demandNoneBefore(db: Queryable, { name, column }: MonthPartition, end: Date): Promise<void> {
  const bound = column === 'open_time' ? end.getTime() / 1000 : end;
  const { rows } = await db.query(`SELECT 1 FROM ${name} WHERE ${column} < $1 LIMIT 1`, [bound]);
  if (rows.length > 0)
    throw new OpsError(
      `${name} holds rows of that time or before: the worker gives them months of their own within an hour`,
    );
}

/** Those of perpetuals lie in the month in which they were placed. */
async function demandNoOpenOrders(db: Queryable, start: Date, end: Date): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT 'order ' || id AS name FROM perpetual_orders WHERE state <= 2 AND created_at >= $1 AND created_at < $2
      UNION ALL SELECT 'algo ' || id FROM perpetual_algos WHERE state <= 4 AND created_at >= $1 AND created_at < $2 LIMIT 10`,
    [start, end],
  );
  if (rows.length > 0) throw new OpsError(`still open: ${rows.map(({ name }) => name).join(', ')}`);
}

/** Writers wait half a second at most; behind a long reader it is tried again. */
async function detachAll(tx: Transaction, partitions: MonthPartition[]): Promise<void> {
  await tx.query(`CREATE SCHEMA IF NOT EXISTS ${detachedSchema}`);
  await tx.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
  for (let attempt = 1; ; attempt++) {
    await tx.query('SAVEPOINT detach');
    try {
      // Settlement begins with this row, so none of its transactions holds a table half way.
      await tx.query('SELECT 1 FROM settlement_cursors FOR UPDATE');
      for (const { parent, name } of partitions) {
        await tx.query(`ALTER TABLE ${parent} DETACH PARTITION ${name}`);
        await dropForeignKeys(tx, name);
        await tx.query(`ALTER TABLE ${name} SET SCHEMA ${detachedSchema}`);
      }
      return;
    } catch (error) {
      if ((error as Partial<pg.DatabaseError>).code !== lockNotAvailable) throw error;
      if (attempt === attemptsMax) throw new OpsError('the tables are being read all the time: try again later');
      await tx.query('ROLLBACK TO SAVEPOINT detach');
      await delay(pauseMs);
    }
  }
}
const lockNotAvailable = '55P03';

/** Otherwise what they refer to could not be dropped or restored without them. */
async function dropForeignKeys(tx: Queryable, table: string): Promise<void> {
  const { rows } = await tx.query<{ name: string }>(
    `SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'f'`,
    [table],
  );
  for (const { name } of rows) await tx.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
}
