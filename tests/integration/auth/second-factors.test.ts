/** Authenticator apps and recovery codes: turned on and off, each code once, and what signing in with them is. */

import { readSocketLimits } from '@pelican/api/src/adapters/socket/index.ts';
import { createApiKey } from '@pelican/api/src/identity/index.ts';
import { buildApp } from '@pelican/api/src/processes/api/app.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  codeOf,
  enableTotp,
  forgetCounts,
  forgetSteps,
  sentCode,
  signInWith,
  verifyEmail,
  withFactor,
  wrongCodeOf,
} from '../../support/second-factors.ts';
import { type CallOptions, startTestApi, type TestApi, type TestUser, testPassword } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(() => forgetCounts(api));

const wrongFactor = { status: 422, body: { code: 'factor_wrong' } };
const ended = { status: 403, body: { code: 'sign_in_ended' } };

const begin = async ({ email }: { email: string }, ip = '127.0.0.1') =>
  (await signInWith(api, email, testPassword, { ip })).body;
const finish = (ticket: string, factor: string, code: string, ip = '127.0.0.1') =>
  api.call('POST', '/v2/2fa/validate', { body: { ticket, factor, code }, ip });

async function methodsOf(user: TestUser): Promise<string[]> {
  const { rows } = await api.parts.pool.query<{ methods: string[] }>(
    'SELECT methods FROM sessions WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
    [user.id],
  );
  return rows[0]?.methods ?? [];
}

async function kindsOf(user: TestUser): Promise<string[]> {
  const { rows } = await api.parts.pool.query<{ kind: string }>(
    'SELECT kind FROM notices WHERE user_id = $1 ORDER BY id',
    [user.id],
  );
  return rows.map(({ kind }) => kind);
}

describe('an authenticator app', () => {
  test('counts once a right code has confirmed it, and is not shown afterwards', async () => {
    const user = await api.signUp('life@test.local');
    await verifyEmail(api, user);
    const generated = await user.post<{ twoFactorSecret: string; twoFactorQrUrl: string; uri: string }>(
      '/v2/settings/2fa/generate',
    );
    const { twoFactorSecret: secret, twoFactorQrUrl, uri } = generated.body;
    expect(twoFactorQrUrl).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect((await user.get('/v2/settings/security')).body).toMatchObject({
      twoFactorEnabled: false,
      twoFactorSecret: secret,
    });
    expect(await user.post('/v2/settings/2fa/toggle', { enable: true, code: wrongCodeOf(secret) })).toMatchObject(
      wrongFactor,
    );
    expect((await begin(user)).access_token).toEqual(expect.any(String));
    const enabled = await user.post<{ recoveryCodes: string[] }>('/v2/settings/2fa/toggle', {
      enable: true,
      code: codeOf(secret),
    });
    expect(enabled).toMatchObject({ status: 200, body: { twoFactorEnabled: true } });
    expect(new Set(enabled.body.recoveryCodes).size).toBe(10);
    expect((await user.get('/v2/settings/security')).body).toMatchObject({
      twoFactorEnabled: true,
      totpEnabled: true,
      twoFactorSecret: null,
      twoFactorQrUrl: null,
      recoveryCodesLeft: 10,
    });
    expect(await user.post('/v2/settings/2fa/generate')).toMatchObject({ body: { code: 'two_factor_enabled' } });
    expect(await kindsOf(user)).toContain('two_factor_enabled');
  });

  test('is kept so that neither its seed nor a recovery code can be read in Postgres', async () => {
    const user = await api.signUp('kept@test.local');
    const { secret, recoveryCodes } = await enableTotp(api, user);
    const { rows } = await api.parts.pool.query<{ text: string }>(
      `SELECT f::text || c::text AS text FROM second_factors f JOIN recovery_codes c USING (user_id) WHERE user_id = $1`,
      [user.id],
    );
    const text = rows.map((row) => row.text).join();
    for (const hidden of [secret, ...recoveryCodes]) expect(text).not.toContain(hidden);
  });

  test('is asked for after the password, and the session says so', async () => {
    const user = await api.signUp('steps@test.local');
    const { secret } = await enableTotp(api, user);
    const step = await begin(user);
    expect(step).toMatchObject({ status: 'two_factor', factors: ['totp', 'recovery_code'] });
    expect(step).not.toHaveProperty('access_token');
    const done = await finish(step.ticket, 'totp', codeOf(secret));
    expect(done).toMatchObject({ status: 200, body: { access_token: expect.any(String) } });
    expect(await methodsOf(user)).toEqual(['pwd', 'otp', 'mfa']);
    expect(await finish(step.ticket, 'totp', codeOf(secret, 1))).toMatchObject(ended);
  });

  test('may be a step ahead or behind, and no more', async () => {
    const user = await api.signUp('drift@test.local');
    const { secret } = await enableTotp(api, user);
    for (const [steps, expected] of [
      [-3, wrongFactor],
      [3, wrongFactor],
      [-1, { status: 200 }],
      [1, { status: 200 }],
    ] as const) {
      const { ticket } = await begin(user);
      expect(await finish(ticket, 'totp', codeOf(secret, steps)), String(steps)).toMatchObject(expected);
    }
  });

  test('has codes that count once: also over two processes at once, and in another sign-in', async () => {
    const user = await api.signUp('replay@test.local');
    const { secret } = await enableTotp(api, user);
    const second = await buildApp({ ...api.parts, socketLimits: readSocketLimits({}) });
    const tickets = await Promise.all(['10.0.0.1', '10.0.0.2'].map(async (ip) => ({ ip, ...(await begin(user, ip)) })));
    const code = codeOf(secret);
    const answers = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const { ip, ticket } = tickets[index % 2] as (typeof tickets)[number];
        const payload = { ticket, factor: 'totp', code };
        const app = index < 3 ? api.app : second;
        return (await app.inject({ method: 'POST', url: '/v2/2fa/validate', payload, remoteAddress: ip })).statusCode;
      }),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    await second.close();
    const { ticket } = await begin(user);
    expect(await finish(ticket, 'totp', code)).toMatchObject(wrongFactor);
  });

  test('that was turned off takes no code, and the API keys of the account are off', async () => {
    const user = await api.signUp('off@test.local');
    const { secret } = await enableTotp(api, user);
    const options = { userId: user.id, label: 'bot', scopes: ['read' as const] };
    await createApiKey(api.parts.pool, options, api.config.apiKeyEncryptionKeys);
    const turnOff = (code: string) => user.post('/v2/settings/2fa/toggle', { enable: false, code });
    expect(await turnOff(wrongCodeOf(secret))).toMatchObject(wrongFactor);
    const keys = () => api.parts.pool.query('SELECT enabled FROM api_keys WHERE user_id = $1', [user.id]);
    expect((await keys()).rows).toEqual([{ enabled: true }]);
    expect(await turnOff(codeOf(secret))).toMatchObject({ status: 200, body: { twoFactorEnabled: false } });
    expect((await keys()).rows).toEqual([{ enabled: false }]);
    expect((await user.get('/v2/settings/security')).body).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
    expect(await kindsOf(user)).toContain('two_factor_disabled');
    expect((await begin(user)).access_token).toEqual(expect.any(String));
    expect(await turnOff(codeOf(secret, 1))).toMatchObject({ status: 403, body: { code: 'two_factor_required' } });
  });

  test('that was turned off ends no sign-in that had begun: the other factors count, its codes do not', async () => {
    const user = await api.signUp('disabled@test.local');
    const { secret, recoveryCodes } = await enableTotp(api, user);
    const { ticket } = await begin(user, '10.0.0.7');
    await user.post('/v2/settings/2fa/toggle', { enable: false, code: codeOf(secret) });
    await forgetSteps(api, user);
    expect(await finish(ticket, 'totp', codeOf(secret, 1), '10.0.0.7')).toMatchObject(wrongFactor);
    expect(await finish(ticket, 'recovery_code', recoveryCodes[0] as string, '10.0.0.7')).toMatchObject(wrongFactor);
  });
});

describe('a recovery code', () => {
  test('signs in once, however it is written, and its owner is told', async () => {
    const user = await api.signUp('recovery@test.local');
    const { recoveryCodes } = await enableTotp(api, user);
    const [code = '', other = ''] = recoveryCodes;
    const tickets = await Promise.all(['10.0.1.1', '10.0.1.2', '10.0.1.3'].map((ip) => begin(user, ip)));
    const answers = await Promise.all(
      tickets.map(({ ticket }, index) =>
        finish(ticket, 'recovery_code', code.toLowerCase().replaceAll('-', ' '), `10.0.1.${index + 1}`),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await user.get('/v2/settings/security')).body).toMatchObject({ recoveryCodesLeft: 9 });
    expect(await kindsOf(user)).toContain('recovery_code_used');
    const renew = (options: CallOptions) => user.post('/v2/settings/2fa/recovery_codes', {}, options);
    expect(await withFactor(user, renew, 'recovery_code', recoveryCodes[2])).toMatchObject({ status: 200 });
    const { ticket } = await begin(user);
    expect(await finish(ticket, 'recovery_code', other)).toMatchObject(wrongFactor);
  });

  test('of another account is none', async () => {
    const [own, other] = [await api.signUp('own@test.local'), await api.signUp('else@test.local')];
    await enableTotp(api, own);
    const { recoveryCodes, secret } = await enableTotp(api, other);
    const { ticket } = await begin(own);
    expect(await finish(ticket, 'recovery_code', recoveryCodes[0] as string)).toMatchObject(wrongFactor);
    expect(await finish(ticket, 'totp', codeOf(secret))).toMatchObject(wrongFactor);
  });
});

describe('codes by mail and text message', () => {
  test('make a phone one’s own, then a second factor that signs in', async () => {
    const user = await api.signUp('phone@test.local');
    await verifyEmail(api, user);
    const phone = '+91 98765 43210';
    expect(await user.post('/v2/settings/enable_sms_verification', { enable: true, code: '123456' })).toMatchObject({
      body: { code: 'phone_required' },
    });
    const sent = await user.post('/v2/settings/verify_phone_number', { phone });
    expect(sent).toMatchObject({ status: 200, body: { to: '+91******10', retry_after: 60 } });
    expect(await user.post('/v2/settings/verify_phone_number', { phone })).toMatchObject({ status: 429 });
    const code = await sentCode(api, '+919876543210');
    const wrong = code === '000000' ? '111111' : '000000';
    expect(await user.post('/v2/settings/verifyOTP', { code: wrong })).toMatchObject({ body: { code: 'code_wrong' } });
    expect(await user.post('/v2/settings/verifyOTP', { code })).toMatchObject({ body: { phone: '+91******10' } });
    expect(await user.post('/v2/settings/verifyOTP', { code })).toMatchObject({ body: { code: 'code_wrong' } });

    await user.post('/v2/settings/2fa/code', { factor: 'sms_code' });
    const on = await user.post<{ recoveryCodes: string[] }>('/v2/settings/enable_sms_verification', {
      enable: true,
      code: await sentCode(api, '+919876543210'),
    });
    expect(on).toMatchObject({ status: 200, body: { smsEnabled: true } });
    expect(on.body.recoveryCodes).toHaveLength(10);

    const step = await begin(user);
    expect(step).toMatchObject({ factors: ['sms_code', 'recovery_code'], to: '+91******10' });
    const signInCode = await sentCode(api, '+919876543210');
    expect(await finish(step.ticket, 'sms_code', signInCode)).toMatchObject({ status: 200 });
    expect(await methodsOf(user)).toEqual(['pwd', 'sms', 'mfa']);
  });

  test('of one purpose, session or ticket count for no other, and end with five answers', async () => {
    const user = await api.signUp('purpose@test.local');
    await verifyEmail(api, user);
    const other = await api.signIn(user.email, user.id);
    await user.post('/v2/settings/2fa/code', { factor: 'email_code' });
    const code = await sentCode(api, user.email);
    const turnOn = (who: TestUser, given: string) =>
      who.post('/v2/settings/2fa/toggle', { enable: true, method: 'email_code', code: given });
    expect(await turnOn(other, code)).toMatchObject(wrongFactor);
    const wrong = code === '000000' ? '111111' : '000000';
    for (let guess = 0; guess < 5; guess++) expect(await turnOn(user, wrong)).toMatchObject(wrongFactor);
    expect(await turnOn(user, code)).toMatchObject(wrongFactor);
    await forgetCounts(api);
    await user.post('/v2/settings/2fa/code', { factor: 'email_code' });
    expect(await turnOn(user, await sentCode(api, user.email))).toMatchObject({ status: 200 });
  });

  test('are kept nowhere in Redis or in a list of notices', async () => {
    const user = await api.signUp('hidden@test.local');
    await user.post('/v2/settings/2fa/code', { factor: 'email_code' });
    const code = await sentCode(api, user.email);
    const { redis, pool } = api.parts;
    const keys = await redis.keys('sent-code:confirm:*');
    const values = await Promise.all(keys.filter((key) => !key.endsWith(':wait')).map((key) => redis.hgetall(key)));
    expect(JSON.stringify([keys, values])).not.toContain(code);
    const { rows } = await pool.query<{ text: string }>('SELECT n::text AS text FROM notices n WHERE user_id = $1', [
      user.id,
    ]);
    expect(rows.map(({ text }) => text).join()).not.toContain(code);
    expect(JSON.stringify((await user.get('/v2/notices')).body)).not.toContain(code);
  });
});

describe('step-up of an account with a second factor', () => {
  test('takes the second factor, and not the password', async () => {
    const user = await api.signUp('stepup@test.local');
    const { secret } = await enableTotp(api, user);
    await api.parts.pool.query(`UPDATE sessions SET auth_time = now() - interval '1 hour' WHERE user_id = $1`, [
      user.id,
    ]);
    const other = await api.signIn(user.email, user.id);
    await api.parts.pool.query(`UPDATE sessions SET auth_time = now() - interval '1 hour' WHERE user_id = $1`, [
      user.id,
    ]);
    const path = '/v2/settings/2fa/recovery_codes';
    const refusal = await other.post<{ challenge: { id: string; factors: string[] } }>(path);
    expect(refusal).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
    const { id, factors } = refusal.body.challenge;
    expect(factors).toEqual(['totp', 'recovery_code']);
    const answer = (factor: string, given: string) => other.post('/v2/auth/challenge', { id, factor, answer: given });
    expect(await answer('password', testPassword)).toMatchObject({ body: { code: 'challenge_failed' } });
    expect(await answer('totp', codeOf(secret))).toMatchObject({ status: 200 });
    expect(await other.post(path, {}, { headers: { 'x-step-up': id } })).toMatchObject({ status: 200 });
  });
});
