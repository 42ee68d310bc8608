/** The captcha where it is demanded: a solution counts once, and for nothing that was changed. */

import { createCaptcha } from '@pelican/api/src/modules/captcha/index.ts';
import { type Challenge, type Solution, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, testPassword } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ CAPTCHA: '1' });
});
afterAll(() => api.close());

const refused = { status: 422, body: { code: 'captcha_failed', errors: { captcha: [expect.any(String)] } } };
const register = (captcha?: string) =>
  api.call('POST', '/v2/register', {
    body: { email: `${crypto.randomUUID()}@captcha.test`, password: testPassword, country: 'IN', terms: true, captcha },
  });
const recover = (captcha?: string) =>
  api.call('POST', '/v2/password/email', { body: { email: 'nobody@captcha.test', captcha } });

async function challenge(): Promise<Challenge> {
  const { body } = await api.call<{ required: boolean; challenge: Challenge }>('GET', '/v2/common/startcaptchaservlet');
  expect(body.required).toBe(true);
  return body.challenge;
}
const encode = (given: { challenge: Challenge; solution: Solution }) =>
  Buffer.from(JSON.stringify(given)).toString('base64');

async function solved(): Promise<{ challenge: Challenge; solution: Solution }> {
  const given = await challenge();
  return { challenge: given, solution: (await solveChallenge({ challenge: given, deriveKey })) as Solution };
}

test('without a solution nobody signs up or asks for a recovery', async () => {
  for (const wrong of [
    undefined,
    '',
    'x',
    encode({ challenge: await challenge(), solution: { counter: 1, derivedKey: '00'.repeat(32) } }),
  ]) {
    expect(await register(wrong)).toMatchObject(refused);
    expect(await recover(wrong)).toMatchObject(refused);
  }
  const { rowCount } = await api.parts.pool.query(`SELECT FROM users WHERE email LIKE '%@captcha.test'`);
  expect(rowCount).toBe(0);
});

test('a solution counts once, however many send it at the same time', async () => {
  const captcha = encode(await solved());
  const answers = await Promise.all(Array.from({ length: 4 }, () => register(captcha)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
  expect(await recover(captcha)).toMatchObject(refused);
});

test('a solution of a challenge that was made easier, or by somebody else, is none', async () => {
  const { challenge: given, solution } = await solved();
  const later = { ...given, parameters: { ...given.parameters, expiresAt: 9_999_999_999 } };
  expect(await recover(encode({ challenge: later, solution }))).toMatchObject(refused);
  const foreign = createCaptcha({
    redis: api.parts.redis,
    secret: 'another secret of thirty-two letters',
    isRequired: true,
  });
  const own = await foreign.challenge();
  const found = (await solveChallenge({ challenge: own, deriveKey })) as Solution;
  expect(await recover(encode({ challenge: own, solution: found }))).toMatchObject(refused);
  expect((await recover(encode({ challenge: given, solution }))).status).toBe(200);
});

test('a challenge expires', async () => {
  const tenMinutesAgo = createCaptcha({
    redis: api.parts.redis,
    secret: api.config.accessTokenSecret,
    isRequired: true,
    now: () => Date.now() - 601_000,
  });
  const old = await tenMinutesAgo.challenge();
  const solution = (await solveChallenge({ challenge: old, deriveKey })) as Solution;
  expect(await recover(encode({ challenge: old, solution }))).toMatchObject(refused);
});

test('after wrong passwords a sign-in demands a solution too', async () => {
  const user = await api.signUp('guessed@captcha.test');
  const login = (password: string, captcha?: string) =>
    api.call('POST', '/v2/login', { body: { email: user.email, password, captcha } });
  for (let guesses = 0; guesses < 3; guesses++) expect((await login('Wrong#Bird77')).status).toBe(401);
  expect(await login(testPassword)).toMatchObject(refused);
  expect((await login(testPassword, encode(await solved()))).status).toBe(200);
});
