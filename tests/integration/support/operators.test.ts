/** What operators of support do over HTTP, and who may not. */
import { permissions } from '@pelican/shared/contracts/operations';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

interface Ticket {
  id: number;
  status: string;
  waitingSince: number | null;
  comments: { text: string; author: string; name: string | null }[];
}

let api: TestApi;
let alice: TestUser;
let jane: TestUser;
let john: TestUser;
let clerk: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  alice = await api.signUp('alice@test.local');
  jane = await signUpOperator(api, 'jane', ['support']);
  john = await signUpOperator(api, 'john', ['users', 'support']);
  clerk = await signUpOperator(
    api,
    'clerk',
    permissions.filter((one) => one !== 'support'),
  );
  await demandTwoPersons(api.databaseUrl);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.parts.pool.query(
    'TRUNCATE support_tickets, support_forms, opening_watches, notices, operator_claims CASCADE',
  );
  await api.parts.redis.flushdb();
});

async function ticket(text = 'Where is my deposit?'): Promise<number> {
  return (await alice.post<Ticket>('/v2/support', { supportCategoryId: 3, text })).body.id;
}

async function audits(prefix: string) {
  const { rows } = await api.parts.pool.query(
    `SELECT actor, action, subject, details FROM audit_records WHERE starts_with(action, $1) ORDER BY id DESC LIMIT 5`,
    [prefix],
  );
  return rows;
}

test('only operators with the permission come near', async () => {
  const id = await ticket();
  const calls = (who: TestUser) =>
    Promise.all([
      who.get('/v2/ops/support/tickets'),
      who.post(`/v2/ops/support/tickets/${id}/answer`, { text: 'Hello' }),
      who.get('/v2/ops/support/forms'),
      who.post('/v2/ops/support/faq', {}),
      who.post('/v2/ops/chat/mutes', { user_id: alice.id, minutes: 5, reason: 'x' }),
      who.get('/v2/ops/chat/messages/en'),
    ]);
  for (const who of [alice, clerk])
    expect((await calls(who)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
});

test('a conversation: the oldest waits first, an answer reaches the user with a notice, and is on record', async () => {
  const [first, second] = [await ticket('First'), await ticket('Second')];
  const waiting = async () =>
    (await jane.get<{ result: Ticket[] }>('/v2/ops/support/tickets')).body.result.map(({ id }) => id);
  expect(await waiting()).toEqual([first, second]);
  const queues = await jane.get<{ result: { queue: string; count: number }[] }>('/v2/ops/queues');
  expect(queues.body.result).toContainEqual(expect.objectContaining({ queue: 'tickets', count: 2 }));
  const path = `/v2/ops/support/tickets/${first}/answer`;
  const answers = await Promise.all([
    jane.post<{ ticket: Ticket }>(path, { text: 'It is on its way.' }),
    jane.post<{ ticket: Ticket }>(path, { text: 'It is on its way.' }),
  ]);
  for (const { body } of answers)
    expect(body).toMatchObject({
      status: 'done',
      ticket: {
        status: 'in_proccess',
        waitingSince: null,
        comments: [{ text: 'It is on its way.', author: 'operator', name: 'jane' }],
      },
    });
  expect(await waiting()).toEqual([second]);
  const own = await alice.get<Ticket>(`/v2/support/${first}`);
  expect(own.body.comments).toMatchObject([{ text: 'It is on its way.', author: 'operator', name: null }]);
  const { body } = await alice.get<{ result: { kind: string; link: string }[] }>('/v3/notices');
  expect(body.result.filter(({ kind }) => kind === 'ticket_answered')).toMatchObject([
    { link: `/user/support/ticket/${first}` },
  ]);
  // The text is the reason: none is made up for the trail.
  expect(await audits('ticket.answered')).toMatchObject([
    { actor: 'ops:jane', subject: `ticket:${first}`, details: { status: 'in_proccess' } },
  ]);
  expect((await audits('ticket.answered'))[0]?.details).not.toHaveProperty('reason');
  await alice.post(`/v2/support/comment/${first}`, { text: 'Thank you, and when?' });
  expect(await waiting()).toEqual([second, first]);
});

test('the list has no texts of users; who reads one is on record, once an hour', async () => {
  const id = await ticket('My deposit\nof 5,000 INR is missing');
  const { body } = await jane.get<{ result: object[] }>('/v2/ops/support/tickets');
  expect(body.result).toMatchObject([{ id, topic: 'My deposit' }]);
  expect(body.result[0]).not.toHaveProperty('text');
  for (const who of [jane, jane, john]) expect((await who.get(`/v2/ops/support/tickets/${id}`)).status).toBe(200);
  const looks = async () =>
    (await audits('ticket.looked_at')).filter(({ subject }) => subject === `ticket:${id}`).map(({ actor }) => actor);
  expect(await looks()).toEqual(['ops:john', 'ops:jane']);
});

test('a status is changed with a reason and a notice; nobody answers a closed ticket', async () => {
  const id = await ticket();
  const change = (body: object) => jane.post(`/v2/ops/support/tickets/${id}/status`, body);
  expect((await change({ status: 'fixed' })).status).toBe(422);
  expect((await change({ status: 'fixed', reason: 'credited' })).body).toMatchObject({
    status: 'done',
    ticket: { status: 'fixed', waitingSince: null },
  });
  expect(await audits('ticket.status')).toMatchObject([
    { details: { from: 'created', to: 'fixed', reason: 'credited' } },
  ]);
  expect((await alice.get<Ticket>(`/v2/support/${id}`)).body.status).toBe('fixed');
  const { body } = await alice.get<{ result: { kind: string }[] }>('/v3/notices');
  expect(body.result.map(({ kind }) => kind)).toContain('ticket_status_changed');
  expect(await jane.post(`/v2/ops/support/tickets/${id}/answer`, { text: 'One more thing' })).toMatchObject({
    status: 409,
    body: { code: 'ticket_closed' },
  });
});

test('what another operator has claimed is theirs, until it is answered', async () => {
  const id = await ticket();
  await john.post('/v2/ops/claims', { queue: 'tickets', id: String(id) });
  expect(await jane.post(`/v2/ops/support/tickets/${id}/answer`, { text: 'Hello' })).toMatchObject({
    status: 409,
    body: { code: 'claimed' },
  });
  expect((await john.post(`/v2/ops/support/tickets/${id}/answer`, { text: 'Hello' })).status).toBe(200);
  const queues = await jane.get<{ result: { queue: string; claims: { id: string }[] }[] }>('/v2/ops/queues');
  expect(queues.body.result.find(({ queue }) => queue === 'tickets')?.claims).toEqual([]);
  expect((await jane.post(`/v2/ops/support/tickets/${id}/answer`, { text: 'And more' })).status).toBe(200);
});

test('saved answers are written, changed and deleted', async () => {
  const saved = await jane.post<{ answer: { id: number } }>('/v2/ops/support/answers', {
    title: 'Hello',
    text: 'Dear customer,',
  });
  const path = `/v2/ops/support/answers/${saved.body.answer.id}`;
  expect((await john.post(path, { title: 'Hello', text: 'Hello,' })).body).toMatchObject({
    status: 'done',
    answer: { text: 'Hello,', updatedBy: 'john' },
  });
  expect((await jane.get<{ result: unknown[] }>('/v2/ops/support/answers')).body.result).toHaveLength(1);
  expect((await jane.delete(path)).status).toBe(200);
  expect((await jane.delete(path)).status).toBe(404);
  expect((await jane.post(path, { title: 'Hello', text: 'Hello,' })).status).toBe(404);
});

const entry = {
  slug: 'is-it-safe',
  language: 'en',
  supportCategoryId: 8,
  question: 'Is it safe?',
  answer: 'Yes, as far as <b>anything</b> is.\n\nBe careful all the same.',
};

test('an entry of the FAQ is read by everybody while it is published, and its slug is its language’s own', async () => {
  const found = async (search: string) =>
    (
      await api.call<{ result: { slug: string }[] }>('GET', `/v2/faq?lang=en&search=${encodeURIComponent(search)}`)
    ).body.result.map(({ slug }) => slug);
  const made = await jane.post<{ entry: { id: number } }>('/v2/ops/support/faq', entry);
  expect(await found('SAFE anything')).toEqual(['is-it-safe']);
  expect(await found('safe nothing-of-it')).toEqual([]);
  expect(await found("%' OR 1=1 --")).toEqual([]);
  expect(await jane.post('/v2/ops/support/faq', entry)).toMatchObject({
    status: 422,
    body: { errors: { slug: ['Slug already exists'] } },
  });
  const path = `/v2/ops/support/faq/${made.body.entry.id}`;
  expect((await jane.post(path, { ...entry, published: false })).status).toBe(200);
  expect(await found('safe anything')).toEqual([]);
  expect((await jane.delete(path)).status).toBe(200);
  expect(await audits('faq.')).toMatchObject([{ action: 'faq.deleted', actor: 'ops:jane' }, {}, {}]);
});

test('a form goes through its states; its sender is told when the operator says so', async () => {
  const sent = await api.call<{ id: number }>('POST', '/v2/feedback', {
    body: { email: 'a@example.org', text: 'Nice.' },
  });
  const { id } = sent.body;
  const list = async (query: string) =>
    (await jane.get<{ result: { id: number; state: string }[] }>(`/v2/ops/support/forms?${query}`)).body.result;
  expect(await list('kind=feedback')).toMatchObject([{ id, state: 'new' }]);
  const decide = (body: object) => jane.post(`/v2/ops/support/forms/${id}/state`, body);
  expect((await decide({ state: 'rejected' })).status).toBe(422);
  expect((await decide({ state: 'rejected', reason: 'no listing', tell: true })).body).toMatchObject({
    status: 'done',
    form: { state: 'rejected', reason: 'no listing' },
  });
  expect(await list('')).toEqual([]);
  expect(await list('state=rejected')).toMatchObject([{ id }]);
  const { rows } = await api.parts.pool.query(
    `SELECT payload FROM jobs WHERE name = 'notices.visitor-mail' ORDER BY id DESC LIMIT 1`,
  );
  expect(rows).toMatchObject([{ payload: { recipient: 'a@example.org', text: 'no listing' } }]);
});

test('those who wait for an opening are told once each, also when two operators tell at once', async () => {
  await alice.post('/v2/notifyUser', { market: 'XYZ_USDT' });
  await api.call('POST', '/v2/notifyUser', { body: { market: 'XYZ_USDT', email: 'visitor@example.org' } });
  const openings = await jane.get<{ result: unknown[] }>('/v2/ops/support/openings');
  expect(openings.body.result).toMatchObject([{ topic: 'market:XYZ_USDT', waiting: 2 }]);
  const tell = (who: TestUser) =>
    who.post<{ told: number }>('/v2/ops/support/openings/tell', { topic: 'market:XYZ_USDT', reason: 'open' });
  const told = await Promise.all([tell(jane), tell(john)]);
  expect(told.map(({ body }) => body.told).sort()).toEqual([0, 2]);
  const { body } = await alice.get<{ result: { kind: string; title: string; link: string }[] }>('/v3/notices');
  expect(body.result).toMatchObject([{ kind: 'opened', title: 'XYZ/USDT is open', link: '/trade/XYZ_USDT' }]);
});
