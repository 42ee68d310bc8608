/** The chat with support: a ticket of its own kind, of which a person has one open, whoever writes or ends it at the same time. */
import { readSocketLimits } from '@pelican/api/src/adapters/socket/index.ts';
import { buildApp } from '@pelican/api/src/processes/api/app.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signUpOperator } from '../../support/operators.ts';
import { SocketClient } from '../../support/socket-client.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

interface Ticket {
  id: number;
  status: string;
  text: string;
  chat: boolean;
  waitingSince: number | null;
  comments: { id: number; text: string; author: string }[];
}

let api: TestApi;
let alice: TestUser;
let bob: TestUser;
let jane: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  alice = await api.signUp('alice@test.local');
  bob = await api.signUp('bob@test.local');
  jane = await signUpOperator(api, 'jane', ['support']);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.parts.pool.query('TRUNCATE support_tickets, notices, operator_claims CASCADE');
  await api.parts.redis.flushdb();
});

async function say(text: string, user = alice): Promise<Ticket> {
  const { status, body } = await user.post<Ticket>('/v2/support/chat', { text });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const chatOf = async (user: TestUser) => (await user.get<{ ticket: Ticket | null }>('/v2/support/chat')).body.ticket;
const answer = (id: number, body: object) =>
  jane.post<{ ticket: Ticket }>(`/v2/ops/support/tickets/${id}/answer`, body);
const end = (id: number, user = alice) => user.post<Ticket>(`/v2/support/status/${id}`, { status: 'fixed' });
const textsOf = ({ text, comments }: Ticket) => [text, ...comments.map((comment) => comment.text)];

async function noticesOf(user: TestUser): Promise<string[]> {
  const { body } = await user.get<{ result: { kind: string }[] }>('/v3/notices');
  return body.result.map(({ kind }) => kind).toReversed();
}

test('a message begins the chat, the next ones go on with it, and the next after its end begins another', async () => {
  expect(await chatOf(alice)).toBeNull();
  const begun = await say('Hello?\nAnybody there?');
  expect(begun).toMatchObject({ status: 'created', chat: true, comments: [] });
  await answer(begun.id, { text: 'Good morning.' });
  expect(textsOf(await say('My deposit is missing.'))).toEqual([
    'Hello?\nAnybody there?',
    'Good morning.',
    'My deposit is missing.',
  ]);
  expect((await end(begun.id)).body.status).toBe('fixed');
  expect(await chatOf(alice)).toMatchObject({ id: begun.id, status: 'fixed' });
  const next = await say('One more thing');
  expect(next.id).not.toBe(begun.id);
  expect(await chatOf(alice)).toMatchObject({ id: next.id, status: 'created' });
  expect((await alice.get<{ result: Ticket[] }>('/v2/support')).body.result.map(({ chat }) => chat)).toEqual([
    true,
    true,
  ]);
});

test('first messages that come at once make one chat, and none of them is lost', async () => {
  const texts = Array.from({ length: 6 }, (_, at) => `Message ${at}`);
  const made = await Promise.all(texts.map((text) => say(text)));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  const chat = await chatOf(alice);
  expect(chat && textsOf(chat).sort()).toEqual(texts);
});

test('a call sent again, also at once, adds nothing', async () => {
  await Promise.all([say('Hello'), say('Hello'), say('Hello')]);
  expect(textsOf(await say('Hello'))).toEqual(['Hello']);
  await Promise.all([say('Where is it?'), say('Where is it?')]);
  const { id, comments } = await say('Where is it?');
  expect(comments).toHaveLength(1);
  await answer(id, { text: 'Hello' });
  expect(textsOf(await say('Hello'))).toEqual(['Hello', 'Where is it?', 'Hello', 'Hello']);
});

test('a message that comes as the chat is ended is in it, or begins another, and waits for an answer', async () => {
  for (let round = 0; round < 8; round++) {
    const { id } = await say(`Question ${round}`);
    const { comments } = (await answer(id, { text: `Answer ${round}` })).body.ticket;
    const [said, ended] = await Promise.all([
      say(`Late ${round}`),
      answer(id, { text: `Goodbye ${round}`, status: 'fixed', seen: comments.at(-1)?.id }),
    ]);
    expect(ended.status).toBe(200);
    const { body: list } = await jane.get<{ result: Ticket[] }>('/v2/ops/support/tickets');
    const waiting = list.result.find(({ id: one }) => one === said.id);
    expect(waiting, `round ${round}`).toMatchObject({ chat: true });
    expect(textsOf((await alice.get<Ticket>(`/v2/support/${said.id}`)).body)).toContain(`Late ${round}`);
    await api.parts.pool.query('TRUNCATE support_tickets, notices CASCADE');
    await api.parts.redis.flushdb();
  }
});

test('an operator who has not read the newest message ends nothing', async () => {
  const { id } = await say('Hello');
  await say('And my account is locked');
  const close = (seen: number) =>
    jane.post<{ code: string }>(`/v2/ops/support/tickets/${id}/status`, { status: 'fixed', reason: 'done', seen });
  expect(await close(0)).toMatchObject({ status: 409, body: { code: 'status_refused' } });
  expect((await answer(id, { text: 'Hello.', status: 'fixed', seen: 0 })).body.ticket).toMatchObject({
    status: 'in_proccess',
    waitingSince: expect.any(Number),
  });
  const { comments } = (await jane.get<Ticket>(`/v2/ops/support/tickets/${id}`)).body;
  expect((await close(comments.at(-1)?.id ?? 0)).status).toBe(200);
  expect(await chatOf(alice)).toMatchObject({ status: 'fixed' });
});

test('what is written while an operator answers waits since it was written; while they change the status, it waits too', async () => {
  const { id } = await say('Hello');
  await api.parts.pool.query(`UPDATE support_tickets SET waiting_since = now() - interval '1 hour'`);
  const { comments } = await say('And my account is locked');
  const written = (comments[0] as unknown as { createdAt: number }).createdAt;
  expect((await answer(id, { text: 'Hello.', seen: 0 })).body.ticket.waitingSince).toBeCloseTo(written, 2);
  await answer(id, { text: 'It is open again.', seen: (await chatOf(alice))?.comments.at(-1)?.id });
  const { body } = await jane.get<Ticket>(`/v2/ops/support/tickets/${id}`);
  expect(body.waitingSince).toBeNull();
  await jane.post(`/v2/ops/support/tickets/${id}/status`, { status: 'created', reason: 'new', seen: 0 });
  await say('Thank you, and when?');
  const taken = { status: 'in_proccess', reason: 'mine', seen: body.comments.at(-1)?.id };
  expect(
    (await jane.post<{ ticket: Ticket }>(`/v2/ops/support/tickets/${id}/status`, taken)).body.ticket,
  ).toMatchObject({ status: 'in_proccess', waitingSince: expect.any(Number) });
});

test('an answer that is sent again with another status is one, and the ticket has the status', async () => {
  const { id } = await say('Hello');
  await answer(id, { text: 'Goodbye.' });
  const again = await answer(id, { text: 'Goodbye.', status: 'fixed' });
  expect(again).toMatchObject({ status: 200, body: { ticket: { status: 'fixed' } } });
  expect(textsOf(again.body.ticket)).toEqual(['Hello', 'Goodbye.']);
  expect((await answer(id, { text: 'Goodbye.', status: 'fixed' })).status).toBe(200);
});

test('what is opened again is an ordinary ticket, beside the chat of meanwhile', async () => {
  const first = await say('Hello');
  await end(first.id);
  const second = await say('Hello again');
  const open = await alice.post<Ticket>(`/v2/support/status/${first.id}`, { status: 'created' });
  expect(open).toMatchObject({ status: 200, body: { status: 'created', chat: false } });
  expect(await chatOf(alice)).toMatchObject({ id: second.id });
  await alice.delete(`/v2/support/${second.id}`);
  expect(await chatOf(alice)).toBeNull();
});

test('nobody reads or writes in somebody else’s chat', async () => {
  const { id } = await say('My secret');
  expect(await chatOf(bob)).toBeNull();
  expect((await bob.get(`/v2/support/${id}`)).status).toBe(404);
  expect((await end(id, bob)).status).toBe(404);
  expect((await say('Hello', bob)).id).not.toBe(id);
  expect((await api.call('GET', '/v2/support/chat')).status).toBe(401);
  expect((await api.call('POST', '/v2/support/chat', { body: { text: 'Hi' } })).status).toBe(401);
  expect(textsOf((await chatOf(alice)) as Ticket)).toEqual(['My secret']);
});

test('a message is plain text of a comment’s length, and counts as one; a chat counts as a ticket', async () => {
  for (const text of [' ', 'x'.repeat(5_001), '‮gnp.exe'])
    expect((await alice.post('/v2/support/chat', { text })).status).toBe(422);
  for (let at = 0; at < 30; at++) await say(`Message ${at}`);
  const refused = { status: 429, body: { code: 'too_many_requests' } };
  expect(await alice.post('/v2/support/chat', { text: 'Message 30' })).toMatchObject(refused);
  for (let at = 0; at < 10; at++) {
    const { id } = await say(`Chat ${at}`, bob);
    expect((await end(id, bob)).status).toBe(200);
  }
  expect(await bob.post('/v2/support/chat', { text: 'Chat 10' })).toMatchObject(refused);
});

test('messages that come at once and begin one chat take one of the ten tickets a day', async () => {
  const atOnce = (round: number) => Array.from({ length: 4 }, (_, at) => say(`Round ${round} message ${at}`, bob));
  for (let round = 0; round < 3; round++) await end((await Promise.all(atOnce(round)))[0]?.id as number, bob);
  for (let at = 3; at < 9; at++) await end((await say(`Chat ${at}`, bob)).id, bob);
  expect((await say('The tenth', bob)).chat).toBe(true);
});

test('chats stand first in the queue', async () => {
  await bob.post('/v2/support', { supportCategoryId: 3, text: 'Where is my deposit?' });
  const { id } = await say('Hello');
  const { body } = await jane.get<{ result: Ticket[] }>('/v2/ops/support/tickets');
  expect(body.result.map(({ chat }) => chat)).toEqual([true, false]);
  expect(body.result[0]?.id).toBe(id);
});

test('the first answer of each turn is a notice: by mail to who has waited, at the bell alone to who has just written', async () => {
  const { id } = await say('Hello');
  expect(await noticesOf(alice)).toEqual([]);
  await answer(id, { text: 'Good morning.' });
  await answer(id, { text: 'What can I do for you?' });
  expect(await noticesOf(alice)).toEqual(['chat_answered_soon']);
  await say('My deposit is missing');
  await api.parts.pool.query(`UPDATE support_tickets SET waiting_since = now() - interval '10 minutes'`);
  await answer(id, { text: 'It is there now.' });
  expect(await noticesOf(alice)).toEqual(['chat_answered_soon', 'chat_answered']);
});

test('each change of a ticket is pushed to its user at every API process, and to nobody else', async () => {
  const second = await buildApp({ ...api.parts, socketLimits: readSocketLimits({}) });
  const address = await second.listen({ port: 0, host: '127.0.0.1' });
  const open = async ({ accessToken }: TestUser) => {
    const client = await SocketClient.open(`${address.replace('http', 'ws')}/socket`);
    await client.call('server.auth', accessToken, 'web');
    await client.call('notice.subscribe');
    return client;
  };
  const [own, others] = await Promise.all([open(alice), open(bob)]);
  try {
    const { id } = await say('Hello');
    expect((await own.notified('support.update')).params).toEqual([id]);
    await answer(id, { text: 'Good morning.' });
    const { id: marker } = await say('Hello', bob);
    expect((await others.notified('support.update')).params).toEqual([marker]);
    expect(others.notifications.filter(({ method }) => method === 'support.update')).toHaveLength(1);
    await end(id);
    await expect
      .poll(() => own.notifications.filter(({ method }) => method === 'support.update').map(({ params }) => params))
      .toEqual([[id], [id], [id]]);
    const ticket = await alice.post<Ticket>('/v2/support', { supportCategoryId: 3, text: 'Where is my deposit?' });
    await alice.delete(`/v2/support/${id}`);
    await expect
      .poll(() => own.notifications.filter(({ method }) => method === 'support.update').map(({ params }) => params))
      .toEqual([[id], [id], [id], [ticket.body.id], [id]]);
  } finally {
    for (const client of [own, others]) client.close();
    await second.close();
  }
});
