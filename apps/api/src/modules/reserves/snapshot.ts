/** Reading several things of one moment. */
import type pg from 'pg';
import type { Queryable } from '../../platform/database/index.ts';

/** Settlement moves its cursor in the transaction that moves the money, so any snapshot stands at one settled position of each shard. */
export async function inSnapshot<Result>(pool: pg.Pool, work: (db: Queryable) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    return await work(client);
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
    client.release();
  }
}
