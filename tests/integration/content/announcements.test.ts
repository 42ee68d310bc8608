/** Announcements: what operators with the permission write, and what visitors see of it, when, and in which language. */
import { permissions } from '@pelican/shared/contracts/operations';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

interface Content {
  content: { id: number; version: number; state: string; publishAt: number | null; history: { action: string }[] };
}
interface Shown {
  id: number;
  slug: string;
  title: string;
  body: string;
  category: string;
  pinned: boolean;
  date: number;
  lang: string;
}

let api: TestApi;
let alice: TestUser;
let jane: TestUser;
let john: TestUser;
let clerk: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  alice = await api.signUp('alice@test.local');
  jane = await signUpOperator(api, 'jane', ['content']);
  john = await signUpOperator(api, 'john', ['content']);
  clerk = await signUpOperator(
    api,
    'clerk',
    permissions.filter((one) => one !== 'content'),
  );
  await demandTwoPersons(api.databaseUrl);
});
afterAll(() => api.close());
beforeEach(() => api.parts.pool.query('TRUNCATE content_items CASCADE'));

const texts = { en: { title: 'LTC is listed', body: 'Trade **LTC** [now](/trade/LTC_USDT).' } };
const hindi = { title: 'LTC सूचीबद्ध', body: 'अब **LTC** में ट्रेड करें।' };
const written = (given: object = {}) => ({
  kind: 'announcement',
  slug: 'ltc-listed',
  category: 'listing',
  texts,
  ...given,
});

async function draft(given: object = {}): Promise<Content['content']> {
  return (await jane.post<Content>('/v2/ops/content', written(given))).body.content;
}

async function publish({ id, version }: { id: number; version: number }, given: object = {}) {
  const body = { version, state: 'published', reason: 'ready', ...given };
  return jane.post<Content>(`/v2/ops/content/${id}/state`, body);
}

async function visible(query = '') {
  const { body } = await api.call<{ result: Shown[]; total: number }>('GET', `/v2/announcements${query}`);
  return body;
}

async function slugs(query = '') {
  return (await visible(query)).result.map(({ slug }) => slug);
}

test('only operators with the permission come near', async () => {
  const { id } = await draft();
  for (const who of [alice, clerk]) {
    const answers = await Promise.all([
      who.get('/v2/ops/content'),
      who.get(`/v2/ops/content/${id}`),
      who.post('/v2/ops/content', written({ slug: 'other' })),
      who.post(`/v2/ops/content/${id}`, { version: 1, item: written() }),
      who.post(`/v2/ops/content/${id}/state`, { version: 1, state: 'published', reason: 'x' }),
      who.delete(`/v2/ops/content/${id}`),
      who.post('/v2/ops/content/preview', { text: 'x' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403, 403]);
  }
});

test('a draft is nobody’s to read; published it is everybody’s, sanitised; hidden it is gone; and all is on record', async () => {
  const hostile = {
    en: { title: 'A <b>title</b>', body: '<script>alert(1)</script> [x](javascript:alert(1)) **ok**' },
  };
  const item = await draft({ texts: hostile });
  expect(await slugs()).toEqual([]);
  expect((await api.call('GET', '/v2/announcements/ltc-listed')).status).toBe(404);
  const { body } = await publish(item);
  expect(body).toMatchObject({ status: 'done', content: { state: 'published', version: 2 } });
  const one = await api.call<Shown>('GET', '/v2/announcements/ltc-listed');
  expect(one.headers['cache-control']).toBe('public, max-age=5');
  expect(one.body).toEqual({
    id: item.id,
    slug: 'ltc-listed',
    title: 'A <b>title</b>',
    body: '<p>&lt;script&gt;alert(1)&lt;/script&gt; [x](javascript:alert(1)) <strong>ok</strong></p>',
    excerpt: '<script>alert(1)</script> [x](javascript:alert(1)) ok',
    category: 'listing',
    pinned: false,
    date: body.content.publishAt,
    lang: 'en',
  });
  expect((await visible()).result).toEqual([one.body]);
  await jane.post(`/v2/ops/content/${item.id}/state`, { version: 2, state: 'hidden', reason: 'a mistake' });
  expect(await slugs()).toEqual([]);
  expect((await api.call('GET', '/v2/announcements/ltc-listed')).status).toBe(404);
  const details = await jane.get(`/v2/ops/content/${item.id}`);
  expect(details.body).toMatchObject({
    state: 'hidden',
    item: written({ texts: hostile }),
    history: [
      { actor: 'ops:jane', action: 'content.hidden', reason: 'a mistake' },
      { action: 'content.published', reason: 'ready' },
      { action: 'content.created', reason: null },
    ],
  });
});

test('an announcement appears and ends by the clock alone', async () => {
  const now = Math.floor(Date.now() / 1000);
  const item = await draft();
  const { body } = await publish(item, { publish_at: now + 3_600, end_at: now + 7_200 });
  expect(await slugs()).toEqual([]);
  const shift = (seconds: number) =>
    api.parts.pool.query(
      `UPDATE content_items SET publish_at = publish_at - make_interval(secs => $1), end_at = end_at - make_interval(secs => $1)`,
      [seconds],
    );
  await shift(3_700);
  expect(await slugs()).toEqual(['ltc-listed']);
  await shift(3_700);
  expect(await slugs()).toEqual([]);
  const ended = { version: body.content.version, state: 'published', reason: 'longer' };
  expect(await jane.post(`/v2/ops/content/${item.id}/state`, { ...ended, end_at: now - 90_000 })).toMatchObject({
    status: 422,
    body: { errors: { end_at: ['It ends before it begins'] } },
  });
  await jane.post(`/v2/ops/content/${item.id}/state`, { ...ended, end_at: null });
  expect(await slugs()).toEqual(['ltc-listed']);
});

test('pinned ones come first, then the newest; a category and a page of the list', async () => {
  const now = Math.floor(Date.now() / 1000);
  const all = [
    { slug: 'old-pinned', pinned: true, category: 'rules', age: 300 },
    { slug: 'older', category: 'wallet', age: 200 },
    { slug: 'newer', category: 'listing', age: 100 },
  ];
  for (const { age, ...given } of all) await publish(await draft(given), { publish_at: now - age });
  expect(await slugs()).toEqual(['old-pinned', 'newer', 'older']);
  expect(await slugs('?category=wallet')).toEqual(['older']);
  expect(await visible('?offset=1&limit=1')).toMatchObject({
    result: [{ slug: 'newer' }],
    total: 3,
    offset: 1,
    limit: 1,
  });
  for (const query of ['?category=nonsense', '?limit=101', '?offset=-1', '?category=wallet&category=rules'])
    expect((await api.call('GET', `/v2/announcements${query}`)).status).toBe(422);
});

test('each is in the wanted language, or in English', async () => {
  await publish(await draft({ texts: { ...texts, hi: hindi } }));
  await publish(await draft({ slug: 'english-only', pinned: true }));
  expect((await visible('?lang=hi')).result.map(({ lang, title }) => [lang, title])).toEqual([
    ['en', 'LTC is listed'],
    ['hi', 'LTC सूचीबद्ध'],
  ]);
  expect((await visible('?lang=xx')).result.map(({ lang }) => lang)).toEqual(['en', 'en']);
  expect((await api.call<Shown>('GET', '/v2/announcements/ltc-listed?lang=hi')).body.body).toBe(
    '<p>अब <strong>LTC</strong> में ट्रेड करें।</p>',
  );
});

test('of two who edit the same the second one is told, and nothing is lost', async () => {
  const { id, version } = await draft();
  const change = (who: TestUser, title: string) =>
    who.post<Content & { code: string }>(`/v2/ops/content/${id}`, {
      version,
      item: written({ texts: { en: { ...texts.en, title } } }),
    });
  const answers = await Promise.all([change(jane, 'Of Jane'), change(john, 'Of John')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('content_changed');
  const winner = answers[0]?.status === 200 ? 'Of Jane' : 'Of John';
  expect((await jane.get(`/v2/ops/content/${id}`)).body).toMatchObject({ version: 2, name: winner });
  expect((await publish({ id, version })).status).toBe(409);
});

test('what cannot be written is refused at its field', async () => {
  await draft();
  const send = (given: object) => jane.post<{ errors: object }>('/v2/ops/content', written(given));
  expect((await send({})).body.errors).toMatchObject({ slug: ['Slug already exists'] });
  for (const slug of ['../x', 'A', 'a b', '-', 'a--b', 'x'.repeat(81), ''])
    expect(await send({ slug })).toMatchObject({ status: 422, body: { errors: { slug: expect.anything() } } });
  for (const given of [
    { slug: 'b', category: 'nonsense' },
    { slug: 'b', kind: 'nonsense' },
    { slug: 'b', texts: {} },
    { slug: 'b', texts: { en: { title: 'x', body: '' } } },
    { slug: 'b', texts: { en: { title: 'x', body: 'y'.repeat(20_001) } } },
    { slug: 'b', texts: { en: { title: 'x\u202Ey', body: 'y' } } },
    { slug: 'b', texts: { ...texts, hi: { title: 'x', body: '' } } },
    { slug: 'b', position: 1.5 },
  ])
    expect((await send(given)).status, JSON.stringify(given).slice(0, 80)).toBe(422);
  const racing = await Promise.all([send({ slug: 'same' }), send({ slug: 'same' })]);
  expect(racing.map(({ status }) => status).toSorted()).toEqual([200, 422]);
});

test('an address stays once it was published, and only drafts are deleted', async () => {
  const item = await draft();
  await publish(item);
  const moved = await jane.post(`/v2/ops/content/${item.id}`, { version: 2, item: written({ slug: 'elsewhere' }) });
  expect(moved).toMatchObject({ status: 422, body: { errors: { slug: ['The address stays once it was published'] } } });
  expect(await jane.delete(`/v2/ops/content/${item.id}`)).toMatchObject({
    status: 409,
    body: { code: 'content_published' },
  });
  const other = await draft({ slug: 'other' });
  expect((await jane.delete(`/v2/ops/content/${other.id}`)).status).toBe(200);
  expect((await jane.get(`/v2/ops/content/${other.id}`)).status).toBe(404);
});

test('the list of operators filters by what visitors see and by words; the preview is what they will see', async () => {
  const now = Math.floor(Date.now() / 1000);
  await publish(await draft({ slug: 'live-one' }));
  await publish(await draft({ slug: 'later-one' }), { publish_at: now + 3_600 });
  await draft({ slug: 'draft-one', texts: { en: { title: '100% sure', body: 'x' } } });
  const found = async (query: string) => {
    const { body } = await jane.get<{ result: { id: number; name: string }[]; total: number }>(
      `/v2/ops/content?kind=announcement${query}`,
    );
    expect(body.total).toBe(body.result.length);
    return body.result.map(({ name }) => name);
  };
  expect(await found('')).toEqual(['100% sure', 'LTC is listed', 'LTC is listed']);
  expect(await found('&phase=live')).toHaveLength(1);
  expect(await found('&phase=scheduled')).toHaveLength(1);
  expect(await found('&phase=draft&search=0%25')).toEqual(['100% sure']);
  expect(await found('&search=later-o')).toEqual(['LTC is listed']);
  const preview = await jane.post('/v2/ops/content/preview', { text: '## Hello\n\n<i>x</i>' });
  expect(preview.body).toEqual({ html: '<h2>Hello</h2>\n<p>&lt;i&gt;x&lt;/i&gt;</p>' });
});

test('a body that another program has written is laid out by the rules of readers', async () => {
  const item = await draft();
  await publish(item);
  await api.parts.pool.query('UPDATE content_texts SET body = $2 WHERE item_id = $1', [
    item.id,
    '**now** <iframe srcdoc="<script>alert(1)</script>"></iframe>',
  ]);
  const body =
    '<p><strong>now</strong> &lt;iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"&gt;&lt;/iframe&gt;</p>';
  expect((await visible()).result).toMatchObject([{ body }]);
  expect((await api.call('GET', '/v2/announcements/ltc-listed')).body).toMatchObject({ body });
});
