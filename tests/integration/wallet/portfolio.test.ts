/** The value of accounts over time: what is kept of balances, and what a chart is made of. */
import { takeSnapshot } from '@pelican/api/src/modules/portfolio/snapshots.ts';
import { requestTransfer } from '@pelican/api/src/modules/wallet/index.ts';
import { createPool, inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { createLogger } from '@pelican/api/src/platform/log/index.ts';
import type { Portfolio } from '@pelican/shared/contracts/portfolio';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { credit } from '../../support/ledger-users.ts';
import { asPart } from '../../support/roles.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';
import { assetId } from '../../support/transfer-codes.ts';

let api: TestApi;
/** As the worker may. */
let worker: pg.Pool;
let user: TestUser;
let people = 0;

beforeAll(async () => {
  api = await startTestApi();
  worker = createPool({ databaseUrl: asPart(api.databaseUrl, 'worker'), databasePoolMax: 4 }, createLogger('silent'));
});
beforeEach(async () => {
  for (const table of ['portfolio_balances', 'portfolio_hours', 'klines']) await sql(`DELETE FROM ${table}`);
  user = await api.signUp(`portfolio${people++}@test.local`);
});
afterAll(async () => {
  await worker?.end();
  await api.close();
});

const sql = async (text: string, ...values: unknown[]) => (await api.parts.pool.query(text, values)).rows;
const give = async (ticker: string, amount: string) =>
  credit(api.parts.pool, { userId: user.id, assetId: await assetId(api, ticker), amount });
/** As if what was written had been written an hour ago. */
const letHourPass = async () => {
  for (const table of ['portfolio_balances', 'portfolio_hours'])
    await sql(`UPDATE ${table} SET taken_at = taken_at - interval '1 hour'`);
};
const amounts = async () =>
  (
    await sql(
      'SELECT trim_scale(amount)::text AS amount FROM portfolio_balances WHERE user_id = $1 ORDER BY taken_at, asset_id',
      user.id,
    )
  ).map(({ amount }) => amount);
const keep = async (ticker: string, amount: string, time: string) =>
  sql(`INSERT INTO portfolio_balances SELECT $1, $2, ${time}, $3`, user.id, await assetId(api, ticker), amount);
const close = (pair: string, interval: number, openTime: number, price: string) =>
  sql(
    `INSERT INTO klines (market_id, interval, open_time, open, close, high, low, volume, money)
      SELECT id, $2, $3, $4, $4, $4, $4, 1, 1 FROM markets WHERE name = $1`,
    pair,
    interval,
    openTime,
    price,
  );
const valuesOf = async (range: string) => (await user.get<Portfolio>(`/v3/profile/portfolio?range=${range}`)).body;

test('a balance is written once an hour, and only when it has changed', async () => {
  await give('USDT', '100');
  await give('BTC', '2');
  const taken = await Promise.all([1, 2, 3].map(() => takeSnapshot(worker)));
  expect(taken.filter(Boolean)).toHaveLength(1);
  expect((await amounts()).sort()).toEqual(['100', '2']);
  await give('USDT', '1');
  expect(await takeSnapshot(worker)).toBe(false);
  expect(await amounts()).toHaveLength(2);
  await letHourPass();
  expect(await takeSnapshot(worker)).toBe(true);
  expect((await amounts()).at(-1)).toBe('101');
  expect(await amounts()).toHaveLength(3);
});

test('money on its way between two wallets counts', async () => {
  await give('USDT', '100');
  const usdt = await assetId(api, 'USDT');
  const transfer = { userId: user.id, assetId: usdt, amount: '40', from: 'main', to: 'trade' } as const;
  await inTransaction(api.parts.pool, (tx) =>
    requestTransfer(tx, { ...transfer, idempotencyKey: crypto.randomUUID() }),
  );
  await takeSnapshot(worker);
  expect(await amounts()).toEqual(['100']);
});

test('an account that is erased while the balances are written has none afterwards', async () => {
  await give('USDT', '100');
  const erasure = await api.parts.pool.connect();
  try {
    await erasure.query('BEGIN');
    await erasure.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [user.id]);
    const taken = takeSnapshot(worker);
    const waits = async () =>
      (await erasure.query('SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))'))
        .rowCount === 1;
    await until('the snapshot waits for the account', waits, 10_000);
    await erasure.query('UPDATE users SET deleted_at = now() WHERE id = $1', [user.id]);
    await erasure.query('DELETE FROM portfolio_balances WHERE user_id = $1', [user.id]);
    await erasure.query('COMMIT');
    expect(await taken).toBe(true);
  } finally {
    erasure.release();
  }
  expect(await amounts()).toEqual([]);
});

test('of days before yesterday the last balance of each stays', async () => {
  const day = `date_trunc('day', now(), 'UTC') - interval '3 days'`;
  await keep('USDT', '1', `${day} + interval '1 hour'`);
  await keep('USDT', '2', `${day} + interval '23 hours'`);
  // Midnight ends the day before.
  await keep('USDT', '3', `${day} + interval '24 hours'`);
  await keep('USDT', '4', `${day} + interval '25 hours'`);
  await keep('USDT', '5', `now() - interval '2 hours'`);
  await keep('USDT', '6', `now() - interval '1 hours'`);
  await takeSnapshot(worker);
  // What the account has now is nothing, which is the last row.
  expect(await amounts()).toEqual(['3', '4', '5', '6']);
});

test('a day is worth its balances at the closes before it, and begins with the first balance', async () => {
  const today = Math.floor(Date.now() / 86_400_000) * 86_400;
  const day = (back: number) => today - back * 86_400;
  await keep('BTC', '0.5', `to_timestamp(${day(3)})`);
  await keep('USDT', '10', `to_timestamp(${day(1)})`);
  await close('BTC_USDT', 86_400, day(4), '100.000000000000000001');
  await close('USDT_INR', 86_400, day(10), '80');
  await close('BTC_USDT', 86_400, day(2), '300');
  // Of a candle that has not ended.
  await close('BTC_USDT', 86_400, today, '9999');
  const { range, points } = await valuesOf('1W');
  expect(range).toBe('1W');
  expect(points.slice(0, -1)).toEqual([
    { time: day(3), usd: '50', inr: '4000' },
    // No trade on that day: the last close goes on.
    { time: day(2), usd: '50', inr: '4000' },
    { time: day(1), usd: '160', inr: '12800' },
    { time: today, usd: '160', inr: '12800' },
  ]);
  expect(points.at(-1)).toMatchObject({ usd: '0' });
  expect(points.at(-1)?.time).toBeGreaterThanOrEqual(today);
});

test('the last 24 hours are shown by hours, and a year by days', async () => {
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600;
  await keep('USDT', '7', `to_timestamp(${hour}) - interval '400 days'`);
  await keep('USDT', '8.5', `to_timestamp(${hour - 3_600})`);
  const { points } = await valuesOf('1D');
  expect(points).toHaveLength(25);
  expect(points.at(-4)).toMatchObject({ time: hour - 7_200, usd: '7' });
  expect(points.at(-3)).toMatchObject({ time: hour - 3_600, usd: '8.5' });
  expect((await valuesOf('1Y')).points).toHaveLength(366);
});

test('an account without a balance has the present alone, and nobody sees the chart of another one', async () => {
  await keep('USDT', '5', `now() - interval '3 days'`);
  expect((await valuesOf('1M')).points.length).toBeGreaterThan(1);
  const other = await api.signUp(`portfolio${people++}@test.local`);
  expect((await other.get<Portfolio>('/v3/profile/portfolio')).body.points).toEqual([
    { time: expect.any(Number), inr: '0', usd: '0' },
  ]);
  expect((await api.call('GET', '/v3/profile/portfolio')).status).toBe(401);
  expect((await user.get('/v3/profile/portfolio?range=2D')).status).toBe(422);
});
