/** Withdrawals by a payment provider: the whole round, and a provider whose answers and reports are lost, late, early, double or wrong. */
import { createApiKey } from '@pelican/api/src/identity/index.ts';
import type { IntervalJob, Job } from '@pelican/api/src/jobs/index.ts';
import { createSandboxProvider, providerPayoutJobs } from '@pelican/api/src/modules/fiat/index.ts';
import type { PayoutsOfProvider } from '@pelican/api/src/modules/fiat/provider.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { signedHeaders } from '../../../docs/examples/signed-request.ts';
import { demandInrAudited, rupeesOf, tradeRupees } from '../../support/inr.ts';
import { silent } from '../../support/jobs-of-a-test.ts';
import { providerSecret, submitForm } from '../../support/provider.ts';
import {
  basicHeaders,
  card,
  cardReceiver,
  confirmedPayout,
  decideAt,
  type PayingWorker,
  payee,
  payoutOf,
  reportPayout,
  startPaying,
  toAccount,
} from '../../support/provider-payouts.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';
import { statusOf, type Withdrawer } from '../../support/withdrawals.ts';

let api: TestApi;
let worker: PayingWorker;

beforeAll(async () => {
  api = await startTestApi({ SANDBOX_PROVIDER_SECRET: providerSecret });
  tradeRupees(api);
  worker = startPaying(api);
});
afterAll(async () => {
  await worker?.close();
  await api?.close();
});
beforeEach(() => {
  worker.repair();
  worker.errors.length = 0;
  worker.limits.clear();
  worker.limits.set('sandbox:*', '1000000000');
});
afterEach(() => demandInrAudited(api));

const full = { balance: 1_000_000, held: 0 };
const held = { balance: 1_000_000, held: 1000 };
const gone = { balance: 999_000, held: 0 };
const told = async ({ user }: Withdrawer) => {
  const { rows } = await api.parts.pool.query<{ kind: string }>(
    `SELECT kind FROM notices WHERE user_id = $1 AND kind LIKE 'withdrawal%' ORDER BY id`,
    [user.id],
  );
  return rows.map(({ kind }) => kind).slice(3);
};
const cancel = (from: Withdrawer, id: number) => from.user.post(`/v2/profile/withdrawals/${id}/cancel`);

test('a withdrawal is held, confirmed, ordered at the provider, paid there, and leaves the books', async () => {
  const from = await payee(api);
  const { id, ...view } = await confirmedPayout(api, from);
  expect(view).toMatchObject({
    amount: '1000',
    fee: '10',
    net: '990',
    address: 'asha.patel',
    memo: '',
    isFiat: true,
    canCancel: true,
  });
  expect(await rupeesOf(api, from)).toEqual(held);
  await worker.run();
  expect(await statusOf(api, id)).toBe(14);
  expect((await cancel(from, id)).body).toMatchObject({ code: 'withdrawal_closed' });
  expect(await rupeesOf(api, from)).toEqual(held);
  await decideAt(api, id, 'paid');
  // The report itself moves nothing.
  expect(await rupeesOf(api, from)).toEqual(held);
  await worker.run();
  expect(await statusOf(api, id)).toBe(3);
  expect(await rupeesOf(api, from)).toEqual(gone);
  expect(await told(from)).toEqual(['withdrawal_sent', 'withdrawal_finished']);
  expect(await payoutOf(api, id)).toMatchObject({ outcome: 'paid', next_at: null, paid_amount: expect.anything() });
  const record = (await from.user.get(`/v2/profile/wallet-history/withdrawal/${id}`)).body;
  expect(record).toMatchObject({ status: 3, method: 'Paysoft', address: 'asha.patel', memo: '', fee: '10' });
});

test('a provider that does not answer holds up no payout of another one', async () => {
  const [slow, fast] = [await payee(api), await payee(api)];
  const { id: slowId } = await confirmedPayout(api, slow);
  await worker.run();
  const { pool } = api.parts;
  await pool.query("UPDATE provider_payouts SET provider = 'slow' WHERE withdrawal_id = $1", [slowId]);
  await pool.query('UPDATE provider_payouts SET next_at = now()');
  const { id } = await confirmedPayout(api, fast);
  const real = createSandboxProvider({ secret: providerSecret, redis: api.parts.redis });
  const answer = Promise.withResolvers<undefined>();
  const payouts = { ...(real.payouts as PayoutsOfProvider), find: () => answer.promise };
  const providers = new Map([real, { ...real, name: 'slow', payouts }].map((one) => [one.name, one]));
  const jobs = providerPayoutJobs({ pool: worker.pool, providers, limits: worker.limits, log: silent as never });
  const active = new Set<Job>();
  // As the runner: no run of a job begins before the one before it has ended.
  const runIdle = () =>
    jobs
      .filter((job) => !active.has(job))
      .map(async (job) => {
        active.add(job);
        await (job as IntervalJob).work(new AbortController().signal);
        active.delete(job);
      });
  const first = runIdle();
  await expect.poll(() => statusOf(api, id)).toBe(14);
  await decideAt(api, id, 'paid');
  await expect.poll(() => active.size).toBe(1);
  const second = runIdle();
  await expect.poll(() => statusOf(api, id)).toBe(3);
  answer.resolve(undefined);
  await Promise.all([...first, ...second]);
  await pool.query("UPDATE provider_payouts SET provider = 'sandbox' WHERE withdrawal_id = $1", [slowId]);
  await decideAt(api, slowId, 'paid');
  await worker.run();
  expect(await statusOf(api, slowId)).toBe(3);
});

test('what the provider declines is its user’s again', async () => {
  const from = await payee(api);
  const { id } = await confirmedPayout(api, from);
  await worker.run();
  await decideAt(api, id, 'declined');
  await worker.run();
  expect(await statusOf(api, id)).toBe(12);
  expect(await rupeesOf(api, from)).toEqual(full);
  expect(await told(from)).toEqual(['withdrawal_sent', 'withdrawal_failed']);
});

test('a number that is typed as an account is masked in every answer, and stands in no row of Postgres', async () => {
  const from = await payee(api);
  const account = '50100234567891';
  const { id, address } = await confirmedPayout(api, from, { ...toAccount, receiver: { account } });
  expect(address).toBe('**********7891');
  await worker.run();
  const { rows } = await api.parts.pool.query<{ text: string }>(
    `SELECT string_agg(t::text, ' ') AS text FROM (SELECT w::text AS t FROM withdrawals w UNION ALL SELECT n::text FROM notices n
      UNION ALL SELECT p::text FROM provider_payouts p UNION ALL SELECT a::text FROM audit_records a UNION ALL SELECT j::text FROM jobs j) AS all_rows`,
  );
  expect(rows[0]?.text).not.toContain(account);
  expect((await from.user.get('/v2/profile/withdrawals?ticker=INR')).body).toMatchObject({ result: [{ id, address }] });
  expect((await from.user.get(`/v2/profile/wallet-history/withdrawal/${id}`)).body).toMatchObject({ address });
  await decideAt(api, id, 'paid');
  await worker.run();
  expect(await statusOf(api, id)).toBe(3);
});

test('the number of a card is masked in every answer, and stands in no row of Postgres', async () => {
  const from = await payee(api, 'ADVCARD');
  const request = { ...toAccount, receiver: cardReceiver };
  const { id, address } = await confirmedPayout(api, from, request);
  expect(address).toBe('411111******1111');
  const other = await from.request({ ...request, receiver: { ...cardReceiver, card_number: '4111113333331111' } });
  expect(other.body).toMatchObject({ code: 'invalid_argument', errors: { card_number: ['Card number is not valid'] } });
  await worker.run();
  const { rows } = await api.parts.pool.query<{ text: string }>(
    `SELECT string_agg(t::text, ' ') AS text FROM (SELECT w::text AS t FROM withdrawals w UNION ALL SELECT n::text FROM notices n
      UNION ALL SELECT p::text FROM provider_payouts p UNION ALL SELECT a::text FROM audit_records a UNION ALL SELECT j::text FROM jobs j) AS all_rows`,
  );
  for (const secret of [card, cardReceiver.card_number, 'ASHA PATEL', '1990-02-01'])
    expect(rows[0]?.text).not.toContain(secret);
  const list = await from.user.get('/v2/profile/withdrawals?ticker=INR');
  expect(list.body).toMatchObject({ result: [{ id, address: '411111******1111', memo: '' }] });
  await decideAt(api, id, 'paid');
  await worker.run();
  expect(await statusOf(api, id)).toBe(3);
});

test.each([
  ['no receiver', { receiver: undefined }, 'invalid_argument', { account: ['Field is required'] }],
  ['an account with a space', { receiver: { account: 'a b' } }, 'invalid_argument', { account: ['Invalid account'] }],
  [
    'an address that is typed, with the token of somebody else',
    { receiver: undefined, address: 'x', memo: 'rcv_other' },
    'invalid_argument',
    { account: ['Field is required'] },
  ],
  ['an id that is not saved', { receiver: undefined, address_id: 999_999 }, 'not_found', {}],
  ['less than the least', { amount: '99.99' }, 'amount_too_small', {}],
  ['more than the most', { amount: '100000.01' }, 'amount_too_large', {}],
  ['three decimals', { amount: '100.001' }, 'wrong_step', {}],
  ['nineteen decimals', { amount: '100.0000000000000000001' }, 'invalid_argument', {}],
  ['nothing', { amount: '0' }, 'invalid_argument', {}],
  ['less than nothing', { amount: '-100' }, 'invalid_argument', {}],
  ['a wrong second factor', { code: '000000' }, 'factor_wrong', {}],
])('%s is refused', async (_, wanted, code, errors) => {
  const from = await payee(api);
  expect((await from.request({ ...toAccount, ...wanted })).body).toMatchObject({ code, errors });
  expect(await rupeesOf(api, from)).toEqual(full);
});

test('a receiver is of its method: none is paid on a network, and no bank account by a provider', async () => {
  const from = await payee(api);
  const by = (path: string, body: object) => from.user.post(`/v3/balance/withdrawal-${path}`, body);
  expect((await by('USDT/SANDBOX', { ...toAccount, amount: '10' })).body).toMatchObject({
    code: 'unknown_payment_method',
  });
  expect((await by('INR/PAYSOFT', { amount: '1000', bank_id: 1, terms: true })).body).toMatchObject({
    code: 'unknown_payment_method',
  });
});

test('a repeat with the same key is the same withdrawal', async () => {
  const from = await payee(api);
  const headers = { 'idempotency-key': 'one-payout' };
  const first = await from.request(toAccount, headers);
  expect((await from.request(toAccount, headers)).body).toMatchObject({ id: first.body.id, repeated: true });
  const other = { ...toAccount, receiver: { account: 'other' } };
  expect((await from.request(other, headers)).body).toMatchObject({ code: 'repeated_with_other_content' });
  expect(await rupeesOf(api, from)).toEqual(held);
});

test('the calls whose path names the method, and those of EDR', async () => {
  const from = await payee(api, 'ADVCARD');
  const wanted = { ticker: 'INR', amount: '1000', receiver: cardReceiver };
  expect((await from.user.post('/v2/profile/withdrawadvvisa', wanted)).body).toMatchObject({ code: 'factor_needed' });
  for (const path of ['withdrawkitvisa', 'withdrawfchange'])
    expect((await from.user.post(`/v2/profile/${path}`, wanted)).body).toMatchObject({
      code: 'unknown_payment_method',
    });
  const edr = { amount: '1', payment_method: 'EDR', address: 'x' };
  expect((await from.user.post('/v2/edr/withdraw', edr)).body).toMatchObject({ code: 'unknown_asset' });
  expect((await from.user.get('/v2/edr/address')).body).toMatchObject({ code: 'unknown_asset' });
});

test('the page of payouts shows and decides those of the account that signs in, and of nobody else', async () => {
  const [from, other] = [await payee(api), await payee(api)];
  const { id } = await confirmedPayout(api, from);
  await worker.run();
  const { reference } = await payoutOf(api, id);
  const open = (headers = {}) => api.app.inject({ method: 'GET', url: '/sandbox/payouts', headers });
  const [stranger, wrong, theirs, own] = [
    await open(),
    await open(basicHeaders(from.user.email, 'Another#2026x')),
    await open(basicHeaders(other.user.email)),
    await open(basicHeaders(from.user.email)),
  ];
  for (const refused of [stranger, wrong]) {
    expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, expect.stringContaining('Basic')]);
    expect(refused.body).not.toContain('asha');
  }
  expect(theirs.body).toContain('No payout waits.');
  const signature = new RegExp(
    `value="${reference}"><input type="hidden" name="signature" value="([0-9a-f]{64})"`,
  ).exec(own.body)?.[1] as string;
  const fields = { reference, signature, outcome: 'declined' };
  const decide = (headers = {}) => submitForm(api, '/sandbox/payouts/decide', fields, headers);
  expect((await decide()).status).toBe(401);
  expect((await decide(basicHeaders(other.user.email))).status).toBe(403);
  await worker.run();
  expect(await statusOf(api, id)).toBe(14);
  await decideAt(api, id, 'paid');
  await worker.run();
  expect(await statusOf(api, id)).toBe(3);
});

test('a report that comes twice, early or after the end changes nothing more', async () => {
  const from = await payee(api);
  const { id } = await confirmedPayout(api, from);
  // The report arrives before the order was answered.
  worker.breakWith((real) => ({
    async pay(payout) {
      const answer = await real.pay(payout);
      await decideAt(api, id, 'paid');
      expect((await reportPayout(api, payout.reference)).status).toBe(200);
      return answer;
    },
  }));
  await worker.run();
  expect(await statusOf(api, id)).toBe(14);
  const { reference, next_at: next } = await payoutOf(api, id);
  expect(next?.getTime()).toBeLessThanOrEqual(Date.now());
  await worker.run();
  for (let times = 0; times < 2; times++) {
    expect(await reportPayout(api, reference)).toMatchObject({ status: 200, body: { status: 3 } });
    await worker.run();
  }
  expect(await rupeesOf(api, from)).toEqual(gone);
  expect(worker.errors).toEqual([]);
});

test.each([
  ['another secret', { secret: 'of-somebody-else'.repeat(3) }],
  ['a signature of yesterday', { now: Date.now() - 86_400_000 }],
])('a report with %s is refused, and one that is signed makes nothing paid by itself', async (_, sign) => {
  const from = await payee(api);
  const { id } = await confirmedPayout(api, from);
  await worker.run();
  const { reference } = await payoutOf(api, id);
  expect((await reportPayout(api, reference, sign)).body).toMatchObject({ code: 'invalid_signature' });
  expect((await reportPayout(api, 'f'.repeat(32))).body).toMatchObject({ code: 'not_found' });
  expect((await reportPayout(api, reference)).status).toBe(200);
  await worker.run();
  expect(await statusOf(api, id)).toBe(14);
  expect(await rupeesOf(api, from)).toEqual(held);
});

test('a provider that does not answer after it has paid is asked what became of it, and pays once', async () => {
  const from = await payee(api);
  const { id } = await confirmedPayout(api, from);
  let orders = 0;
  worker.breakWith((real) => ({
    async pay(payout) {
      orders++;
      await real.pay(payout);
      await decideAt(api, id, 'paid');
      return new Promise(() => {});
    },
  }));
  await worker.run();
  expect(await statusOf(api, id)).toBe(11);
  expect(await rupeesOf(api, from)).toEqual(held);
  expect((await cancel(from, id)).body).toMatchObject({ code: 'withdrawal_closed' });
  await worker.run();
  expect(orders).toBe(1);
  expect(await statusOf(api, id)).toBe(3);
  expect(await rupeesOf(api, from)).toEqual(gone);
});

test('while its status cannot be asked nothing is ordered', async () => {
  const from = await payee(api);
  const { id } = await confirmedPayout(api, from);
  let orders = 0;
  worker.breakWith((real) => ({
    find: () => Promise.reject(new Error('down')),
    pay: (payout) => {
      orders++;
      return real.pay(payout);
    },
  }));
  for (let times = 0; times < 3; times++) await worker.run();
  expect(orders).toBe(0);
  const { rows } = await api.parts.pool.query('SELECT payout_problem FROM withdrawals WHERE id = $1', [id]);
  expect(rows).toEqual([{ payout_problem: 'unanswered' }]);
  worker.repair();
  await worker.run();
  expect(await statusOf(api, id)).toBe(14);
});

test('another amount, another currency, another payment or that of another withdrawal waits for operators', async () => {
  const wrong = [{ amount: '991' }, { ticker: 'USDT' }];
  for (const change of wrong) {
    const from = await payee(api);
    const { id } = await confirmedPayout(api, from);
    worker.breakWith((real) => ({
      pay: async (payout) => ({ ...(await real.pay(payout)), outcome: 'paid', ...change }),
    }));
    await worker.run();
    expect(await statusOf(api, id)).toBe(11);
    expect(await payoutOf(api, id)).toMatchObject({ outcome: null, next_at: null });
    expect(await rupeesOf(api, from)).toEqual(held);
    expect(worker.errors.pop()).toMatchObject({ withdrawal: id, what: 'changed' });
  }
  worker.repair();
  const [one, other] = [await payee(api), await payee(api)];
  const first = await confirmedPayout(api, one);
  await worker.run();
  const { payment_id: paymentId } = await payoutOf(api, first.id);
  const second = await confirmedPayout(api, other);
  worker.breakWith((real) => ({
    pay: async (payout) => ({ ...(await real.pay(payout)), paymentId: String(paymentId), outcome: 'paid' }),
  }));
  await worker.run();
  expect(worker.errors.pop()).toMatchObject({ withdrawal: second.id, what: 'changed' });
  expect(await rupeesOf(api, other)).toEqual(held);
});

test('a payout that its provider had and does not know any more is not ordered again', async () => {
  const from = await payee(api);
  const { id } = await confirmedPayout(api, from);
  await worker.run();
  worker.breakWith(() => ({ find: async () => undefined, pay: () => Promise.reject(new Error('ordered twice')) }));
  await worker.run();
  expect(worker.errors).toContainEqual({ withdrawal: id, provider: 'sandbox', what: 'unknown' });
  expect(await payoutOf(api, id)).toMatchObject({ next_at: null });
  expect(await rupeesOf(api, from)).toEqual(held);
});

test('an account that is blocked, or whose withdrawals are locked, is not paid meanwhile', async () => {
  const from = await payee(api);
  const { id } = await confirmedPayout(api, from);
  const lock = (until: string) =>
    api.parts.pool.query(`UPDATE users SET withdrawals_locked_until = ${until} WHERE id = $1`, [from.user.id]);
  await lock(`now() + interval '1 day'`);
  await worker.run();
  expect(await statusOf(api, id)).toBe(11);
  expect((await cancel(from, id)).status).toBe(200);
  await lock('NULL');
  await worker.run();
  expect(await rupeesOf(api, from)).toEqual(full);
});

test('an API key withdraws to a saved receiver alone', async () => {
  // Signed in just now: no proof is asked for to save a receiver.
  const { user } = await payee(api, 'PAYSOFT', false);
  const { key, secret } = await createApiKey(
    api.parts.pool,
    { userId: user.id, label: 'bot', scopes: ['withdraw'] },
    api.config.apiKeyEncryptionKeys,
  );
  const path = '/v3/balance/withdrawal-INR/PAYSOFT';
  const withdraw = (wanted: object) => {
    const body = JSON.stringify({ amount: '1000', ...wanted });
    const headers = signedHeaders(key, secret, 'POST', path, body);
    return api.call<{ code: string; status: number }>('POST', path, { body, headers });
  };
  expect((await withdraw({ receiver: toAccount.receiver })).body).toMatchObject({ code: 'address_not_saved' });
  const saved = await user.post<{ id: number; savedData: object }>('/v3/profile/add-addresses-management', {
    name: 'Mine',
    ticker: 'INR',
    payment_method: 'PAYSOFT',
    receiver: toAccount.receiver,
  });
  expect(saved, JSON.stringify(saved.body)).toMatchObject({ status: 200 });
  expect(saved.body.savedData).toEqual({ address: 'asha.patel', memo: '', cardNumber: '', account: 'asha.patel' });
  expect((await withdraw({ address_id: saved.body.id })).body).toMatchObject({ code: 'address_waits' });
  await api.parts.pool.query('UPDATE saved_addresses SET usable_at = now() WHERE id = $1', [saved.body.id]);
  expect((await withdraw({ address_id: saved.body.id })).body).toMatchObject({ status: 11, address: 'asha.patel' });
  // Its name is a mask that others have too: which of them a provider knows, no key tries.
  expect((await withdraw({ receiver: toAccount.receiver })).body).toMatchObject({ code: 'address_not_saved' });
});

const problemOf = async (id: number) =>
  (await api.parts.pool.query('SELECT payout_problem AS problem FROM withdrawals WHERE id = $1', [id])).rows[0]
    ?.problem;

test('no more than the limit of an hour is ordered by provider and asset, also of two at once', async () => {
  const ordered = async () => {
    const { rows } = await api.parts.pool.query(
      `SELECT coalesce(sum(amount - fee), 0) AS sum FROM provider_payouts JOIN withdrawals ON id = withdrawal_id
        WHERE ordered_at > now() - interval '1 hour' AND outcome IS DISTINCT FROM 'declined'`,
    );
    return Number(rows[0]?.sum);
  };
  // What earlier tests have left is ordered first.
  await worker.run();
  const before = await ordered();
  const [one, two] = [await confirmedPayout(api, await payee(api)), await confirmedPayout(api, await payee(api))];
  worker.limits.clear();
  await worker.run();
  expect([await problemOf(one.id), await problemOf(two.id)]).toEqual(['not_listed', 'not_listed']);
  worker.limits.set('sandbox:*', '1000000000').set('sandbox:INR', '500');
  await worker.run();
  expect([await problemOf(one.id), await problemOf(two.id)]).toEqual(['above_limit', 'above_limit']);
  worker.limits.set('sandbox:INR', String(before + 990 + 989));
  await worker.run();
  expect((await Promise.all([one, two].map(({ id }) => problemOf(id)))).filter((one) => one === 'limit')).toHaveLength(
    1,
  );
  expect(await ordered()).toBe(before + 990);
  worker.limits.set('sandbox:INR', String(before + 2 * 990));
  await worker.run();
  expect(await ordered()).toBe(before + 2 * 990);
  expect([await problemOf(one.id), await problemOf(two.id)]).toEqual([null, null]);
});

test('what the provider declines leaves the limit of the hour to others', async () => {
  await worker.run();
  const { rows } = await api.parts.pool.query<{ sum: string }>(
    `SELECT coalesce(sum(amount - fee), 0)::text AS sum FROM provider_payouts JOIN withdrawals ON withdrawals.id = withdrawal_id
      WHERE ordered_at > now() - interval '1 hour' AND outcome IS DISTINCT FROM 'declined'`,
  );
  worker.limits.set('sandbox:INR', String(Number(rows[0]?.sum) + 990));
  const { id: declined } = await confirmedPayout(api, await payee(api));
  await worker.run();
  await decideAt(api, declined, 'declined');
  await worker.run();
  expect(await statusOf(api, declined)).toBe(12);
  const { id } = await confirmedPayout(api, await payee(api));
  await worker.run();
  expect([await statusOf(api, id), await problemOf(id)]).toEqual([14, null]);
});

test('small payouts that come meanwhile do not take the room of a large one that waits for the limit, unless it may not be paid', async () => {
  await worker.run();
  const { pool } = api.parts;
  const { rows } = await pool.query<{ sum: string }>(
    `SELECT coalesce(sum(amount - fee), 0)::text AS sum FROM provider_payouts JOIN withdrawals ON withdrawals.id = withdrawal_id
      WHERE ordered_at > now() - interval '1 hour' AND outcome IS DISTINCT FROM 'declined'`,
  );
  worker.limits.set('sandbox:INR', String(Number(rows[0]?.sum) + 990 + 990));
  await confirmedPayout(api, await payee(api));
  await worker.run();
  const owner = await payee(api);
  const { id: large } = await confirmedPayout(api, owner, { ...toAccount, amount: '2000' });
  await worker.run();
  const { id: small } = await confirmedPayout(api, await payee(api));
  await pool.query('UPDATE provider_payouts SET attempts = 9 WHERE withdrawal_id = $1', [large]);
  await worker.run();
  expect([await problemOf(large), await problemOf(small)]).toEqual(['limit', 'limit']);
  expect(Number((await payoutOf(api, large)).next_at) - Date.now()).toBeLessThan(61_000);
  await pool.query(`UPDATE users SET status = 'blocked' WHERE id = $1`, [owner.user.id]);
  await worker.run();
  expect(await statusOf(api, small)).toBe(14);
  await pool.query(`UPDATE users SET status = 'active' WHERE id = $1`, [owner.user.id]);

  // After a restore: nobody has compared yet what the method of the large one has paid before.
  const { rows: floors } = await pool.query<{ first: string }>(
    'SELECT first_withdrawal AS first FROM address_floors ORDER BY first_index DESC LIMIT 1',
  );
  const floorAt = (id: number) => pool.query('UPDATE address_floors SET first_withdrawal = $1', [id]);
  const byCard = await payee(api, 'ADVCARD');
  const { id: later, net } = await confirmedPayout(api, byCard, { ...toAccount, receiver: cardReceiver });
  expect(Number(floors[0]?.first)).toBeLessThan(large);
  await floorAt(large + 1);
  await pool.query(
    `INSERT INTO payout_comparisons (floor, place) SELECT (SELECT max(first_index) FROM address_floors), 'method:' || method_id
      FROM withdrawals WHERE id = $1`,
    [later],
  );
  worker.limits.set('sandbox:INR', String(Number(rows[0]?.sum) + 2 * 990 + Number(net)));
  await expect(worker.run()).rejects.toThrow('could not be followed');
  expect([await statusOf(api, large), await problemOf(large), await statusOf(api, later)]).toEqual([11, 'limit', 14]);
  await floorAt(Number(floors[0]?.first));
  worker.limits.set('sandbox:INR', '1000000000');
  await worker.run();
  expect(await statusOf(api, large)).toBe(14);
});

test('a row is not ordered unless the ledger holds its whole amount', async () => {
  const { id } = await confirmedPayout(api, await payee(api));
  const change = (by: number) =>
    api.parts.pool.query('UPDATE withdrawals SET amount = amount + $2 WHERE id = $1', [id, by]);
  await change(1);
  await worker.run();
  expect(await problemOf(id)).toBe('not_held');
  expect(await payoutOf(api, id)).toMatchObject({ ordered_at: null });
  await change(-1);
  await worker.run();
  expect(await problemOf(id)).toBeNull();
});

test('a row of another asset than its method has is not ordered', async () => {
  const sql = (text: string) => api.parts.pool.query(text);
  const { id } = await confirmedPayout(api, await payee(api));
  const setAsset = (ticker: string) =>
    sql(`UPDATE withdrawals SET asset_id = (SELECT id FROM assets WHERE ticker = '${ticker}') WHERE id = ${id}`);
  await sql('ALTER TABLE withdrawals DROP CONSTRAINT withdrawals_method_asset_fkey');
  await setAsset('USDT');
  await worker.run();
  await expect(payoutOf(api, id)).rejects.toThrow('has no payout');
  await setAsset('INR');
  await worker.run();
  expect(await payoutOf(api, id)).toMatchObject({ ordered_at: expect.any(Date) });
});
