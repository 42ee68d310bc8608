import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@pelican/prisma/migrate.ts';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { ensureDatabase } from '../../../scripts/services/postgres-server.ts';
import { until } from '../../../scripts/services/process.ts';
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

test('a migration gives way to what holds its table, and is applied once that lets go', async () => {
  const url = await emptyDatabase();
  await migrate(url, { directory: migrations({ '1_first': two['1_first'] }) });
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('BEGIN; LOCK TABLE a IN ACCESS SHARE MODE');
  const migrating = migrate(url, {
    directory: migrations({ '1_first': two['1_first'], '2_column': 'ALTER TABLE a ADD COLUMN b int;' }),
  });
  const waiting = () => holder.query("SELECT FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'");
  await until('the migration waits for the table', async () => (await waiting()).rowCount === 1, 20_000);
  await until('it does not wait any more', async () => (await waiting()).rowCount === 0, 20_000);
  await holder.query('COMMIT');
  expect(await migrating).toEqual(['2_column']);
});

test('a migration that waits for a transaction which waits for it gives way, and is applied afterwards', async () => {
  const url = await emptyDatabase();
  await migrate(url, { directory: migrations(two) });
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  onTestFinished(() => holder.end());
  // Postgres ends the one that looks for a deadlock first.
  await holder.query(`SET deadlock_timeout = '1min'; BEGIN; LOCK TABLE a IN ACCESS SHARE MODE`);
  const columns = 'ALTER TABLE b ADD COLUMN c int; ALTER TABLE a ADD COLUMN c int;';
  const migrating = migrate(url, { directory: migrations({ ...two, '3_columns': columns }) });
  // Until it is awaited below.
  migrating.catch(() => undefined);
  const waiting = () => holder.query("SELECT FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'");
  await until('the migration waits for the table', async () => (await waiting()).rowCount === 1, 20_000);
  await holder.query('INSERT INTO b VALUES (1); COMMIT');
  expect(await migrating).toEqual(['3_columns']);
});

test('an index whose building failed half way is built again', async () => {
  const url = await emptyDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const first = { '1_first': 'CREATE TABLE a (id int); INSERT INTO a VALUES (0), (0);' };
  const index = `-- concurrently
    DROP INDEX CONCURRENTLY IF EXISTS a_id;
    CREATE UNIQUE INDEX CONCURRENTLY a_id ON a (id);`;
  const directory = migrations({ ...first, '2_index': index });
  await expect(migrate(url, { directory })).rejects.toThrow('2_index failed half way');
  const isValid = async () =>
    (await client.query("SELECT indisvalid FROM pg_index WHERE indexrelid = 'a_id'::regclass")).rows;
  expect(await isValid()).toEqual([{ indisvalid: false }]);
  await client.query('TRUNCATE a');
  // Two at once: one that waited inside a statement would be waited for by the index.
  const applied = await Promise.all([migrate(url, { directory }), migrate(url, { directory })]);
  expect(applied.flat()).toEqual(['2_index']);
  expect(await isValid()).toEqual([{ indisvalid: true }]);
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
