/** Texts of the client that operators change: who may, what fits, and that visitors get them, and the originals again, without a release. */
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '@pelican/api/src/processes/api/app.ts';
import { type PageMetaFile, pageMetaFile } from '@pelican/shared/client-paths';
import {
  type ClientLanguage,
  clientLanguageCodes,
  type MessageFile,
  messageFile,
} from '@pelican/shared/contracts/system';
import type { TextDetails, TextView } from '@pelican/shared/contracts/texts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { type Asked, approveRequest, demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

/** A copy is two seconds old at most; the others are for the machine. */
const followMsMax = 5_000;

const english: MessageFile['areas'] = {
  app: { 'common:side.buy': 'Buy', 'common:left': '{{count}} left' },
  public: { 'market:all': 'All markets', 'market:title': 'Markets', 'market:terms': 'Read the [terms]' },
  head: { 'app-page-meta:description.market': 'Prices of {{pair}}' },
  legal: { 'legal-terms:title': 'Terms of use' },
};
const hindi: MessageFile['areas'] = {
  app: { 'common:side.buy': 'खरीदें', 'common:left': '{{count}} बाकी' },
  public: { 'market:title': 'मार्केट', 'market:terms': '[शर्तें] पढ़ें' },
};
const texts = { title: 'Markets | Pelican', description: 'Prices of {{pair}}' };
const meta: PageMetaFile = {
  site: 'Pelican',
  languages: [...clientLanguageCodes],
  texts: { en: texts, hi: texts },
  pages: [
    {
      path: '/market',
      index: true,
      texts: { en: texts, hi: { title: 'मार्केट | Pelican', description: 'x' } },
      keys: { title: 'market:title', description: 'app-page-meta:description.market' },
    },
  ],
};

let api: TestApi;
let webDist: string;
let jane: TestUser;
let ravi: TestUser;
let clerk: TestUser;
let alice: TestUser;
let time = 1_000;

/** A build of the client. */
async function build(language: ClientLanguage, areas: MessageFile['areas']): Promise<void> {
  const path = join(webDist, messageFile(language));
  await writeFile(path, JSON.stringify({ version: `b${time}`, areas } satisfies MessageFile));
  time += 1;
  await utimes(path, time, time);
}

beforeAll(async () => {
  webDist = await mkdtemp(join(tmpdir(), 'pelican-web-'));
  await mkdir(join(webDist, '.messages'));
  await writeFile(join(webDist, 'index.html'), '<html lang="en"><head><!-- page: --><!-- /page --></head></html>');
  await writeFile(join(webDist, pageMetaFile), JSON.stringify(meta));
  await Promise.all(['ta' as const, 'tr' as const, 'ru' as const].map((code) => build(code, {})));
  api = await startTestApi({ WEB_DIST: webDist, PUBLIC_URL: 'https://exchange.test' });
  jane = await signUpOperator(api, 'jane');
  ravi = await signUpOperator(api, 'ravi');
  clerk = await signUpOperator(api, 'clerk', ['support', 'money', 'system']);
  alice = await api.signUp('alice@test.local');
}, 120_000);
afterAll(async () => {
  await api?.close();
  await rm(webDist, { recursive: true });
}, 60_000);
beforeEach(async () => {
  await build('en', english);
  await build('hi', hindi);
  await api.parts.pool.query('TRUNCATE text_overrides');
  await seen('en', 'changed', {});
});

type Inject = { inject: TestApi['app']['inject'] };
const areaOf = async (lang: string, area: string, app: Inject = api.app) =>
  app.inject({ url: `/v2/locale?lang=${lang}&area=${area}` });

/** Waits until this API process answers so. */
async function seen(lang: string, area: string, wanted: Record<string, string>, app: Inject = api.app): Promise<void> {
  const isSo = async () => JSON.stringify((await areaOf(lang, area, app)).json().messages) === JSON.stringify(wanted);
  await until(`${lang} ${area}: ${JSON.stringify(wanted)}`, isSo, followMsMax);
}

interface List {
  result: TextView[];
  total: number;
  areas: string[];
}
const list = async (query = '') => (await jane.get<List>(`/v2/ops/texts?${query}`)).body;
const show = async (id: string) => (await jane.get<TextDetails>(`/v2/ops/texts/${id}`)).body;
const change = (by: TestUser, id: string, text: string, version = 0) =>
  by.post<{ status: string; code?: string; errors?: Record<string, string[]> }>(`/v2/ops/texts/${id}`, {
    text,
    version,
  });
const versionOf = async (id: string) => (await show(id)).changed?.version ?? 0;
const putBack = async (by: TestUser, id: string, version: number) =>
  by.post<{ status: string; code?: string }>(`/v2/ops/texts/${id}/original`, { version });

test('it takes the permission for content', async () => {
  for (const who of [alice, clerk]) {
    expect((await who.get('/v2/ops/texts')).status).toBe(403);
    expect((await change(who, 'market:title:en', 'Prices')).status).toBe(403);
    expect((await putBack(who, 'market:title:en', 1)).status).toBe(403);
  }
});

test('a text is found by its words, its key, its area, in its language or by the English one', async () => {
  const found = async (query: string) => (await list(query)).result.map(({ id }) => id);
  expect(await found('language=hi&search=मार्के')).toEqual(['market:title:hi']);
  expect(await found('search=markets')).toEqual(['market:title:en', 'market:all:en', 'market:title:hi']);
  expect(await found('search=SIDE.BUY&language=en')).toEqual(['common:side.buy:en']);
  expect(await found('area=app&language=hi')).toEqual(['common:side.buy:hi', 'common:left:hi']);
  expect(await found('search=terms%20of')).toEqual([]);
  const { total, areas, result } = await list('limit=2&offset=1');
  expect([total, areas, result.length]).toEqual([10, ['app', 'public', 'head'], 2]);
  expect(await show('market:title:hi')).toEqual({
    id: 'market:title:hi',
    language: 'hi',
    area: 'public',
    key: 'market:title',
    original: 'मार्केट',
    english: 'Markets',
    changed: null,
    history: [],
  });
});

test('visitors get what one operator writes, in each API process, and the original again', async () => {
  const second = await buildApp(api.parts);
  try {
    const before = (await areaOf('hi', 'public')).headers.etag;
    expect((await change(jane, 'market:title:hi', ' बाज़ार ')).body).toEqual({ status: 'done' });
    const changed = { ...hindi.public, 'market:title': 'बाज़ार' };
    await seen('hi', 'public', changed);
    await seen('hi', 'public', changed, second);
    const after = (await areaOf('hi', 'public')).headers.etag;
    expect(after).not.toBe(before);
    const kept = await api.app.inject({
      url: '/v2/locale?lang=hi&area=public',
      headers: { 'if-none-match': String(after) },
    });
    expect(kept.statusCode).toBe(304);
    expect((await areaOf('hi', 'app')).json().messages).toEqual(hindi.app);
    const first = await show('market:title:hi');
    expect(first.changed).toMatchObject({ text: 'बाज़ार', updatedBy: 'jane', fits: true });
    expect((await change(ravi, 'market:title:hi', 'भाव', await versionOf('market:title:hi'))).status).toBe(200);
    expect((await putBack(jane, 'market:title:hi', await versionOf('market:title:hi'))).status).toBe(200);
    await seen('hi', 'public', hindi.public as Record<string, string>, second);
    const { changed: none, history } = await show('market:title:hi');
    expect(none).toBeNull();
    expect(history.map(({ actor, action, before, after: now }) => [actor, action, before, now])).toEqual([
      ['ops:jane', 'text.put_back', 'भाव', 'मार्केट'],
      ['ops:ravi', 'text.changed', 'बाज़ार', 'भाव'],
      ['ops:jane', 'text.changed', 'मार्केट', 'बाज़ार'],
    ]);
  } finally {
    await second.close();
  }
});

test('pages in English name the changed texts while there are any, and titles follow', async () => {
  const page = async (path: string) => (await api.app.inject({ url: path })).body;
  expect(await page('/market')).not.toContain('/v2/locale');
  expect((await change(jane, 'market:title:en', 'All prices & more')).status).toBe(200);
  expect((await change(jane, 'market:title:hi', 'भाव')).status).toBe(200);
  await seen('en', 'changed', { 'market:title': 'All prices & more' });
  await seen('hi', 'changed', { 'market:title': 'भाव' });
  const body = await page('/market');
  expect(body).toContain('<title>All prices &amp; more | Pelican</title>');
  expect(body).toContain('<meta name="description" content="Prices of " />');
  const [, address = ''] = /<link id="texts"[^>]* href="([^"]+)"/.exec(body) ?? [];
  const { headers, body: answer } = await api.app.inject({ url: address.replaceAll('&amp;', '&') });
  expect(JSON.parse(answer).messages).toEqual({ 'market:title': 'All prices & more' });
  expect(headers['cache-control']).toBe('public, max-age=60');
  const other = await api.app.inject({ url: '/v2/locale?lang=en&area=changed&v=9.99999' });
  expect(other.headers['cache-control'], 'of a change that this process has not heard of').toBe('no-store');
  const inHindi = await page('/hi/market');
  expect(inHindi).toContain('<title>भाव | Pelican</title>');
  expect(inHindi).not.toContain('id="texts"');
  expect((await putBack(jane, 'market:title:en', await versionOf('market:title:en'))).status).toBe(200);
  await seen('en', 'changed', {});
  expect(await page('/market')).toContain('<title>Markets | Pelican</title>');
  expect(await page('/market')).not.toContain('id="texts"');
});

test('of two operators who change the same the second is refused, at once and later', async () => {
  const both = await Promise.all([jane, ravi].map((who, at) => change(who, 'common:side.buy:en', `Get ${at}`)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body.code).toBe('content_changed');
  const version = await versionOf('common:side.buy:en');
  expect((await change(ravi, 'common:side.buy:en', 'Take', version)).status).toBe(200);
  expect((await change(jane, 'common:side.buy:en', 'Have', version)).body.code).toBe('content_changed');
  expect((await putBack(jane, 'common:side.buy:en', version)).body.code).toBe('content_changed');
  expect((await putBack(jane, 'common:side.buy:en', await versionOf('common:side.buy:en'))).status).toBe(200);
  // What was put back is not what had been read.
  expect((await change(jane, 'common:side.buy:en', 'Have', version)).body.code).toBe('content_changed');
});

test.each([
  ['common:left:en', 'left'],
  ['common:left:en', '{{count}} {{name}}'],
  ['market:terms:en', 'Read the terms'],
  ['market:title:en', '<b>Markets</b>'],
  ['market:title:en', '  '],
  ['market:title:en', 'Markets'],
  ['market:title:en', 'M'.repeat(101)],
  ['market:title:en', 'M'.repeat(1_001)],
])('%s takes no text that does not fit (%#)', async (id, text) => {
  const { status, body } = await change(jane, id, text);
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['message', 'text']]);
  expect(await versionOf(id)).toBe(0);
});

test.each([
  'legal-terms:title:en',
  'ops:title:en',
  'market:nothing:en',
  'market:title:fr',
  'market:title:tr',
  'market:constructor:en',
])('%s is no text that may be changed', async (id) => {
  expect((await change(jane, id, 'Other words')).status).toBe(404);
});

test('a change that a release has overtaken is shown to operators alone, who delete it', async () => {
  for (const [id, text] of [
    ['common:side.buy:en', 'Get'],
    ['common:left:en', 'Still {{count}}'],
    ['market:title:en', 'Prices'],
  ] as const)
    expect((await change(jane, id, text)).status).toBe(200);
  await seen('en', 'app', { 'common:side.buy': 'Get', 'common:left': 'Still {{count}}' });
  const app = { 'common:left': '{{count}} of {{total}} left' };
  await build('en', { ...english, app });
  await seen('en', 'app', app);
  await seen('en', 'changed', { 'market:title': 'Prices' });
  const stale = await list('which=stale');
  expect(stale.result.map(({ id, original, changed }) => [id, original, changed?.fits]).toSorted()).toEqual([
    ['common:left:en', '{{count}} of {{total}} left', false],
    ['common:side.buy:en', null, false],
  ]);
  expect((await list('which=changed&language=en')).total).toBe(3);
  expect((await change(jane, 'common:side.buy:en', 'Take', await versionOf('common:side.buy:en'))).status).toBe(404);
  for (const { id, changed } of stale.result) expect((await putBack(jane, id, changed?.version ?? 0)).status).toBe(200);
  expect((await list('which=stale')).total).toBe(0);
  expect((await jane.get('/v2/ops/texts/common:side.buy:en')).status).toBe(404);
});

test('a row that another program has written is judged again where it is shown', async () => {
  await api.parts.pool.query(
    `INSERT INTO text_overrides (language, namespace, key, text, updated_by) VALUES
      ('en', 'market', 'title', '<img src=x>', 'x'), ('en', 'legal-terms', 'title', 'No terms', 'x'),
      ('en', 'common', 'side.buy', 'Get', 'x')`,
  );
  await seen('en', 'changed', { 'common:side.buy': 'Get' });
  await seen('en', 'legal', english.legal as Record<string, string>);
});

test('where two decide, what people trade by takes both, other pages and the way back one', async () => {
  await demandTwoPersons(api.databaseUrl);
  const ask = async (id: string, text: string) =>
    (await jane.post<Asked>(`/v2/ops/texts/${id}`, { text, version: 0 })).body;
  expect(await ask('market:title:hi', 'भाव')).toEqual({ status: 'done' });
  const asked = await ask('common:side.buy:en', 'Sell');
  expect(asked.status).toBe('requested');
  expect(await versionOf('common:side.buy:en')).toBe(0);
  expect((await approveRequest(jane, asked.request)).status, 'not one’s own').toBe(403);
  expect((await approveRequest(clerk, asked.request)).status, 'without the permission').toBe(404);
  const late = await ask('common:side.buy:en', 'Take');
  expect((await approveRequest(ravi, asked.request)).status).toBe(200);
  await seen('en', 'changed', { 'common:side.buy': 'Sell' });
  expect((await approveRequest(ravi, late.request)).body.code).toBe('content_changed');
  const back = await putBack(jane, 'common:side.buy:en', await versionOf('common:side.buy:en'));
  expect(back.body).toEqual({ status: 'done' });
});
