/** Statements of a process that is gone. */
import { createLongPool } from '@pelican/api/src/platform/database/index.ts';
import { expect, test } from 'vitest';
import { createDatabase } from '../../support/services.ts';

test('Postgres ends a long statement, and gives its locks back, once its process is gone', async () => {
  const database = await createDatabase();
  const log = { warn: () => undefined };
  const [pool, other] = [1, 2].map(() => createLongPool({ databaseUrl: database.url, databasePoolMax: 1 }, log)) as [
    ReturnType<typeof createLongPool>,
    ReturnType<typeof createLongPool>,
  ];
  try {
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const statement = client.query('SELECT pg_sleep(600)').catch(() => undefined);
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    await statement;
    client.release(true);
    const isThere = async () =>
      (await other.query('SELECT FROM pg_stat_activity WHERE pid = $1', [rows[0]?.pid])).rowCount;
    await expect.poll(isThere, { timeout: 20_000 }).toBe(0);
  } finally {
    await Promise.all([pool.end(), other.end()]);
    await database.drop();
  }
}, 60_000);
