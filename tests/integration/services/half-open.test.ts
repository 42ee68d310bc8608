/** Connections whose other end is there and never answers again, or whose answers are lost. */
import { spendOnce } from '@pelican/api/src/identity/spend-once.ts';
import {
  createLongPool,
  createPool,
  createToolPool,
  inTransaction,
  isUnavailable,
} from '@pelican/api/src/platform/database/index.ts';
import { createPrismaClient } from '@pelican/prisma/client.ts';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import type { Service } from '../../support/service.ts';
import { createDatabase, startRedis, type TestDatabase } from '../../support/services.ts';
import { openLink } from '../../support/tcp-link.ts';

const silent = { warn: () => undefined };
let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  [database, service] = await Promise.all([createDatabase(), startRedis()]);
});
afterAll(() => Promise.all([database.drop(), service.stop()]));

test('a Postgres that stops answering holds up no request for ever, and no later one', async () => {
  const link = await openLink(database.url);
  onTestFinished(() => link.close());
  const pool = createPool({ databaseUrl: link.url, databasePoolMax: 3 }, silent);
  const prisma = createPrismaClient(pool);
  const begun = Promise.withResolvers<void>();
  const struck = Promise.withResolvers<void>();
  const transaction = inTransaction(pool, async (tx) => {
    await tx.query('SELECT 1');
    begun.resolve();
    await struck.promise;
    await tx.query('SELECT 2');
  });
  await begun.promise;
  const usersBefore = await prisma.user.count();
  link.strike('stall', [process.pid]);
  struck.resolve();
  const outcomes = await Promise.allSettled([transaction, prisma.user.count()]);
  for (const outcome of outcomes) {
    expect(outcome).toEqual({ status: 'rejected', reason: expect.toSatisfy(isUnavailable) });
  }
  link.restore();
  await until(
    'Postgres answers again',
    () =>
      pool.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    30_000,
  );
  expect(await prisma.user.count()).toBe(usersBefore);
  await pool.end();
});

test('a tool, and a job that nobody waits for, may let Postgres work for longer than any request', async () => {
  const options = { databaseUrl: database.url, databasePoolMax: 1 };
  const tool = createToolPool(options, silent);
  const job = createLongPool(options, silent);
  const works = await Promise.all([
    inTransaction(tool, async (tx) => {
      await tx.query('SET LOCAL statement_timeout = 0');
      return tx.query('SELECT pg_sleep(21), 1 AS one');
    }),
    inTransaction(job, (tx) => tx.query('SELECT pg_sleep(21), 1 AS one')),
  ]);
  for (const { rows } of works) expect(rows).toMatchObject([{ one: 1 }]);
  await Promise.all([tool.end(), job.end()]);
});

test('what was spent by a command whose answer was lost counts as spent by that command', async () => {
  const link = await openLink(service.url);
  onTestFinished(() => link.close());
  const direct = new Redis(service.url);
  const redis = new Redis(link.url, { maxRetriesPerRequest: 1, retryStrategy: () => 50 });
  redis.on('error', () => undefined);
  await redis.ping();
  link.strike('loseAnswers', [process.pid]);
  const spending = spendOnce(redis, 'signature', 60);
  await until('Redis has it', async () => (await direct.exists('signature')) === 1, 10_000);
  link.restore();
  redis.disconnect(true);
  expect(await spending).toBe(true);
  expect(await spendOnce(redis, 'signature', 60)).toBe(false);
  redis.disconnect();
  direct.disconnect();
});
