import { randomBytes } from 'node:crypto';
import { createPool, inTransaction } from '@pelican/api/src/platform/database/index.ts';
import {
  deleteExpiredFiles,
  deleteFilesAfter,
  openFile,
  resealFileKeys,
  sendFile,
  storeFile,
} from '@pelican/api/src/platform/files/index.ts';
import { createLogger } from '@pelican/api/src/platform/log/index.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { asPart } from '../../support/roles.ts';
import { createDatabase } from '../../support/services.ts';

const database = await createDatabase();
const log = createLogger('silent');
const poolOf = (part: 'api' | 'worker' | 'operator') =>
  createPool({ databaseUrl: asPart(database.url, part), databasePoolMax: 2 }, log);
const [pool, worker, operator] = [poolOf('api'), poolOf('worker'), poolOf('operator')];
const keys = [randomBytes(32)];

afterAll(async () => {
  await Promise.all([pool.end(), worker.end(), operator.end()]);
  await database.drop();
});

describe('a stored file', () => {
  const purpose = 'test';
  const content = Buffer.from('the content of a document, which nobody reads in the database');
  const file = { mediaType: 'image/jpeg', name: 'a"b\u00e9.jpg', content };
  const store = (deleteAfter: Date | null = null) =>
    inTransaction(pool, (tx) => storeFile(tx, keys, { userId: null, purpose, file, deleteAfter }));

  it('is encrypted under a key of its own, and is read by its domain alone', async () => {
    const [one, other] = [await store(), await store()];
    const { rows } = await pool.query<{ content: Buffer }>('SELECT content FROM files WHERE id = ANY ($1)', [
      [one, other],
    ]);
    expect(rows.some((row) => row.content.includes('document'))).toBe(false);
    expect(rows[0]?.content.equals(rows[1]?.content as Buffer)).toBe(false);
    expect((await openFile(pool, keys, { id: one, purpose })).content).toEqual(content);
    await expect(openFile(pool, keys, { id: one, purpose: 'support' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(openFile(pool, [randomBytes(32)], { id: one, purpose })).rejects.toThrow('needs an encryption key');
  });

  it('cannot be exchanged for another one, nor changed', async () => {
    const [one, other] = [await store(), await store()];
    const owner = createPool({ databaseUrl: database.url, databasePoolMax: 1 }, log);
    await expect(owner.query('UPDATE files SET content = content WHERE id = $1', [one])).rejects.toThrow();
    await owner.query(
      `INSERT INTO files (id, purpose, media_type, name, size, sealed_key, content)
        SELECT gen_random_uuid(), purpose, media_type, 'moved', size, sealed_key, content FROM files WHERE id = $1`,
      [other],
    );
    const { rows } = await owner.query<{ id: string }>(`SELECT id FROM files WHERE name = 'moved'`);
    await expect(openFile(pool, keys, { id: rows[0]?.id as string, purpose })).rejects.toThrow();
    await owner.query(`DELETE FROM files WHERE name = 'moved'`);
    await owner.end();
  });

  it('is not there when the transaction that stored it fails', async () => {
    let id = '';
    const failed = inTransaction(pool, async (tx) => {
      id = await storeFile(tx, keys, { userId: null, purpose, file, deleteAfter: null });
      throw new Error('the row that refers to it cannot be written');
    });
    await expect(failed).rejects.toThrow('cannot be written');
    await expect(openFile(pool, keys, { id, purpose })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('goes with its time: it cannot be opened, and the worker deletes it', async () => {
    const [kept, over] = [await store(new Date(Date.now() + 60_000)), await store()];
    await inTransaction(pool, (tx) => deleteFilesAfter(tx, [over], new Date(Date.now() - 1_000)));
    await expect(openFile(pool, keys, { id: over, purpose })).rejects.toMatchObject({ code: 'not_found' });
    expect(await deleteExpiredFiles(worker)).toBe(1);
    expect((await openFile(pool, keys, { id: kept, purpose })).content).toEqual(content);
    await expect(worker.query('SELECT content FROM files')).rejects.toThrow('permission denied');
  });

  it('is read under a new key of the configuration once its own key is sealed anew', async () => {
    const id = await store();
    const newer = [randomBytes(32), ...keys];
    expect((await inTransaction(operator, (tx) => resealFileKeys(tx, newer))).changed).toBeGreaterThan(0);
    expect((await openFile(pool, newer.slice(0, 1), { id, purpose })).content).toEqual(content);
    expect(await inTransaction(operator, (tx) => resealFileKeys(tx, newer))).toEqual({ changed: 0, next: null });
  });

  it('is one of many whose keys are sealed anew a few at a time: what was done stays done, and the others wait for nothing', async () => {
    const owner = createPool({ databaseUrl: database.url, databasePoolMax: 1 }, log);
    await owner.query('DELETE FROM files');
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push(await store());
    const newer = [randomBytes(32), ...keys];
    ids.sort();
    const reseal = (after: string | null = null) =>
      inTransaction(operator, (tx) => resealFileKeys(tx, newer, { after, max: 2 }));
    expect(await reseal()).toEqual({ changed: 2, next: ids[1] });
    const failed = inTransaction(operator, async (tx) => {
      await resealFileKeys(tx, newer, { max: 2 });
      // Meanwhile writers that refer to a file, or change one of the others, are not blocked.
      const shared = await pool.query('SELECT id FROM files ORDER BY id FOR KEY SHARE NOWAIT');
      expect(shared.rowCount).toBe(5);
      const free = await pool.query('SELECT id FROM files FOR UPDATE SKIP LOCKED');
      expect(free.rowCount).toBe(3);
      throw new Error('the machine goes down');
    });
    await expect(failed).rejects.toThrow('goes down');
    expect([await reseal(ids[1]), await reseal(ids[3])]).toEqual([
      { changed: 2, next: ids[3] },
      { changed: 1, next: null },
    ]);
    for (const id of ids) expect((await openFile(pool, newer.slice(0, 1), { id, purpose })).content).toEqual(content);
    await owner.end();
  });

  it('is answered so that nothing of it runs and nothing keeps it', async () => {
    const headers: Record<string, string> = {};
    const reply = {
      header(name: string, value: string) {
        headers[name] = value;
        return reply;
      },
      type: () => reply,
      send: () => reply,
    };
    sendFile(reply as unknown as Parameters<typeof sendFile>[0], { id: 'x', ...file });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    expect(headers['cache-control']).toContain('no-store');
    expect(headers['content-disposition']).toBe("attachment; filename*=UTF-8''a%22b%C3%A9.jpg");
    // A name that was stored by whatever means ends no header.
    sendFile(reply as unknown as Parameters<typeof sendFile>[0], { id: 'x', ...file, name: 'a\r\nSet-Cookie: b=c' });
    expect(headers['content-disposition']).toBe("attachment; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b%3Dc");
  });
});
