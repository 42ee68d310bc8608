/** Guesses at passwords, in turn and at once, over one and several API processes. */

import { readSocketLimits } from '@pelican/api/src/adapters/socket/index.ts';
import { createLoginAttempts } from '@pelican/api/src/modules/auth/attempts.ts';
import { buildApp } from '@pelican/api/src/processes/api/app.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, startTestApi, type TestApi, testPassword } from '../../support/test-api.ts';

const wrong = 'Wrong#12345';
const mustWait = { status: 429, body: { code: 'too_many_requests' } };

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

interface Guess {
  email: string;
  password?: string;
  ip?: string;
  cookie?: string;
}

function guess({ email, password = wrong, ip = '10.0.0.1', cookie }: Guess): Promise<Answer> {
  return api.call('POST', '/v2/login', { body: { email, password }, ip, headers: cookie ? { cookie } : {} });
}

async function repeat<Result>(times: number, run: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let index = 0; index < times; index++) results.push(await run(index));
  return results;
}

function atOnce<Result>(times: number, run: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: times }, (_, index) => run(index)));
}

/** Guesses that arrive together, in their order: the waits that they cause are too short to be waited out meanwhile. */
function together(guesses: Guess[]): Promise<Answer[]> {
  return Promise.all(guesses.map(guess));
}

const statuses = (answers: { status: number }[], status: number) => answers.filter((one) => one.status === status);

/** What a browser keeps of the answer to a sign-in, and sends with the next one. */
function deviceCookie(answer: Answer): string {
  const cookies = [answer.headers['set-cookie']].flat().map(String);
  return cookies.find((one) => one.startsWith('pelican_device='))?.split(';')[0] as string;
}

describe('guesses at one account', () => {
  test('made at once in two processes are judged five times, and the right one among the others is not', async () => {
    const { email } = await api.signUp('at-once@test.local');
    const second = await buildApp({ ...api.parts, socketLimits: readSocketLimits({}) });
    const answers = await atOnce(60, async (index) => {
      const password = index === 59 ? testPassword : wrong;
      if (index % 2 === 0) return guess({ email, password });
      const payload = { email, password };
      const { statusCode } = await second.inject({
        method: 'POST',
        url: '/v2/login',
        payload,
        remoteAddress: '10.0.0.1',
      });
      return { status: statusCode };
    });
    expect(statuses(answers, 401)).toHaveLength(5);
    expect(statuses(answers, 429)).toHaveLength(55);
    await second.close();
  });

  test('that were right are given back, however many came at once', async () => {
    const { email } = await api.signUp('right@test.local');
    await repeat(7, async () => expect(await guess({ email, password: testPassword })).toMatchObject({ status: 200 }));
    expect(statuses(await atOnce(4, () => guess({ email, password: testPassword })), 200)).toHaveLength(4);
    expect(statuses(await repeat(5, () => guess({ email })), 401)).toHaveLength(5);
  });

  test('from one IPv6 network are counted together, those from another by themselves', async () => {
    const { email } = await api.signUp('network@test.local');
    const wrongOnes = Array.from({ length: 5 }, (_, index) => ({ email, ip: `2001:db8:1:2::${index}` }));
    const right = { email, password: testPassword };
    const answers = await together([
      ...wrongOnes,
      { ...right, ip: '2001:db8:1:2:ffff::1' },
      { ...right, ip: '2001:db8:1:3::1' },
    ]);
    expect(answers.slice(-2)).toMatchObject([mustWait, { status: 200 }]);
  });

  test('that name no account wait like the others', async () => {
    const answers = await atOnce(20, () => guess({ email: 'nobody@test.local', ip: '10.0.0.3' }));
    expect(statuses(answers, 401)).toHaveLength(5);
    const refused = statuses(answers, 429) as Answer[];
    expect(refused).toHaveLength(15);
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a person whose account is guessed at from many addresses', () => {
  test('signs in on a known device, and only there', async () => {
    const { email } = await api.signUp('victim@test.local');
    const right = { email, password: testPassword };
    const cookie = deviceCookie(await guess(right));
    const strangers = Array.from({ length: 50 }, (_, index) => ({ email, ip: `10.1.0.${index}` }));
    const answers = await together([...strangers, { ...right, ip: '10.2.0.1' }, { ...right, ip: '10.2.0.1', cookie }]);
    expect(statuses(answers, 401)).toHaveLength(50);
    expect(answers.slice(-2)).toMatchObject([mustWait, { status: 200 }]);
  });

  test('signs in on a known device beside the one who guesses', async () => {
    const { email } = await api.signUp('neighbour@test.local');
    const right = { email, password: testPassword, ip: '10.1.1.1' };
    const cookie = deviceCookie(await guess(right));
    const neighbour = Array.from({ length: 5 }, () => ({ email, ip: '10.1.1.1' }));
    const answers = await together([...neighbour, right, { ...right, cookie }]);
    expect(answers.slice(-2)).toMatchObject([mustWait, { status: 200 }]);
  });

  test('has no more guesses on a known device than elsewhere', async () => {
    const { email } = await api.signUp('forgetful@test.local');
    const cookie = deviceCookie(await guess({ email, password: testPassword }));
    const answers = await atOnce(20, (index) => guess({ email, ip: `10.3.0.${index}`, cookie }));
    expect(statuses(answers, 401)).toHaveLength(5);
  });

  test('gains nothing by a mark from before the password was changed', async () => {
    const { email, id } = await api.signUp('changed@test.local');
    const cookie = deviceCookie(await guess({ email, password: testPassword, ip: '10.7.0.1' }));
    await api.parts.pool.query('UPDATE users SET password_changed_at = now() WHERE id = $1', [id]);
    const attempts = createLoginAttempts(api.parts.redis);
    const stranger = { email, ip: '10.7.0.2', deviceId: undefined };
    expect(await guess({ email, ip: stranger.ip, cookie })).toMatchObject({ status: 401 });
    expect(await attempts.failuresOf(stranger)).toBe(1);
    // A mark of now has guesses of its own.
    const current = deviceCookie(await guess({ email, password: testPassword, ip: '10.7.0.1' }));
    expect(await guess({ email, ip: stranger.ip, cookie: current })).toMatchObject({ status: 401 });
    expect(await attempts.failuresOf(stranger)).toBe(1);
  });

  test('gains nothing by the mark of another account or by a forged one', async () => {
    const [own, other] = [await api.signUp('own@test.local'), await api.signUp('other@test.local')];
    const foreign = deviceCookie(await guess({ email: other.email, password: testPassword, ip: '10.4.0.9' }));
    const attempt = { email: own.email, ip: '10.4.0.1' };
    const marks = [foreign, 'pelican_device=made.up', 'pelican_device='];
    const answers = await together([
      ...Array.from({ length: 5 }, () => attempt),
      ...marks.map((cookie) => ({ ...attempt, password: testPassword, cookie })),
    ]);
    expect(answers.slice(5)).toMatchObject([mustWait, mustWait, mustWait]);
  });
});

describe('an address that guesses at many accounts', () => {
  test('must wait after a hundred failures, and other addresses need not', async () => {
    const { email } = await api.signUp('sprayed@test.local');
    const ip = '10.5.0.1';
    const stranger = (index: number) => ({ email: `stranger${index}@test.local`, ip });
    for (const batch of [0, 1]) {
      const answers = await atOnce(40, (index) => guess(stranger(batch * 40 + index)));
      expect(statuses(answers, 401)).toHaveLength(40);
    }
    const right = { email, password: testPassword };
    const last = Array.from({ length: 20 }, (_, index) => stranger(80 + index));
    const answers = await together([...last, { ...right, ip }, { ...right, ip: '10.5.0.2' }]);
    expect(statuses(answers, 401)).toHaveLength(20);
    expect(answers.slice(-2)).toMatchObject([mustWait, { status: 200 }]);
  }, 60_000);
});

describe('right passwords at an address that has used up its free failures', () => {
  const ip = '10.7.0.1';
  const attempt = (name: string) => ({ email: `${name}@busy.local`, ip, deviceId: undefined });

  async function counts(): Promise<string[]> {
    return api.parts.redis.keys('login-attempts:*:count');
  }

  test('leave no wait, and do not keep its failures from being forgotten', async () => {
    const attempts = createLoginAttempts(api.parts.redis);
    const before = await counts();
    await atOnce(100, async (index) => (await attempts.reserve(attempt(`wrong${index}`))).failed());
    // As when most of the quarter of an hour has passed.
    const kept = (await counts()).filter((key) => !before.includes(key));
    await Promise.all(kept.map((key) => api.parts.redis.expire(key, 60)));

    const signIn = async (name: string) => (await attempts.reserve(attempt(name))).succeeded();
    await expect.poll(() => signIn('first').catch(({ code }) => code), { timeout: 10_000 }).toBeUndefined();
    for (const name of ['second', 'third']) await signIn(name);
    await (await attempts.reserve(attempt('fourth'))).withdraw();
    for (const key of kept) expect(await api.parts.redis.ttl(key)).toBeLessThanOrEqual(60);

    await (await attempts.reserve(attempt('wrong'))).failed();
    const failures = await Promise.all(kept.map((key) => api.parts.redis.get(key)));
    expect(Math.max(...failures.map(Number))).toBe(101);
    const lives = await Promise.all(kept.map((key) => api.parts.redis.ttl(key)));
    expect(Math.max(...lives)).toBeGreaterThan(60);
  });

  test('leave the wait that another attempt has caused', async () => {
    const attempts = createLoginAttempts(api.parts.redis);
    const own = { email: 'own@busy.local', ip, deviceId: 'phone' };
    const before = await counts();
    const right = await attempts.reserve(own);
    const count = (await counts()).find((key) => !before.includes(key)) as string;
    await api.parts.redis.set(count.replace(/count$/, 'wait'), 'another attempt', 'PX', 60_000);
    await right.withdraw();
    await expect(attempts.reserve(own)).rejects.toMatchObject({ code: 'too_many_requests' });
  });
});

describe('more sign-ins at once than the process hashes', () => {
  test('are refused at once with 503, and do not count as failures', async () => {
    const answers = await atOnce(200, async (index) => {
      const email = `crowd${index}@test.local`;
      return { email, ip: `10.6.0.${index}`, answer: await guess({ email, ip: `10.6.0.${index}` }) };
    });
    const refused = answers.filter(({ answer }) => answer.status === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const { answer } of answers) expect([401, 503]).toContain(answer.status);
    const waits = refused.map(({ answer }) => Number(answer.headers['retry-after']));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...waits)).toBeLessThanOrEqual(6);
    expect(new Set(waits).size, 'they do not come back as one').toBeGreaterThan(1);
    const [{ email, ip }] = refused as [(typeof refused)[number]];
    expect(statuses(await repeat(5, () => guess({ email, ip })), 401)).toHaveLength(5);
  }, 60_000);
});
