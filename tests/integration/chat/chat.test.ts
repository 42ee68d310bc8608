/** The public chat over HTTP and the socket, by two API processes. */

import { readSocketLimits } from '@pelican/api/src/adapters/socket/index.ts';
import { buildApp } from '@pelican/api/src/processes/api/app.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SocketClient } from '../../support/socket-client.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

interface Message {
  id: number;
  userName: string;
  message: string;
  dateAt: number;
}
interface History {
  messages: Message[];
  next: number | null;
}

let api: TestApi;
let alice: TestUser;
let bob: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  alice = await api.signUp('alice@test.local');
  bob = await api.signUp('bob@test.local');
  await api.parts.pool.query(`UPDATE users SET email_verified_at = now(), nickname = 'Trader ' || id`);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.parts.pool.query('TRUNCATE chat_messages, chat_mutes');
  await api.parts.redis.flushdb();
});

const history = (path = 'en') => api.call<History>('GET', `/chat/get_messages/${path}`);
const say = (user: TestUser, message: string, room = 'en') =>
  user.post<Message & { code: string; errors: Record<string, string[]> }>(`/chat/send_message/${room}`, { message });

test('what is said is read by everybody in the room, and by nobody in another', async () => {
  const { status, body } = await say(alice, '  Good morning <b>all</b> https://evil.example  ');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    userName: `Trader ${alice.id} #${alice.id}`,
    message: 'Good morning <b>all</b> https://evil.example',
  });
  expect((await history()).body.messages).toEqual([body]);
  expect((await history('hi')).body.messages).toEqual([]);
  expect((await history('xx')).status).toBe(404);
  expect((await say(alice, 'Bonjour', 'fr')).status).toBe(404);
});

test('the newest hundred come first, older ones page by page', async () => {
  await api.parts.pool.query(
    `INSERT INTO chat_messages (room, user_id, user_name, message) SELECT 'en', $1, 'a', n::text FROM generate_series(1, 250) AS n`,
    [alice.id],
  );
  const pages: string[][] = [];
  for (let path = 'en'; ; ) {
    const { messages, next } = (await history(path)).body;
    pages.unshift(messages.map(({ message }) => message));
    if (next === null) break;
    path = `en?before=${next}`;
  }
  expect(pages.map((page) => page.length)).toEqual([50, 100, 100]);
  expect(pages.flat()).toEqual(Array.from({ length: 250 }, (_, at) => String(at + 1)));
});

test('only a signed-in person with a confirmed e-mail writes, and nobody who is muted', async () => {
  expect((await api.call('POST', '/chat/send_message/en', { body: { message: 'Hi' } })).status).toBe(401);
  const carol = await api.signUp('carol@test.local');
  expect(await say(carol, 'Hi')).toMatchObject({ status: 403, body: { code: 'email_unconfirmed' } });
  await api.parts.pool.query(
    `INSERT INTO chat_mutes (user_id, until, reason, muted_by) VALUES ($1, now() + interval '1 hour', 'spam', 'ops:x')`,
    [bob.id],
  );
  expect(await say(bob, 'Hi')).toMatchObject({ status: 403, body: { code: 'chat_muted' } });
  await api.parts.pool.query(`UPDATE chat_mutes SET until = now() - interval '1 second'`);
  expect((await say(bob, 'Hi')).status).toBe(200);
});

test('an empty, long or deceptive message is refused', async () => {
  for (const [message, text] of [
    [' ', 'Field is required'],
    ['x'.repeat(501), 'Max length is 500'],
    ['two\nlines', 'Current value is not supported'],
    ['\u202egnp.exe', 'Current value is not supported'],
    [`z${'\u0301'.repeat(40)}`, 'Current value is not supported'],
  ] as const)
    expect(await say(alice, message)).toMatchObject({
      status: 422,
      body: { errors: { message: ['Form is not valid', text] } },
    });
  expect((await history()).body.messages).toEqual([]);
});

test('a person writes five messages in 15 seconds, over all processes, also when they come at once', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => say(alice, `Message ${at}`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  expect((await say(bob, 'Hello')).status).toBe(200);
});

test('a message reaches listeners of its room at every API process, signed in or not, and nobody else', async () => {
  const second = await buildApp({ ...api.parts, socketLimits: readSocketLimits({}) });
  const address = await second.listen({ port: 0, host: '127.0.0.1' });
  const open = () => SocketClient.open(`${address.replace('http', 'ws')}/socket`);
  const [listener, moved, left] = await Promise.all([open(), open(), open()]);
  try {
    await listener.call('chat.subscribe', 'en');
    await moved.call('chat.subscribe', 'en');
    await moved.call('chat.subscribe', 'hi');
    await left.call('chat.subscribe', 'en');
    await left.call('chat.unsubscribe');
    await expect(listener.call('chat.subscribe', 'fr')).rejects.toThrow('1 invalid argument');
    const { body } = await say(alice, 'Hello');
    const { id, userName, message, dateAt } = body;
    const push = await listener.notified('chat.update');
    expect(push.params).toEqual(['en', { id, user_name: userName, message, date_at: dateAt, staff: false }]);
    const hindi = await say(alice, 'नमस्ते', 'hi');
    await moved.notified('chat.update');
    expect(moved.notifications.map(({ params }) => params[0])).toEqual(['hi']);
    expect(hindi.status).toBe(200);
    expect(left.notifications).toEqual([]);
  } finally {
    for (const client of [listener, moved, left]) client.close();
    await second.close();
  }
});
