/** A change of the password removes what somebody else may have added in the last days, and keeps what its owner confirms with or has added. */
import { createApiKey } from '@pelican/api/src/identity/index.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { codeOf, enableTotp, forgetCounts, insertPasskey, verifyEmail } from '../../support/second-factors.ts';
import { startTestApi, type TestApi, type TestUser, testPassword } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(() => forgetCounts(api));

const newPassword = 'Another#Bird77';
const change = (user: TestUser, given: object = {}) =>
  user.post<{ removed: { factors: string[]; apiKeys: number } }>('/v2/settings/password', {
    password_old: testPassword,
    password: newPassword,
    password_confirmation: newPassword,
    ...given,
  });
async function addKey(user: TestUser, label: string, age = '0 days'): Promise<void> {
  const options = { userId: user.id, label, scopes: ['trade' as const] };
  const { id } = await createApiKey(api.parts.pool, options, api.config.apiKeyEncryptionKeys);
  await api.parts.pool.query('UPDATE api_keys SET created_at = now() - $2::interval WHERE id = $1', [id, age]);
}
const rowsOf = async (user: TestUser, sql: string) =>
  (await api.parts.pool.query<{ value: string }>(sql, [user.id])).rows.map(({ value }) => value);
const keysOn = (user: TestUser) =>
  rowsOf(user, 'SELECT label AS value FROM api_keys WHERE user_id = $1 AND enabled ORDER BY 1');
const passkeysOf = (user: TestUser) => rowsOf(user, 'SELECT id AS value FROM passkeys WHERE user_id = $1 ORDER BY 1');
const codesOf = async (user: TestUser) =>
  (await rowsOf(user, 'SELECT user_id::text AS value FROM recovery_codes WHERE user_id = $1')).length;
const makeOlder = (user: TestUser, table: string, time: string) =>
  api.parts.pool.query(`UPDATE ${table} SET ${time} = now() - interval '8 days' WHERE user_id = $1`, [user.id]);

test('a passkey and a key of today go, what is older stays, and the security page names what goes', async () => {
  const user = await api.signUp('passkey@recent.test');
  const { secret } = await enableTotp(api, user);
  await makeOlder(user, 'second_factors', 'enabled_at');
  await makeOlder(user, 'recovery_codes', 'created_at');
  await insertPasskey(api, user, 'own passkey', '8 days');
  await insertPasskey(api, user, 'thief');
  await addKey(user, 'old', '8 days');
  await addKey(user, 'new');
  const { recent } = (await user.get<{ recent: { kind: string; name: string }[] }>('/v2/settings/security')).body;
  expect(recent.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['passkey thief', 'api_key new']);
  const answer = await change(user, { factor: 'totp', code: codeOf(secret) });
  expect(answer).toMatchObject({ status: 200, body: { removed: { factors: ['passkey'], apiKeys: 1 } } });
  expect(await passkeysOf(user)).toEqual(['own passkey']);
  expect(await keysOn(user)).toEqual(['old']);
  expect(await codesOf(user), 'codes of an older age').toBe(10);
  const told = await rowsOf(
    user,
    `SELECT kind || ' ' || payload::text AS value FROM notices WHERE user_id = $1
        AND kind IN ('password_changed', 'two_factor_disabled') ORDER BY 1`,
  );
  expect(told).toEqual([
    'password_changed {"keysOff": 1, "lockHours": 48}',
    'two_factor_disabled {"method": "passkey", "keysOff": false, "lockHours": 48}',
  ]);
});

test('what its owner confirms with stays, though it is new, and so do its recovery codes', async () => {
  const user = await api.signUp('shown@recent.test');
  const { secret } = await enableTotp(api, user);
  expect(await change(user, { factor: 'totp', code: codeOf(secret) })).toMatchObject({
    status: 200,
    body: { removed: { factors: [], apiKeys: 0 } },
  });
  expect((await user.get('/v2/settings/security')).body).toMatchObject({ totpEnabled: true, recoveryCodesLeft: 10 });
});

test('a telephone of the last days goes, and its number is told; the page names it', async () => {
  const user = await api.signUp('phone@recent.test');
  const set = (number: string) =>
    api.parts.pool.query('UPDATE users SET phone = $2, phone_verified_at = now() WHERE id = $1', [user.id, number]);
  await set('+919876578001');
  const { recent } = (await user.get<{ recent: { kind: string }[] }>('/v2/settings/security')).body;
  expect(recent.map(({ kind }) => kind)).toEqual(['phone']);
  expect(await change(user, { keep_recent: true })).toMatchObject({ status: 200, body: { removed: { factors: [] } } });
  const phones = () => rowsOf(user, 'SELECT phone AS value FROM users WHERE id = $1');
  expect(await phones()).toEqual(['+919876578001']);
  const again = { password_old: newPassword, password: 'Third#Bird778', password_confirmation: 'Third#Bird778' };
  expect(await change(user, again)).toMatchObject({ status: 200, body: { removed: { phone: true } } });
  expect(await phones()).toEqual([null]);
  expect(
    await rowsOf(
      user,
      `SELECT payload ->> 'former' AS value FROM notices WHERE user_id = $1 AND kind = 'phone_replaced'`,
    ),
  ).toEqual(['+919876578001']);
});

test('a method that goes takes all keys and the codes of its age with it', async () => {
  const user = await api.signUp('method@recent.test');
  const { recoveryCodes } = await enableTotp(api, user);
  await addKey(user, 'old', '8 days');
  const answer = await change(user, { factor: 'recovery_code', code: recoveryCodes[0] });
  expect(answer).toMatchObject({ status: 200, body: { removed: { factors: ['totp'], apiKeys: 1 } } });
  expect(await keysOn(user)).toEqual([]);
  expect(await codesOf(user)).toBe(0);
});

test('what the person keeps stays, and a key alone goes where there is no factor', async () => {
  const kept = await api.signUp('kept@recent.test');
  await addKey(kept, 'own');
  expect(await change(kept, { keep_recent: true })).toMatchObject({ body: { removed: { factors: [], apiKeys: 0 } } });
  expect(await keysOn(kept)).toEqual(['own']);
  const user = await api.signUp('key@recent.test');
  await addKey(user, 'thief');
  expect(await change(user)).toMatchObject({ body: { removed: { factors: [], apiKeys: 1 } } });
  expect(await keysOn(user)).toEqual([]);
});

test('a password that is refused removes nothing', async () => {
  const user = await api.signUp('refused@recent.test');
  await addKey(user, 'own');
  expect(await change(user, { password_old: 'Wrong#Bird77' })).toMatchObject({ body: { code: 'password_wrong' } });
  expect(await keysOn(user)).toEqual(['own']);
});

test('of an operator no factor goes, and keys of the last days do', async () => {
  const user = await api.signUp('operator@recent.test');
  await verifyEmail(api, user);
  const { secret } = await enableTotp(api, user);
  await insertPasskey(api, user, 'new');
  await addKey(user, 'new');
  await api.parts.pool.query(`UPDATE users SET role = 'operator', operator_name = 'recent' WHERE id = $1`, [user.id]);
  const answer = await change(user, { factor: 'totp', code: codeOf(secret) });
  expect(answer).toMatchObject({ status: 200, body: { removed: { factors: [], apiKeys: 1 } } });
  expect(await passkeysOf(user)).toEqual(['new']);
});
