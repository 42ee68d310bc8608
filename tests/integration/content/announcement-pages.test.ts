/** The pages of announcements as the server sends them: for search engines and previews of links, which run no script. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PageMetaFile, pageMetaFile } from '@pelican/shared/client-paths';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { signUpOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

const list = { title: 'Announcements | Pelican', description: 'What is new' };
const meta: PageMetaFile = {
  site: 'Pelican',
  languages: ['en', 'hi', 'ta'],
  texts: { en: list },
  pages: [
    { path: '/announcement/:slug', index: true, item: 'announcement', texts: { en: list } },
    { path: '/not-found', index: false, texts: { en: { title: 'Page not found', description: '' } } },
  ],
};
const item = {
  kind: 'announcement',
  slug: 'ltc-listed',
  category: 'listing',
  texts: {
    en: { title: 'LTC is listed', body: '# When\n\nTrade **LTC** [now](/trade/LTC_USDT).' },
    hi: { title: 'LTC सूचीबद्ध', body: 'अब ट्रेड करें।' },
  },
};

let api: TestApi;
let jane: TestUser;
let webDist: string;

beforeAll(async () => {
  webDist = await mkdtemp(join(tmpdir(), 'pelican-announcements-'));
  await writeFile(join(webDist, 'index.html'), '<html lang="en"><head><!-- page: x --><!-- /page --></head></html>');
  await writeFile(join(webDist, pageMetaFile), JSON.stringify(meta));
  api = await startTestApi({ WEB_DIST: webDist, PUBLIC_URL: 'https://exchange.test' });
  jane = await signUpOperator(api, 'jane', ['content']);
}, 60_000);
afterAll(async () => {
  await api.close();
  await rm(webDist, { recursive: true });
});

const get = (url: string) => api.app.inject({ url });
const titled = (path: string, title: string) =>
  until(`${path}: ${title}`, async () => (await get(path)).body.includes(`<title>${title} | Pelican</title>`), 10_000);

test('while nobody can know whether there is one, search engines are to come again', async () => {
  const query = vi.spyOn(api.parts.readPools.public, 'query').mockRejectedValue(new Error('no connection') as never);
  const { statusCode, headers, body } = await get('/announcement/ltc-listed');
  query.mockRestore();
  expect([statusCode, headers['retry-after'], headers['content-type']]).toEqual([
    503,
    '10',
    'text/html; charset=utf-8',
  ]);
  expect(body).toContain(`<title>${list.title}</title>`);
});

test('an announcement has a page of its own while visitors see it', async () => {
  const { id } = (await jane.post<{ content: { id: number } }>('/v2/ops/content', item)).body.content;
  const set = (version: number, state: string) =>
    jane.post(`/v2/ops/content/${id}/state`, { version, state, reason: 'test' });
  const path = '/announcement/ltc-listed';
  const address = `https://exchange.test${path}`;
  expect((await get(path)).statusCode).toBe(404);
  expect((await get('/sitemap.xml')).body).not.toContain(address);

  await set(1, 'published');
  await titled(path, 'LTC is listed');
  const { statusCode, body } = await get(path);
  expect(statusCode).toBe(200);
  expect(body).toContain('<meta name="description" content="Trade LTC now." />');
  expect(body).toContain(`<link rel="canonical" href="${address}" />`);
  expect(body).toContain(`<link rel="alternate" hreflang="hi" href="https://exchange.test/hi${path}" />`);
  await titled(`/hi${path}`, 'LTC सूचीबद्ध');
  // A language that it is not written in has the English text, as the page has.
  await titled(`/ta${path}`, 'LTC is listed');
  const sitemap = (await get('/sitemap.xml')).body;
  for (const prefix of ['', '/hi', '/ta'])
    expect(sitemap).toContain(`<loc>https://exchange.test${prefix}${path}</loc>`);

  const changed = { ...item, texts: { en: { title: 'LTC is listed today', body: 'Now.' } } };
  expect(await jane.post(`/v2/ops/content/${id}`, { version: 2, item: changed })).toMatchObject({ status: 200 });
  await titled(path, 'LTC is listed today');

  await set(3, 'hidden');
  await until('it is hidden', async () => (await get(path)).statusCode === 404, 10_000);
  expect((await get(path)).body).toContain('<title>Page not found</title>');
  expect((await get('/sitemap.xml')).body).not.toContain(address);
});
