/** How days are counted that take long, or whose count breaks off in the middle. */
import type { JobRun } from '@pelican/api/src/jobs/index.ts';
import { countEndedDays } from '@pelican/api/src/modules/referrals/count-days.ts';
import { openReferralJobs } from '@pelican/api/src/modules/referrals/index.ts';
import { createPool } from '@pelican/api/src/platform/database/index.ts';
import { createLogger } from '@pelican/api/src/platform/log/index.ts';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { asPart } from '../../support/roles.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;
let pool: pg.Pool;
/** As the worker may. */
let worker: pg.Pool;
const log = createLogger('silent');
const referrers: number[] = [];

beforeAll(async () => {
  api = await startTestApi();
  pool = api.parts.pool;
  worker = createPool({ databaseUrl: asPart(api.databaseUrl, 'worker'), databasePoolMax: 4 }, log);
  await pool.query(`UPDATE settlement_cursors SET position = (extract(epoch FROM now()) * 1000)::bigint || '-0'`);
  for (let n = 0; n < 4; n++) referrers.push(await addTradingFriend(n));
});
afterAll(async () => {
  await worker?.end();
  await api.close();
});

beforeEach(async () => {
  for (const table of ['referral_days', 'referral_accruals', 'notices']) await pool.query(`DELETE FROM ${table}`);
  await pool.query('UPDATE referrals SET qualified_at = NULL, first_trade_at = NULL, searched_until = NULL');
});

/** A friend who was approved two days ago and paid a fee of 4 USDT yesterday. @returns who has brought the friend */
async function addTradingFriend(n: number): Promise<number> {
  const [{ id: referrer }, { id: friend }] = [
    await api.signUp(`referrer${n}@test.local`),
    await api.signUp(`friend${n}@test.local`),
  ];
  await pool.query(
    `UPDATE users SET kyc_status = 'approved', kyc_approved_at = now() - interval '2 days' WHERE id = $1`,
    [friend],
  );
  await pool.query(
    `INSERT INTO referrals (friend_id, referrer_id, signed_up_at) VALUES ($1, $2, now() - interval '3 days')`,
    [friend, referrer],
  );
  await pool.query(
    `INSERT INTO spot_deals (market_id, id, time, taker_side, base_asset_id, quote_asset_id, price, amount, gross, buyer_id, buyer_order_id,
        buyer_fee, buyer_gst, buyer_tds, buyer_fee_asset_id, buyer_net, seller_id, seller_order_id, seller_fee, seller_gst, seller_tds,
        seller_fee_asset_id, seller_net, seq)
      SELECT 1, $1, (date_trunc('day', now() AT TIME ZONE 'UTC') - interval '12 hours') AT TIME ZONE 'UTC', 2, btc.id, usdt.id, 100, 1, 100, $2, 1,
          4, 0.1, 0, usdt.id, 104.1, 1, 1, 0, 0, 0, usdt.id, 100, 1
        FROM assets btc, assets usdt WHERE btc.ticker = 'BTC' AND usdt.ticker = 'USDT'`,
    [n + 1, friend],
  );
  return referrer;
}

const rewards = async () =>
  (await pool.query('SELECT trim_scale(amount)::text AS amount FROM referral_accruals')).rows.map(
    ({ amount }) => amount,
  );

/** Work that is done in the database before a row of the table is inserted, as its owner. */
async function beforeInsert(table: string, work: string): Promise<() => Promise<void>> {
  await pool.query(
    `CREATE OR REPLACE FUNCTION before_of_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${work} RETURN NEW; END $$`,
  );
  await pool.query(`CREATE TRIGGER of_test BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION before_of_test()`);
  const remove = async () => void (await pool.query(`DROP TRIGGER IF EXISTS of_test ON ${table}`));
  onTestFinished(remove);
  return remove;
}

it('the job counts on a connection whose statements may take minutes, in the lane of long jobs', async () => {
  const { jobs, close } = openReferralJobs({ databaseUrl: asPart(api.databaseUrl, 'worker'), log });
  onTestFinished(close);
  await beforeInsert(
    'referral_accruals',
    `IF current_setting('statement_timeout')::interval < '5min' OR current_setting('statement_timeout') = '0' THEN
       RAISE 'a statement may take %', current_setting('statement_timeout'); END IF;`,
  );
  const [job] = jobs;
  if (job?.kind !== 'queued') throw new Error('the job has no row');
  expect(job.lane).toBe('long');
  await job.work({ signal: new AbortController().signal } as JobRun<unknown>);
  expect(await rewards()).toEqual(['1', '1', '1', '1']);
});

it('a count that breaks off between two pages goes on without counting anything twice', async () => {
  const mend = await beforeInsert(
    'referral_accruals',
    `IF NEW.referrer_id = ${referrers[2]} THEN RAISE 'the disk is full'; END IF;`,
  );
  await expect(countEndedDays(worker, { pageSize: 1 })).rejects.toThrow('the disk is full');
  expect(await rewards()).toEqual(['1', '1']);
  expect((await pool.query('SELECT FROM referral_days')).rowCount).toBe(0);
  await mend();
  await Promise.all([countEndedDays(worker, { pageSize: 1 }), countEndedDays(worker, { pageSize: 2 })]);
  expect(await rewards()).toEqual(['1', '1', '1', '1']);
  expect((await pool.query('SELECT FROM referral_days')).rowCount).toBe(1);
  expect((await pool.query(`SELECT FROM notices WHERE kind = 'referral_friend_qualified'`)).rowCount).toBe(4);
});

it('a count ends between two pages when its run is aborted', async () => {
  await expect(countEndedDays(worker, { signal: AbortSignal.abort(new Error('lease lost')) })).rejects.toThrow(
    'lease lost',
  );
  expect(await rewards()).toEqual([]);
});

it('referrers who are blocked or erased hear nothing of their friends', async () => {
  await pool.query(`UPDATE users SET status = 'blocked' WHERE id = $1`, [referrers[0]]);
  await countEndedDays(worker);
  const told = await pool.query(
    `SELECT user_id FROM notices WHERE kind = 'referral_friend_qualified' ORDER BY user_id`,
  );
  expect(told.rows.map(({ user_id }) => Number(user_id))).toEqual(referrers.slice(1));
  expect(await rewards()).toHaveLength(3);
});
