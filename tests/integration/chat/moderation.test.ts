/** Moderation of the chat: a message goes from every screen at once, and who is muted writes nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpOperator } from '../../support/operators.ts';
import { SocketClient } from '../../support/socket-client.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let alice: TestUser;
let jane: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  alice = await api.signUp('alice@test.local');
  jane = await signUpOperator(api, 'jane', ['support']);
  await api.parts.pool.query('UPDATE users SET email_verified_at = now()');
});
afterAll(() => api.close());

const say = (message: string) => alice.post<{ id: number; code: string }>('/chat/send_message/en', { message });

test('a deleted message is taken from the listeners and from the history; operators still read it', async () => {
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const listener = await SocketClient.open(`${address.replace('http', 'ws')}/socket`);
  await listener.call('chat.subscribe', 'en');
  const { id } = (await say('Buy my coin')).body;
  const path = `/v2/ops/chat/messages/${id}/delete`;
  expect((await jane.post(path, {})).status).toBe(422);
  expect((await alice.post(path, { reason: 'mine' })).status).toBe(403);
  expect(await jane.post(path, { reason: 'advertising' })).toMatchObject({ status: 200, body: { status: 'done' } });
  expect((await listener.notified('chat.delete')).params).toEqual(['en', id]);
  listener.close();
  expect((await api.call<{ messages: unknown[] }>('GET', '/chat/get_messages/en')).body.messages).toEqual([]);
  expect((await jane.get('/v2/ops/chat/messages/en')).body).toMatchObject({
    messages: [{ id, message: 'Buy my coin', deleted: true, userId: alice.id, account: 'alice@test.local' }],
  });
  const { rows } = await api.parts.pool.query(
    `SELECT actor, subject, details FROM audit_records WHERE action = 'chat.message_deleted'`,
  );
  expect(rows).toMatchObject([
    { actor: 'ops:jane', subject: `chat_message:${id}`, details: { reason: 'advertising' } },
  ]);
});

test('who is muted writes again when the time is over, or an operator ends it', async () => {
  const mute = { user_id: alice.id, minutes: 60, reason: 'advertising' };
  expect((await jane.post('/v2/ops/chat/mutes', { ...mute, minutes: 50_000 })).status).toBe(422);
  expect((await jane.post('/v2/ops/chat/mutes', { ...mute, user_id: 99_999_999 })).status).toBe(404);
  expect(await jane.post('/v2/ops/chat/mutes', mute)).toMatchObject({ status: 200, body: { status: 'done' } });
  expect(await say('Hello?')).toMatchObject({ status: 403, body: { code: 'chat_muted' } });
  expect((await jane.get('/v2/ops/chat/mutes')).body).toMatchObject({
    result: [{ userId: alice.id, mutedBy: 'ops:jane' }],
  });
  expect((await jane.post(`/v2/ops/chat/mutes/${alice.id}/end`, { reason: 'sorry' })).status).toBe(200);
  expect((await jane.post(`/v2/ops/chat/mutes/${alice.id}/end`, { reason: 'sorry' })).status).toBe(404);
  expect((await say('Hello again')).status).toBe(200);
});
