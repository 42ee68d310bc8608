import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PageMetaFile, pageMetaFile } from '@pelican/shared/client-paths';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ClientSite, PublishedItems, VisitedItem } from './page-head.ts';
import { createPageRenderer } from './page-html.ts';

const ofSite = { title: 'Pelican', description: 'An exchange' };
const ofList = { title: 'Announcements | Pelican', description: 'What is new' };
const meta: PageMetaFile = {
  site: 'Pelican',
  languages: ['en', 'hi'],
  texts: { en: ofSite, hi: ofSite },
  pages: [
    { path: '/announcement', index: true, texts: { en: ofList, hi: ofList } },
    { path: '/announcement/:slug', index: true, item: 'announcement', texts: { en: ofList, hi: ofList } },
    {
      path: '/log-out',
      index: false,
      unlisted: true,
      texts: { en: { title: 'Sign out | Pelican', description: 'The way out' } },
    },
    { path: '/not-found', index: false, texts: { en: { title: 'Page not found', description: '' } } },
  ],
};
const noTexts = async () => undefined;
const html = '<!doctype html><html lang="en" dir="ltr"><head><!-- page: x --><!-- /page --></head></html>';

let webDist: string;
let announcements: PublishedItems;

beforeAll(async () => {
  webDist = await mkdtemp(join(tmpdir(), 'pelican-pages-'));
  await writeFile(join(webDist, 'index.html'), html);
  await writeFile(join(webDist, pageMetaFile), JSON.stringify(meta));
});
afterAll(() => rm(webDist, { recursive: true }));

const pages = (folder = webDist) =>
  createPageRenderer({
    webDist: folder,
    publicUrl: 'https://exchange.test',
    markets: () => [],
    announcements,
    hiddenLanguages: () => [],
    supportWidget: null,
    changedTexts: async () => ({ version: '', texts: new Map() }),
  } satisfies ClientSite);

async function read(renderer: ReturnType<typeof pages>, path: string) {
  const { status, plain } = await renderer.render(path, '192.0.2.1');
  return { status, text: plain.toString() };
}

test('what is published has texts and an address of its own, written as text whatever is in it', async () => {
  let version = 1;
  let title = '$& {{pair}} <b>"LTC"</b>';
  announcements = {
    slugs: async () => ['ltc-listed'],
    version: async (slug) => (slug === 'ltc-listed' ? version : undefined),
    texts: async ({ language }) => ({ title, description: `of ${language}` }),
  };
  const renderer = pages();
  const first = await read(renderer, '/hi/announcement/ltc-listed');
  expect(first.status).toBe(200);
  for (const line of [
    '<title>$&amp; {{pair}} &lt;b&gt;&quot;LTC&quot;&lt;/b&gt; | Pelican</title>',
    '<meta name="description" content="of hi" />',
    '<meta property="og:type" content="article" />',
    '<meta property="og:description" content="of hi" />',
    '<meta property="og:url" content="https://exchange.test/hi/announcement/ltc-listed" />',
    '<link rel="canonical" href="https://exchange.test/hi/announcement/ltc-listed" />',
    '<link rel="alternate" hreflang="en" href="https://exchange.test/announcement/ltc-listed" />',
    '<link rel="alternate" hreflang="x-default" href="https://exchange.test/announcement/ltc-listed" />',
  ])
    expect(first.text).toContain(line);
  expect((await read(renderer, '/announcement')).text).toContain('<meta property="og:type" content="website" />');
  [version, title] = [2, 'LTC is listed'];
  expect((await read(renderer, '/hi/announcement/ltc-listed')).text).toContain(
    '<title>LTC is listed | Pelican</title>',
  );
});

test('a page that search engines do not list says so, and has its languages', async () => {
  const { status, text } = await read(pages(), '/log-out');
  expect(status).toBe(200);
  for (const line of [
    '<title>Sign out | Pelican</title>',
    '<meta name="description" content="The way out" />',
    '<meta name="robots" content="noindex" />',
    '<link rel="alternate" hreflang="hi" href="https://exchange.test/hi/log-out" />',
  ])
    expect(text).toContain(line);
  expect(await pages().sitemap()).not.toContain('log-out');
});

test.each(['/fil/log-out', '/pt-BR/log-out', '/zh-tw/FIL/log-out'])('%s is answered in English', async (path) => {
  const { status, text } = await read(pages(), path);
  expect(status).toBe(200);
  expect(text).toContain('<html lang="en"');
});

test('what visitors do not see is no page', async () => {
  announcements = { slugs: async () => [], version: async () => undefined, texts: noTexts };
  for (const path of ['/announcement/gone', '/hi/announcement/gone']) {
    const { status, text } = await read(pages(), path);
    expect(status).toBe(404);
    expect(text).toContain('<title>Page not found</title>');
    expect(text).toContain('content="noindex"');
    expect(text).not.toMatch(/gone|canonical/);
  }
});

test('while they cannot be read search engines are to come again, and a browser has the client', async () => {
  announcements = { slugs: async () => [], version: async () => 'unavailable', texts: noTexts };
  const renderer = pages();
  const { status, text } = await read(renderer, '/announcement/perhaps');
  expect(status).toBe(503);
  expect(text).toContain('<title>Announcements | Pelican</title>');
  expect(text).not.toMatch(/perhaps|canonical/);
  announcements.version = async () => 1;
  announcements.texts = async () => 'unavailable';
  const unread = await read(renderer, '/announcement/perhaps');
  expect(unread).toEqual({ status: 503, text });
  announcements.texts = async () => ({ title: 'LTC is listed', description: '' });
  expect((await read(renderer, '/announcement/perhaps')).status).toBe(200);
});

test('the text of an item is read when its page is made, and not for who comes later', async () => {
  const asked: VisitedItem[] = [];
  const bothHaveAsked = Promise.withResolvers<void>();
  let version = 1;
  announcements = {
    slugs: async () => [],
    version: async () => version,
    async texts(item) {
      // Both of the beginning ask before the first one has an answer.
      if (asked.push(item) === 2) bothHaveAsked.resolve();
      await bothHaveAsked.promise;
      return { title: 'LTC is listed', description: '' };
    },
  };
  const renderer = pages();
  const visit = (ip: string) => renderer.render('/hi/announcement/ltc-listed', ip);
  const [first, second] = await Promise.all([visit('192.0.2.1'), visit('192.0.2.2')]);
  expect(second).toBe(first);
  expect(await visit('192.0.2.3')).toBe(first);
  const item = { slug: 'ltc-listed', version: 1, language: 'hi' };
  expect(asked).toEqual([
    { ...item, ip: '192.0.2.1' },
    { ...item, ip: '192.0.2.2' },
  ]);
  version = 2;
  expect(await visit('192.0.2.3')).not.toBe(first);
  expect(asked[2]).toEqual({ ...item, version: 2, ip: '192.0.2.3' });
});

test('an item that is hidden before its text is read is no page', async () => {
  announcements = { slugs: async () => [], version: async () => 1, texts: async () => undefined };
  expect((await read(pages(), '/announcement/gone')).status).toBe(404);
});

test('the sitemap has each that visitors see, in each language', async () => {
  announcements = { slugs: async () => ['ltc-listed', 'fees-fall'], version: async () => undefined, texts: noTexts };
  const sitemap = await pages().sitemap();
  expect([...sitemap.matchAll(/<loc>https:\/\/exchange\.test(.*?)<\/loc>/g)].map(([, path]) => path)).toEqual([
    '/announcement',
    '/hi/announcement',
    '/announcement/ltc-listed',
    '/hi/announcement/ltc-listed',
    '/announcement/fees-fall',
    '/hi/announcement/fees-fall',
  ]);
});

test('a page names the files of its own code behind those of every page', async () => {
  const files = { scripts: ['assets/market-1.js'], styles: ['assets/market-1.css'] };
  const folder = await mkdtemp(join(tmpdir(), 'pelican-pages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const ofEveryPage = '<link rel="modulepreload" href="/assets/framework.js">';
  await writeFile(join(folder, 'index.html'), html.replace('</head>', `${ofEveryPage}</head>`));
  const market = { path: '/market', index: false, files };
  await writeFile(
    join(folder, pageMetaFile),
    JSON.stringify({
      ...meta,
      translations: { scripts: ['assets/translations-1.js'], styles: [] },
      pages: [...meta.pages, market],
    }),
  );
  const own =
    '<link rel="preload" as="style" crossorigin href="/assets/market-1.css" />\n    ' +
    '<link rel="modulepreload" crossorigin href="/assets/market-1.js" />';
  const renderer = pages(folder);
  expect((await read(renderer, '/market')).text).toContain(`${ofEveryPage}${own}</head>`);
  const ofTexts = '<link rel="modulepreload" crossorigin href="/assets/translations-1.js" />';
  expect((await read(renderer, '/market')).text).not.toContain(ofTexts);
  expect((await read(renderer, '/hi/market')).text).toContain(ofTexts);
  expect((await read(renderer, '/not-found')).text).toContain(`${ofEveryPage}</head>`);
});

test('a build whose table of pages is written after its HTML is read again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pelican-pages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'index.html'), html);
  await writeFile(join(folder, pageMetaFile), JSON.stringify(meta));
  const renderer = pages(folder);
  expect((await read(renderer, '/market')).status).toBe(404);
  const changed = JSON.stringify({ ...meta, pages: [...meta.pages, { path: '/market', index: false }] });
  await writeFile(join(folder, pageMetaFile), changed);
  await utimes(join(folder, pageMetaFile), new Date(), new Date(Date.now() + 5_000));
  expect((await read(renderer, '/market')).status).toBe(200);
});
