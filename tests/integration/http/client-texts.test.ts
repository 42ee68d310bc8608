/** The texts of the client by language and area, as its build leaves them. */
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type ClientLanguage, type MessageFile, messageFile } from '@pelican/shared/contracts/system';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;
let webDist: string;

async function write(language: ClientLanguage, version: string, areas: MessageFile['areas'], time: number) {
  const path = join(webDist, messageFile(language));
  await writeFile(path, JSON.stringify({ version, areas } satisfies MessageFile));
  await utimes(path, time, time);
}

beforeAll(async () => {
  webDist = await mkdtemp(join(tmpdir(), 'pelican-web-'));
  await mkdir(join(webDist, '.messages'));
  await write('en', 'e1', { app: { 'common:side.buy': 'Buy' }, wallet: { 'wallet:title': 'Wallet' } }, 1_000);
  await write('hi', 'h1', { app: { 'common:side.buy': 'खरीदें' } }, 1_000);
  api = await startTestApi({ WEB_DIST: webDist });
}, 60_000);
afterAll(async () => {
  await api.close();
  await rm(webDist, { recursive: true });
});

const get = (query: string, headers: Record<string, string> = {}) =>
  api.app.inject({ url: `/v2/locale?${query}`, headers });

it('answers an area of a language; what it has not is left to the client, which has the English texts', async () => {
  const answer = await get('lang=hi&area=app');
  expect(answer.json()).toEqual({ lang: 'hi', version: 'h1', messages: { 'common:side.buy': 'खरीदें' } });
  expect(answer.headers).toMatchObject({ 'cache-control': 'public, max-age=60', vary: 'accept-encoding' });
  expect((await get('lang=HI&area=wallet')).json().messages).toEqual({});
  expect((await get('lang=en&area=wallet')).json().messages).toEqual({ 'wallet:title': 'Wallet' });
  // A language that is not offered is answered in English, and says so.
  expect((await get('lang=fr&area=app')).json()).toMatchObject({ lang: 'en', messages: { 'common:side.buy': 'Buy' } });
});

it('without a language it is that of the request, which no cache keeps', async () => {
  const answer = await get('area=app', { 'accept-language': 'hi-IN' });
  expect(answer.json()).toMatchObject({ lang: 'hi' });
  expect(answer.headers['cache-control']).toBe('no-store');
});

it('is sent in the smallest form', async () => {
  const plain = (await get('lang=hi&area=app')).body;
  for (const [form, decompress] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const { rawPayload, headers } = await get('lang=hi&area=app', { 'accept-encoding': form });
    expect(headers['content-encoding']).toBe(form);
    expect(decompress(rawPayload).toString()).toBe(plain);
  }
});

it('whoever has the same texts gets 304, after a new build the new ones', async () => {
  const etag = String((await get('lang=hi&area=app')).headers.etag);
  const same = await get('lang=hi&area=app', { 'if-none-match': etag });
  expect([same.statusCode, same.body, same.headers['cache-control']]).toEqual([304, '', 'public, max-age=60']);
  await write('hi', 'h2', { app: { 'common:side.buy': 'ख़रीदें' } }, 2_000);
  const changed = await get('lang=hi&area=app', { 'if-none-match': etag });
  expect([changed.statusCode, changed.json().messages['common:side.buy']]).toEqual([200, 'ख़रीदें']);
});

it.each(['area=', 'area=nothing', 'area=app,wallet', 'area=__proto__', 'area=constructor', 'area=..%2Fen'])(
  'there is no %s',
  async (area) => {
    const { statusCode, headers } = await get(`lang=hi&${area}`);
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
  },
);

it('without areas the server’s own texts are answered as before', async () => {
  expect((await get('lang=hi')).json()).toMatchObject({
    lang: 'hi',
    messages: { 'validators.required': 'यह फ़ील्ड भरना ज़रूरी है' },
  });
});

it('a refusal is in the language of the page that asks, for programs in English', async () => {
  const refused = (headers: Record<string, string>) =>
    api.app.inject({ method: 'POST', url: '/v2/locale', payload: {}, headers }).then((answer) => answer.json().errors);
  expect(await refused({ 'x-locale': 'hi' })).toEqual({
    message: ['फ़ॉर्म सही नहीं है'],
    lang: ['यह फ़ील्ड भरना ज़रूरी है'],
  });
  for (const headers of [{}, { 'x-locale': 'xx' }, { 'accept-language': 'hi' }] as Record<string, string>[])
    expect(await refused(headers)).toEqual({ message: ['Form is not valid'], lang: ['Field is required'] });
});
