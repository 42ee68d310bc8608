import { renewWorkerAlive } from '@pelican/api/src/platform/redis/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ DEV_MAILBOX: '1' });
});
afterAll(() => api.close());

interface OpenApi {
  openapi: string;
  info: { description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
}
interface Operation {
  summary?: string;
  security?: unknown[];
  requestBody?: unknown;
  parameters?: { name: string; in: string }[];
  responses: Record<string, { content?: Record<string, { schema: Record<string, unknown> }> }>;
}

/** The calls of the issue: what a person or a bot needs for spot trading. */
const calls = `
  GET /systemParams  GET /v2/locale  POST /v2/locale  GET /getCountryList  GET /v2/settings/general
  POST /v2/settings/general  POST /v2/settings/customfee  POST /v2/register  POST /v2/register/confirmation/{token}
  POST /v2/login  POST /v2/apirefreshToken  POST /logout  GET /v2/password/validate  POST /v2/password/validate
  GET /v2/trade/settings  GET /v2/order  GET /v2/order/finished  GET /v2/history  GET /v2/history/{pair}
  POST /v2/order  POST /v2/order/put_market  DELETE /v2/order/{id}  DELETE /v2/order/deleteall/{pair}
  DELETE /v2/order/deleteallbycoin/{coin}  GET /v2/market-list  GET /v2/favorites  POST /v2/favorites
  DELETE /v2/favorites/{pair}  GET /health`
  .trim()
  .split(/\s{2,}/);

test('the OpenAPI document names every call with its shapes, refusals and security', async () => {
  const { body: document } = await api.call<OpenApi>('GET', '/openapi.json');
  expect(document.openapi).toBe('3.1.0');
  // Outside of code the page would take it for a tag.
  expect(document.info.description).toContain('`<field>`');
  expect(Object.keys(document.components.securitySchemes)).toContain('accessToken');
  expect(document.components.schemas).toHaveProperty('Error');
  for (const call of calls) {
    const [method = '', path = ''] = call.split(' ');
    const operation = document.paths[path]?.[method.toLowerCase()];
    expect(operation, call).toBeDefined();
    expect(operation?.summary, call).toBeTruthy();
    expect(operation?.security, call).toBeInstanceOf(Array);
    const answer = operation?.responses['200']?.content?.['application/json']?.schema;
    expect(Object.keys(answer ?? {}).length, call).toBeGreaterThan(0);
    expect(JSON.stringify(operation?.responses['4XX']), call).toContain('#/components/schemas/Error');
    for (const [, parameter] of path.matchAll(/\{(\w+)\}/g)) {
      expect(
        operation?.parameters?.map(({ name }) => name),
        call,
      ).toContain(parameter);
    }
    if (method === 'POST' && !path.includes('{')) expect(operation?.requestBody, call).toBeDefined();
  }
  for (const reference of JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    expect(document.components.schemas).toHaveProperty(reference[1] as string);
  }
});

test('the mailbox page shows what was sent as text', async () => {
  await api.parts.pool.query(
    `INSERT INTO messages (recipient, subject, text) VALUES ('x@test.local', '<b>bold</b>', '<script>alert(1)</script>')`,
  );
  const page = await api.app.inject({ url: '/dev/mailbox' });
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body).toContain('&lt;script&gt;');
  expect(page.body).not.toContain('<script>alert');
});

test('metrics answer this machine, not what comes through a proxy', async () => {
  expect((await api.app.inject({ url: '/metrics' })).body).toContain('http_requests_total');
  const { body: figures } = await api.app.inject({ url: '/metrics' });
  for (const figure of [
    'redis_up 1',
    'journal_entries{shard="spot"} 0',
    'settlement_lag_seconds{shard="perpetual"} 0',
    'database_pool{state="waiting"} 0',
    'socket_connections 0',
  ])
    expect(figures).toContain(figure);
  expect(await api.call('GET', '/metrics', { ip: '10.0.0.1' })).toMatchObject({ status: 404 });
  expect(await api.call('GET', '/metrics', { headers: { 'x-forwarded-for': '1.2.3.4' } })).toMatchObject({
    status: 404,
  });
});

test('health names the part that is missing', async () => {
  const { status, body } = await api.call<{ status: string; parts: Record<string, { ok: boolean }> }>('GET', '/health');
  expect(status).toBe(503);
  expect(body.status).toBe('degraded');
  expect(body.parts.postgres).toMatchObject({ ok: true });
  expect(body.parts.redis).toMatchObject({ ok: true });
  expect(body.parts['engine-spot']).toMatchObject({ ok: false });
});

test('health names a worker whose jobs do not run', async () => {
  type Health = { parts: Record<string, { ok: boolean; detail?: string }> };
  const worker = async () => (await api.call<Health>('GET', '/health')).body.parts.worker;
  expect(await worker()).toEqual({ ok: false, detail: 'its jobs do not run' });
  await renewWorkerAlive(api.parts.redis);
  await expect.poll(worker).toEqual({ ok: true });
});

test('a process is alive and ready while another part is missing', async () => {
  expect(await api.call('GET', '/health')).toMatchObject({ status: 503 });
  expect(await api.call('GET', '/health/live')).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(await api.call('GET', '/health/ready')).toMatchObject({ status: 200, body: { status: 'ok' } });
});

test('what is missing is detailed to operators only', async () => {
  type Health = { parts: Record<string, { ok: boolean; detail?: string }> };
  const local = await api.call<Health>('GET', '/health');
  expect(local.body.parts['engine-spot']?.detail).toBe('nobody holds the lease');
  const outside = await api.call<Health>('GET', '/health', { ip: '10.0.0.1' });
  expect(outside.body.parts['engine-spot']).toEqual({ ok: false });
});

test('many who ask for health at once are one question to the servers', async () => {
  const pings = async () =>
    Number(/cmdstat_ping:calls=(\d+)/.exec(await api.parts.redis.info('commandstats'))?.[1] ?? 0);
  const before = await pings();
  const answers = await Promise.all(Array.from({ length: 20 }, () => api.call('GET', '/health')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  expect((await pings()) - before).toBeLessThanOrEqual(1);
});

test('configuration, countries, texts and the market list are there for anybody', async () => {
  const params = await api.call('GET', '/systemParams');
  expect(params).toMatchObject({ status: 200, body: { default_pair: 'BTC_USDT', websocket_token: null } });
  const countries = await api.call<{
    result: { code: string; restricted: boolean }[];
    countryList: Record<string, string>;
  }>('GET', '/getCountryList');
  expect(countries.body.countryList).toMatchObject({ IN: 'India', US: 'United States' });
  expect(Object.keys(countries.body.countryList)).toHaveLength(countries.body.result.length);
  expect(countries.body.result.find((country) => country.code === 'US')?.restricted).toBe(true);
  expect(countries.body.result.find((country) => country.code === 'IN')?.restricted).toBe(false);
  const texts = await api.call<{ lang: string; messages: Record<string, string> }>('GET', '/v2/locale?lang=hi');
  expect(texts.body.lang).toBe('hi');
  expect(texts.body.messages['errors.insufficient_balance']).toBe('बैलेंस पर्याप्त नहीं है');
  for (const [lang, message] of [
    ['ta', 'போதிய இருப்பு இல்லை'],
    ['tr', 'Bakiye yetersiz'],
    ['ru', 'Недостаточно средств'],
  ] as const) {
    const { body } = await api.call<typeof texts.body>('GET', `/v2/locale?lang=${lang}`);
    expect(body).toMatchObject({ lang, messages: { 'errors.insufficient_balance': message } });
    const saved = await api.call<typeof texts.body>('POST', '/v2/locale', { body: { lang } });
    expect(saved.body).toMatchObject({ lang, messages: { 'errors.insufficient_balance': message } });
  }
  const markets = await api.call<{ marketList: { result: { name: string }[] } }>('GET', '/v2/market-list');
  expect(markets.body.marketList.result.map((market) => market.name)).toContain('LTC_USDT');
});

test('favourites are a person’s own', async () => {
  const [alice, bob] = await Promise.all([api.signUp('alice@test.local'), api.signUp('bob@test.local')]);
  expect(await alice.post('/v2/favorites', { pair: 'ETH_BTC' })).toMatchObject({ body: { result: ['ETH_BTC'] } });
  expect(await alice.post('/v2/favorites', { pair: 'NOPE_BTC' })).toMatchObject({
    status: 422,
    body: { code: 'unknown_pair' },
  });
  expect(await bob.get('/v2/favorites')).toMatchObject({ body: { result: [] } });
  const list = await alice.get<{ marketList: { result: { name: string; favorite: boolean }[] } }>('/v2/market-list');
  expect(list.body.marketList.result.filter((market) => market.favorite).map((market) => market.name)).toEqual([
    'ETH_BTC',
  ]);
  expect(await alice.delete('/v2/favorites/ETH_BTC')).toMatchObject({ body: { result: [] } });
});

test('profile and language can be changed', async () => {
  const user = await api.signUp('profile@test.local');
  expect(await user.post('/v2/settings/general', { nickname: '  Zoë 7 ' })).toMatchObject({
    body: { nickname: 'Zoë 7' },
  });
  for (const nickname of ['हिन्दी व्यापारी', 'முருகன்', 'क्‍ष'])
    expect((await user.post('/v2/settings/general', { nickname })).body).toMatchObject({ nickname });
  for (const nickname of ['<b>', `z${'\u0301'.repeat(8)}`, '\u0301a', 'a\u200d\u200db', 'ab\u200d', '\u202eab'])
    expect(await user.post('/v2/settings/general', { nickname })).toMatchObject({ status: 422 });
  expect(await user.post('/v2/settings/general', { locale: 'xx' })).toMatchObject({ status: 422 });
  expect(await user.post('/v2/locale', { lang: 'en' })).toMatchObject({ status: 200 });
});

test('passwords are judged without being kept', async () => {
  expect(await api.call('GET', '/v2/password/validate')).toMatchObject({ body: { score: null, score_min: 2 } });
  const weak = await api.call('GET', '/v2/password/validate', { headers: { 'x-password': 'Password1!' } });
  expect(weak.body.score).toBeLessThan(2);
  const judged = await api.call('POST', '/v2/password/validate', { body: { password: 'abc' } });
  expect(judged).toMatchObject({
    status: 200,
    body: { score: 0, broken_rules: expect.arrayContaining(['length', 'digit']) },
  });
});
