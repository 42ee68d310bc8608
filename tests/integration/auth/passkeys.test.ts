/** Passkeys by a software authenticator: added, asked for as a second factor, signed in by, removed. */
import { createApiKey } from '@pelican/api/src/identity/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, enableTotp, forgetCounts, signInWith, verifyEmail, withFactor } from '../../support/second-factors.ts';
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import { type CallOptions, startTestApi, type TestApi, type TestUser, testPassword } from '../../support/test-api.ts';

const site = 'http://localhost:3000';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ PUBLIC_URL: site });
});
afterAll(() => api.close());
beforeEach(() => forgetCounts(api));

interface Options {
  options: never;
  ticket: string;
}

const refused = { status: 422, body: { code: 'passkey_refused' } };

interface Given {
  name?: string;
  /** Of somebody with another factor. */
  recoveryCode?: string | undefined;
}

async function add(
  user: TestUser,
  authenticator: SoftwareAuthenticator,
  { name = 'Laptop', recoveryCode }: Given = {},
) {
  const ask = (options: CallOptions) => user.post<Options>('/v2/passkeys/options', {}, options);
  const { body } = await (recoveryCode === undefined ? ask({}) : withFactor(user, ask, 'recovery_code', recoveryCode));
  const response = authenticator.create(body.options);
  return user.post<{ passkey: { id: string }; recoveryCodes?: string[] }>('/v2/passkeys', { name, response });
}

async function userWithPasskey(email: string, { hasApp = false } = {}) {
  const user = await api.signUp(email);
  await verifyEmail(api, user);
  const app = hasApp ? await enableTotp(api, user) : undefined;
  const authenticator = new SoftwareAuthenticator(site);
  const added = await add(user, authenticator, { recoveryCode: app?.recoveryCodes[0] });
  if (added.status !== 200) throw new Error(`adding answered ${added.status} ${JSON.stringify(added.body)}`);
  const recoveryCodes = app?.recoveryCodes ?? added.body.recoveryCodes ?? [];
  return { user, authenticator, secret: app?.secret ?? '', recoveryCodes };
}

/** By the last recovery code. */
function remove({ user, recoveryCodes }: { user: TestUser; recoveryCodes: string[] }, passkey: string | undefined) {
  const send = (options: CallOptions) => user.delete(`/v2/passkeys/${passkey}`, options);
  return withFactor(user, send, 'recovery_code', recoveryCodes.at(-1));
}

async function signInBy(authenticator: SoftwareAuthenticator) {
  const { body } = await api.call<Options>('POST', '/v2/login/passkey/options');
  const response = authenticator.get(body.options);
  const send = () => api.call('POST', '/v2/login/passkey', { body: { ticket: body.ticket, response } });
  return { first: await send(), send };
}

describe('a passkey', () => {
  test('is asked for with signatures that every part takes', async () => {
    const user = await api.signUp('algorithms@test.local');
    await verifyEmail(api, user);
    const { body } = await user.post<{ options: { pubKeyCredParams: { alg: number }[] } }>('/v2/passkeys/options', {});
    expect(body.options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257]);
  });

  test('is added, listed and signs in, and the session has two factors', async () => {
    const { user, authenticator } = await userWithPasskey('sign-in@test.local');
    expect((await user.get('/v2/passkeys')).body).toMatchObject({ result: [{ name: 'Laptop', lastUsedAt: null }] });
    const { first, send } = await signInBy(authenticator);
    expect(first).toMatchObject({ status: 200, body: { access_token: expect.any(String) } });
    const { rows } = await api.parts.pool.query(
      'SELECT methods FROM sessions WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1',
      [user.id],
    );
    expect(rows).toEqual([{ methods: ['hwk', 'user', 'mfa'] }]);
    expect(await send(), 'the same answer again').toMatchObject(refused);
  });

  test('is a second factor: the password alone no longer signs in, and recovery codes come with it', async () => {
    const user = await api.signUp('second@test.local');
    await verifyEmail(api, user);
    const authenticator = new SoftwareAuthenticator(site);
    const added = await add(user, authenticator);
    expect(added.body.recoveryCodes).toHaveLength(10);
    const step = (await signInWith(api, user.email, testPassword)).body;
    expect(step).toMatchObject({ status: 'two_factor', factors: ['passkey', 'recovery_code'] });
    const { ticket } = step;
    const options = await api.call<Options>('POST', '/v2/2fa/options', { body: { ticket } });
    const code = authenticator.get(options.body.options);
    const answer = { ticket, factor: 'passkey', code };
    expect(await api.call('POST', '/v2/2fa/validate', { body: answer, ip: '10.9.9.9' })).toMatchObject({
      body: { code: 'sign_in_ended' },
    });
    expect(await api.call('POST', '/v2/2fa/validate', { body: answer })).toMatchObject({ status: 200 });
    const given = { name: 'Phone', recoveryCode: added.body.recoveryCodes?.[0] };
    expect((await add(user, new SoftwareAuthenticator(site), given)).body).not.toHaveProperty('recoveryCodes');
  });

  test('answers step-up in a session', async () => {
    const { user, authenticator } = await userWithPasskey('step-up@test.local');
    await api.parts.pool.query(`UPDATE sessions SET auth_time = now() - interval '1 hour' WHERE user_id = $1`, [
      user.id,
    ]);
    await api.parts.redis.publish('account-changes', JSON.stringify({ kind: 'user', userId: user.id, reason: 'test' }));
    const refusal = await user.post<{ challenge: { id: string } }>('/v2/settings/2fa/recovery_codes');
    const { id } = refusal.body.challenge;
    const options = await user.post<Options>('/v2/settings/2fa/options');
    const answer = authenticator.get(options.body.options);
    expect(await user.post('/v2/auth/challenge', { id, factor: 'passkey', answer })).toMatchObject({ status: 200 });
    const proof = { headers: { 'x-step-up': id } };
    expect(await user.post('/v2/settings/2fa/recovery_codes', {}, proof)).toMatchObject({ status: 200 });
  });

  test('is refused for another challenge, another site, without verification of its user, and with a counter that went back', async () => {
    const { authenticator } = await userWithPasskey('refused@test.local');
    const ask = async () => (await api.call<Options>('POST', '/v2/login/passkey/options')).body;
    const answer = (ticket: string, response: object) =>
      api.call('POST', '/v2/login/passkey', { body: { ticket, response } });

    const [one, other] = [await ask(), await ask()];
    expect(await answer(other.ticket, authenticator.get(one.options))).toMatchObject(refused);

    authenticator.verifiesUser = false;
    const unverified = await ask();
    expect(await answer(unverified.ticket, authenticator.get(unverified.options))).toMatchObject(refused);
    authenticator.verifiesUser = true;

    const right = await ask();
    expect(await answer(right.ticket, authenticator.get(right.options))).toMatchObject({ status: 200 });
    authenticator.setCounter(0);
    const copied = await ask();
    expect(await answer(copied.ticket, authenticator.get(copied.options))).toMatchObject(refused);
    authenticator.setCounter(100);

    const changed = await ask();
    const response = authenticator.get(changed.options);
    const wrongSignature = { ...response, response: { ...response.response, signature: 'AAAA' } };
    expect(await answer(changed.ticket, wrongSignature)).toMatchObject(refused);

    const foreign = new SoftwareAuthenticator('https://evil.example');
    const user = await api.signUp('phished@test.local');
    await verifyEmail(api, user);
    expect(await add(user, foreign)).toMatchObject(refused);
  });

  test('of another account answers nobody else’s sign-in, and a name of theirs removes nothing', async () => {
    const [own, other] = [await userWithPasskey('mine@test.local'), await userWithPasskey('theirs@test.local')];
    const step = (await signInWith(api, own.user.email, testPassword)).body;
    const options = await api.call<{ options: { allowCredentials: unknown[] } }>('POST', '/v2/2fa/options', {
      body: { ticket: step.ticket },
    });
    const { allowCredentials: _own, ...asked } = options.body.options;
    const code = other.authenticator.get(asked as never);
    const answer = { ticket: step.ticket, factor: 'passkey', code };
    expect(await api.call('POST', '/v2/2fa/validate', { body: answer })).toMatchObject({
      body: { code: 'factor_wrong' },
    });
    const theirs = (await other.user.get<{ result: { id: string }[] }>('/v2/passkeys')).body.result[0]?.id;
    expect(await remove(own, theirs)).toMatchObject({ status: 404 });
    expect((await other.user.get<{ result: object[] }>('/v2/passkeys')).body.result).toHaveLength(1);
  });

  test('that is the last second factor takes the API keys with it, and one beside an app does not', async () => {
    const enabledKeys = async ({ id }: TestUser) =>
      (await api.parts.pool.query('SELECT FROM api_keys WHERE user_id = $1 AND enabled', [id])).rowCount;
    for (const [email, hasApp, left] of [
      ['alone@test.local', false, 0],
      ['beside@test.local', true, 1],
    ] as const) {
      const person = await userWithPasskey(email, { hasApp });
      const { user } = person;
      const options = { userId: user.id, label: 'bot', scopes: ['read' as const] };
      await createApiKey(api.parts.pool, options, api.config.apiKeyEncryptionKeys);
      const { result } = (await user.get<{ result: { id: string }[] }>('/v2/passkeys')).body;
      expect(await remove(person, result[0]?.id)).toMatchObject({ status: 200 });
      expect(await enabledKeys(user), email).toBe(left);
    }
  });

  test('stands beside an app: either signs in', async () => {
    const { user, authenticator, secret } = await userWithPasskey('both@test.local', { hasApp: true });
    const { ticket, factors } = (await signInWith(api, user.email, testPassword)).body;
    expect(factors).toEqual(['totp', 'passkey', 'recovery_code']);
    const body = { ticket, factor: 'totp', code: codeOf(secret) };
    expect(await api.call('POST', '/v2/2fa/validate', { body })).toMatchObject({ status: 200 });
    expect((await signInBy(authenticator)).first).toMatchObject({ status: 200 });
  });
});

test('a challenge that the release before has written is answered, and it reads ours', async () => {
  const { authenticator } = await userWithPasskey('upgrade@passkey.test');
  const { redis } = api.parts;
  const { body } = await api.call<Options>('POST', '/v2/login/passkey/options');
  const { challenge } = body.options as { challenge: string };
  expect(await redis.mget(await redis.keys('passkey:get:*'))).toContain(challenge);
  const response = authenticator.get(body.options);
  expect(await api.call('POST', '/v2/login/passkey', { body: { ticket: body.ticket, response } })).toMatchObject({
    status: 200,
  });
});

test('an authenticator that counts nothing is taken as it is', async () => {
  const { authenticator } = await userWithPasskey('uncounted@test.local');
  authenticator.counts = false;
  for (let time = 0; time < 2; time++) expect((await signInBy(authenticator)).first).toMatchObject({ status: 200 });
});
