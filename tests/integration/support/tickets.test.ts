/** Tickets over HTTP: whose they are, what they go through, and what is refused. */
import { supportEndpoints, supportOperatorEndpoints } from '@pelican/shared/contracts/support';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeTestOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

interface Ticket {
  id: number;
  status: string;
  topic: string;
  email: string;
  category: string;
  comments: { id: number; text: string; author: string; files: { name: string }[] }[];
  hasEarlier: boolean;
}
interface List {
  result: Ticket[];
  total: number;
  limit: number;
}

let api: TestApi;
let alice: TestUser;
let bob: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  alice = await api.signUp('alice@test.local');
  bob = await api.signUp('bob@test.local');
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.parts.pool.query('TRUNCATE support_tickets, notices CASCADE');
  await api.parts.redis.flushdb();
});

const question = { supportCategoryId: 3, text: 'My deposit of 5,000 INR is missing.\nUTR 123456.' };

async function open(user: TestUser, change: object = {}): Promise<Ticket> {
  const { status, body } = await user.post<Ticket>('/v2/support', { ...question, ...change });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

function waiting() {
  return api.parts.pool.query('SELECT status, waiting_since IS NOT NULL AS waits FROM support_tickets ORDER BY id');
}

test('a ticket has the account’s e-mail and the beginning of its text where nothing else is given, and a notice with its link', async () => {
  const ticket = await open(alice);
  expect(ticket).toMatchObject({
    status: 'created',
    topic: 'My deposit of 5,000 INR is missing.',
    email: 'alice@test.local',
    category: 'Deposits',
    comments: [],
  });
  const { body } = await alice.get<{ result: { kind: string; link: string }[] }>('/v3/notices');
  expect(body.result[0]).toMatchObject({ kind: 'ticket_received', link: `/user/support/ticket/${ticket.id}` });
});

test('a call sent again, also at once, makes one ticket and one comment', async () => {
  const made = await Promise.all([open(alice), open(alice), open(alice)]);
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  const write = () => alice.post<Ticket>(`/v2/support/comment/${made[0]?.id}`, { text: 'Any news?' });
  await Promise.all([write(), write()]);
  expect((await write()).body.comments).toHaveLength(1);
});

test('somebody else’s ticket answers as one that does not exist, and nothing happens to it', async () => {
  const { id } = await open(alice);
  const missing = id + 1_000;
  const answers = async (ticket: number) =>
    Promise.all([
      bob.get(`/v2/support/${ticket}`),
      bob.post(`/v2/support/comment/${ticket}`, { text: 'Hello' }),
      bob.post(`/v2/support/status/${ticket}`, { status: 'cancelled' }),
      bob.delete(`/v2/support/${ticket}`),
    ]);
  const [others, none] = [await answers(id), await answers(missing)];
  expect(others.map(({ status, body }) => [status, body])).toEqual(none.map(({ status, body }) => [status, body]));
  expect(others.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect((await alice.get<Ticket>(`/v2/support/${id}`)).body).toMatchObject({ status: 'created', comments: [] });
  expect((await bob.get<List>('/v2/support')).body).toMatchObject({ result: [], total: 0 });
});

test('the list has pages of 50, the last changed first, and a total', async () => {
  await api.parts.pool.query(
    `INSERT INTO support_tickets (user_id, category_id, topic, text, email, updated_at)
      SELECT $1, 1, 'topic ' || n, 'text', 'a@test.local', now() + n * interval '1 second' FROM generate_series(1, 60) AS n`,
    [alice.id],
  );
  const first = await alice.get<List>('/v2/support');
  expect([first.body.result.length, first.body.total, first.body.limit]).toEqual([50, 60, 50]);
  expect(first.body.result[0]?.topic).toBe('topic 60');
  const second = await alice.get<List>('/v2/support?offset=50&limit=50');
  expect(second.body.result.map(({ topic }) => topic)).toEqual(
    Array.from({ length: 10 }, (_, at) => `topic ${10 - at}`),
  );
  expect((await alice.get('/v2/support?limit=51')).status).toBe(422);
});

test('a user closes a ticket and opens it again; a closed one takes no comment', async () => {
  const { id } = await open(alice);
  const set = (status: string) => alice.post<Ticket>(`/v2/support/status/${id}`, { status });
  expect((await set('cancelled')).body.status).toBe('cancelled');
  expect((await waiting()).rows).toEqual([{ status: 'cancelled', waits: false }]);
  expect(await alice.post(`/v2/support/comment/${id}`, { text: 'Still there?' })).toMatchObject({
    status: 409,
    body: { code: 'ticket_closed' },
  });
  expect(await set('fixed')).toMatchObject({ status: 409, body: { code: 'status_refused' } });
  expect((await set('created')).body.status).toBe('created');
  expect((await waiting()).rows).toEqual([{ status: 'created', waits: true }]);
  expect((await set('in_proccess')).status).toBe(422);
});

test('a deleted ticket is gone for its user, and kept', async () => {
  const { id } = await open(alice);
  expect((await alice.delete(`/v2/support/${id}`)).body).toEqual({ status: 'success' });
  expect((await alice.get(`/v2/support/${id}`)).status).toBe(404);
  expect((await alice.delete(`/v2/support/${id}`)).status).toBe(404);
  expect((await alice.get<List>('/v2/support')).body.total).toBe(0);
  expect((await waiting()).rows).toEqual([{ status: 'cancelled', waits: false }]);
});

test('what is no plain text, too long or unknown is refused in the specification’s words', async () => {
  const refused = async (change: object) => {
    const { status, body } = await alice.post<{ errors: Record<string, string[]> }>('/v2/support', {
      ...question,
      ...change,
    });
    expect(status).toBe(422);
    return body.errors;
  };
  expect(await refused({ text: '  ' })).toMatchObject({ text: ['Field is required'] });
  expect(await refused({ text: undefined })).toMatchObject({ text: ['Field is required'] });
  expect(await refused({ text: 'x'.repeat(5_001) })).toMatchObject({ text: ['Max length is 5000'] });
  expect(await refused({ email: 'nobody' })).toMatchObject({ email: ['Email is not valid'] });
  expect(await refused({ supportCategoryId: 99 })).toMatchObject({
    supportCategoryId: ['Current value is not supported'],
  });
  for (const text of ['a\u0000b', 'pay \u202eevil', '\ud800', `z${'\u0301'.repeat(40)}`])
    expect(await refused({ text })).toMatchObject({ text: ['Current value is not supported'] });
  expect(await refused({ topic: 'two\nlines' })).toMatchObject({ topic: ['Current value is not supported'] });
  expect((await waiting()).rows).toEqual([]);
});

test('Hindi and emoji are text', async () => {
  const text = 'मेरा पैसा नहीं आया 👨‍👩‍👧';
  expect(await open(alice, { text })).toMatchObject({ text, topic: text });
});

test('a user opens ten tickets a day', async () => {
  for (let at = 0; at < 10; at++) await open(alice, { text: `Question ${at}` });
  expect(await alice.post('/v2/support', { ...question, text: 'Question 10' })).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests' },
  });
  await open(bob);
});

test('categories, statuses with their colours, and languages are open to everybody', async () => {
  const get = (path: string) => api.call<{ result: Record<string, unknown>[] }>('GET', path);
  expect((await get('/v2/support/category')).body.result).toContainEqual({ id: 3, name: 'Deposits' });
  const own = await alice.post<Ticket>('/v2/support?lang=hi', { supportCategoryId: 3, text: 'मेरी जमा राशि नहीं आई' });
  expect(own.body.category).toBe('जमा');
  expect((await alice.get<Ticket>(`/v2/support/${own.body.id}`)).body.category).toBe('Deposits');
  expect((await alice.get<{ result: Ticket[] }>('/v2/support?lang=hi')).body.result[0]?.category).toBe('जमा');
  expect((await get('/v2/support/category?lang=hi')).body.result).toContainEqual({ id: 3, name: 'जमा' });
  expect((await get('/v2/support/category?lang=xx')).body.result).toContainEqual({ id: 3, name: 'Deposits' });
  expect((await get('/v2/support/status')).body.result).toEqual([
    { id: 1, name: 'created', color: 'orange' },
    { id: 2, name: 'in_proccess', color: 'main' },
    { id: 3, name: 'fixed', color: 'green' },
    { id: 4, name: 'cancelled', color: 'red' },
  ]);
  expect((await get('/v2/common/languages')).body.result).toEqual([
    { name: 'English', code: 'en' },
    { name: 'हिन्दी', code: 'hi' },
  ]);
  expect((await api.call('GET', '/v2/support')).status).toBe(401);
});

/** Comments of the ticket's user, from a number on. */
async function write(id: number, first: number, last: number): Promise<void> {
  await api.parts.pool.query(
    `INSERT INTO support_comments (ticket_id, text) SELECT $1, 'Comment ' || n FROM generate_series($2::int, $3::int) AS n ORDER BY n`,
    [id, first, last],
  );
}

test('a long conversation is read from its end, page by page, also by support', async () => {
  const { id } = await open(alice);
  await write(id, 1, 250);
  await makeTestOperator(api.parts.pool, { id: bob.id, email: bob.email }, ['support']);
  const jane = await api.signIn(bob.email, bob.id);
  for (const read of [
    (before = '') => alice.get<Ticket>(`/v2/support/${id}${before}`),
    (before = '') => jane.get<Ticket>(`/v2/ops/support/tickets/${id}${before}`),
  ]) {
    const seen: string[] = [];
    let page = (await read()).body;
    for (;;) {
      seen.unshift(...page.comments.map(({ text }) => text));
      if (!page.hasEarlier) break;
      expect(page.comments).toHaveLength(100);
      page = (await read(`?before=${page.comments[0]?.id}`)).body;
    }
    expect(seen).toEqual(Array.from({ length: 250 }, (_, at) => `Comment ${at + 1}`));
  }
  expect((await alice.get(`/v2/support/${id}?before=x`)).status).toBe(422);
});

test('long comments come in smaller pages, and none of them is left out', async () => {
  const { id } = await open(alice);
  await api.parts.pool.query(
    `INSERT INTO support_comments (ticket_id, text) SELECT $1, rpad(n || ' ', 5000, 'x') FROM generate_series(1, 45) AS n ORDER BY n`,
    [id],
  );
  const sizes: number[] = [];
  for (let before = ''; ; ) {
    const { comments, hasEarlier } = (await alice.get<Ticket>(`/v2/support/${id}${before}`)).body;
    sizes.push(comments.length);
    if (!hasEarlier) break;
    before = `?before=${comments[0]?.id}`;
  }
  expect(sizes).toEqual([20, 20, 5]);
});

test('a conversation costs its reader the rows of a page', () => {
  for (const call of [
    supportEndpoints['GET /v2/support/:id'],
    supportEndpoints['GET /v2/support/chat'],
    supportOperatorEndpoints['GET /v2/ops/support/tickets/:id'],
  ])
    expect(call.limits.rows).toBe(100);
});

test('a ticket takes a thousand comments of its user, and any of support', async () => {
  const { id } = await open(alice);
  await write(id, 1, 999);
  const comment = (text: string) => alice.post<Ticket & { code: string }>(`/v2/support/comment/${id}`, { text });
  expect((await comment('The last one')).body.comments.at(-1)).toMatchObject({ text: 'The last one' });
  expect(await comment('One more')).toMatchObject({ status: 409, body: { code: 'ticket_closed' } });
  expect((await comment('The last one')).status, 'sent again').toBe(200);
  const { rows } = await api.parts.pool.query(
    'SELECT count(*)::int AS count FROM support_comments WHERE ticket_id = $1',
    [id],
  );
  expect(rows).toEqual([{ count: 1_000 }]);
});
