/** What the front page shows: written by operators, seen by everybody, each band by itself. */
import type { MarketListItem } from '@pelican/shared/contracts/markets';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { listFrontCurrencies } from '../../../apps/api/src/modules/content/front-currencies.ts';
import { sendForm } from '../../support/kyc.ts';
import { signUpOperator } from '../../support/operators.ts';
import { jpegOf, jpegWithExif, pngOf } from '../../support/sample-files.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let alice: TestUser;
let jane: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  alice = await api.signUp('alice@test.local');
  jane = await signUpOperator(api, 'jane', ['content']);
});
afterAll(() => api.close());
beforeEach(() => api.parts.pool.query('TRUNCATE content_items CASCADE'));

const named = (title: string) => ({ en: { title, body: '' } });
const items = {
  partner: { kind: 'partner', link: 'https://partner.example/', image: '', texts: named('Partner') },
  news: { kind: 'news', link: 'https://news.example/1', image: '', texts: named('News') },
  digest: { kind: 'digest', texts: { en: { title: 'Week 48', body: '**Up** [x](javascript:alert(1))' } } },
  event: { kind: 'event', places: 20, start_time: 1_900_000_000, link: '/market', texts: named('Meeting') },
  tweet: { kind: 'tweet', link: '', texts: { en: { title: '@pelican', body: 'Hello <b>you</b>' } } },
  front_currency: { kind: 'front_currency', pair: 'ETH_BTC', texts: named('ETH_BTC') },
  banner: { kind: 'banner', level: 'warning', areas: ['spot'], link: '/fee-schedule', texts: named('New fees') },
};

async function publish(item: object, given: object = {}): Promise<number> {
  const { status, body } = await jane.post<{ content: { id: number } }>('/v2/ops/content', item);
  expect(status, JSON.stringify(body)).toBe(200);
  const { id } = body.content;
  const state = { version: 1, state: 'published', reason: 'ready', ...given };
  expect((await jane.post(`/v2/ops/content/${id}/state`, state)).status).toBe(200);
  return id;
}

// biome-ignore lint/suspicious/noExplicitAny: tests compare whole answers
const read = async (path: string) => (await api.call<any>('GET', path)).body;

test('bands are empty before anything is published, and full afterwards', async () => {
  for (const path of ['/v2/front_page/partners', '/v2/front_page/news', '/v2/tweets'])
    expect(await read(path)).toEqual({ result: [] });
  expect(await read('/v2/front_page/digest')).toEqual({ result: [], events: [] });
  for (const item of Object.values(items)) await publish(item);
  expect((await read('/v2/front_page/partners')).result).toMatchObject([
    { name: 'Partner', image: null, link: 'https://partner.example/' },
  ]);
  expect((await read('/v2/front_page/news')).result).toMatchObject([
    { title: 'News', image: null, link: 'https://news.example/1', lang: 'en' },
  ]);
  expect(await read('/v2/front_page/digest')).toMatchObject({
    result: [{ title: 'Week 48', text: '<p><strong>Up</strong> [x](javascript:alert(1))</p>' }],
    events: [
      { title: 'Meeting', places: 20, start_time: 1_900_000_000, condition: 'No condition yet.', link: '/market' },
    ],
  });
  expect((await read('/v2/tweets')).result).toMatchObject([
    { text: 'Hello <b>you</b>', author: '@pelican', link: null },
  ]);
  const { headers } = await api.call('GET', '/v2/tweets');
  expect(headers['cache-control']).toBe('public, max-age=5');
});

test('markets are those that operators chose and that are open, or those of most turnover', async () => {
  const all = (await read('/v2/front_page/currencies')).result;
  expect(all.length).toBeGreaterThan(0);
  expect(all.length).toBeLessThanOrEqual(6);
  expect(all[0]).toMatchObject({ place: 1, klineData: expect.any(Array), price: expect.any(String) });
  await publish({ ...items.front_currency, position: 2 });
  await publish({ ...items.front_currency, pair: 'BTC_USDT', position: 1 });
  await publish({ ...items.front_currency, pair: 'NEVER_USDT' });
  const chosen = (await read('/v2/front_page/currencies')).result as { name: string; place: number }[];
  expect(chosen.map(({ name, place }) => [name, place])).toEqual([
    ['BTC_USDT', 1],
    ['ETH_BTC', 2],
  ]);
  const { marketList } = (await api.call('GET', '/v2/market-list')).body as {
    marketList: { result: MarketListItem[] };
  };
  const halting = marketList.result.map((market) =>
    market.name === 'BTC_USDT' ? { ...market, status: 'cancelOnly' as const } : market,
  );
  const { result } = await listFrontCurrencies(api.parts.pool, { error: () => undefined }, halting);
  expect(result.map(({ name }) => name)).toEqual(['ETH_BTC']);
});

test('each text is in the wanted language or in English, and appears and ends by the clock', async () => {
  const hi = { title: 'साझेदार', body: '' };
  await publish({ ...items.partner, texts: { ...items.partner.texts, hi } });
  await publish({ ...items.partner, position: 5 });
  const names = async () =>
    ((await read('/v2/front_page/partners?lang=hi')).result as { name: string }[]).map(({ name }) => name);
  expect(await names()).toEqual(['साझेदार', 'Partner']);
  const now = Math.floor(Date.now() / 1000);
  await publish({ ...items.tweet }, { publish_at: now + 3_600, end_at: now + 7_200 });
  const count = async () => (await read('/v2/tweets')).result.length;
  expect(await count()).toBe(0);
  const shift = () =>
    api.parts.pool.query(
      `UPDATE content_items SET publish_at = publish_at - interval '3700 s', end_at = end_at - interval '3700 s' WHERE kind = 'tweet'`,
    );
  await shift();
  expect(await count()).toBe(1);
  await shift();
  expect(await count()).toBe(0);
});

test('banners stand above pages while their time is, in a reader’s language, and a changed one is another version', async () => {
  const banners = async (lang = 'en') => (await read(`/v2/banners?lang=${lang}`)).result;
  expect((await api.call('GET', '/v2/ops/content?kind=banner')).status).toBe(401);
  expect((await alice.post('/v2/ops/content', items.banner)).status).toBe(403);
  const texts = { en: { title: 'New fees', body: 'From Monday.' }, hi: { title: 'नई फ़ीस', body: '' } };
  const id = await publish({ ...items.banner, texts, position: 2 });
  await publish({ ...items.banner, texts: named('Everywhere'), areas: [], link: '', position: 1 });
  await publish(items.banner, { publish_at: Math.floor(Date.now() / 1000) + 3_600 });
  expect(await banners()).toMatchObject([
    { title: 'Everywhere', areas: [], link: null },
    {
      id,
      version: 2,
      level: 'warning',
      areas: ['spot'],
      title: 'New fees',
      text: 'From Monday.',
      link: '/fee-schedule',
    },
  ]);
  expect((await banners('hi'))[1]).toMatchObject({ title: 'नई फ़ीस', text: '', lang: 'hi' });
  const item = { ...items.banner, level: 'info', position: 2 };
  expect((await jane.post(`/v2/ops/content/${id}`, { version: 2, item })).status).toBe(200);
  // All callers of two seconds share a read.
  const later = { timeout: 20_000 };
  await expect.poll(async () => (await banners())[1], later).toMatchObject({ id, version: 3, level: 'info' });
  const hidden = { version: 3, state: 'hidden', reason: 'over' };
  expect((await jane.post(`/v2/ops/content/${id}/state`, hidden)).status).toBe(200);
  await expect.poll(() => banners(), later).toHaveLength(1);
}, 60_000);

test('pages that ask for banners share a query, and ten of one area keep none of another from its pages', async () => {
  for (let position = 1; position <= 10; position++) await publish({ ...items.banner, position });
  await publish({ ...items.banner, texts: named('Of the wallet'), areas: ['wallet'], position: 11 });
  const titles = async () =>
    (await read('/v2/banners?lang=en')).result.map(({ title }: { title: string }) => title) as string[];
  await expect.poll(titles, { timeout: 20_000 }).toContain('Of the wallet');
  const query = vi.spyOn(api.parts.readPools.public, 'query');
  const start = Date.now();
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => read('/v2/banners?lang=en')));
  expect(answers.every(({ result }) => result.length >= 11)).toBe(true);
  expect(query.mock.calls.length).toBeLessThanOrEqual(1 + (Date.now() - start) / 2_000);
  query.mockRestore();
}, 60_000);

test('a row that another program has written drops itself alone, and an operator still sees it', async () => {
  const bad = await publish(items.news);
  await publish({ ...items.news, texts: named('Sound') });
  await api.parts.pool.query(`UPDATE content_items SET facts = '{"link": "javascript:alert(1)"}' WHERE id = $1`, [bad]);
  const { result } = await read('/v2/front_page/news');
  expect(result).toMatchObject([{ title: 'Sound' }]);
  expect(await jane.get(`/v2/ops/content/${bad}`)).toMatchObject({ status: 200, body: { item: { kind: 'news' } } });
});

test('what is no safe link, number, time or text is refused', async () => {
  for (const item of [
    ...['javascript:alert(1)', 'http://x.example', '//evil.example', '/\\evil.example', 'data:text/html,x', ''].map(
      (link) => ({ ...items.news, link }),
    ),
    { ...items.partner, link: 'https://user:secret@x.example' },
    { ...items.partner, image: 'x'.repeat(64) },
    { ...items.partner, image: 'a'.repeat(64) },
    { ...items.partner, texts: { en: { title: 'x', body: 'a partner has no text' } } },
    { ...items.event, places: -1 },
    { ...items.event, start_time: 1.5 },
    { ...items.event, start_time: undefined },
    { ...items.tweet, texts: { en: { title: 'x', body: 'y'.repeat(501) } } },
    { ...items.tweet, texts: { en: { title: 'x', body: '' } } },
    { ...items.front_currency, pair: 'BTC/USDT' },
    ...['https://elsewhere.example/', '//evil.example', 'javascript:alert(1)'].map((link) => ({
      ...items.banner,
      link,
    })),
    { ...items.banner, level: 'loud' },
    { ...items.banner, areas: ['everywhere'] },
  ])
    expect((await jane.post('/v2/ops/content', item)).status, JSON.stringify(item).slice(0, 90)).toBe(422);
});

const imagesPath = '/v2/ops/content/images';
const send = (who: TestUser, fields: Record<string, Buffer | string>) =>
  sendForm<{ image: string; width: number; height: number; errors: object }>(api, who, imagesPath, fields);

test('a picture is encoded anew, named by its bytes, and shown with what names it', async () => {
  const { status, body } = await send(jane, { file: await jpegWithExif('Somewhere 51.5 N') });
  expect(status).toBe(200);
  expect(body.image).toMatch(/^[0-9a-f]{64}$/);
  const answer = await api.app.inject(`/v2/content/images/${body.image}`);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  const bytes = answer.rawPayload;
  expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
  expect(bytes.includes('Somewhere')).toBe(false);
  await publish({ ...items.partner, image: body.image });
  expect((await read('/v2/front_page/partners')).result).toMatchObject([{ image: `/v2/content/images/${body.image}` }]);
  expect((await api.call('GET', `/v2/content/images/${'a'.repeat(64)}`)).status).toBe(404);
  expect((await api.call('GET', '/v2/content/images/..%2Fx')).status).toBe(422);
});

test('a large picture becomes small, and the same one again is the same', async () => {
  const file = await pngOf(2_000, 1_000);
  const first = await send(jane, { file });
  expect(first.body).toMatchObject({ width: 1_600, height: 800 });
  expect((await send(jane, { file })).body).toEqual(first.body);
});

test('what is no picture, too large, or sent by somebody else is refused', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  expect(await send(jane, { file: svg })).toMatchObject({ status: 422, body: { errors: { file: expect.anything() } } });
  const large = Buffer.concat([await jpegOf(60, 40), Buffer.alloc(2_000_000)]);
  expect(await send(jane, { file: large })).toMatchObject({
    status: 422,
    body: { errors: { file: ['File size is too big. Size should be maximum 2 MB'] } },
  });
  expect((await send(jane, { file: Buffer.alloc(3_000_000) })).status).toBe(413);
  expect((await send(jane, { note: 'no file' })).status).toBe(422);
  expect((await send(alice, { file: await jpegOf(60, 40) })).status).toBe(403);
});
