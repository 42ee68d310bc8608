/** What search engines and previews of links, which run no script, learn from the HTML of the client's pages. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PageMetaFile, pageMetaFile } from '@pelican/shared/client-paths';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

const site = { title: 'Pelican', description: 'An exchange' };
const meta: PageMetaFile = {
  site: 'Pelican',
  languages: ['en', 'hi'],
  texts: { en: site, hi: site },
  pages: [
    { path: '/', index: true, texts: { en: site, hi: { title: 'पेलिकन', description: 'बाज़ार' } } },
    { path: '/home', canonical: '/', index: true, texts: { en: site, hi: site } },
    { path: '/trade', index: true, texts: { en: { title: 'Spot "live" <b>', description: 'Books' } } },
    {
      path: '/trade/:pair',
      index: true,
      market: { venue: 'spot', elsewhere: '/trade' },
      texts: { en: { title: 'Trade {{pair}}', description: 'The market {{pair}}' } },
    },
    { path: '/user/*', index: false },
    { path: '/not-found', index: false, texts: { en: { title: 'Page not found', description: '' } } },
  ],
};
const html = `<!doctype html><html lang="en" dir="ltr"><head>
    <!-- page: placeholder -->
    <title>Pelican</title>
    <!-- /page -->
</head><body></body></html>`;

let api: TestApi;
let webDist: string;

beforeAll(async () => {
  webDist = await mkdtemp(join(tmpdir(), 'pelican-web-'));
  await writeFile(join(webDist, 'index.html'), html);
  await writeFile(join(webDist, pageMetaFile), JSON.stringify(meta));
  api = await startTestApi({
    WEB_DIST: webDist,
    PUBLIC_URL: 'https://exchange.test',
    SITE_LINKS: 'telegram=https://t.me/exchange, android=https://play.test/app?id=1, blog=https://blog.test',
  });
}, 60_000);
afterAll(async () => {
  await api.close();
  await rm(webDist, { recursive: true });
});

const get = (url: string) => api.app.inject({ url });

it('each page has its own title, description and addresses, in the language of its path', async () => {
  const { body } = await get('/hi');
  expect(body).toContain('<html lang="hi"');
  expect(body).toContain('<title>पेलिकन</title>');
  expect(body).toContain('<meta property="og:title" content="पेलिकन" />');
  expect(body).toContain('<link rel="canonical" href="https://exchange.test/hi" />');
  expect(body).toContain('<link rel="alternate" hreflang="en" href="https://exchange.test/" />');
  expect(body).toContain('<link rel="alternate" hreflang="x-default" href="https://exchange.test/" />');
  expect((await get('/home?from=mail')).body).toContain('<link rel="canonical" href="https://exchange.test/" />');
  // Capitals, and codes before the one that counts, as the client reads them.
  for (const path of ['/HI', '/fr/hi', '/en/hi/', '/hi/fr'])
    expect((await get(path)).body, path).toContain('<html lang="hi"');
  // What is not supported is no part of the path: the client takes it away.
  expect((await get('/fr/de/home')).statusCode).toBe(200);
  expect((await get('/fr/home')).body).toContain('<link rel="canonical" href="https://exchange.test/" />');
});

it('a listed pair is named; any other is answered as the page where the client leads', async () => {
  const listed = await get('/trade/BTC_USDT');
  expect(listed.body).toContain('<title>Trade BTC_USDT</title>');
  expect(listed.body).toContain('href="https://exchange.test/trade/BTC_USDT"');
  for (const pair of ['GIFT_CODE', encodeURIComponent('"><script>')]) {
    const { statusCode, body } = await get(`/trade/${pair}`);
    expect(statusCode).toBe(200);
    expect(body).toContain('<title>Spot &quot;live&quot; &lt;b&gt;</title>');
    expect(body).toContain('<link rel="canonical" href="https://exchange.test/trade" />');
    expect(body).not.toMatch(/GIFT|script>/);
  }
});

it('private pages are not for search engines', async () => {
  const { statusCode, body } = await get('/user/wallet-list');
  expect(statusCode).toBe(200);
  expect(body).toContain('<meta name="robots" content="noindex" />');
  expect(body).not.toContain('canonical');
});

it('an address that is no page is answered with 404 and the page that says so', async () => {
  for (const path of ['/nowhere', '/hi/nowhere', '/trade/BTC_USDT/x']) {
    const { statusCode, headers, body } = await get(path);
    expect(statusCode).toBe(404);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(body).toContain('<title>Page not found</title>');
    expect(body).not.toContain('<script');
  }
  for (const path of ['/v2/nowhere', '/sandbox/nowhere/at/all'])
    expect((await get(path)).json(), path).toMatchObject({ code: 'not_found' });
  expect((await get(`/${pageMetaFile}`)).statusCode).toBe(404);
});

it('the sitemap lists pages and markets in each language, and robots.txt leads to it', async () => {
  const { headers, body } = await get('/sitemap.xml');
  expect(headers['content-type']).toMatch(/^application\/xml/);
  // What is taken down is named for a minute at most.
  expect(headers['cache-control']).toBe('public, max-age=60');
  const again = await api.app.inject({ url: '/sitemap.xml', headers: { 'if-none-match': String(headers.etag) } });
  expect(again.statusCode).toBe(304);
  expect(body).toContain('<loc>https://exchange.test/</loc>');
  expect(body).toContain('<loc>https://exchange.test/hi/trade/BTC_USDT</loc>');
  expect(body).not.toMatch(/home|user|not-found|:pair/);
  expect((await get('/robots.txt')).body).toContain('Sitemap: https://exchange.test/sitemap.xml');
});

it('a hidden language is no language: its addresses are those of English, and nothing names it', async () => {
  const setHidden = async (hidden: string[]) => {
    await api.parts.pool.query(
      `INSERT INTO system_flags (key, value, updated_by) VALUES ('languages', $1, 'jane')
        ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      [JSON.stringify({ hidden })],
    );
    const isSeen = async () => (await get('/')).body.includes('hidden-languages') === hidden.length > 0;
    await until(`hidden: ${hidden.join()}`, isSeen, 5_000);
  };
  expect((await get('/hi')).body).toContain('<html lang="hi"');
  await setHidden(['hi']);
  const { body, statusCode } = await get('/hi');
  expect(statusCode).toBe(200);
  expect(body).toContain('<html lang="en"');
  expect(body).toContain('<link rel="canonical" href="https://exchange.test/" />');
  expect(body).toContain('<meta name="hidden-languages" content="hi" />');
  expect(body).not.toContain('hreflang="hi"');
  expect((await get('/hi/nowhere')).statusCode).toBe(404);
  expect((await get('/sitemap.xml')).body).not.toContain('exchange.test/hi');
  await setHidden([]);
  expect((await get('/hi')).body).toContain('<html lang="hi"');
});

it('a host that is for referrals leads to the same page or file of the main host, whatever it is called', async () => {
  const paths = ['/hi/trade/BTC_USDT?code=R1', '/', '/index.html', '/index%2ehtml', '/robots.txt', '/sitemap.xml'];
  for (const host of ['ref.exchange.test', 'ref.elsewhere.test'])
    for (const url of paths) {
      const { statusCode, headers } = await api.app.inject({ url, headers: { host } });
      expect({ statusCode, location: headers.location }, url).toEqual({
        statusCode: 302,
        location: `https://exchange.test${url}`,
      });
    }
  // Calls are the same on every host.
  const { statusCode } = await api.app.inject({ url: '/systemParams', headers: { host: 'ref.exchange.test' } });
  expect(statusCode).toBe(200);
});

it('links to pages elsewhere are the deployment’s', async () => {
  const { body } = await api.call('GET', '/systemParams');
  expect(body).toMatchObject({
    social_links: { telegram: 'https://t.me/exchange' },
    app_links: { android: 'https://play.test/app?id=1' },
    blog_link: 'https://blog.test',
  });
});

it('a new build is answered without a new process', async () => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  await writeFile(join(webDist, 'index.html'), html.replace('<body>', '<body class="new">'));
  expect((await get('/')).body).toContain('class="new"');
});
