import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@pelican/prisma/migrate.ts';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { ensureDatabase } from '../../../scripts/services/postgres-server.ts';
import { databaseUrl } from '../../support/services.ts';

async function emptyDatabase(): Promise<string> {
  const name = `migrate_${Math.random().toString(36).slice(2)}`;
  await ensureDatabase(inject('postgresUrl'), name);
  return databaseUrl(inject('postgresUrl'), name);
}

function migrations(scripts: Record<string, string>): string {
  const directory = mkdtempSync(join(tmpdir(), 'pelican-migrations-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  for (const [name, script] of Object.entries(scripts)) {
    mkdirSync(join(directory, name));
    writeFileSync(join(directory, name, 'migration.sql'), script);
  }
  return directory;
}

async function tables(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE E'\\\\_%' ORDER BY 1",
  );
  return rows.map((row) => row.name);
}

const two = { '1_first': 'CREATE TABLE a (id int);', '2_second': 'CREATE TABLE b (id int);' };

test('migrations apply once, in the order of their names', async () => {
  const url = await emptyDatabase();
  const directory = migrations(two);
  expect(await migrate(url, { directory })).toEqual(['1_first', '2_second']);
  expect(await migrate(url, { directory })).toEqual([]);
  expect(await tables(url)).toEqual(['a', 'b']);
});

test('two processes that migrate at once apply each migration once', async () => {
  const url = await emptyDatabase();
  const directory = migrations(two);
  const applied = await Promise.all([migrate(url, { directory }), migrate(url, { directory })]);
  expect(applied.flat().sort()).toEqual(['1_first', '2_second']);
});

test('a migration that fails leaves nothing of itself and stops those behind it', async () => {
  const url = await emptyDatabase();
  const directory = migrations({
    '1_bad': 'CREATE TABLE a (id int); SELECT 1/0;',
    '2_next': 'CREATE TABLE b (id int);',
  });
  await expect(migrate(url, { directory })).rejects.toThrow('1_bad failed and left no trace: division by zero');
  expect(await tables(url)).toEqual([]);
});

test('a migration that was changed after it had been applied is refused', async () => {
  const url = await emptyDatabase();
  await migrate(url, { directory: migrations(two) });
  const changed = migrations({ ...two, '2_second': 'CREATE TABLE c (id int);' });
  await expect(migrate(url, { directory: changed })).rejects.toThrow('2_second was changed after it had been applied');
});

test('a database of a newer release is refused', async () => {
  const url = await emptyDatabase();
  await migrate(url, { directory: migrations(two) });
  const older = migrations({ '1_first': two['1_first'] });
  await expect(migrate(url, { directory: older })).rejects.toThrow(
    'has migration 2_second, which this release does not know',
  );
});
