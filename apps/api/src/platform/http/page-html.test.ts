import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PageMetaFile, pageMetaFile } from '@pelican/shared/client-paths';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ClientSite, PublishedItems } from './page-head.ts';
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
    { path: '/not-found', index: false, texts: { en: { title: 'Page not found', description: '' } } },
  ],
};
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
  const { status, plain } = await renderer.render(path);
  return { status, text: plain.toString() };
}

test('what is published has texts and an address of its own, written as text whatever is in it', async () => {
  let version = 1;
  let title = '$& {{pair}} <b>"LTC"</b>';
  announcements = {
    slugs: async () => ['ltc-listed'],
    find: async (slug, language) =>
      slug === 'ltc-listed' ? { version, texts: { title, description: `of ${language}` } } : undefined,
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

test('what visitors do not see is no page', async () => {
  announcements = { slugs: async () => [], find: async () => undefined };
  for (const path of ['/announcement/gone', '/hi/announcement/gone']) {
    const { status, text } = await read(pages(), path);
    expect(status).toBe(404);
    expect(text).toContain('<title>Page not found</title>');
    expect(text).toContain('content="noindex"');
    expect(text).not.toMatch(/gone|canonical/);
  }
});

test('while they cannot be read search engines are to come again, and a browser has the client', async () => {
  announcements = { slugs: async () => [], find: async () => 'unavailable' };
  const renderer = pages();
  const { status, text } = await read(renderer, '/announcement/perhaps');
  expect(status).toBe(503);
  expect(text).toContain('<title>Announcements | Pelican</title>');
  expect(text).not.toMatch(/perhaps|canonical/);
  announcements.find = async () => ({ version: 1, texts: { title: 'LTC is listed', description: '' } });
  expect((await read(renderer, '/announcement/perhaps')).status).toBe(200);
});

test('the sitemap has each that visitors see, in each language', async () => {
  announcements = { slugs: async () => ['ltc-listed', 'fees-fall'], find: async () => undefined };
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
  await writeFile(join(folder, pageMetaFile), JSON.stringify({ ...meta, pages: [...meta.pages, market] }));
  const own =
    '<link rel="preload" as="style" crossorigin href="/assets/market-1.css" />\n    ' +
    '<link rel="modulepreload" crossorigin href="/assets/market-1.js" />';
  const renderer = pages(folder);
  expect((await read(renderer, '/hi/market')).text).toContain(`${ofEveryPage}${own}</head>`);
  expect((await read(renderer, '/not-found')).text).toContain(`${ofEveryPage}</head>`);
});
