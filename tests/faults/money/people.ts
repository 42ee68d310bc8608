/** Twenty verified people with an authenticator app, a bank account in India, the quiz of perpetuals and money, and the operator of the demo. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxAddress } from '@pelican/api/src/chains/index.ts';
import { demoPassword } from '@pelican/api/src/demo/users.ts';
import { hashPassword } from '@pelican/api/src/identity/index.ts';
import { readConfig } from '@pelican/api/src/platform/config/index.ts';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { RunningExchange } from '../../support/exchange.ts';
import { activeBank, giveName } from '../../support/inr.ts';
import { credit } from '../../support/ledger-users.ts';
import { enableTotp, forgetCounts, settleFactors } from '../../support/second-factors.ts';
import type { TestApi, TestUser } from '../../support/test-api.ts';
import { HttpSession } from '../http-session.ts';

export interface Person {
  place: number;
  userId: number;
  session: HttpSession;
  /** Of the authenticator app. */
  secret: string;
  bank: number;
  /** Of nobody else: where withdrawals of coins go. */
  address: string;
  /** What the person may cancel, delete or confirm. */
  orders: number[];
  perpetualOrders: number[];
  withdrawals: number[];
  codes: number[];
  invoices: string[];
}

export interface World {
  exchange: RunningExchange;
  database: pg.Pool;
  redis: Redis;
  people: Person[];
  operator: HttpSession;
  /** As if no guess had been made, and no code been sent: the limits are of people, not of a test. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

const atOnce = 4;
const money = { INR: '2000000', USDT: '20000', BTC: '2', LTC: '500' };

export async function openWorld(exchange: RunningExchange, count: number): Promise<World> {
  const read = (name: string) =>
    JSON.parse(readFileSync(join(exchange.dataDir, name), 'utf8')) as Record<string, string>;
  const connection = read('connection.json');
  const config = readConfig({ NODE_ENV: 'test', ...read('secrets.json'), ...connection });
  const database = new pg.Pool({ connectionString: connection.DATABASE_URL, max: 8 });
  const redis = new Redis(String(connection.REDIS_URL), { maxRetriesPerRequest: null });
  // Both servers are among the parts that are killed.
  database.on('error', () => undefined);
  redis.on('error', () => undefined);
  // What the helpers of integration tests use of an API.
  const api = { parts: { pool: database, redis }, config } as unknown as TestApi;
  const passwordHash = await hashPassword(demoPassword);
  const people: Person[] = [];
  // A few at once: each sign-in hashes a password.
  for (let place = 0; place < count; place += atOnce) {
    const places = Array.from({ length: Math.min(atOnce, count - place) }, (_, offset) => place + offset);
    people.push(...(await Promise.all(places.map((one) => newPerson({ exchange, api, passwordHash }, one)))));
  }
  return {
    exchange,
    database,
    redis,
    people,
    operator: await HttpSession.signIn(exchange.url, 'admin@demo.local'),
    forget: () => forgetCounts(api),
    async close() {
      redis.disconnect();
      await database.end();
    },
  };
}

async function newPerson(
  { exchange, api, passwordHash }: { exchange: RunningExchange; api: TestApi; passwordHash: string },
  place: number,
): Promise<Person> {
  const { pool } = api.parts;
  const email = `random${place}@demo.local`;
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO users (email, password_hash, nickname, kyc_status, kyc_approved_at, futures_quiz_passed_at)
      VALUES ($1, $2, $3, 'approved', now(), now()) RETURNING id`,
    [email, passwordHash, `random${place}`],
  );
  const userId = Number(rows[0]?.id);
  const session = await HttpSession.signIn(exchange.url, email);
  const user = {
    id: userId,
    email,
    post: async (path: string, body?: unknown) => await session.send('POST', path, body ?? {}),
  } as unknown as TestUser;
  await giveName(api, user);
  const bank = await activeBank(api, user);
  const { secret } = await enableTotp(api, user);
  await pool.query('UPDATE users SET withdrawals_locked_until = NULL WHERE id = $1', [userId]);
  await settleFactors(pool, userId);
  for (const [ticker, amount] of Object.entries(money)) {
    const { rows: assets } = await pool.query<{ id: number }>('SELECT id FROM assets WHERE ticker = $1', [ticker]);
    await credit(pool, { userId, assetId: Number(assets[0]?.id), amount });
  }
  for (const [to, amount] of [
    ['trade', '8000'],
    ['futures', '4000'],
  ])
    await session.send('POST', '/v2/profile/balance-transfer', { ticker: 'USDT', amount, from: 'main', to });
  await session.send('POST', '/v2/profile/transfer', { ticker: 'LTC', amount: '300', from: 'main', to: 'trade' });
  const lists = { orders: [], perpetualOrders: [], withdrawals: [], codes: [], invoices: [] };
  const address = sandboxAddress(new Uint8Array(20).fill(40 + place));
  return { place, userId, session, secret, bank, address, ...lists };
}
