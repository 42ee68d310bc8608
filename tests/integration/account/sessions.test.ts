/** Own sessions: what is shown, and what ends. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SocketClient } from '../../support/socket-client.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let socketUrl: string;

beforeAll(async () => {
  api = await startTestApi();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  socketUrl = `ws://127.0.0.1:${(api.app.server.address() as { port: number }).port}/socket`;
});
afterAll(() => api.close());

interface Listed {
  id: string;
  ipAddress: string;
  device: string;
  lastActivity: number;
  isCurrent: boolean;
}
const listOf = async (user: TestUser) =>
  (await user.get<{ result: Listed[]; total: number }>('/v2/settings/session')).body;
const terminate = (user: TestUser, id: string) => user.post(`/v2/settings/session/${id}/terminate`);
const refresh = (user: TestUser) =>
  api.call('POST', '/v2/apirefreshToken', { body: { refresh_token: user.refreshToken } });

test('the list names devices, addresses and the session that asks, which comes first', async () => {
  const laptop = await api.signUp('list@sessions.test');
  const phone = await api.signIn(laptop.email, laptop.id);
  const { result, total } = await listOf(laptop);
  expect(total).toBe(2);
  expect(result.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  expect(result[0]).toMatchObject({ ipAddress: '127.0.0.1', device: 'an unknown device' });
  expect(result[0]?.lastActivity).toBeCloseTo(Date.now() / 1000, -2);
  expect((await listOf(phone)).result[0]?.id).toBe(result[1]?.id);
});

test('a session that is terminated ends at once: its access, its refresh token and its socket', async () => {
  const laptop = await api.signUp('one@sessions.test');
  const phone = await api.signIn(laptop.email, laptop.id);
  const socket = await SocketClient.open(socketUrl);
  await socket.call('server.auth', phone.accessToken, 'test');
  expect((await phone.get('/v2/settings/general')).status).toBe(200);
  const other = (await listOf(laptop)).result.find(({ isCurrent }) => !isCurrent)?.id as string;

  expect(await terminate(laptop, other)).toMatchObject({ status: 200, body: { ended: 1 } });
  await socket.notified('server.deauthed');
  expect((await phone.get('/v2/settings/general')).status).toBe(401);
  expect((await refresh(phone)).status).toBe(401);
  expect((await laptop.get('/v2/settings/general')).status).toBe(200);
  expect((await listOf(laptop)).total).toBe(1);
  expect((await terminate(laptop, other)).status).toBe(404);
  socket.close();
});

test('all others end together, and the one that asks goes on', async () => {
  const laptop = await api.signUp('others@sessions.test');
  const others = await Promise.all([1, 2, 3].map(() => api.signIn(laptop.email, laptop.id)));
  expect(await terminate(laptop, 'others')).toMatchObject({ status: 200, body: { ended: 3 } });
  for (const other of others) {
    await expect.poll(async () => (await other.get('/v2/settings/general')).status).toBe(401);
    expect((await refresh(other)).status).toBe(401);
  }
  expect((await refresh(laptop)).status).toBe(200);
  expect(await terminate(laptop, 'others')).toMatchObject({ status: 200, body: { ended: 0 } });
});

test('all end together, also the one that asks', async () => {
  const laptop = await api.signUp('all@sessions.test');
  const phone = await api.signIn(laptop.email, laptop.id);
  const stranger = await api.signUp('not-all@sessions.test');
  expect(await terminate(laptop, 'all')).toMatchObject({ status: 200, body: { ended: 2 } });
  for (const ended of [laptop, phone]) {
    await expect.poll(async () => (await ended.get('/v2/settings/general')).status).toBe(401);
    expect((await refresh(ended)).status).toBe(401);
  }
  expect((await stranger.get('/v2/settings/general')).status).toBe(200);
});

test('a session of somebody else is one that does not exist', async () => {
  const [alice, mallory] = await Promise.all([api.signUp('alice@sessions.test'), api.signUp('mallory@sessions.test')]);
  const id = (await listOf(alice)).result[0]?.id as string;
  const foreign = await terminate(mallory, id);
  const absent = await terminate(mallory, '01890000-0000-7000-8000-000000000000');
  expect(foreign.status).toBe(404);
  expect(foreign.body).toEqual(absent.body);
  expect((await terminate(mallory, "x' OR '1'='1")).status).toBe(422);
  expect((await alice.get('/v2/settings/general')).status).toBe(200);
});

test('the history of sign-ins goes page by page and is one’s own', async () => {
  const user = await api.signUp('history@sessions.test');
  for (let count = 0; count < 3; count++) await api.signIn(user.email, user.id);
  await terminate(user, 'others');
  interface Page {
    result: { id: number; kind: string; ipAddress: string | null; reason: string | null }[];
    next: number | null;
  }
  const first = (await user.get<Page>('/v2/settings/sign-ins?limit=4')).body;
  expect(first.result.slice(0, 3)).toMatchObject(Array(3).fill({ kind: 'session_ended', reason: 'terminated' }));
  const second = (await user.get<Page>(`/v2/settings/sign-ins?limit=4&before=${first.next}`)).body;
  expect(second).toMatchObject({ result: Array(3).fill({ kind: 'signed_in', ipAddress: '127.0.0.1' }), next: null });
  const stranger = await api.signUp('stranger@sessions.test');
  const own = (await stranger.get<Page>('/v2/settings/sign-ins')).body;
  expect(own.result).toHaveLength(1);
});

test('a session that was not used for a week has ended', async () => {
  const user = await api.signUp('idle@sessions.test');
  const rested = await api.signIn(user.email, user.id);
  const times = (await api.call('GET', '/v2/common/logoutTimes')).body;
  expect(times).toEqual({ accessToken: 900, idle: 7 * 86_400, session: 30 * 86_400 });
  const idle = (await listOf(user)).result.find(({ isCurrent }) => !isCurrent)?.id;
  await api.parts.pool.query(`UPDATE sessions SET last_used_at = now() - interval '7 days 1 minute' WHERE id = $1`, [
    idle,
  ]);
  expect((await refresh(rested)).status).toBe(401);
  expect((await listOf(user)).total).toBe(1);
  expect((await refresh(user)).status).toBe(200);
});
