/** Step-up over HTTP: an operator whose sign-in is old answers a challenge for one call. */

import { signRequest } from '@pelican/api/src/identity/api-signature.ts';
import { createApiKey, hashPassword } from '@pelican/api/src/identity/index.ts';
import { writeDeployment } from '@pelican/prisma/write-deployment.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeTestOperator } from '../../support/operators.ts';
import { type Answer, startTestApi, type TestApi, type TestUser, testPassword } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  // Of a demo, where operators need no second factor.
  await writeDeployment(api.databaseUrl, { twoPersons: false, production: false, isDemo: true });
});
afterAll(() => api.close());
/** All calls come from one address. */
beforeEach(forgetGuesses);

const path = '/v2/ops/index';
const body = { market: 'NOPE_USDT', price: '1' };
const refused = { status: 403, body: { code: 'sign_in_again' } };
const failed = { status: 403, body: { code: 'challenge_failed' } };
/** The call was let in: its market is not there. */
const passed = { status: 422, body: { code: 'unknown_pair' } };

interface Refusal {
  code: string;
  challenge: { id: string; factors: string[]; expires: number };
}

async function forgetGuesses(): Promise<void> {
  const keys = await api.parts.redis.keys('login-attempts:*');
  if (keys.length > 0) await api.parts.redis.del(keys);
}

/** An operator who signed in 13 hours ago. */
async function operator(name: string): Promise<TestUser> {
  const user = await api.signUp(`${name}@test.local`);
  await makeTestOperator(api.parts.pool, user);
  await api.parts.pool.query('DELETE FROM second_factors WHERE user_id = $1', [user.id]);
  await age(user);
  return user;
}

async function age(user: TestUser): Promise<void> {
  await api.parts.pool.query(`UPDATE sessions SET auth_time = now() - interval '13 hours' WHERE user_id = $1`, [
    user.id,
  ]);
}

async function challengeOf(user: TestUser): Promise<string> {
  const answer = await user.post<Refusal>(path, body);
  expect(answer).toMatchObject(refused);
  return answer.body.challenge.id;
}

const answerTo = (user: TestUser, id: string, answer = testPassword) =>
  user.post('/v2/auth/challenge', { id, factor: 'password', answer });
const act = (user: TestUser, proof: string, sent: object = body, at = path) =>
  user.post<Refusal>(at, sent, { headers: { 'x-step-up': proof } });

async function proofOf(user: TestUser): Promise<string> {
  const id = await challengeOf(user);
  expect(await answerTo(user, id)).toMatchObject({ status: 200, body: { status: 'success' } });
  return id;
}

async function records(user: TestUser): Promise<{ actor: string; action: string; details: object }[]> {
  const { rows } = await api.parts.pool.query(
    `SELECT actor, action, details FROM audit_records WHERE subject = $1 AND action LIKE 'step_up.%' ORDER BY id`,
    [`user:${user.id}`],
  );
  return rows;
}

describe('a proof', () => {
  test('lets its call through once, and lifts nothing else', async () => {
    const user = await operator('once');
    const refusal = await user.post<Refusal>(path, body);
    expect(refusal).toMatchObject({ ...refused, body: { challenge: { factors: ['password'] } } });
    const { id, expires } = refusal.body.challenge;
    expect(Math.abs(expires - Date.now() / 1000 - 300)).toBeLessThan(30);
    expect(await act(user, id)).toMatchObject(refused);
    expect(await answerTo(user, id)).toMatchObject({ status: 200, body: { status: 'success', expires } });
    expect(await act(user, id)).toMatchObject(passed);
    const again = await act(user, id);
    expect(again).toMatchObject(refused);
    expect(again.body.challenge.id).not.toBe(id);
    expect(await user.post(path, body)).toMatchObject(refused);
    expect(await records(user)).toMatchObject([
      { actor: 'ops:once', action: 'step_up.passed', details: { purpose: `POST ${path}`, challenge: id } },
    ]);
  });

  test('is for one body and one path', async () => {
    const user = await operator('bound');
    const id = await proofOf(user);
    expect(await act(user, id, { ...body, price: '2' })).toMatchObject(refused);
    expect(await act(user, id, body, `${path}?x=1`)).toMatchObject(refused);
    expect(await act(user, id)).toMatchObject(passed);
  });

  test('is for one session and one user', async () => {
    const user = await operator('session');
    const other = await operator('other');
    const sameUser = await api.signIn(user.email, user.id);
    await age(user);
    const id = await challengeOf(user);
    for (const stranger of [sameUser, other]) expect(await answerTo(stranger, id)).toMatchObject(failed);
    await answerTo(user, id);
    for (const stranger of [sameUser, other]) expect(await act(stranger, id)).toMatchObject(refused);
    expect(await act(user, id)).toMatchObject(passed);
  });

  test('that comes with two calls at once lets one through', async () => {
    const user = await operator('racing');
    const id = await proofOf(user);
    const answers = await Promise.all(Array.from({ length: 10 }, () => act(user, id)));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.code === 'sign_in_again')).toHaveLength(9);
  });

  test('ends after five minutes, answered or not', async () => {
    const { redis } = api.parts;
    const user = await operator('late');
    const [unanswered, answered] = [await challengeOf(user), await proofOf(user)];
    for (const key of await redis.keys('step-up:*')) {
      const seconds = await redis.ttl(key);
      expect(seconds, key).toBeGreaterThan(0);
      expect(seconds, key).toBeLessThanOrEqual(300);
    }
    await redis.expire(`step-up:${unanswered}`, 0);
    await redis.expire(`step-up:${answered}`, 0);
    expect(await answerTo(user, unanswered)).toMatchObject(failed);
    expect(await act(user, answered)).toMatchObject(refused);
  });

  test('is of no use to an account that was blocked, or a session that ended, without word of it', async () => {
    for (const [name, change, code] of [
      ['blocked', `UPDATE users SET status = 'blocked' WHERE id = $1`, 'account_blocked'],
      [
        'reset',
        `UPDATE sessions SET ended_at = now(), end_reason = 'password_reset' WHERE user_id = $1`,
        'invalid_token',
      ],
    ] as const) {
      const user = await operator(name);
      const id = await proofOf(user);
      await api.parts.pool.query(change, [user.id]);
      expect(await act(user, id)).toMatchObject({ body: { code } });
    }
  });

  test('of another form is none', async () => {
    const user = await operator('form');
    const id = await proofOf(user);
    for (const proof of [`${id}:passed`, '', '{}', id.slice(1)]) expect(await act(user, proof)).toMatchObject(refused);
  });
});

describe('answers', () => {
  test('are five: the right one after five wrong ones comes too late', async () => {
    const user = await operator('guessing');
    const id = await challengeOf(user);
    const wrong = await Promise.all(Array.from({ length: 5 }, () => answerTo(user, id, 'Wrong#12345')));
    for (const answer of wrong) expect(answer).toMatchObject(failed);
    await forgetGuesses();
    expect(await answerTo(user, id)).toMatchObject(failed);
    expect(await act(user, id)).toMatchObject(refused);
    expect(await records(user)).toMatchObject([
      { actor: 'ops:guessing', action: 'step_up.exhausted', details: { challenge: id } },
    ]);
  });

  test('wait like guesses at sign-in, and count with them', async () => {
    const user = await operator('waiting');
    const ids = [await challengeOf(user), await challengeOf(user)];
    const guesses = Array.from({ length: 8 }, (_, index) => answerTo(user, ids[index % 2] as string, 'Wrong#12345'));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    // The wait is a second, which a busy machine may take until the next call: a longer one in its place.
    const [count = ''] = await api.parts.redis.keys('login-attempts:own:*:count');
    expect(await api.parts.redis.get(count)).toBe('5');
    await api.parts.redis.set(count.replace(/count$/, 'wait'), 'x', 'EX', 60);
    const signIn = { email: user.email, password: testPassword };
    expect(await api.call('POST', '/v2/login', { body: signIn })).toMatchObject({ status: 429 });
  });

  test('to a challenge that is not there are refused like wrong ones, also when they are right', async () => {
    const user = await operator('nowhere');
    const id = await challengeOf(user);
    const wrong = await answerTo(user, id, 'Wrong#12345');
    for (const answer of [testPassword, 'Wrong#12345'])
      expect((await answerTo(user, 'A'.repeat(22), answer)).body).toEqual(wrong.body);
  });

  test('by a password that was changed meanwhile, or of a blocked account, are wrong', async () => {
    const { pool } = api.parts;
    for (const [name, column, value] of [
      ['changed', 'password_hash', await hashPassword('Other#12345')],
      ['shut-out', 'status', 'blocked'],
    ] as const) {
      const user = await operator(name);
      const id = await challengeOf(user);
      await pool.query(`UPDATE users SET ${column} = $2 WHERE id = $1`, [user.id, value]);
      expect(await answerTo(user, id), name).toMatchObject(failed);
    }
  });

  test('of an API key are not taken, and its calls get no challenge', async () => {
    const user = await operator('keyed');
    const id = await challengeOf(user);
    const options = { userId: user.id, label: 'bot', scopes: ['read' as const], allowedIps: [] };
    const { key, secret } = await createApiKey(api.parts.pool, options, api.config.apiKeyEncryptionKeys);
    const send = (to: string, content: object): Promise<Answer> => {
      const text = JSON.stringify(content);
      const timestampMs = Date.now();
      const headers = {
        'x-api-key': key,
        'x-api-timestamp': String(timestampMs),
        'x-api-signature': signRequest(secret, { timestampMs, method: 'POST', path: to, body: text }),
        'x-step-up': id,
      };
      return api.call('POST', to, { body: text, headers });
    };
    const none = { status: 403, body: { code: 'insufficient_scope' } };
    expect(await send('/v2/auth/challenge', { id, factor: 'password', answer: testPassword })).toMatchObject(none);
    await answerTo(user, id);
    const answer = await send(path, body);
    expect(answer).toMatchObject(none);
    expect(answer.body).not.toHaveProperty('challenge');
  });
});

test('a user has twenty challenges a minute', async () => {
  const user = await operator('many');
  const answers = await Promise.all(Array.from({ length: 25 }, () => user.post(path, body)));
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
});

test('while Redis does not answer nothing is let through', async () => {
  const user = await operator('redis-away');
  const id = await proofOf(user);
  const away = { status: 503, body: { code: 'service_unavailable' } };
  // Longer than commands of requests wait.
  await api.parts.redis.client('PAUSE', 4_000, 'ALL');
  const calls = [act(user, id), user.post(path, body), answerTo(user, id)];
  expect(await Promise.all(calls)).toMatchObject([away, away, away]);
  await expect.poll(() => act(user, id), { timeout: 20_000 }).toMatchObject(passed);
});
