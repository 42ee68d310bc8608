/** Prisma on the API's own pool: times, ends and failures must be those of pg. */
import { createPool, inPrismaTransaction, type PrismaQueryable } from '@pelican/api/src/platform/database/index.ts';
import { toDomainError } from '@pelican/api/src/platform/http/index.ts';
import { createPrismaClient } from '@pelican/prisma/client.ts';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../support/services.ts';

const silent = { warn: () => undefined };
let database: TestDatabase;
let pool: pg.Pool;
let prisma: ReturnType<typeof createPrismaClient>;

beforeAll(async () => {
  database = await createDatabase();
  const setUp = createPool({ databaseUrl: database.url, databasePoolMax: 1 }, silent);
  await setUp.query(`ALTER DATABASE ${database.name} SET TimeZone = 'Asia/Kolkata'`);
  await setUp.end();
  pool = createPool({ databaseUrl: database.url, databasePoolMax: 3 }, silent);
  prisma = createPrismaClient(pool);
});

afterAll(async () => {
  await prisma.$disconnect();
  await pool.end();
  await database.drop();
});

const newUser = (name: string) => ({ email: `${name}@test.local`, passwordHash: 'none', nickname: name });

/** Ends the connection that the transaction runs on. */
async function breakConnection(transaction: PrismaQueryable): Promise<void> {
  const [backend] = await transaction.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  await pool.query('SELECT pg_terminate_backend($1, 5000)', [backend?.pid]);
}

test('a time is the same through pg and Prisma, wherever the server stands', async () => {
  const createdAt = new Date('2026-03-01T12:34:56.789Z');
  await prisma.user.create({ data: { ...newUser('clock'), createdAt } });
  const byPg = await pool.query('SELECT created_at FROM users WHERE email = $1', ['clock@test.local']);
  expect(byPg.rows).toEqual([{ created_at: createdAt }]);

  await pool.query('UPDATE users SET created_at = now()');
  const byPrisma = await prisma.user.findUniqueOrThrow({ where: { email: 'clock@test.local' } });
  expect(Math.abs(byPrisma.createdAt.getTime() - Date.now())).toBeLessThan(60_000);
});

test('closing the client leaves the pool open', async () => {
  const second = createPrismaClient(pool);
  await second.user.count();
  await second.$disconnect();
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

describe('a transaction', () => {
  test('of which nothing stays when its work throws', async () => {
    const refusal = new Error('changed my mind');
    const attempt = inPrismaTransaction(prisma, async (transaction) => {
      await transaction.user.create({ data: newUser('regretted') });
      throw refusal;
    });
    await expect(attempt).rejects.toBe(refusal);
    expect(await prisma.user.count({ where: { nickname: 'regretted' } })).toBe(0);
  });

  test('whose connection breaks between two statements is refused as unavailable', async () => {
    const attempt = inPrismaTransaction(prisma, async (transaction) => {
      await breakConnection(transaction);
      await transaction.user.create({ data: newUser('halfway') });
    });
    expect(toDomainError(await attempt.catch((error: unknown) => error)).code).toBe('service_unavailable');
    expect(await prisma.user.count({ where: { nickname: 'halfway' } })).toBe(0);
  });

  test('whose connection breaks before the commit has an unknown outcome', async () => {
    const attempt = inPrismaTransaction(prisma, async (transaction) => {
      await transaction.user.create({ data: newUser('unanswered') });
      await breakConnection(transaction);
    });
    await expect(attempt).rejects.toMatchObject({ code: 'outcome_unknown' });
  });
});

describe('without a connection', () => {
  test('a query and a transaction are refused as unavailable', async () => {
    const nobody = createPool({ databaseUrl: 'postgresql://nobody@127.0.0.1:1/none', databasePoolMax: 1 }, silent);
    const client = createPrismaClient(nobody);
    const attempts = [
      () => client.user.count(),
      () => client.$queryRaw`SELECT 1`,
      () => inPrismaTransaction(client, (transaction) => transaction.user.count()),
    ];
    for (const attempt of attempts) {
      expect(toDomainError(await attempt().catch((error: unknown) => error)).code).toBe('service_unavailable');
    }
    await client.$disconnect();
    await nobody.end();
  });
});
