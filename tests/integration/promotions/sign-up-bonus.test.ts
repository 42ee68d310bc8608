/** The sign-up bonus: granted once, released by an approved KYC, taken back when it expires. */
import { audit } from '@pelican/api/src/adapters/cli/audit/audit.ts';
import { seedInstruments } from '@pelican/api/src/demo/seed-instruments.ts';
import { fillPromotions, revokeSignUpBonus } from '@pelican/api/src/modules/promotions/index.ts';
import { endBonuses, grantBonuses, warnOfEnd } from '@pelican/api/src/modules/promotions/sign-up-bonus.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';
import { openWorkerPool } from '../../support/worker.ts';

let api: TestApi;
let pool: pg.Pool;
/** With the rights of the worker alone. */
let worker: pg.Pool;
let people = 0;

beforeAll(async () => {
  api = await startTestApi();
  pool = api.parts.pool;
  worker = openWorkerPool(api.databaseUrl);
});
afterAll(async () => {
  await worker?.end();
  await api.close();
});

const rows = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows;

/** Somebody whose e-mail and phone are confirmed, and whose KYC is not approved. */
async function person(): Promise<TestUser> {
  const user = await api.signUp(`bonus${people++}@test.local`, { kycApproved: false });
  await pool.query('UPDATE users SET email_verified_at = now(), phone_verified_at = now(), phone = $2 WHERE id = $1', [
    user.id,
    `+9198765${String(people).padStart(5, '0')}`,
  ]);
  return user;
}

/** An index of 50,000 dollars, and 80 rupees for a dollar in the hours of two days. */
async function setPrices(): Promise<void> {
  await inTransaction(pool, seedInstruments);
  await setIndex('50000');
  await setLastTrade('USDT_INR', 80);
  await pool.query(
    `INSERT INTO klines (market_id, "interval", open_time, open, close, high, low, volume, money)
      SELECT id, 3600, extract(epoch FROM date_trunc('hour', now()))::integer - hour * 3600, 80, 80, 80, 80, 1, 1
        FROM markets, generate_series(0, 47) AS hour WHERE name = 'USDT_INR'`,
  );
}

async function setIndex(price: string, minutesAgo = 0): Promise<void> {
  await pool.query(
    `INSERT INTO perpetual_market_state (market_id, index_price, updated_at, seq)
      SELECT id, $1, now() - make_interval(mins => $2), 1 FROM instruments WHERE name = 'BTC_USDT'
      ON CONFLICT (market_id) DO UPDATE SET index_price = excluded.index_price, updated_at = excluded.updated_at`,
    [price, minutesAgo],
  );
}

/** Each later than the one before. */
let tradedAt = 1_900_000_000;
async function setLastTrade(market: string, close: number): Promise<void> {
  tradedAt += 60;
  await pool.query(
    `INSERT INTO klines (market_id, "interval", open_time, open, close, high, low, volume, money)
      SELECT id, 60, $3, $2, $2, $2, $2, 1, 1 FROM markets WHERE name = $1`,
    [market, close, tradedAt],
  );
}

async function fillBudget(amount: string): Promise<void> {
  const [{ id }] = await rows(`SELECT id FROM assets WHERE ticker = 'BTC'`);
  await inTransaction(pool, (tx) => fillPromotions(tx, { assetId: id, amount, reference: `test ${people++}` }));
}

const bonusOf = async (user: TestUser) =>
  (await user.get<{ signup_bonus: unknown }>('/v2/settings/general')).body.signup_bonus;

async function bitcoinOf(user: TestUser): Promise<unknown> {
  const { body } = await user.get<{ result: { ticker: string }[] }>('/v3/profile/balance');
  return body.result.find(({ ticker }) => ticker === 'BTC');
}

const never = (_user: string, error: unknown): void => {
  throw error;
};

async function work(onFailure = never): Promise<void> {
  const run = { pool: worker, onFailure };
  await Promise.all([grantBonuses(run), grantBonuses(run)]);
  await Promise.all([endBonuses(run), endBonuses(run)]);
}

async function demandBalanced(): Promise<void> {
  expect((await audit(pool, api.parts.config.shards)).differences).toEqual([]);
}

/** KYC of the user as it was sent, in days from now. */
async function submitKyc(user: TestUser, days: number): Promise<void> {
  await pool.query(
    `INSERT INTO kyc_cases (user_id, variant, status, submitted_at) VALUES ($1, 'global', 'submitted', now() + make_interval(days => $2))`,
    [user.id, days],
  );
}

const expire = (user: TestUser) =>
  pool.query(`UPDATE sign_up_bonuses SET expires_at = now() - interval '1 minute' WHERE user_id = $1`, [user.id]);

it('waits for a price, and is denied while the budget is short', async () => {
  const first = await person();
  await work();
  expect(await bonusOf(first)).toBeNull();
  await setPrices();
  await work();
  expect(await bonusOf(first)).toMatchObject({ state: 'denied' });
  await fillBudget('1');
  await work();
  expect(await bonusOf(first), 'it is decided once').toMatchObject({ state: 'denied' });
  await demandBalanced();
});

it('a price that one market shows alone, or that is old, grants nothing and denies nobody', async () => {
  const user = await person();
  const demandNone = async (why: string) => {
    await work();
    expect(await bonusOf(user), why).toBeNull();
  };
  // A thousandth of it between two accounts of one person.
  await setLastTrade('BTC_INR', 4_000);
  await demandNone('BTC_INR');
  await setLastTrade('BTC_INR', 4_000_000);
  await setLastTrade('USDT_INR', 0.08);
  await demandNone('USDT_INR');
  await setLastTrade('USDT_INR', 80);
  await setLastTrade('BTC_USDT', 50);
  await demandNone('BTC_USDT');
  await setLastTrade('BTC_USDT', 50_000);
  await setIndex('50000', 6);
  await demandNone('an old index');
  await setIndex('50000');
  await work();
  expect(await bonusOf(user)).toMatchObject({ state: 'granted', amount: '0.00005' });
});

it('is granted once to who has confirmed both, and released once when the KYC is approved', async () => {
  const user = await person();
  const unconfirmed = await api.signUp(`bonus${people++}@test.local`, { kycApproved: false });
  await work();
  // 200 / (50000 x 80)
  expect(await bonusOf(user)).toEqual({
    state: 'granted',
    ticker: 'BTC',
    amount: '0.00005',
    inr: '200',
    expires_at: expect.any(Number),
    waiting: false,
  });
  expect(await bonusOf(unconfirmed)).toBeNull();
  expect(await bitcoinOf(user)).toMatchObject({ main_balance: '0', full_balance: '0', signup_bonus_amount: '0.00005' });
  await demandBalanced();

  await pool.query(`UPDATE users SET kyc_status = 'approved', kyc_approved_at = now() WHERE id = $1`, [user.id]);
  await work();
  await work();
  expect(await bonusOf(user)).toMatchObject({ state: 'released' });
  expect(await bitcoinOf(user)).toMatchObject({ main_balance: '0.00005', signup_bonus_amount: '0' });
  expect(
    await rows(`SELECT kind FROM notices WHERE user_id = $1 AND kind LIKE 'sign_up%' ORDER BY id`, user.id),
  ).toEqual([{ kind: 'sign_up_bonus_granted' }, { kind: 'sign_up_bonus_released' }]);
  await demandBalanced();
});

it('expires back into the budget, but not while a KYC that was sent in time is looked at', async () => {
  const [late, inTime, rejected] = [await person(), await person(), await person()];
  await work();
  for (const user of [late, inTime, rejected]) await expire(user);
  await submitKyc(late, 0);
  await submitKyc(inTime, -1);
  await submitKyc(rejected, -1);
  await work();
  expect(await bonusOf(late)).toMatchObject({ state: 'expired' });
  expect(await bonusOf(inTime)).toMatchObject({ state: 'granted', waiting: true });

  await pool.query(`UPDATE kyc_cases SET status = 'approved' WHERE user_id = $1`, [inTime.id]);
  await pool.query(`UPDATE users SET kyc_status = 'approved', kyc_approved_at = now() WHERE id = $1`, [inTime.id]);
  await pool.query(`UPDATE kyc_cases SET status = 'rejected' WHERE user_id = $1`, [rejected.id]);
  await work();
  expect(await bonusOf(inTime)).toMatchObject({ state: 'released' });
  expect(await bonusOf(rejected)).toMatchObject({ state: 'expired' });
  expect(await bitcoinOf(rejected)).toMatchObject({ main_balance: '0', signup_bonus_amount: '0' });
  await demandBalanced();
});

it('a case that was sent back and never completed releases the budget; the audit waits an hour for each end', async () => {
  const demandInTime = async () =>
    expect((await audit(pool, api.parts.config.shards)).differences.filter(({ check }) => /bonus/.test(check))).toEqual(
      [],
    );
  const [sentBack, rejected, approved] = [await person(), await person(), await person()];
  await pool.query(
    `UPDATE users SET kyc_status = 'approved', kyc_approved_at = now() - interval '20 days' WHERE id = $1`,
    [approved.id],
  );
  await grantBonuses({ pool: worker, onFailure: never });
  await demandInTime();
  await submitKyc(sentBack, -40);
  await submitKyc(rejected, -40);
  const decide = (user: TestUser, status: string, days: number) =>
    pool.query(`UPDATE kyc_cases SET status = $2, decided_at = now() - make_interval(days => $3) WHERE user_id = $1`, [
      user.id,
      status,
      days,
    ]);
  await pool.query(`UPDATE sign_up_bonuses SET expires_at = now() - interval '6 days' WHERE user_id = ANY ($1)`, [
    [sentBack.id, rejected.id],
  ]);
  await decide(sentBack, 'resubmission', 29);
  await decide(rejected, 'rejected', 0);
  await demandInTime();
  await work();
  expect(await bonusOf(approved)).toMatchObject({ state: 'released' });
  expect(await bonusOf(rejected)).toMatchObject({ state: 'expired' });
  expect(await bonusOf(sentBack)).toMatchObject({ state: 'granted', waiting: true });
  await decide(sentBack, 'resubmission', 30);
  await demandInTime();
  await work();
  expect(await bonusOf(sentBack)).toMatchObject({ state: 'expired' });
  await demandBalanced();
});

it('what was due while no worker ran is found by the round over all', async () => {
  const user = await person();
  await work();
  await pool.query(`UPDATE sign_up_bonuses SET expires_at = now() + interval '1 day' WHERE user_id = $1`, [user.id]);
  await pool.query(
    `UPDATE users SET kyc_status = 'approved', kyc_approved_at = now() - interval '2 days' WHERE id = $1`,
    [user.id],
  );
  await endBonuses({ pool: worker, onFailure: never }, 'all');
  expect(await bonusOf(user)).toMatchObject({ state: 'released' });
});

it('is looked for among all bonuses, however many were missed', async () => {
  await pool.query(
    `WITH missed AS (
        INSERT INTO users (email, password_hash, nickname, email_verified_at, kyc_status, kyc_approved_at)
          SELECT 'missed-' || n || '@test.local', '', 'missed', now(), 'approved', now() - interval '2 days' FROM generate_series(1, 60) n RETURNING id)
      INSERT INTO sign_up_bonuses (user_id, state, asset_id, amount, inr, granted_at, expires_at)
        SELECT missed.id, 'granted', assets.id, 0.00005, 200, now() - interval '3 days', now() + interval '11 days' FROM missed, assets WHERE ticker = 'BTC'`,
  );
  const seen: string[] = [];
  // Nothing stands on their accounts: each fails, and is seen by that.
  await endBonuses({ pool: worker, onFailure: (user) => seen.push(user) }, 'all');
  expect(seen).toHaveLength(60);
  await pool.query(`DELETE FROM sign_up_bonuses WHERE user_id = ANY ($1)`, [seen]);
});

it('is told to end within a day, once, unless documents keep it waiting', async () => {
  const [user, waiting, later] = [await person(), await person(), await person()];
  await work();
  await pool.query(`UPDATE sign_up_bonuses SET expires_at = now() + interval '23 hours' WHERE user_id = ANY ($1)`, [
    [user.id, waiting.id],
  ]);
  await submitKyc(waiting, -1);
  await warnOfEnd(worker);
  await warnOfEnd(worker);
  const told = await rows(
    `SELECT user_id::int AS id FROM notices WHERE kind = 'sign_up_bonus_ending' AND user_id = ANY ($1)`,
    [user.id, waiting.id, later.id],
  );
  expect(told).toEqual([{ id: user.id }]);
  await pool.query('DELETE FROM kyc_cases WHERE user_id = $1', [waiting.id]);
});

it('is taken back by an operator before it is released, and not afterwards', async () => {
  const user = await person();
  await work();
  const act = { actor: 'ops:test', reason: 'test' };
  const revoke = () => inTransaction(pool, (tx) => revokeSignUpBonus.run(tx, act, { email: user.email }));
  await revoke();
  expect(await bonusOf(user)).toMatchObject({ state: 'revoked' });
  await expect(revoke()).rejects.toMatchObject({ code: 'not_found' });
  await pool.query(`UPDATE users SET kyc_status = 'approved', kyc_approved_at = now() WHERE id = $1`, [user.id]);
  await work();
  expect(await bonusOf(user)).toMatchObject({ state: 'revoked' });
  await demandBalanced();
});

it('one user with whom something fails holds up nobody, and is seen by the audit until it is mended', async () => {
  const [broken, other] = [await person(), await person()];
  await work();
  await submitKyc(broken, -1);
  for (const user of [broken, other]) await expire(user);
  await pool.query(
    `UPDATE sign_up_bonuses SET expires_at = now() - interval '2 hours', granted_at = now() - interval '14 days' WHERE user_id = ANY ($1)`,
    [[broken.id, other.id]],
  );
  await pool.query(`UPDATE kyc_cases SET status = 'rejected' WHERE user_id = $1`, [broken.id]);
  // An entry with the key of the end, which says something else.
  const reference = `sign-up-bonus:${broken.id}:end`;
  await pool.query(
    `INSERT INTO ledger_entries (kind, reference, idempotency_key, content_hash) VALUES ('x', 'x', $1, 'x')`,
    [reference],
  );
  const failed: string[] = [];
  await work((user) => void failed.push(user));
  expect([...new Set(failed)]).toEqual([String(broken.id)]);
  expect(await bonusOf(broken)).toMatchObject({ state: 'granted' });
  expect(await bonusOf(other)).toMatchObject({ state: 'expired' });
  expect((await audit(pool, api.parts.config.shards)).differences).toContainEqual(
    expect.objectContaining({ check: 'a sign-up bonus ends within an hour of its time' }),
  );
});
