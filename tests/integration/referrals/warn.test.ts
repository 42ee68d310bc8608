/** Referrers get a notice before unclaimed rewards lapse. */
import { warnOfLapses } from '@pelican/api/src/modules/referrals/warn.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../support/test-api.ts';
import { openWorkerPool } from '../../support/worker.ts';

let api: TestApi;
let worker: pg.Pool;
beforeAll(async () => {
  api = await startTestApi();
  worker = openWorkerPool(api.databaseUrl);
});
afterAll(async () => {
  await worker?.end();
  await api.close();
});

test('three days before the end, once a week, and nothing of what is claimed or has time', async () => {
  const { pool } = api.parts;
  const [referrer, other, friend] = [
    await api.signUp('referrer@warn.test'),
    await api.signUp('other@warn.test'),
    await api.signUp('friend@warn.test'),
  ];
  await pool.query('INSERT INTO referrals (friend_id, referrer_id) VALUES ($1, $2)', [friend.id, referrer.id]);
  const accrue = (userId: number, ticker: string, day: number, amount: string, end: string) =>
    pool.query(
      `INSERT INTO referral_accruals (referrer_id, friend_id, asset_id, day, fees, amount, expires_at)
        SELECT $1, $2, id, current_date - $3::int, 100, $4, now() + $5::interval FROM assets WHERE ticker = $6`,
      [userId, friend.id, day, amount, end, ticker],
    );
  await accrue(referrer.id, 'USDT', 28, '0.5', '2 days');
  await accrue(referrer.id, 'USDT', 29, '0.25', '1 day');
  await accrue(referrer.id, 'BTC', 28, '0.1', '2 days');
  await accrue(referrer.id, 'BTC', 31, '7', '-1 day');
  await accrue(other.id, 'USDT', 1, '3', '29 days');
  expect([await warnOfLapses(worker), await warnOfLapses(worker)]).toEqual([1, 0]);
  const told = async () =>
    (
      await pool.query(
        `SELECT user_id::int AS id, payload FROM notices WHERE kind = 'referral_rewards_ending' ORDER BY id`,
      )
    ).rows;
  expect(await told()).toEqual([{ id: referrer.id, payload: { lapses: ['0.1 BTC', '0.75 USDT'] } }]);
  await pool.query(`UPDATE notices SET created_at = now() - interval '8 days'`);
  expect(await warnOfLapses(worker)).toBe(1);
  expect(await told()).toHaveLength(2);
});
