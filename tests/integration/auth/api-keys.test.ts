import { randomBytes } from 'node:crypto';
import { signRequest } from '@pelican/api/src/identity/api-signature.ts';
import { announceAccountChange, createApiKey } from '@pelican/api/src/identity/index.ts';
import { createKeyring, type Keyring } from '@pelican/api/src/identity/keyring.ts';
import type { Scope } from '@pelican/api/src/platform/http/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedHeaders } from '../../../docs/examples/signed-request.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ ORDERS_PER_SECOND: '2' });
});
afterAll(() => api.close());

interface SignedCall {
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: string;
  timestampMs?: number;
  nonce?: string;
  ip?: string;
  /** Changes what is sent after it was signed. */
  tamper?: { path?: string; body?: string; signature?: string };
}

async function bot(email: string, scopes: Scope[], allowedIps: string[] = []) {
  const user = await api.signUp(email);
  const key = await createApiKey(
    api.parts.pool,
    { userId: user.id, label: 'bot', scopes, allowedIps },
    api.config.apiKeyEncryptionKeys,
  );
  function send(call: SignedCall) {
    const { method = 'GET', path, body, timestampMs = Date.now(), nonce, ip, tamper = {} } = call;
    const signature = signRequest(key.secret, { timestampMs, method, path, body: body ?? '', nonce });
    const sentBody = tamper.body ?? body;
    return api.call(method, tamper.path ?? path, {
      ...(sentBody === undefined ? {} : { body: sentBody }),
      ...(ip === undefined ? {} : { ip }),
      headers: {
        'x-api-key': key.key,
        'x-api-timestamp': String(timestampMs),
        ...(nonce === undefined ? {} : { 'x-api-nonce': nonce }),
        'x-api-signature': tamper.signature ?? signature,
      },
    });
  }
  return { user, key, send };
}

const refused = { status: 401, body: { code: 'invalid_signature' } };

test('a signed request is served, with its query signed too', async () => {
  const { send, user } = await bot('bot@test.local', ['read']);
  expect(await send({ path: '/v2/settings/general' })).toMatchObject({ status: 200, body: { id: user.id } });
  expect(await send({ path: '/v2/order?limit=5' })).toMatchObject({ status: 200, body: { limit: 5 } });
});

test('a tampered path, body or signature, an old timestamp and an unknown key are refused alike', async () => {
  const { send, key } = await bot('tampered@test.local', ['read', 'trade']);
  const body = JSON.stringify({ customfee: 1 });
  const post = { method: 'POST', path: '/v2/settings/customfee', body } as const;
  expect(await send({ path: '/v2/order?limit=5', tamper: { path: '/v2/order?limit=6' } })).toMatchObject(refused);
  expect(await send({ ...post, tamper: { body: JSON.stringify({ customfee: 0 }) } })).toMatchObject(refused);
  expect(await send({ path: '/v2/order', tamper: { signature: 'ab'.repeat(32) } })).toMatchObject(refused);
  expect(await send({ path: '/v2/order', tamper: { signature: '' } })).toMatchObject(refused);
  expect(await send({ path: '/v2/order', timestampMs: Date.now() - 61_000 })).toMatchObject(refused);
  expect(await send({ path: '/v2/order', timestampMs: Date.now() + 61_000 })).toMatchObject(refused);
  const unknown = await api.call('GET', '/v2/order', {
    headers: { 'x-api-key': `${key.key}0`, 'x-api-timestamp': String(Date.now()), 'x-api-signature': 'ab'.repeat(32) },
  });
  expect(unknown).toMatchObject(refused);
});

test('the canonical form covers path, body and nonce', async () => {
  const { send, user } = await bot('canonical@test.local', ['read', 'trade']);
  const nonce = 'nonce-0001';
  expect(await send({ path: '/v2/settings/general', nonce })).toMatchObject({ status: 200, body: { id: user.id } });
  const post = { method: 'POST', path: '/v2/settings/customfee', body: '{"customfee":1}', nonce } as const;
  expect(await send({ ...post, tamper: { body: '{"customfee":0}' } })).toMatchObject(refused);
  expect(await send({ ...post, tamper: { path: '/v2/settings/customfee?x' } })).toMatchObject(refused);
  expect(await send({ ...post, nonce: 'short' })).toMatchObject(refused);
  expect(await send({ path: '/v2/order', nonce: 'nonce-0002\nGET' })).toMatchObject(refused);
});

test('the example of the guide signs as the server demands', async () => {
  const { key, user } = await bot('example@test.local', ['read', 'trade']);
  const read = signedHeaders(key.key, key.secret, 'GET', '/v2/settings/general');
  expect(await api.call('GET', '/v2/settings/general', { headers: read })).toMatchObject({ body: { id: user.id } });
  const body = '{"customfee":"x"}';
  const write = signedHeaders(key.key, key.secret, 'POST', '/v2/settings/customfee', body);
  expect(await api.call('POST', '/v2/settings/customfee', { headers: write, body })).toMatchObject({ status: 422 });
});

test('a signature that changes something is accepted once, in both forms, however many send it at the same time', async () => {
  const { send } = await bot('replayed@test.local', ['read', 'trade']);
  const timestampMs = Date.now();
  const write = { method: 'POST', path: '/v2/settings/customfee', body: '{"customfee":1}', timestampMs } as const;
  for (const nonce of [undefined, 'nonce-0001']) {
    const same = { ...write, ...(nonce && { nonce }) };
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(same)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(4);
    expect(await send(same)).toMatchObject(refused);
  }
  expect((await send({ ...write, nonce: 'nonce-0002' })).status).not.toBe(401);
});

test('a read is answered again: repeating it tells nothing new', async () => {
  const { send } = await bot('reading@test.local', ['read']);
  const same = { path: '/v2/order', timestampMs: Date.now() };
  const answers = await Promise.all([send(same), send(same)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

test('a signature cannot be moved from a path to a body', async () => {
  const { send } = await bot('moved@test.local', ['trade']);
  const moved = await send({
    method: 'DELETE',
    path: '/v2/order/28407',
    tamper: { path: '/v2/order/2840', body: '7' },
  });
  expect(moved).toMatchObject(refused);
  expect(await send({ method: 'DELETE', path: '/v2/order/2840', body: '7' })).toMatchObject(refused);
  expect(await send({ method: 'POST', path: '/v2/settings/customfee', body: '7' })).toMatchObject(refused);
});

test('a key does what its scopes say and never what needs a person', async () => {
  const { send } = await bot('scoped@test.local', ['read']);
  const order = JSON.stringify({ pair: 'BTC_USDT', direction: 'buy', price: '1', amount: '1' });
  const outside = { status: 403, body: { code: 'insufficient_scope' } };
  expect(await send({ method: 'POST', path: '/v2/order', body: order })).toMatchObject(outside);
  expect(await send({ method: 'DELETE', path: '/v2/order/1' })).toMatchObject(outside);
  const profile = JSON.stringify({ nickname: 'Robot' });
  expect(await send({ method: 'POST', path: '/v2/settings/general', body: profile })).toMatchObject(outside);
});

test('a refused call leaves its signature unspent: it takes no memory and may be sent again', async () => {
  const readOnly = await bot('unspent@test.local', ['read'], ['127.0.0.1']);
  const order = { method: 'POST', path: '/v2/order', body: '{}' } as const;
  const spent = () => api.parts.redis.keys(`signature:${readOnly.key.id}:*`);
  expect(await readOnly.send(order)).toMatchObject({ status: 403 });
  expect(await readOnly.send({ ...order, ip: '10.9.9.9' })).toMatchObject(refused);
  expect(await spent()).toEqual([]);

  const { send, user } = await bot('busy@test.local', ['trade']);
  const signed = () => ({ ...order, timestampMs: Date.now() });
  let last = signed();
  // Cancels take from the same allowance; without an engine they wait for their answer.
  const beyondAllowance = async () => {
    await Promise.race(Array.from({ length: 10 }, () => user.delete('/v2/order/1')));
    last = signed();
    return send(last);
  };
  await expect.poll(beyondAllowance, { timeout: 5_000 }).toMatchObject({ status: 429 });
  await expect.poll(() => send(last), { timeout: 5_000 }).toMatchObject({ status: 422 });
  expect(await send(last)).toMatchObject(refused);
});

test('a key with an allowlist works from its addresses alone', async () => {
  const { send } = await bot('listed@test.local', ['read'], ['10.1.2.3', '192.168.7.0/24']);
  expect(await send({ path: '/v2/order', ip: '10.1.2.3' })).toMatchObject({ status: 200 });
  expect(await send({ path: '/v2/order', ip: '192.168.7.200' })).toMatchObject({ status: 200 });
  expect(await send({ path: '/v2/order', ip: '::ffff:10.1.2.3' })).toMatchObject({ status: 200 });
  expect(await send({ path: '/v2/order', ip: '10.1.2.4' })).toMatchObject(refused);
});

test('a key that is switched off ends at once when that is announced', async () => {
  const { send, key, user } = await bot('off@test.local', ['read']);
  expect(await send({ path: '/v2/order' })).toMatchObject({ status: 200 });
  await api.parts.pool.query('UPDATE api_keys SET enabled = false WHERE id = $1', [key.id]);
  await announceAccountChange(api.parts.redis, { kind: 'apiKey', id: key.id, userId: user.id, reason: 'disabled' });
  await expect.poll(() => send({ path: '/v2/order' })).toMatchObject(refused);
});

test('the secret is kept encrypted, and its use is noted', async () => {
  const { send, key } = await bot('kept@test.local', ['read']);
  await send({ path: '/v2/order' });
  const stored = () =>
    api.parts.pool
      .query('SELECT secret_encrypted, last_used_at FROM api_keys WHERE id = $1', [key.id])
      .then(({ rows }) => rows[0]);
  await expect.poll(async () => (await stored()).last_used_at).toBeInstanceOf(Date);
  expect((await stored()).secret_encrypted.includes(key.secret)).toBe(false);
});

test('an address that tries many keys is slowed down before Postgres is asked; one and the same unknown key is asked for once', async () => {
  const { send } = await bot('guessed@test.local', ['read']);
  const attempt = (key: string, ip: string) =>
    api.call('GET', '/v2/settings/general', {
      ip,
      headers: { 'x-api-key': key, 'x-api-timestamp': String(Date.now()), 'x-api-signature': 'f'.repeat(64) },
    });
  const nobody = 'f'.repeat(32);
  const repeated = await Promise.all(Array.from({ length: 200 }, () => attempt(nobody, '10.0.1.1')));
  expect(new Set(repeated.map(({ status }) => status))).toEqual(new Set([401]));
  const guess = () => attempt(randomBytes(16).toString('hex'), '10.0.1.3');
  const guesses = await Promise.all(Array.from({ length: 200 }, guess));
  const judged = guesses.filter(({ status }) => status === 401).length;
  expect(judged).toBeGreaterThanOrEqual(50);
  expect(judged).toBeLessThan(200);
  expect(guesses.find(({ status }) => status !== 401)).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests' },
  });
  expect(await attempt('nobody', '10.0.1.3')).toMatchObject(refused);
  expect(await send({ path: '/v2/settings/general', ip: '10.0.1.2' })).toMatchObject({ status: 200 });
});

test('where an address has no guess left, keys that are known to exist are served after all answers were forgotten, and sockets recalled', async () => {
  const { key } = await bot('forgotten@test.local', ['read']);
  const { pool, redis } = api.parts;
  const { apiKeyEncryptionKeys: encryptionKeys } = api.config;
  const createOwn = () => createKeyring({ pool, redis, encryptionKeys, now: Date.now });
  const ip = '10.0.1.4';
  const verify = (keyring: Keyring, name: string) => {
    const signed = { timestampMs: Date.now(), method: 'GET', path: '/v2/order', body: '' };
    const call = { ...signed, key: name, signature: signRequest(key.secret, signed), ip };
    return keyring.verify(call, async (principal) => principal);
  };
  /** Guesses come back with time, so what is refused without any comes together with those that take them all. */
  const verifyBehindGuesses = async (keyring: Keyring, name: string) => {
    const guesses = Array.from({ length: 60 }, () => verify(keyring, randomBytes(16).toString('hex')));
    return (await Promise.allSettled([...guesses, verify(keyring, name)])).at(-1);
  };
  const keyring = createOwn();
  const { userId } = await verify(keyring, key.key);
  const served = { status: 'fulfilled', value: { userId } };
  keyring.clear();
  expect(await verifyBehindGuesses(keyring, key.key)).toMatchObject(served);
  keyring.forget({ kind: 'user', userId, reason: 'rights_changed' });
  expect(await verifyBehindGuesses(keyring, key.key)).toMatchObject(served);
  const restarted = createOwn();
  const refused = { status: 'rejected', reason: { code: 'too_many_requests' } };
  expect(await verifyBehindGuesses(restarted, key.key)).toMatchObject(refused);
  expect(await restarted.recall(key.key, ip)).toMatchObject({ userId });
});
