import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApi, type TestApi, testPassword } from '../../support/test-api.ts';

/** What runs the hashes, of the API's own packages. */
const { Piscina } = createRequire(new URL('../../../apps/api/package.json', import.meta.url))('piscina') as {
  Piscina: { prototype: { run(input: unknown, options: { name: string }): Promise<unknown> } };
};

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const form = (email: string, change: Record<string, unknown> = {}) => ({
  body: { email, password: testPassword, country: 'IN', terms: true, ...change },
});

describe('sign-in', () => {
  test('a wrong password and an unknown e-mail get the same answer', async () => {
    await api.signUp('known@test.local');
    const [wrong, unknown] = await Promise.all(
      ['known@test.local', 'unknown@test.local'].map((email) =>
        api.call('POST', '/v2/login', { body: { email, password: 'Wrong#12345' } }),
      ),
    );
    expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    expect(unknown?.body).toEqual(wrong?.body);
  });

  test('an unknown e-mail costs the work of a wrong password: one comparison of hashes', async () => {
    const { email } = await api.signUp('work@test.local');
    const run = vi.spyOn(Piscina.prototype, 'run');
    const workOf = async (address: string) => {
      run.mockClear();
      await api.call('POST', '/v2/login', { body: { email: address, password: 'Wrong#12345' } });
      return run.mock.calls.map(([, options]) => options.name);
    };
    expect(await workOf(email)).toEqual(['verify']);
    expect(await workOf('unknown-work@test.local')).toEqual(['verify']);
    run.mockRestore();
  });

  test('after repeated failures the account must wait, whatever the password; elsewhere it need not', async () => {
    const user = await api.signUp('guessed@test.local');
    const guess = (password: string, ip: string) =>
      api.call('POST', '/v2/login', { body: { email: user.email, password }, ip });
    for (let failures = 0; failures < 8; failures++) await guess('Wrong#12345', '10.0.0.1');
    expect(await guess(testPassword, '10.0.0.1')).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(await guess(testPassword, '10.0.0.2')).toMatchObject({ status: 200 });
  });

  test('more sign-ups than can be served refuse no sign-in', async () => {
    const { email } = await api.signUp('regular@test.local');
    const signUps = Array.from({ length: 130 }, () => api.call('POST', '/v2/register', form('flood@test.local')));
    const refused = signUps.map(async (one) => {
      if ((await one).status !== 503) throw new Error('served');
    });
    await Promise.any(refused);
    expect(await api.call('POST', '/v2/login', { body: { email, password: testPassword } })).toMatchObject({
      status: 200,
    });
    await Promise.all(signUps);
  });

  test('more passwords than can be judged refuse no sign-up', async () => {
    let isOver = false;
    const judge = async () => {
      while (!isOver) await api.call('POST', '/v2/password/validate', { body: { password: 'Some#Long4Password' } });
    };
    const judges = Array.from({ length: 60 }, judge);
    const signUps = Array.from({ length: 5 }, (_, i) =>
      api.call('POST', '/v2/register', form(`beside-${i}@test.local`)),
    );
    const statuses = (await Promise.all(signUps)).map(({ status }) => status);
    isOver = true;
    await Promise.all(judges);
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });

  test('a blocked account is refused as blocked, and its tokens end', async () => {
    const user = await api.signUp('blocked@test.local');
    await api.parts.pool.query(`UPDATE users SET status = 'blocked' WHERE id = $1`, [user.id]);
    const login = await api.call('POST', '/v2/login', { body: { email: user.email, password: testPassword } });
    expect(login).toMatchObject({ status: 403, body: { code: 'account_blocked' } });
  });
});
