/** API keys as their owners make them: what they need, what they may do, and when they end. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { socketTokenOf } from '@pelican/api/src/identity/api-keys/socket-token.ts';
import { createApiKey } from '@pelican/api/src/identity/index.ts';
import type { Scope } from '@pelican/api/src/platform/http/index.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signedHeaders } from '../../../docs/examples/signed-request.ts';
import { codeOf, enableTotp, sentCode, wrongCodeOf } from '../../support/second-factors.ts';
import { SocketClient } from '../../support/socket-client.ts';
import { startTestApi, type TestApi, type TestUser, testPassword } from '../../support/test-api.ts';

let api: TestApi;
let address: string;

beforeAll(async () => {
  api = await startTestApi();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(api.app.server.address() as { port: number }).port}`;
});
afterAll(() => api.close());

interface Key {
  id: string;
  serialNumber: number;
  name: string;
  apiKey: string;
  status: string;
  isEnabled: boolean;
  scopes: string[];
}

const make = (user: TestUser, scopes: Scope[] = ['read'], change: { expiresAt?: Date } = {}) =>
  createApiKey(api.parts.pool, { userId: user.id, label: 'bot', scopes, ...change }, api.config.apiKeyEncryptionKeys);
const read = ({ key, secret }: { key: string; secret: string }) =>
  api.call('GET', '/v2/settings/general', { headers: signedHeaders(key, secret, 'GET', '/v2/settings/general') });
const listOf = async (user: TestUser) => (await user.get<{ result: Key[]; total: number }>('/v2/api_key')).body;
const wanted = { name: 'bot', scopes: ['read'], factor: 'totp', code: '123456' };
const turnOnTwoFactor = (user: TestUser) =>
  api.parts.pool.query(`INSERT INTO second_factors (user_id, method, enabled_at) VALUES ($1, 'email_code', now())`, [
    user.id,
  ]);

test('without two-factor authentication there are no keys, in the words of the specification', async () => {
  const user = await api.signUp('one-factor@keys.test');
  expect(await user.post('/v2/api_key', wanted)).toMatchObject({
    status: 403,
    body: { code: 'two_factor_required', errors: { message: ['Please, enable Two-Factor authentication'] } },
  });
  expect((await listOf(user)).total).toBe(0);
});

test.each([
  ['an address', { allowed_ips: ['not an address'] }, 'allowed_ips'],
  ['a range that is nearly everything', { allowed_ips: ['0.0.0.0/0'] }, 'allowed_ips'],
  ['addresses of a key that may withdraw', { scopes: ['read', 'withdraw'] }, 'allowed_ips'],
  ['a time to come', { expires_at: 1_000 }, 'expires_at'],
  ['a time within some years', { expires_at: 9_999_999_999 }, 'expires_at'],
  ['a name on one line', { name: 'bot\r\nX-Injected: 1' }, 'name'],
  ['a name without hidden turns', { name: 'bot\u202egnp' }, 'name'],
  ['a name', { name: '   ' }, 'name'],
  ['a scope', { scopes: [] }, 'scopes'],
  ['a scope that there is', { scopes: ['everything'] }, 'scopes'],
])('a key needs %s', async (_what, change, field) => {
  const user = await api.signUp(`${crypto.randomUUID()}@keys.test`);
  await turnOnTwoFactor(user);
  const answer = await user.post<{ errors: Record<string, unknown> }>('/v2/api_key', { ...wanted, ...change });
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_argument' } });
  expect(Object.keys(answer.body.errors).some((name) => name.startsWith(field))).toBe(true);
  expect((await listOf(user)).total).toBe(0);
});

test('a key is turned off and on, and deleted; it works accordingly from the news of it on', async () => {
  const user = await api.signUp('toggled@keys.test');
  const key = await make(user);
  expect((await read(key)).status).toBe(200);
  const turn = (enabled: boolean | undefined, proof: object = {}) =>
    user.post(`/v2/api_key/${key.id}`, { enabled, ...proof });
  expect(await turn(undefined)).toMatchObject({ status: 422, body: { errors: { enabled: [expect.any(String)] } } });
  expect(await turn(true), 'it is on').toMatchObject({ body: { isEnabled: true } });
  for (let time = 0; time < 2; time++)
    expect(await turn(false)).toMatchObject({ body: { isEnabled: false, status: 'disabled' } });
  await expect.poll(async () => (await read(key)).status).toBe(401);
  expect(await turn(true)).toMatchObject({ status: 403, body: { code: 'two_factor_required' } });
  const { secret } = await enableTotp(api, user);
  expect(await turn(true)).toMatchObject({ status: 403, body: { code: 'factor_needed' } });
  expect(await turn(true, { factor: 'totp', code: wrongCodeOf(secret) })).toMatchObject({
    status: 422,
    body: { code: 'factor_wrong' },
  });
  expect((await read(key)).status).toBe(401);
  const proof = { factor: 'totp', code: codeOf(secret) };
  for (let time = 0; time < 2; time++) expect(await turn(true, proof)).toMatchObject({ body: { status: 'active' } });
  await expect.poll(async () => (await read(key)).status).toBe(200);
  expect((await user.delete(`/v2/api_key/${key.id}`)).status).toBe(200);
  await expect.poll(async () => (await read(key)).status).toBe(401);
  expect((await listOf(user)).total).toBe(0);
  const { rows } = await api.parts.pool.query<{ action: string }>(
    `SELECT action FROM audit_records WHERE actor = $1 ORDER BY id`,
    [`user:${user.id}`],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'api_key.disabled',
    'two_factor.enabled',
    'api_key.enabled',
    'api_key.deleted',
  ]);
});

test('the list counts from the oldest and never has a secret', async () => {
  const user = await api.signUp('listed@keys.test');
  const keys = [await make(user), await make(user, ['read', 'trade'])];
  // Nobody makes two within a millisecond, but a test does.
  await api.parts.pool.query(`UPDATE api_keys SET created_at = created_at - interval '1 minute' WHERE id = $1`, [
    keys[0]?.id,
  ]);
  const { result } = await listOf(user);
  expect(result).toMatchObject([
    { serialNumber: 2, apiKey: keys[1]?.key, scopes: ['read', 'trade'] },
    { serialNumber: 1, apiKey: keys[0]?.key, name: 'bot', isEnabled: true },
  ]);
  const text = JSON.stringify(result);
  for (const { secret, key } of keys) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(socketTokenOf(key, secret));
  }
});

test('somebody else’s key is one that does not exist, and no key manages keys', async () => {
  const [owner, mallory] = await Promise.all([api.signUp('owner@keys.test'), api.signUp('mallory@keys.test')]);
  const key = await make(owner, ['read', 'trade', 'transfer', 'withdraw']);
  for (const call of [
    mallory.post(`/v2/api_key/${key.id}`, { enabled: false }),
    mallory.delete(`/v2/api_key/${key.id}`),
  ])
    expect(await call).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await owner.delete('/v2/api_key/1')).status).toBe(422);
  const headers = signedHeaders(key.key, key.secret, 'GET', '/v2/api_key');
  expect(await api.call('GET', '/v2/api_key', { headers })).toMatchObject({ body: { code: 'insufficient_scope' } });
  expect((await read(key)).status).toBe(200);
});

test('a key ends at its time, also one that is remembered, and is not turned on again', async () => {
  const user = await api.signUp('expiring@keys.test');
  await turnOnTwoFactor(user);
  const key = await make(user, ['read'], { expiresAt: new Date(Date.now() + 3_000) });
  expect((await read(key)).status).toBe(200);
  await expect.poll(async () => (await read(key)).status, { timeout: 60_000 }).toBe(401);
  expect((await listOf(user)).result[0]).toMatchObject({ status: 'expired', isEnabled: false });
  await user.post(`/v2/api_key/${key.id}`, { enabled: false });
  expect(await user.post(`/v2/api_key/${key.id}`, { enabled: true })).toMatchObject({
    body: { code: 'api_key_ended' },
  });
});

test('what an operator has revoked stays so', async () => {
  const user = await api.signUp('revoked@keys.test');
  await turnOnTwoFactor(user);
  const key = await make(user);
  await api.parts.pool.query('UPDATE api_keys SET enabled = false, revoked_at = now() WHERE id = $1', [key.id]);
  expect(await user.post(`/v2/api_key/${key.id}`, { enabled: true })).toMatchObject({
    body: { code: 'api_key_ended' },
  });
  expect((await listOf(user)).result[0]).toMatchObject({ status: 'revoked' });
});

test('the socket token of a key reads, does nothing else, and ends with the key', async () => {
  const user = await api.signUp('socket@keys.test');
  const key = await make(user, ['read', 'trade']);
  const token = socketTokenOf(key.key, key.secret);
  const socket = await SocketClient.open(`${address.replace('http', 'ws')}/socket`);
  expect(await socket.call('server.auth', token, 'bot')).toEqual({ status: 'success' });
  const order = await socket.ask('order.put_limit', ['BTC_USDT', 2, '0.01', '900']);
  expect(order.error).toMatchObject({ name: 'insufficient_scope' });
  await user.delete(`/v2/api_key/${key.id}`);
  await socket.notified('server.deauthed');
  expect((await socket.ask('server.auth', [token, 'bot'])).error).toMatchObject({ name: 'invalid_token' });
  const forged = `${(await make(user)).key}.${'A'.repeat(43)}`;
  expect((await socket.ask('server.auth', [forged, 'bot'])).error).toMatchObject({ name: 'invalid_token' });
  socket.close();
});

test('the programs of the guide run as they stand', async () => {
  const user = await api.signUp('guide@keys.test');
  const { key, secret } = await make(user);
  const run = promisify(execFile);
  for (const [program, script] of [
    [process.execPath, 'docs/examples/signed-request.ts'],
    ['python3', 'docs/examples/signed_request.py'],
  ] as const) {
    const { stdout } = await run(program, [script, address, key, secret]);
    expect(stdout).toMatch(/^200 \{.*"result":\[\]/);
  }
});

test('a person with a second factor makes a key by its code, sees its secret once, and loses it with the factor', async () => {
  const user = await api.signUp('maker@keys.test');
  const { secret } = await enableTotp(api, user);
  const form = { name: ' my bot ', scopes: ['read', 'trade'], allowed_ips: ['127.0.0.1'], factor: 'totp' };
  const wrong = await user.post('/v2/api_key', { ...form, code: wrongCodeOf(secret) });
  expect(wrong).toMatchObject({ status: 422, body: { code: 'factor_wrong' } });
  const password = await user.post('/v2/api_key', { ...form, factor: 'password', code: testPassword });
  expect(password).toMatchObject({ body: { code: 'factor_wrong' } });

  const code = codeOf(secret);
  const made = await user.post<Key & { apiSecret: string; websocketToken: string }>('/v2/api_key', { ...form, code });
  expect(made).toMatchObject({ status: 200, body: { name: 'my bot', status: 'active', scopes: ['read', 'trade'] } });
  const { apiKey: key, apiSecret, websocketToken } = made.body;
  expect((await read({ key, secret: apiSecret })).status).toBe(200);
  expect(websocketToken).toBe(socketTokenOf(key, apiSecret));
  expect(await user.post('/v2/api_key', { ...form, code })).toMatchObject({ body: { code: 'factor_wrong' } });
  const { rows } = await api.parts.pool.query(
    `SELECT to_jsonb(k)::text || (SELECT string_agg(details::text, '') FROM audit_records WHERE actor = $1) AS kept
      FROM api_keys k WHERE key = $2`,
    [`user:${user.id}`, key],
  );
  expect(rows[0].kept).not.toContain(apiSecret);

  const off = await user.post('/v2/settings/2fa/toggle', { enable: false, factor: 'totp', code: codeOf(secret, 1) });
  expect(off.status).toBe(200);
  await expect.poll(async () => (await read({ key, secret: apiSecret })).status).toBe(401);
  expect((await listOf(user)).result[0]).toMatchObject({ status: 'disabled' });

  const { id } = made.body;
  const renewed = await enableTotp(api, user);
  expect(await user.post(`/v2/api_key/${id}`, { enabled: true })).toMatchObject({ body: { code: 'factor_needed' } });
  const proof = { factor: 'totp', code: codeOf(renewed.secret) };
  expect(await user.post(`/v2/api_key/${id}`, { enabled: true, ...proof })).toMatchObject({
    body: { status: 'active' },
  });
});

test('a code by mail makes no key, and turns none on, where the account has another factor', async () => {
  const user = await api.signUp('mail-and-app@keys.test');
  const { secret } = await enableTotp(api, user);
  await turnOnTwoFactor(user);
  const byMail = async () => {
    expect((await user.post('/v2/settings/2fa/code', { factor: 'email_code' })).status).toBe(200);
    return { factor: 'email_code', code: await sentCode(api, user.email) };
  };
  expect(await user.post('/v2/api_key', { ...wanted, ...(await byMail()) })).toMatchObject({
    status: 422,
    body: { code: 'factor_wrong' },
  });
  expect((await listOf(user)).total).toBe(0);
  expect((await user.post('/v2/api_key', { ...wanted, code: codeOf(secret) })).status).toBe(200);
});

test('a key is off although the news of it are lost: that is no reason to ask again', async () => {
  const user = await api.signUp('unheard@keys.test');
  const key = await make(user);
  const { redis } = api.parts;
  const publish = vi.spyOn(redis, 'publish').mockRejectedValue(new Error('Redis is away'));
  const answer = await user.post(`/v2/api_key/${key.id}`, { enabled: false });
  publish.mockRestore();
  expect(answer).toMatchObject({ status: 200, body: { status: 'disabled' } });
  expect((await listOf(user)).result[0]).toMatchObject({ status: 'disabled' });
});
