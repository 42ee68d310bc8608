/** The built client is served as the build has compressed it. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pagePolicy } from '@pelican/api/src/platform/http/index.ts';
import { pageMetaFile } from '@pelican/shared/client-paths';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compressFiles } from '../../../apps/web/build/compress-files.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

const program = `export const words = ${JSON.stringify('exchange '.repeat(1_000))};`;
let api: TestApi;
let webDist: string;

beforeAll(async () => {
  webDist = await mkdtemp(join(tmpdir(), 'pelican-web-'));
  await mkdir(join(webDist, 'assets'));
  await writeFile(join(webDist, 'index.html'), `<!doctype html><title>${'Exchange '.repeat(200)}</title>`);
  await writeFile(
    join(webDist, pageMetaFile),
    JSON.stringify({ site: 'Exchange', languages: ['en'], texts: {}, pages: [] }),
  );
  await writeFile(join(webDist, 'assets/app-1234.js'), program);
  await writeFile(join(webDist, 'assets/small-1234.js'), 'export {};');
  await writeFile(join(webDist, 'sw.js'), `self.words = ${JSON.stringify('worker '.repeat(1_000))};`);
  await compressFiles(webDist);
  api = await startTestApi({ WEB_DIST: webDist });
}, 60_000);
afterAll(async () => {
  await api.close();
  await rm(webDist, { recursive: true });
});

function get(url: string, encodings = '') {
  return api.app.inject({ url, headers: encodings === '' ? {} : { 'accept-encoding': encodings } });
}

it.each([
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip, deflate', gunzipSync],
] as const)('as %s to a browser that takes it', async (encoding, encodings, decompress) => {
  const { statusCode, headers, rawPayload } = await get('/assets/app-1234.js', encodings);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-encoding': encoding,
    'content-type': expect.stringMatching(/^(text|application)\/javascript/),
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(headers.vary).toMatch(/accept-encoding/i);
  expect(rawPayload.length).toBeLessThan(program.length / 10);
  expect(decompress(rawPayload).toString()).toBe(program);
});

it('as it is to others, and where compressing would not pay', async () => {
  const plain = await get('/assets/app-1234.js');
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toBe(program);
  const small = await get('/assets/small-1234.js', 'br');
  expect(small.headers['content-encoding']).toBeUndefined();
  expect(small.body).toBe('export {};');
});

it('the page has its policy and is not kept, compressed or not', async () => {
  const plain = await get('/');
  const compressed = await get('/', 'br');
  expect(compressed.headers['content-encoding']).toBe('br');
  for (const { headers } of [plain, compressed]) {
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-type']).toMatch(/^text\/html/);
  }
});

it('the worker is asked for each time, and may ask for what it keeps and for nothing of anybody else', async () => {
  for (const { statusCode, headers } of [await get('/sw.js'), await get('/sw.js', 'br')]) {
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
    expect(headers['content-type']).toMatch(/^(text|application)\/javascript/);
  }
});

it('without a hosted widget of support pages load nothing of anybody else, and the client is told of none', async () => {
  const policy = String((await get('/support')).headers['content-security-policy']);
  expect(policy).toBe(pagePolicy);
  expect(policy).not.toMatch(/https?:|frame-src/);
  expect((await api.call('GET', '/systemParams')).body).toMatchObject({ support_widget: null });
});
