/** A friend signs up with a code, passes KYC and trades: what the fees earn, and what is claimed of it. */
import { audit } from '@pelican/api/src/adapters/cli/audit/audit.ts';
import { topUpPromotions } from '@pelican/api/src/modules/promotions/index.ts';
import { countEndedDays } from '@pelican/api/src/modules/referrals/count-days.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApi, type TestApi, type TestUser, testPassword } from '../../support/test-api.ts';
import { openWorkerPool } from '../../support/worker.ts';

let api: TestApi;
let alice: TestUser;
let pool: pg.Pool;
/** With the rights of the worker alone. */
let worker: pg.Pool;
let people = 0;
let trades = 0;

beforeAll(async () => {
  api = await startTestApi();
  pool = api.parts.pool;
  worker = openWorkerPool(api.databaseUrl);
});
afterAll(async () => {
  await worker?.end();
  await api.close();
});

beforeEach(async () => {
  await forgetDays();
  await pool.query(`UPDATE settlement_cursors SET position = (extract(epoch FROM now()) * 1000)::bigint || '-0'`);
  alice = await api.signUp(`alice${people++}@test.local`);
});

/** No day was counted, and no friend of the tests before trades any more. */
async function forgetDays(): Promise<void> {
  await pool.query('DELETE FROM referral_days');
  await pool.query(`UPDATE referrals SET qualified_at = 'infinity'`);
}

const rows = async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows;
const assetId = async (ticker: string) =>
  Number((await rows('SELECT id FROM assets WHERE ticker = $1', ticker))[0]?.id);

async function codeOf(user: TestUser): Promise<string> {
  return String((await user.get('/v2/settings/referral')).body.code);
}

/** A friend who signed up with the code some days ago and was verified some days ago. */
async function friendOf(user: TestUser, { signedUp = 3, verified = 2 as number | null } = {}): Promise<number> {
  const email = `friend${people++}@test.local`;
  const registered = await api.call('POST', '/v2/register', {
    body: { email, password: testPassword, country: 'IN', terms: true, referral: (await codeOf(user)).toLowerCase() },
  });
  expect(registered.status).toBe(200);
  const id = Number((await rows('SELECT id FROM users WHERE email = $1', email))[0]?.id);
  await pool.query('UPDATE referrals SET signed_up_at = now() - make_interval(days => $2) WHERE friend_id = $1', [
    id,
    signedUp,
  ]);
  if (verified !== null)
    await pool.query(
      `UPDATE users SET kyc_status = 'approved', kyc_approved_at = now() - make_interval(days => $2) WHERE id = $1`,
      [id, verified],
    );
  return id;
}

interface Trade {
  buyerId: number;
  sellerId?: number;
  fee?: string;
  sellerFee?: string;
  base?: string;
  quote?: string;
  /** Before now. */
  hours?: number;
}

/** As settlement writes it. */
async function trade({
  buyerId,
  sellerId = 1,
  fee = '1',
  sellerFee = '0',
  base = 'BTC',
  quote = 'USDT',
  hours = 24,
}: Trade) {
  const [baseId, quoteId] = [await assetId(base), await assetId(quote)];
  await pool.query(
    `INSERT INTO spot_deals (market_id, id, time, taker_side, base_asset_id, quote_asset_id, price, amount, gross, buyer_id, buyer_order_id,
        buyer_fee, buyer_gst, buyer_tds, buyer_fee_asset_id, buyer_net, seller_id, seller_order_id, seller_fee, seller_gst, seller_tds,
        seller_fee_asset_id, seller_net, seq)
      VALUES (1, $1, (date_trunc('day', now() AT TIME ZONE 'UTC') - interval '12 hours' - make_interval(hours => $2)) AT TIME ZONE 'UTC', 2, $3, $4,
        100, 1, 100, $5, 1, $6, 0.1, 0, $4, 100.1 + $6::numeric, $7, 1, $8, 0, 0, $4, 100 - $8::numeric, 1)`,
    [++trades, hours - 24, baseId, quoteId, buyerId, fee, sellerId, sellerFee],
  );
}

async function fillBudget(amount: string, ticker = 'USDT'): Promise<void> {
  const payload = { ticker, amount, reference: `test ${people++}` };
  await inTransaction(pool, (tx) => topUpPromotions.run(tx, { actor: 'ops:test', reason: 'test' }, payload));
}

const available = async (user: TestUser) =>
  (await user.get<{ available: unknown }>('/v2/settings/referral')).body.available;
const claim = (user: TestUser) =>
  user.post<{ claims: unknown[]; code: string }>('/v2/settings/referral/claim_referrals');
const main = async (user: TestUser) =>
  (
    await rows(
      `SELECT trim_scale(balance)::text AS balance FROM ledger_accounts WHERE kind = 'main' AND user_id = $1`,
      user.id,
    )
  )[0]?.balance;

/** The trades here move no balances, which the audit of trades reports. */
async function demandBalanced(): Promise<void> {
  const { differences } = await audit(pool, api.parts.config.shards);
  expect(differences.filter(({ check }) => /ledger|legs|claim/.test(check))).toEqual([]);
}

it('a quarter of the fees of a friend, from both sides of trades, is counted once and paid once', async () => {
  const friend = await friendOf(alice);
  await trade({ buyerId: friend, fee: '1.00000003' });
  await trade({ buyerId: 1, sellerId: friend, fee: '7', sellerFee: '2' });
  // Today's are counted tomorrow.
  await trade({ buyerId: friend, fee: '100', hours: 0 });
  await Promise.all([countEndedDays(worker), countEndedDays(worker)]);
  await countEndedDays(worker);
  expect(await available(alice)).toEqual([{ ticker: 'USDT', amount: '0.75', expires_at: expect.any(Number) }]);

  expect((await claim(alice)).body).toMatchObject({ code: 'rewards_unavailable' });
  expect(await available(alice)).toMatchObject([{ amount: '0.75' }]);
  await fillBudget('10');
  const answers = await Promise.all([claim(alice), claim(alice), claim(alice)]);
  expect(answers.flatMap(({ body }) => body.claims)).toEqual([
    expect.objectContaining({ ticker: 'USDT', amount: '0.75', tds: '0', received: '0.75' }),
  ]);
  expect(await main(alice)).toBe('0.75');
  expect(await available(alice)).toEqual([]);
  await demandBalanced();
});

it('fees count from the approval of the KYC and the first trade of crypto for crypto', async () => {
  const friend = await friendOf(alice, { verified: 2 });
  // For rupees: neither a first trade, nor counted before it.
  await trade({ buyerId: friend, fee: '4', quote: 'INR', hours: 30 });
  await countEndedDays(worker);
  expect(await available(alice)).toEqual([]);
  await pool.query('DELETE FROM referral_days');
  await pool.query('UPDATE referrals SET searched_until = NULL');
  await trade({ buyerId: friend, fee: '8', hours: 26 });
  await trade({ buyerId: friend, fee: '12', quote: 'INR', hours: 25 });
  await countEndedDays(worker);
  expect(await available(alice)).toMatchObject([
    { ticker: 'INR', amount: '3' },
    { ticker: 'USDT', amount: '2' },
  ]);
});

it.each([
  ['never', { verified: null }],
  ['too late', { signedUp: 20, verified: 2 }],
])('a friend whose KYC is approved %s earns nothing', async (_, given) => {
  const friend = await friendOf(alice, given);
  await trade({ buyerId: friend });
  await countEndedDays(worker);
  expect(await available(alice)).toEqual([]);
  expect((await alice.get('/v2/settings/referral')).body).toMatchObject({ friends: 1, friends_successful: 0 });
});

it.each([
  ['in time', 10, [{ ticker: 'USDT', amount: '0.25' }]],
  ['too late', 4, []],
])('a case that is submitted %s and approved after 18 days counts by its submission', async (_, submitted, earned) => {
  const friend = await friendOf(alice, { signedUp: 20, verified: 2 });
  await pool.query(
    `INSERT INTO kyc_cases (user_id, variant, status, submitted_at) VALUES ($1, 'global', 'approved', now() - make_interval(days => $2))`,
    [friend, submitted],
  );
  await trade({ buyerId: friend });
  await countEndedDays(worker);
  expect(await available(alice)).toMatchObject(earned);
});

it('a code that a browser has kept brings a sign-up that gives none, once, and one that nobody has is passed over', async () => {
  const path = '/v2/common/setreferalformobileapp';
  const keep = async (referral: string) => {
    const { status, headers } = await api.call('POST', path, { body: { referral } });
    expect(status).toBe(200);
    return String(headers['set-cookie']);
  };
  const signUp = async (cookie: string, given: object = {}) => {
    const body = { email: `kept${people++}@test.local`, password: testPassword, country: 'IN', terms: true, ...given };
    const answer = await api.call('POST', '/v2/register', {
      body,
      headers: { cookie: cookie.split(';')[0] as string },
    });
    expect(answer.status).toBe(200);
    expect(String(answer.headers['set-cookie'])).toContain('pelican_referral=;');
    const [brought] = await rows(
      'SELECT referrer_id::int AS by FROM users LEFT JOIN referrals ON friend_id = users.id WHERE email = $1',
      body.email,
    );
    return brought?.by;
  };
  const kept = await keep(` ${(await codeOf(alice)).toLowerCase()} `);
  expect(kept).toMatch(/HttpOnly/);
  expect(kept).toMatch(/Path=\/v2\/register/);
  expect(await signUp(kept)).toBe(alice.id);
  expect(await signUp(await keep('ZZZZZZZZ'))).toBeNull();
  const bob = await api.signUp(`bob${people++}@test.local`);
  expect(await signUp(kept, { referral: await codeOf(bob) })).toBe(bob.id);
  for (const referral of ['', ' ', 'a b', 'x'.repeat(33), '<b>'])
    expect((await api.call('POST', path, { body: { referral } })).status).toBe(422);
});

it('a day is counted after settlement has passed its end', async () => {
  const friend = await friendOf(alice);
  await trade({ buyerId: friend });
  await pool.query(`UPDATE settlement_cursors SET position = '1700000000000-0'`);
  await expect(countEndedDays(worker)).rejects.toThrow(/is not settled/);
  expect(await rows('SELECT FROM referral_days')).toHaveLength(0);
});

it('a reward that is not claimed in time expires, and tax is withheld from users verified in India', async () => {
  const friend = await friendOf(alice);
  await trade({ buyerId: friend, fee: '40' });
  await countEndedDays(worker);
  await fillBudget('100');
  await pool.query(`UPDATE users SET kyc_country = 'IN' WHERE id = $1`, [alice.id]);
  expect((await claim(alice)).body.claims).toMatchObject([{ amount: '10', tds: '0.2', received: '9.8' }]);
  expect(await main(alice)).toBe('9.8');

  await pool.query(`UPDATE users SET kyc_status = 'none' WHERE id = $1`, [alice.id]);
  expect((await claim(alice)).body).toMatchObject({ code: 'kyc_required' });

  const bob = await api.signUp(`bob${people++}@test.local`);
  const blocked = await friendOf(bob);
  await pool.query(`UPDATE users SET status = 'blocked' WHERE id = $1`, [blocked]);
  await forgetDays();
  await trade({ buyerId: blocked });
  await trade({ buyerId: await friendOf(bob) });
  await countEndedDays(worker);
  await pool.query(`UPDATE referral_accruals SET expires_at = now() WHERE referrer_id = $1`, [bob.id]);
  expect((await claim(bob)).body.claims).toEqual([]);
  expect((await bob.get<{ result: unknown[] }>('/v2/settings/referral/actual_history')).body.result).toMatchObject([
    { ticker: 'USDT', amount: '0.25', status: 'expired' },
  ]);
  expect((await bob.get<{ result: unknown[] }>('/v2/settings/referral/referrals')).body.result).toMatchObject([
    {
      name: 'f***',
      email: 'f***@test.local',
      status: 'success',
      reward_status: 'expired',
      rewards: [{ claim_coin: 'USDT', total_bonus: '0.25', available: '0' }],
    },
    { status: 'success', reward_status: null, rewards: [] },
  ]);
  await demandBalanced();
});

it('lists are their owner’s, page, and a code that nobody has is refused', async () => {
  for (let n = 0; n < 3; n++) await trade({ buyerId: await friendOf(alice) });
  await countEndedDays(worker);
  const bob = await api.signUp(`bob${people++}@test.local`);
  for (const list of ['referrals', 'actual_history', 'claims'])
    expect((await bob.get(`/v2/settings/referral/${list}`)).body).toEqual({
      result: [],
      total: 0,
      offset: 0,
      limit: 100,
    });
  const page = await alice.get<{ result: unknown[] }>('/v2/settings/referral/referrals?offset=1&limit=1');
  expect(page.body).toMatchObject({ total: 3, offset: 1, limit: 1 });
  expect(page.body.result).toHaveLength(1);
  expect(await codeOf(bob)).not.toBe(await codeOf(alice));
  expect(await codeOf(alice)).toBe(await codeOf(alice));
  const body = {
    email: `x${people++}@test.local`,
    password: testPassword,
    country: 'IN',
    terms: true,
    referral: 'ZZZZZZZZ',
  };
  expect(await api.call('POST', '/v2/register', { body })).toMatchObject({
    status: 422,
    body: { errors: { referral: ['Unknown referral code'] } },
  });
  expect(await rows('SELECT FROM users WHERE email = $1', body.email)).toHaveLength(0);
});

it('no trade of a friend is searched twice, and the one who brought the friend is told once', async () => {
  const friend = await friendOf(alice);
  await trade({ buyerId: friend, quote: 'INR' });
  await countEndedDays(worker);
  const [searched] = await rows('SELECT searched_until, first_trade_at FROM referrals WHERE friend_id = $1', friend);
  expect(searched).toEqual({ searched_until: expect.any(Date), first_trade_at: null });
  // As if the next day were counted: what lies before it is known to be nothing.
  await pool.query('DELETE FROM referral_days');
  await trade({ buyerId: friend, hours: 26 });
  await countEndedDays(worker);
  expect((await alice.get('/v2/settings/referral')).body).toMatchObject({ friends_successful: 0 });
  await pool.query('UPDATE referrals SET searched_until = searched_until - 2 WHERE friend_id = $1', [friend]);
  for (let round = 0; round < 2; round++) {
    await pool.query('DELETE FROM referral_days');
    await countEndedDays(worker).catch((error: unknown) => expect(error).toMatchObject({ code: '23505' }));
  }
  expect((await alice.get('/v2/settings/referral')).body).toMatchObject({ friends_successful: 1 });
  expect(
    await rows(`SELECT FROM notices WHERE user_id = $1 AND kind = 'referral_friend_qualified'`, alice.id),
  ).toHaveLength(1);
});
