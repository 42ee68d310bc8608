/** The news feed: what of a stranger's answer reaches the front page, and what stays when it fails. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contentJobs } from '@pelican/api/src/modules/content/index.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(() => api.parts.pool.query('DELETE FROM news_feed'));

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Runs the job once against a feed that answers so. */
async function fetchFrom(answer: RequestListener): Promise<void> {
  const started = createServer(answer).listen(0, '127.0.0.1');
  server = started;
  await new Promise((resolve) => started.once('listening', resolve));
  await runJob(`http://127.0.0.1:${(started.address() as AddressInfo).port}/feed`);
}

async function runJob(newsFeedUrl: string | undefined): Promise<void> {
  const [job] = contentJobs({ pool: api.parts.pool, newsFeedUrl });
  if (job?.kind !== 'interval') throw new Error('the feed is read at an interval');
  await job.work(new AbortController().signal);
}

interface Shown {
  title: string;
  link: string;
  image: string | null;
  date: number;
}
const shown = async () => (await api.call<{ result: Shown[] }>('GET', '/v2/front_page/news')).body.result;
const says =
  (body: unknown): RequestListener =>
  (_, response) =>
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
const good = { title: 'Good', link: 'https://news.example/good', date: 1_700_000_000 };

test('a list, JSON Feed, and a JSON string of either', async () => {
  await fetchFrom(says([good]));
  expect(await shown()).toEqual([
    { id: expect.any(String), title: 'Good', link: good.link, image: null, date: good.date, lang: 'en' },
  ]);
  const item = { id: '1', url: 'http://news.example/2', title: 'Feed', date_published: '2026-01-02T03:04:05Z' };
  await fetchFrom(says({ version: 'https://jsonfeed.org/version/1.1', title: 'x', items: [item] }));
  expect(await shown()).toMatchObject([
    { title: 'Feed', link: item.url, date: Date.parse(item.date_published) / 1000 },
  ]);
  await fetchFrom(says(JSON.stringify(JSON.stringify([good]))));
  expect(await shown()).toMatchObject([{ title: 'Good' }]);
});

test('of a hostile feed only plain titles and links of the web are kept, newest first, and no date lies ahead', async () => {
  await fetchFrom(
    says([
      ...[
        'javascript:alert(1)',
        'data:text/html,x',
        'https://user:pw@x.example/',
        '/relative',
        'file:///etc/passwd',
      ].map((link) => ({ ...good, link })),
      { ...good, title: 'No date', date: 'yesterday' },
      { ...good, title: '\u202e\n' },
      { ...good, title: 7 },
      null,
      { ...good, title: `<script>alert(1)</script>\u202e\n\nline ${'x'.repeat(500)}`, date: 1_700_000_001 },
      { ...good, title: 'Far ahead', link: 'https://news.example/ahead', date: 99_999_999_999 },
    ]),
  );
  const result = await shown();
  expect(result.map(({ title }) => title.slice(0, 30))).toEqual(['Far ahead', '<script>alert(1)</script> line']);
  expect(result[1]?.title.length).toBeLessThanOrEqual(100);
  expect(result[0]?.date).toBeLessThan(Date.now() / 1000 + 700);
});

test.each<[string, RequestListener]>([
  ['is away', (_, response) => response.writeHead(503).end()],
  ['sends elsewhere', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['is no JSON', says('<html>')],
  ['is another JSON', says({ hello: 1 })],
  ['has nothing fit', says([{ title: 'x' }])],
  ['is of 2 MB', says([{ ...good, title: 'x'.repeat(2_000_000) }])],
  [
    'breaks off',
    (_, response) => response.writeHead(200, { 'content-length': '100' }).write('[', () => response.destroy()),
  ],
])('the last good answer stays where the feed %s', async (_what, answer) => {
  await fetchFrom(says([good]));
  await expect(fetchFrom(answer)).rejects.toThrow();
  expect(await shown()).toMatchObject([{ title: 'Good' }]);
  const { rows } = await api.parts.pool.query('SELECT failed_at > fetched_at AS later FROM news_feed');
  expect(rows).toEqual([{ later: true }]);
});

test('the last good answer stays however long the feed is silent, and goes where operators turn the feed off', async () => {
  await fetchFrom(says([good]));
  await api.parts.pool.query(`UPDATE news_feed SET fetched_at = now() - interval '3 days'`);
  expect(await shown()).toMatchObject([{ title: 'Good' }]);
  await runJob(undefined);
  expect(await shown()).toEqual([]);
});

test('a feed that goes on slowly is given up after five seconds', async () => {
  const started = performance.now();
  await expect(
    fetchFrom((_, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 200);
      response.once('close', () => clearInterval(drip));
    }),
  ).rejects.toThrow();
  expect(performance.now() - started).toBeLessThan(9_000);
});
