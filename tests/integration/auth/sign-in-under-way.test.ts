/** What is done to an account between the moment a password is verified and the moment the session is there. */
import type { ClientBase } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callDuring } from '../../support/locked-account.ts';
import { startTestApi, type TestApi, testPassword } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

/** Signs in, and changes the account once the sign-in waits for its row with the password verified. */
const signInDuring = (email: string, change: (client: ClientBase) => Promise<unknown>) =>
  callDuring(api, email, () => api.call('POST', '/v2/login', { body: { email, password: testPassword } }), change);

const openSessions = async (userId: number) =>
  (await api.parts.pool.query('SELECT FROM sessions WHERE user_id = $1 AND ended_at IS NULL', [userId])).rowCount;

test('a password that was changed meanwhile opens no session', async () => {
  const { id, email } = await api.signUp('reset@test.local');
  const answer = await signInDuring(email, async (client) => {
    await client.query("UPDATE users SET password_hash = 'another', password_changed_at = now() WHERE id = $1", [id]);
    await client.query('UPDATE sessions SET ended_at = now() WHERE user_id = $1', [id]);
  });
  expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  expect(await openSessions(id)).toBe(0);
});

test('an account that was blocked meanwhile gets no session', async () => {
  const { id, email } = await api.signUp('shut-out@test.local');
  const answer = await signInDuring(email, async (client) => {
    await client.query("UPDATE users SET status = 'blocked' WHERE id = $1", [id]);
    await client.query('UPDATE sessions SET ended_at = now() WHERE user_id = $1', [id]);
  });
  expect(answer).toMatchObject({ status: 403, body: { code: 'account_blocked' } });
  expect(await openSessions(id)).toBe(0);
});

test('an account that stays as it is opens one', async () => {
  const { id, email } = await api.signUp('regular@test.local');
  const before = await openSessions(id);
  expect(await signInDuring(email, async () => undefined)).toMatchObject({ status: 200 });
  expect(await openSessions(id)).toBe(Number(before) + 1);
});
