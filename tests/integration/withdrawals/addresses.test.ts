/** Saved addresses: what is kept and refused, their waiting time, and the switch to withdraw to them alone. */
import { createApiKey } from '@pelican/api/src/identity/index.ts';
import type { AllowList, SavedAddress, SavedAddressList } from '@pelican/shared/contracts/saved-addresses';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { signedHeaders } from '../../../docs/examples/signed-request.ts';
import { callDuring } from '../../support/locked-account.ts';
import { codeOf, enableTotp, forgetSteps, withFactor } from '../../support/second-factors.ts';
import {
  type Answer,
  type CallOptions,
  startTestApi,
  type TestApi,
  type TestUser,
  testPassword,
} from '../../support/test-api.ts';
import { demandAudited } from '../../support/transfer-codes.ts';
import { lastMail, mainOf, newAddress, requested, withdrawerOf } from '../../support/withdrawals.ts';

let api: TestApi;
let people = 0;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
afterEach(() => demandAudited(api));

const sql = async (text: string, ...values: unknown[]) => (await api.parts.pool.query(text, values)).rows;
const path = '/v3/profile/addresses-management';
const switchPath = `${path}/allow-list`;
const deletePath = (id: number) => `/v3/profile/delete-addresses-management/${id}`;

/** Without a second factor, signed in just now: no proof is asked for. */
const person = () => withdrawerOf(api, `saves${people++}@test.local`, { hasFactor: false });
const wanted = (change: object = {}) => ({
  name: 'Cold wallet',
  ticker: 'USDT',
  payment_method: 'SANDBOX',
  address: newAddress(),
  ...change,
});
const add = (user: TestUser, change: object = {}) =>
  user.post<SavedAddress & { code?: string }>('/v3/profile/add-addresses-management', wanted(change));
const list = async (user: TestUser, query = '') => (await user.get<SavedAddressList>(path + query)).body;
const switchTo = async (user: TestUser, enabled: boolean) => (await user.post<AllowList>(switchPath, { enabled })).body;
const letWait = (user: TestUser) => sql('UPDATE saved_addresses SET usable_at = now() WHERE user_id = $1', user.id);

async function keyOf(user: TestUser) {
  const wantedKey = { userId: user.id, label: 'bot', scopes: ['read', 'withdraw'] as const };
  const { key, secret } = await createApiKey(
    api.parts.pool,
    { ...wantedKey, scopes: [...wantedKey.scopes] },
    api.config.apiKeyEncryptionKeys,
  );
  const call = '/v3/balance/withdrawal-USDT/SANDBOX';
  return (destination: object) => {
    const body = JSON.stringify({ amount: '100', ...destination });
    return api.call('POST', call, { body, headers: signedHeaders(key, secret, 'POST', call, body) });
  };
}

test('addresses are added, listed by page and filter, and deleted, and their user is told', async () => {
  const { user } = await person();
  const first = await add(user);
  expect(first, JSON.stringify(first.body)).toMatchObject({
    status: 200,
    body: {
      name: 'Cold wallet',
      ticker: 'USDT',
      paymentMethodKey: 'SANDBOX',
      savedData: { memo: '', cardNumber: '', account: '' },
    },
  });
  expect(first.body.usableAt - first.body.createdAt).toBeCloseTo(24 * 3600, -1);
  const second = await add(user, { ticker: 'BTC', name: 'Exchange' });
  expect(await list(user)).toMatchObject({
    result: [{ id: second.body.id }, { id: first.body.id }],
    total: 2,
    limit: 30,
    filters: { tickers: ['BTC', 'USDT'], methods: [{ key: 'SANDBOX' }] },
    allowList: { enabled: false, endsAt: null, waitHours: 24 },
  });
  expect(await list(user, '?ticker=USDT')).toMatchObject({ result: [{ id: first.body.id }], total: 1 });
  expect(await list(user, '?payment_method=NONE')).toMatchObject({ result: [], total: 0 });
  expect(await list(user, '?offset=1&limit=1')).toMatchObject({ result: [{ id: first.body.id }], total: 2 });
  expect((await user.get(`${path}?ticker=NONE`)).body).toMatchObject({ code: 'unknown_asset' });
  expect((await user.delete(deletePath(first.body.id))).status).toBe(200);
  expect((await user.delete(deletePath(first.body.id))).body).toMatchObject({ code: 'not_found' });
  expect((await list(user)).total).toBe(1);
  const told = await sql(`SELECT payload FROM notices WHERE user_id = $1 AND kind = 'address_saved'`, user.id);
  expect(told).toHaveLength(2);
  const actions = await sql('SELECT action FROM audit_records WHERE subject = $1 ORDER BY id', `user:${user.id}`);
  expect(actions.map(({ action }) => action).filter((action) => action.startsWith('address.'))).toEqual([
    'address.saved',
    'address.saved',
    'address.deleted',
  ]);
});

test.each([
  ['a wrong checksum', () => ({ address: `${newAddress().slice(0, -1)}b` }), 'invalid_address', 'address'],
  [
    'an address of another chain',
    () => ({ address: '0x52908400098527886E0F7030069857D2E4169EE7' }),
    'invalid_address',
    'address',
  ],
  ['no address', () => ({ address: ' ' }), 'invalid_argument', 'address'],
  ['no memo where there is one', () => ({ ticker: 'XRP', payment_method: 'CRYPTOMEMO' }), 'invalid_argument', 'memo'],
  ['a memo where there is none', () => ({ memo: '77' }), 'invalid_argument', 'memo'],
  ['no name', () => ({ name: '' }), 'invalid_argument', 'name'],
  ['a name that turns the text around', () => ({ name: 'a\u202eb' }), 'invalid_argument', 'name'],
  ['an unknown currency', () => ({ ticker: 'NONE' }), 'unknown_asset', 'ticker'],
  ['a bank', () => ({ ticker: 'INR', payment_method: 'INR' }), 'unknown_payment_method', 'message'],
])('%s is refused, and nothing is saved', async (_, change, code, field) => {
  const { user } = await person();
  expect((await add(user, change())).body).toMatchObject({ code, errors: { [field]: expect.any(Array) } });
  expect((await list(user)).total).toBe(0);
});

test('a second factor is shown for each addition, deletion and switch', async () => {
  const { user } = await person();
  const { secret } = await enableTotp(api, user);
  const proven = async (call: (options: CallOptions) => Promise<Answer>) => {
    await forgetSteps(api, user);
    return withFactor(user, call, 'totp', codeOf(secret));
  };
  const body = wanted();
  const added = await proven((options) => user.post('/v3/profile/add-addresses-management', body, options));
  expect(added.status).toBe(200);
  const id = Number(added.body.id);
  // A proof is of one body.
  expect((await add(user)).body.code).toBe('sign_in_again');
  expect((await user.delete(deletePath(id))).body).toMatchObject({ code: 'sign_in_again' });
  expect((await user.post(switchPath, { enabled: true })).body).toMatchObject({ code: 'sign_in_again' });
  expect((await list(user)).total).toBe(1);
  expect((await proven((options) => user.delete(deletePath(id), options))).status).toBe(200);
  const switched = await proven((options) => user.post(switchPath, { enabled: true }, options));
  expect(switched.body).toMatchObject({ enabled: true });
});

test('older clients delete by a GET, with the CSRF token of the session', async () => {
  const { user } = await person();
  const { id } = (await add(user)).body;
  const signedIn = await api.call<{ access_token: string }>('POST', '/v2/login', {
    body: { email: user.email, password: testPassword },
  });
  const headers = { authorization: `Bearer ${signedIn.body.access_token}` };
  const byGet = (more: object) => api.call('GET', deletePath(id), { headers: { ...headers, ...more } });
  expect(await byGet({})).toMatchObject({ status: 403, body: { code: 'csrf' } });
  expect((await list(user)).total).toBe(1);
  expect((await byGet({ 'x-csrf-token': String(signedIn.headers['x-csrf-token']) })).status).toBe(200);
  expect((await list(user)).total).toBe(0);
});

test('two at once: the same one is saved once, and different ones stay within the limit', async () => {
  const { user } = await person();
  const same = { address: newAddress() };
  const twice = await Promise.all([1, 2, 3].map(() => add(user, same)));
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  await sql(
    `INSERT INTO saved_addresses (user_id, method_id, name, address, usable_at)
      SELECT user_id, method_id, 'n', 'made' || number, now() FROM saved_addresses, generate_series(1, 98) number WHERE user_id = $1`,
    user.id,
  );
  const last = await Promise.all([1, 2, 3].map(() => add(user)));
  expect(last.map(({ body }) => body.code ?? 'added').toSorted()).toEqual([
    'added',
    'too_many_addresses',
    'too_many_addresses',
  ]);
  expect((await list(user)).total).toBe(100);
});

test("somebody else's address is one that does not exist", async () => {
  const [owner, other] = [await person(), await person()];
  const { id } = (await add(owner.user)).body;
  await letWait(owner.user);
  expect(await other.user.delete(deletePath(id))).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await other.request({ address: undefined, address_id: id })).body).toMatchObject({
    code: 'not_found',
    errors: { message: ['Address not Found. Please Contact Support'] },
  });
  expect((await list(other.user)).total).toBe(0);
  expect((await owner.request({ address: undefined, address_id: id })).status).toBe(200);
});

test('an API key withdraws to a saved address after its waiting time, and to a deleted one no more', async () => {
  const { user } = await person();
  const byKey = await keyOf(user);
  const { id, savedData } = (await add(user)).body;
  expect((await byKey({ address_id: id })).body).toMatchObject({ code: 'address_waits' });
  await letWait(user);
  expect(await byKey({ address_id: id })).toMatchObject({
    status: 200,
    body: { address: savedData.address, status: 11 },
  });
  // It has passed the first checks, and waits for the user's row while the address is deleted.
  const late = await callDuring(
    api,
    user.email,
    () => byKey({ address: savedData.address }),
    (tx) => tx.query('DELETE FROM saved_addresses WHERE id = $1', [id]),
  );
  expect(late.body).toMatchObject({ code: 'address_not_saved' });
});

test('the allow-list is on at once, also for what is not confirmed, and off after the waiting time', async () => {
  const from = await person();
  const { user, address } = from;
  const before = await requested(from, { amount: '10' });
  expect(await switchTo(user, true)).toEqual({ enabled: true, endsAt: null, waitHours: 24 });
  expect((await from.request({ amount: '10' })).body).toMatchObject({ code: 'address_not_saved' });
  const { code, token } = await lastMail(api, before.id);
  expect((await from.confirm(before.id, code)).body).toMatchObject({ code: 'address_not_saved' });
  const byLink = () => api.call('POST', '/confirmWithdraw', { body: { token } });
  expect((await byLink()).body).toMatchObject({ code: 'address_not_saved' });
  await add(user, { address });
  expect((await byLink()).body).toMatchObject({ code: 'address_waits' });

  const off = await switchTo(user, false);
  expect(off).toMatchObject({ enabled: true, endsAt: expect.any(Number) });
  expect(Number(off.endsAt) - Date.now() / 1000).toBeCloseTo(24 * 3600, -2);
  await sql(`UPDATE address_allow_lists SET off_at = off_at - interval '1 hour' WHERE user_id = $1`, user.id);
  expect((await switchTo(user, false)).endsAt).toBe(Number(off.endsAt) - 3600);
  expect((await byLink()).body).toMatchObject({ code: 'address_waits' });
  expect(await switchTo(user, true)).toMatchObject({ enabled: true, endsAt: null });
  await switchTo(user, false);
  await sql('UPDATE address_allow_lists SET off_at = now() WHERE user_id = $1', user.id);
  expect((await list(user)).allowList).toMatchObject({ enabled: false, endsAt: null });
  expect((await byLink()).body).toMatchObject({ id: before.id, status: 11 });
  const told = await sql(
    `SELECT payload FROM notices WHERE user_id = $1 AND kind = 'address_list_switched' ORDER BY id`,
    user.id,
  );
  expect(told.map(({ payload }) => payload.isOn)).toEqual([true, false, true, false]);
});

test('a withdrawal that meets the switch goes to a saved address or nowhere', async () => {
  const from = await person();
  const refused = await callDuring(
    api,
    from.user.email,
    () => from.request({ amount: '10' }),
    (tx) => tx.query('INSERT INTO address_allow_lists (user_id) VALUES ($1)', [from.user.id]),
  );
  expect(refused.body).toMatchObject({ code: 'address_not_saved' });
  expect(await mainOf(api, from)).toEqual({ balance: 1000, held: 0 });
  // The switch and a deletion wait for a withdrawal that has the user's row.
  const { id } = (await add(from.user)).body;
  for (const change of [() => from.user.delete(deletePath(id)), () => from.user.post(switchPath, { enabled: false })]) {
    const answer = await callDuring(api, from.user.email, change, () => Promise.resolve());
    expect(answer.status).toBe(200);
  }
});
