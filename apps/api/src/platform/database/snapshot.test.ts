import type pg from 'pg';
import { expect, test } from 'vitest';
import { inSnapshot } from './snapshot.ts';

/** A pool of one connection. @param failing a statement that it does not get through */
function poolOf(failing?: string) {
  const released: unknown[] = [];
  const sent: string[] = [];
  const client = {
    async query(text: string) {
      sent.push(text);
      if (text === failing) throw new Error('broken');
      return { rows: [] };
    },
    release: (error?: Error) => released.push(error),
  };
  return { pool: { connect: async () => client } as unknown as pg.Pool, released, sent };
}

test('what is read lies between the beginning of one moment and its end', async () => {
  const { pool, released, sent } = poolOf();
  expect(await inSnapshot(pool, async (db) => (await db.query('SELECT 1')).rows)).toEqual([]);
  expect(sent).toEqual(['BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', 'SELECT 1', 'ROLLBACK']);
  expect(released).toEqual([undefined]);
});

test('a connection that cannot leave the moment does not come back to the pool', async () => {
  const { pool, released } = poolOf('ROLLBACK');
  expect(await inSnapshot(pool, async () => 'read')).toBe('read');
  expect(released).toEqual([expect.any(Error)]);
});

test('what was read for somebody who has ended meanwhile is not given', async () => {
  const { pool, released } = poolOf();
  await expect(inSnapshot(pool, async () => 'read', { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  expect(released).toEqual([undefined]);
});
