/** A hosted widget of support: the client is told of it, and its pages may load it; the console's may not. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pageMetaFile } from '@pelican/shared/client-paths';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;
let webDist: string;

beforeAll(async () => {
  webDist = await mkdtemp(join(tmpdir(), 'pelican-web-'));
  await writeFile(join(webDist, 'index.html'), '<!doctype html><title>Exchange</title>');
  const meta = {
    site: 'Exchange',
    languages: ['en', 'hi', 'ta'],
    texts: {},
    pages: ['/', '/support', '/market', '/ops/*'].map((path) => ({ path, index: false })),
  };
  await writeFile(join(webDist, pageMetaFile), JSON.stringify(meta));
  api = await startTestApi({
    WEB_DIST: webDist,
    SUPPORT_WIDGET_URL: 'https://cdn.desk.test/widget.js?site=7',
    SUPPORT_WIDGET_ORIGINS: 'connect=wss://live.desk.test, frame=https://app.desk.test',
  });
}, 60_000);
afterAll(async () => {
  await api.close();
  await rm(webDist, { recursive: true });
});

async function policyOf(url: string): Promise<string> {
  return String((await api.app.inject({ url })).headers['content-security-policy']);
}

it('pages of people may load it and what it needs', async () => {
  for (const url of ['/', '/support', '/hi/market', '/hi/ta/market', '/MARKET/']) {
    const policy = await policyOf(url);
    expect(policy).toContain("script-src 'self' https://cdn.desk.test/widget.js;");
    expect(policy).toContain("connect-src 'self' wss://live.desk.test;");
    expect(policy).toContain("frame-src 'self' https://app.desk.test");
  }
});

it.each([
  '/ops',
  '/OPS/',
  '/ops/tickets',
  '/hi/ops/tickets',
  '/hi/ta/ops',
  '/en-us/ops',
  '/%6fps',
  '/hi/%6Fps/tickets',
  '//ops',
  '/operations',
  '/index.html',
  '/systemParams',
])('pages of operators, what is no page and answers of the API may not: %s', async (url) => {
  const policy = await policyOf(url);
  expect(policy).not.toContain('desk.test');
  expect(policy).toContain('-src ');
});

it('the client is told of it', async () => {
  const { body } = await api.call<{ support_widget: string | null }>('GET', '/systemParams');
  expect(body.support_widget).toBe('https://cdn.desk.test/widget.js?site=7');
});
