/**
 * Applies one migration while the exchange runs. A migration is one transaction with its bookkeeping row; one that begins with
 * `-- concurrently` builds or drops indexes one statement after the other, which Postgres does outside of a transaction
 * without holding up writers (docs/decisions/0055).
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Migration } from './read-migrations.ts';

/** Every statement on a table queues behind a statement that waits for its lock: it waits no longer than this. */
const lockTimeoutMs = 2_000;
const lockAttemptsMax = 30;
const pauseMs = 1_000;
/** SQLSTATE lock_not_available, and deadlock_detected: requests lock the tables of a migration in another order. Both pass. */
const passing: readonly unknown[] = ['55P03', '40P01'];

const insertRow = `
  INSERT INTO "_prisma_migrations" (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
  VALUES ($1, $2, clock_timestamp(), $3, now(), 1)`;

/** @throws Error naming the migration; a transaction has left no trace, a concurrent one begins again with the next call */
export async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  if (isConcurrent(migration.script)) await applyConcurrently(client, migration);
  else await applyInTransaction(client, migration);
}

export function isConcurrent(script: string): boolean {
  return script.startsWith('-- concurrently\n');
}

/** The statements of a script without function bodies, in order and without comments. */
export function statementsOf(script: string): string[] {
  return script
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

async function applyInTransaction(client: pg.Client, { name, script, checksum }: Migration): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('BEGIN');
      await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
      await client.query(script);
      await client.query(insertRow, [randomUUID(), checksum, name]);
      await client.query('COMMIT');
      return;
    } catch (cause) {
      await client.query('ROLLBACK');
      if (!passing.includes((cause as Partial<pg.DatabaseError>).code) || attempt === lockAttemptsMax) {
        throw new Error(`Migration ${name} failed and left no trace: ${(cause as Error).message}`, { cause });
      }
    }
    await delay(pauseMs);
  }
}

async function applyConcurrently(client: pg.Client, { name, script, checksum }: Migration): Promise<void> {
  try {
    for (const statement of statementsOf(script)) await client.query(statement);
    await client.query(insertRow, [randomUUID(), checksum, name]);
  } catch (cause) {
    throw new Error(`Migration ${name} failed half way; migrate again: ${(cause as Error).message}`, { cause });
  }
}
