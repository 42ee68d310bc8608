/** The keys of networks: made once, opened by their passphrase alone, and never replaced by others in silence. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKeyFile } from '@pelican/api/src/modules/signer/key-file.ts';
import { openSeed } from '@pelican/api/src/modules/signer/open-signer.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../support/services.ts';

let folder: string;
let database: Awaited<ReturnType<typeof createDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pelican-keys-'));
  database = await createDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

test('a key file is opened by its passphrase alone, and not after a change of one byte', async () => {
  const file = join(folder, 'keys', 'one.json');
  await openKeyFile(file, 'right').make();
  const seed = await openKeyFile(file, 'right').seed();
  expect(seed).toHaveLength(32);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).not.toContain(Buffer.from(seed).toString('base64'));
  await expect(openKeyFile(file, 'wrong').seed()).rejects.toThrow('cannot be opened with this passphrase');
  await expect(openKeyFile(file, 'right').make()).rejects.toThrow('EEXIST');
  const fields = JSON.parse(readFileSync(file, 'utf8')) as { sealed: string };
  const sealed = Buffer.from(fields.sealed, 'base64');
  sealed.writeUInt8(sealed.readUInt8(0) ^ 1, 0);
  const changed = join(folder, 'changed.json');
  writeFileSync(changed, JSON.stringify({ ...fields, sealed: sealed.toString('base64') }));
  await expect(openKeyFile(changed, 'right').seed()).rejects.toThrow('cannot be opened');
});

test('a signer starts with the keys of its exchange alone', async () => {
  const own = join(folder, 'own.json');
  const seed = await openSeed(pool, openKeyFile(own, 'p'));
  expect(await openSeed(pool, openKeyFile(own, 'p'))).toEqual(seed);
  await expect(openSeed(pool, openKeyFile(join(folder, 'lost.json'), 'p'))).rejects.toThrow('the key file is missing');
  const other = openKeyFile(join(folder, 'other.json'), 'p');
  await other.make();
  await expect(openSeed(pool, other)).rejects.toThrow('not the one of this exchange');
});
