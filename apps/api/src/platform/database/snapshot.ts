import type pg from 'pg';
import type { Queryable } from './pool.ts';

/**
 * Reads everything that `work` reads as it was at one moment. Settlement moves its cursor in the transaction that moves the money, so any
 * moment stands at one settled position of each shard.
 * @throws what the signal was aborted with, after the work
 */
export async function inSnapshot<Result>(
  pool: pg.Pool,
  work: (db: Queryable) => Promise<Result>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const result = await work(client);
    signal?.throwIfAborted();
    return result;
  } finally {
    // A connection that could not leave the transaction would show the next one who takes it this moment.
    await client.query('ROLLBACK').catch((error) => {
      broken = error;
    });
    client.release(broken);
  }
}
