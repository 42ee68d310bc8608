import { Redis } from 'ioredis';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase, startLocalPostgres, startLocalRedis, startRedis } from '../../support/services.ts';

test('a created database is migrated and its own', async () => {
  const [one, two] = await Promise.all([createDatabase(), createDatabase()]);
  onTestFinished(async () => void (await Promise.all([one.drop(), two.drop()])));
  const client = new pg.Client({ connectionString: one.url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('CREATE TABLE only_here (id int)');
  const { rows } = await client.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS migrated");
  expect(rows).toEqual([{ migrated: true }]);

  const other = new pg.Client({ connectionString: two.url });
  await other.connect();
  onTestFinished(() => other.end());
  const { rows: found } = await other.query("SELECT to_regclass('only_here') AS name");
  expect(found).toEqual([{ name: null }]);
});

test('redis has every write on disk before it answers, and refuses rather than evicts', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const client = new Redis(redis.url);
  onTestFinished(() => client.disconnect());
  expect(await client.config('GET', 'appendfsync')).toEqual(['appendfsync', 'always']);
  expect(await client.config('GET', 'appendonly')).toEqual(['appendonly', 'yes']);
  expect(await client.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
});

test('a killed redis comes back on its port with what it had acknowledged', async () => {
  const redis = await startLocalRedis();
  onTestFinished(() => redis.stop());
  const client = new Redis(redis.url);
  client.on('error', () => undefined);
  onTestFinished(() => client.disconnect());
  await client.xadd('journal', '*', 'command', '1');
  await redis.kill();
  await redis.restart();
  expect(await client.xlen('journal')).toBe(1);
});

test('a killed postgres comes back on its port with what it had committed', async () => {
  const postgres = await startLocalPostgres();
  onTestFinished(() => postgres.stop());
  const before = new pg.Client({ connectionString: postgres.url });
  before.on('error', () => undefined);
  await before.connect();
  await before.query('CREATE TABLE kept (id int)');
  await before.query('INSERT INTO kept VALUES (1)');
  await postgres.kill();
  await postgres.restart();
  const after = new pg.Client({ connectionString: postgres.url });
  await after.connect();
  onTestFinished(() => after.end());
  const { rows } = await after.query('SELECT id FROM kept');
  expect(rows).toEqual([{ id: 1 }]);
});
