/** Calls that meet a change of their account which is not committed yet. */
import type { ClientBase } from 'pg';
import { until } from '../../scripts/services/process.ts';
import type { TestApi } from './test-api.ts';

/** Makes the call while the account's row is locked, and changes the account once the call waits for that row. @returns the answer */
export async function callDuring<Answered>(
  { parts: { pool } }: TestApi,
  email: string,
  call: () => Promise<Answered>,
  change: (client: ClientBase) => Promise<unknown>,
): Promise<Answered> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM users WHERE email = $1 FOR NO KEY UPDATE', [email]);
    const answer = call();
    const waits = async () => {
      const { rows } = await client.query(
        'SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))',
      );
      return rows.length > 0;
    };
    await until('the call waits for the account', waits, 10_000);
    await change(client);
    await client.query('COMMIT');
    return await answer;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
