import { announceAccountChange } from '@pelican/api/src/identity/index.ts';
import type { RefreshResponse } from '@pelican/shared/contracts/auth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi, testPassword } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const _form = (email: string, change: Record<string, unknown> = {}) => ({
  body: { email, password: testPassword, country: 'IN', terms: true, ...change },
});

describe('tokens', () => {
  const refresh = (token: string, headers = {}) =>
    api.call<RefreshResponse>('POST', '/v2/apirefreshToken', { body: { refresh_token: token }, headers });

  /** Refreshes over and over; `token` is the unused one that was refused. */
  async function refreshUntilRefused(first: string) {
    let token = first;
    let answer = await refresh(token);
    let times = 0;
    while (answer.status === 200 && times < 200) {
      times++;
      token = answer.body.refresh_token as string;
      answer = await refresh(token);
    }
    return { token, times, answer };
  }

  test('a refresh changes both tokens', async () => {
    const user = await api.signUp('refresh@test.local');
    const { status, body } = await refresh(user.refreshToken);
    expect(status).toBe(200);
    expect(body.refresh_token).not.toBe(user.refreshToken);
    expect(body.token_expire).toBeGreaterThan(Date.now() / 1000 + 600);
    const answer = await api.call('GET', '/v2/settings/general', {
      headers: { authorization: `Bearer ${body.access_token}` },
    });
    expect(answer).toMatchObject({ status: 200, body: { email: user.email } });
  });

  test('a used refresh token that comes back from elsewhere ends the session for both', async () => {
    const user = await api.signUp('stolen@test.local');
    const first = await refresh(user.refreshToken);
    expect(await user.get('/v2/settings/general')).toMatchObject({ status: 200 });

    expect(await refresh(user.refreshToken, { 'user-agent': 'a thief' })).toMatchObject({
      status: 401,
      body: { code: 'invalid_token' },
    });
    expect(await refresh(first.body.refresh_token as string)).toMatchObject({ status: 401 });
    await expect
      .poll(() => user.get('/v2/settings/general'))
      .toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    const { rows } = await api.parts.pool.query('SELECT end_reason FROM sessions WHERE user_id = $1', [user.id]);
    expect(rows).toEqual([{ end_reason: 'reuse_detected' }]);
    const told = await api.parts.pool.query(`SELECT user_id FROM notices WHERE kind = 'session_stolen'`);
    expect(told.rowCount).toBe(1);
  });

  test('of two tabs that refresh at once both go on, and the session has one refresh token', async () => {
    const user = await api.signUp('tabs@test.local');
    const answers = await Promise.all([refresh(user.refreshToken), refresh(user.refreshToken)]);
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      const headers = { authorization: `Bearer ${body.access_token}` };
      expect(await api.call('GET', '/v2/settings/general', { headers })).toMatchObject({ status: 200 });
    }
    const [next, ...others] = new Set(answers.flatMap(({ body }) => body.refresh_token ?? []));
    expect(others).toEqual([]);
    const unused = () =>
      api.parts.pool
        .query(
          'SELECT count(*)::int FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id WHERE s.user_id = $1 AND t.used_at IS NULL',
          [user.id],
        )
        .then(({ rows }) => rows[0].count);
    expect(await unused()).toBe(1);
    expect(await refresh(next as string)).toMatchObject({ status: 200 });
    expect(await unused()).toBe(1);
  });

  /** Moves every use of the user's refresh tokens ten seconds into the past. */
  const ageUses = (userId: number) =>
    api.parts.pool.query(
      `UPDATE refresh_tokens SET used_at = used_at - interval '10 seconds'
        WHERE session_id IN (SELECT id FROM sessions WHERE user_id = $1)`,
      [userId],
    );

  test('a page that lost the answer to a refresh gets the same answer again, and its session goes on', async () => {
    const user = await api.signUp('reloaded@test.local');
    const lost = await refresh(user.refreshToken);
    const again = await refresh(user.refreshToken);
    expect(again.body.refresh_token).toBe(lost.body.refresh_token);
    await ageUses(user.id);
    const next = await refresh(again.body.refresh_token as string);
    expect(next.status).toBe(200);
    expect((await refresh(again.body.refresh_token as string)).body.refresh_token).toBe(next.body.refresh_token);
  });

  test('a repeat whose token was used meanwhile gets an access token alone', async () => {
    const user = await api.signUp('overtaken@test.local');
    const first = await refresh(user.refreshToken);
    await refresh(first.body.refresh_token as string);
    const late = await refresh(user.refreshToken);
    expect(late).toMatchObject({ status: 200, body: { access_token: expect.any(String) } });
    expect(late.body.refresh_token).toBeUndefined();
  });

  test('a session keeps no rows of tokens used long ago, and one that comes back ends it all the same', async () => {
    const user = await api.signUp('bounded@test.local');
    let token = user.refreshToken;
    for (let time = 0; time < 4; time++) {
      token = (await refresh(token)).body.refresh_token as string;
      await ageUses(user.id);
    }
    const { rows } = await api.parts.pool.query(
      'SELECT 1 FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id WHERE s.user_id = $1',
      [user.id],
    );
    expect(rows).toHaveLength(2);
    expect(await refresh(`${user.refreshToken}x`.replace('.', '.A'))).toMatchObject({ status: 401 });
    expect(await user.get('/v2/settings/general')).toMatchObject({ status: 200 });
    expect(await refresh(user.refreshToken)).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    expect(await refresh(token)).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    const ended = await api.parts.pool.query('SELECT end_reason FROM sessions WHERE user_id = $1', [user.id]);
    expect(ended.rows).toEqual([{ end_reason: 'reuse_detected' }]);
  });

  test('a device that changes its address within its network is the same device', async () => {
    const user = await api.signUp('mobile@test.local');
    const from = (ip: string) =>
      api.call<RefreshResponse>('POST', '/v2/apirefreshToken', { body: { refresh_token: user.refreshToken }, ip });
    expect(await from('2001:db8:1:2::1')).toMatchObject({ status: 200 });
    expect(await from('2001:db8:1:2::2')).toMatchObject({ status: 200 });
    expect(await from('2001:db8:1:3::1')).toMatchObject({ status: 401 });
  });

  test('a page that signs in gets the refresh token as a cookie alone', async () => {
    const { email } = await api.signUp('page@test.local');
    const login = (headers: Record<string, string>) =>
      api.call('POST', '/v2/login', { body: { email, password: testPassword }, headers });
    const page = await login({ origin: 'https://exchange.test' });
    expect(Object.keys(page.body).sort()).toEqual(['access_token', 'token_expire']);
    expect([page.headers['set-cookie']].flat().join()).toContain('pelican_refresh=');
    expect(Object.keys((await login({})).body).sort()).toEqual(['access_token', 'refresh_token', 'token_expire']);
  });

  test('a session knows when and how its person signed in, and a refresh changes neither', async () => {
    const user = await api.signUp('known-since@test.local');
    const read = () =>
      api.parts.pool
        .query<{ auth_time: Date; methods: string[] }>('SELECT auth_time, methods FROM sessions WHERE user_id = $1', [
          user.id,
        ])
        .then(({ rows }) => rows[0]);
    const before = await read();
    expect(before?.methods).toEqual(['pwd']);
    expect(Math.abs(Date.now() - Number(before?.auth_time))).toBeLessThan(60_000);
    await refresh(user.refreshToken);
    expect(await read()).toEqual(before);
  });

  test('a session refreshes about sixty times a minute, and what is refused beyond that costs no token', async () => {
    const user = await api.signUp('eager@test.local');
    const { token, times, answer } = await refreshUntilRefused(user.refreshToken);
    expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' }, headers: { 'retry-after': '1' } });
    expect(times).toBeGreaterThanOrEqual(60);
    await expect.poll(() => refresh(token), { timeout: 5_000, interval: 300 }).toMatchObject({ status: 200 });
  });

  test('a thief who uses up the refreshes is found by the used token of the owner; other sessions go on', async () => {
    const user = await api.signUp('hurried@test.local');
    const credentials = { email: user.email, password: testPassword };
    const other = await api.call<RefreshResponse>('POST', '/v2/login', { body: credentials });
    const { token } = await refreshUntilRefused(user.refreshToken);
    expect(await refresh(other.body.refresh_token as string)).toMatchObject({ status: 200 });
    expect(await refresh(user.refreshToken, { 'user-agent': 'the owner' })).toMatchObject({ status: 401 });
    expect(await refresh(token)).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    const ended = 'SELECT end_reason FROM sessions WHERE user_id = $1 AND ended_at IS NOT NULL';
    const { rows } = await api.parts.pool.query(ended, [user.id]);
    expect(rows).toEqual([{ end_reason: 'reuse_detected' }]);
  });

  test('a cookie refreshes only together with the CSRF token of its own session', async () => {
    const login = (email: string) => api.call('POST', '/v2/login', { body: { email, password: testPassword } });
    await api.signUp('cookie@test.local');
    await api.signUp('other@test.local');
    const [own, other] = await Promise.all([login('cookie@test.local'), login('other@test.local')]);
    const cookies = [own.headers['set-cookie']].flat().map(String);
    const refreshCookie = cookies.find((cookie) => cookie.startsWith('pelican_refresh=')) as string;
    expect(refreshCookie).toContain('HttpOnly');
    expect(refreshCookie).toContain('SameSite=Strict');
    expect(refreshCookie).toContain('Path=/v2/apirefreshToken');
    const send = (csrf?: unknown) =>
      api.call<RefreshResponse>('POST', '/v2/apirefreshToken', {
        body: {},
        headers: {
          cookie: refreshCookie.split(';')[0] as string,
          ...(csrf === undefined ? {} : { 'x-csrf-token': String(csrf) }),
        },
      });
    expect(await send()).toMatchObject({ status: 403, body: { code: 'csrf' } });
    expect(await send('made.up')).toMatchObject({ status: 403, body: { code: 'csrf' } });
    expect(await send(other.headers['x-csrf-token'])).toMatchObject({ status: 403, body: { code: 'csrf' } });
    const right = await send(own.headers['x-csrf-token']);
    expect(right.status).toBe(200);
    expect(right.headers['x-csrf-token']).toBeTypeOf('string');
    expect(Object.keys(right.body).sort()).toEqual(['access_token', 'token_expire']);
    const renewed = [right.headers['set-cookie']].flat().map(String);
    expect(renewed).toContainEqual(expect.stringMatching(/^pelican_refresh=.+HttpOnly/));
    // Another tab that was under way with the old cookie gets the same new one.
    const late = await send(own.headers['x-csrf-token']);
    expect(late).toMatchObject({ status: 200, body: { access_token: expect.any(String) } });
    const cookieOf = (all: string[]) => all.find((one) => one.startsWith('pelican_refresh='))?.split(';')[0];
    expect(cookieOf([late.headers['set-cookie']].flat().map(String))).toBe(cookieOf(renewed));
  });

  test('sign-out ends the session at once, also in another process', async () => {
    const user = await api.signUp('leaver@test.local');
    const { buildApp } = await import('@pelican/api/src/processes/api/app.ts');
    const second = await buildApp(api.parts);
    const ask = () =>
      second.inject({ url: '/v2/settings/general', headers: { authorization: `Bearer ${user.accessToken}` } });
    expect((await ask()).statusCode).toBe(200);
    expect(await user.post('/logout')).toMatchObject({ status: 200, body: { status: 'success' } });
    await expect.poll(async () => (await ask()).statusCode).toBe(401);
    expect(await user.get('/v2/settings/general')).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    expect(await refresh(user.refreshToken)).toMatchObject({ status: 401 });
    await second.close();
  });

  test('sign-out needs no body', async () => {
    const user = await api.signUp('bodiless@test.local');
    const headers = { authorization: `Bearer ${user.accessToken}` };
    expect(await api.call('POST', '/logout', { headers })).toMatchObject({ status: 200, body: { status: 'success' } });
    expect(await refresh(user.refreshToken)).toMatchObject({ status: 401 });
  });

  test('other processes hear of what has changed, once, however often it is asked for', async () => {
    const user = await api.signUp('often@test.local');
    const heard: { kind: string; userId: number }[] = [];
    const listener = api.parts.redis.duplicate();
    await listener.subscribe('account-changes');
    listener.on('message', (_channel, text) => heard.push(JSON.parse(text)));
    const answers = { realized_pnl: 1, leverage: 2, mark_price: 3, maximum_loss: 0, risks: 1 };
    for (let time = 0; time < 3; time++)
      expect(await user.post('/v3/futures-quiz', { answers })).toMatchObject({ status: 200, body: { passed: true } });
    for (let time = 0; time < 3; time++)
      await api.call('POST', '/logout', { body: { refresh_token: user.refreshToken } });
    await announceAccountChange(api.parts.redis, { kind: 'user', userId: 0, reason: 'the last one' });
    await expect.poll(() => heard.at(-1)?.userId).toBe(0);
    expect(heard.filter(({ userId }) => userId === user.id).map(({ kind }) => kind)).toEqual(['user', 'session']);
    listener.disconnect();
  });

  test('a stale, forged or foreign token is refused', async () => {
    const user = await api.signUp('forged@test.local');
    const ask = (token: string) => api.call('GET', '/v2/order', { headers: { authorization: `Bearer ${token}` } });
    const [head, claims] = user.accessToken.split('.');
    const stale = await import('@pelican/api/src/identity/index.ts').then(({ createTokens }) =>
      createTokens(api.config.accessTokenSecret, () => Date.now() - 3_600_000).sign('api', {
        userId: user.id,
        subject: '00000000-0000-4000-8000-000000000000',
        lifeSeconds: 900,
      }),
    );
    for (const token of ['', 'nonsense', `${head}.${claims}.`, `${head}.${claims}.AAAA`, stale]) {
      expect(await ask(token)).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    }
    expect(await api.call('GET', '/v2/order')).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  });

  test('the socket token opens no HTTP call', async () => {
    const user = await api.signUp('socket@test.local');
    const { body } = await user.get<{ websocket_token: string }>('/systemParams');
    const answer = await api.call('GET', '/v2/order', { headers: { authorization: `Bearer ${body.websocket_token}` } });
    expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    expect((await api.call('GET', '/systemParams')).body.websocket_token).toBeNull();
  });
});
