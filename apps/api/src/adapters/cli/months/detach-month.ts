/** Takes a month's facts out of the tables, so that they can be stored elsewhere and dropped. */
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '@pelican/shared/contracts';
import { positionTimeMs, type Shard, shardKeys } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { z } from 'zod';
import { type OperatorAction, recordAct } from '../../../identity/index.ts';
import type { Queryable, Transaction } from '../../../platform/database/index.ts';
import { newestStreamId, readCursor } from '../../../shards/index.ts';
import { carrySums } from './carry-sums.ts';
import { detachedSchema, findPartitions, listMonths, type MonthPartition } from './list-months.ts';

/** Shorter than Postgres' deadlock_timeout, so that it is never a writer that is cancelled. */
const lockTimeoutMs = 500;
const attemptsMax = 20;
const pauseMs = 1_000;

export const monthPattern = /^20\d{2}-(0[1-9]|1[0-2])$/;
const payload = z.object({
  /** `2026-07`; the oldest that is attached. */
  month: z.string().regex(monthPattern),
});
type Detaching = z.infer<typeof payload>;

export interface DetachDeps {
  pool: pg.Pool;
  redis: Redis;
  /** All of them. */
  shards: readonly Shard[];
}

/**
 * Detaches all partitions of a month, in one transaction with the sums that the audit carries on. The result is the names of the
 * detached tables.
 * @throws DomainError not_found, invalid_argument when the month is too new, is not the oldest, or is not finished
 */
export function detachMonth({ pool, redis, shards }: DetachDeps): OperatorAction<Detaching, string[]> {
  return {
    name: 'months.detach',
    permission: 'system',
    // No money moves, and no fact is lost.
    twoPersons: false,
    payload,
    async run(tx, act, { month }) {
      const start = new Date(`${month}-01T00:00:00Z`);
      const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1));
      await tx.query(`SET LOCAL statement_timeout = 0`);
      await tx.query(`SELECT pg_advisory_xact_lock(hashtext('make_month_partitions'))`);
      const partitions = await findPartitions(tx, month);
      await demandOldest(tx, month);
      for (const shard of shards) await demandSettled(pool, redis, shard, end);
      for (const other of partitions.filter(({ isDefault }) => isDefault)) await demandNoneBefore(tx, other, end);
      await demandNothingOpen(tx, start, end);
      await carrySums(tx, start, end);
      const own = partitions.filter(({ isDefault }) => !isDefault);
      await detachAll(tx, own);
      const details = { tables: own.map(({ name }) => name) };
      await recordAct(tx, act, { action: 'month.detached', subject: `month:${month}`, details });
      return own.map(({ name }) => `${detachedSchema}.${name}`);
    },
  };
}

async function demandOldest(db: Queryable, month: string): Promise<void> {
  const { rows } = await db.query<{ newest: string }>(
    `SELECT to_char(date_trunc('month', now() AT TIME ZONE 'UTC') - interval '2 months', 'YYYY-MM') AS newest`,
  );
  const newest = rows[0]?.newest ?? '';
  if (month > newest)
    throw refused(`${month} is too new: this month and the one before it stay, so ${newest} is the newest to detach`);
  const attached = (await listMonths(db)).filter(({ isAttached, month: name }) => isAttached && name !== 'other');
  if (!attached.some(({ month: name }) => name === month))
    throw new DomainError('not_found', { message: `there is no month ${month}` });
  const oldest = attached[0]?.month;
  if (oldest !== month) throw refused(`detach the oldest month first: ${oldest}`);
}

/** Settlement writes nothing more into a month that it has passed, or when it has settled everything there is. */
async function demandSettled(pool: pg.Pool, redis: Redis, shard: Shard, end: Date): Promise<void> {
  const { position } = await readCursor(pool, shard);
  if (positionTimeMs(position) >= end.getTime()) return;
  if ((await newestStreamId(redis, shardKeys(shard).commands)) !== position)
    throw refused(`${shard.name} is settled up to ${position} only`);
}

async function demandNoneBefore(db: Queryable, { name, column }: MonthPartition, end: Date): Promise<void> {
  const bound = column === 'open_time' ? end.getTime() / 1000 : end;
  const { rows } = await db.query(`SELECT 1 FROM ${name} WHERE ${column} < $1 LIMIT 1`, [bound]);
  if (rows.length > 0)
    throw refused(
      `${name} holds rows of that time or before: the worker gives them months of their own within an hour`,
    );
}

/**
 * Orders of perpetuals lie in the month in which they were placed, also while they are open. A payout that is ended after a re-organisation gives back
 * what its entry of that month has posted for the network.
 */
async function demandNothingOpen(db: Queryable, start: Date, end: Date): Promise<void> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT 'order ' || id AS name FROM perpetual_orders WHERE state <= 2 AND created_at >= $1 AND created_at < $2
      UNION ALL SELECT 'algo ' || id FROM perpetual_algos WHERE state <= 4 AND created_at >= $1 AND created_at < $2
      UNION ALL SELECT 'withdrawal ' || withdrawal_id || ', which has lost its block' FROM finished_payouts lost
        JOIN ledger_entries entry ON entry.idempotency_key = 'withdrawal:' || withdrawal_id || ':network'
        WHERE lost_at IS NOT NULL AND entry.created_at >= $1 AND entry.created_at < $2 LIMIT 10`,
    [start, end],
  );
  if (rows.length > 0) throw refused(`still open: ${rows.map(({ name }) => name).join(', ')}`);
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
      if (attempt === attemptsMax) throw refused('the tables are being read all the time: try again later');
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

function refused(message: string): DomainError {
  return new DomainError('invalid_argument', { message });
}
