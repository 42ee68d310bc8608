/** What everybody reads alike comes once, and then again only when it is another one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { declaredCalls } from '../../support/declared-calls.ts';
import { signUpOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  const jane = await signUpOperator(api, 'jane', ['content']);
  const item = {
    kind: 'announcement',
    slug: 'open',
    category: 'rules',
    texts: { en: { title: 'Open', body: 'Now.' } },
  };
  const { content } = (await jane.post<{ content: { id: number } }>('/v2/ops/content', item)).body;
  await jane.post(`/v2/ops/content/${content.id}/state`, { version: 1, state: 'published', reason: 'test' });
}, 60_000);
afterAll(() => api.close());

const get = (url: string, known?: string) =>
  api.app.inject({ url, headers: known === undefined ? {} : { 'if-none-match': known } });

const wanted = [
  '/v2/announcements',
  '/v2/announcements/open',
  '/v2/listing-cards',
  '/v2/banners',
  '/v2/front_page/partners',
  '/v2/front_page/currencies',
  '/v2/front_page/news',
  '/v2/front_page/digest',
  '/v2/tweets',
  '/getCountryList',
];

test.each(wanted)('%s', async (url) => {
  const { statusCode, headers, body } = await get(url);
  expect(statusCode).toBe(200);
  expect(headers['cache-control']).toMatch(/^public, max-age=\d+$/);
  expect(body).not.toBe('');
  const again = await get(url, String(headers.etag));
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('every call that is declared so is among them, and is open to everybody', async () => {
  const calls = await declaredCalls();
  const cacheable = calls.filter(([, { maxAgeSeconds }]) => maxAgeSeconds !== undefined);
  expect(cacheable.map(([name]) => name.replace('GET ', '').replace(':slug', 'open')).toSorted()).toEqual(
    wanted.toSorted(),
  );
  expect(cacheable.filter(([, { access }]) => access !== 'open')).toEqual([]);
});

test('a change is another answer, and what is gone is not cacheable', async () => {
  const list = '/v2/announcements?lang=en';
  const etag = String((await get(list)).headers.etag);
  await api.parts.pool.query(`UPDATE content_items SET state = 'hidden'`);
  expect((await get(list, etag)).statusCode).toBe(200);
  const gone = await get('/v2/announcements/open', '*');
  expect([gone.statusCode, gone.headers['cache-control'], gone.headers.etag]).toEqual([404, 'no-store', undefined]);
});
