/** What it costs to name coins that have not opened, or that there are not, and what tells them apart. */
import { setTimeout as delay } from 'node:timers/promises';
import { createUnopenedAssets } from '@pelican/api/src/catalog/index.ts';
import { createKnownAssets } from '@pelican/api/src/live/index.ts';
import { createPrivateReadQueue } from '@pelican/api/src/platform/http/index.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { signUpOperator } from '../../support/operators.ts';
import { createDatabase } from '../../support/services.ts';
import { SocketClient } from '../../support/socket-client.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let alice: TestUser;
let socket: SocketClient;

/** SOON is listed, and has no market yet. */
const soon = { id: 900, ticker: 'SOON' };

beforeAll(async () => {
  const database = await createDatabase();
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(
    `INSERT INTO assets (id, ticker, label, scale, display_scale) VALUES (${soon.id}, '${soon.ticker}', 'Soon', 6, 6)`,
  );
  await owner.end();
  api = await startTestApi({}, database);
  alice = await api.signUp('alice@test.local');
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.app.server.address() as { port: number };
  socket = await SocketClient.open(`ws://127.0.0.1:${port}/socket`);
  await socket.call('server.auth', alice.accessToken, 'test');
}, 150_000);
afterAll(async () => {
  socket?.webSocket.terminate();
  await api?.close();
});
afterEach(() => vi.restoreAllMocks());

/** The statements of every pool that ask what somebody holds. */
function watchQueries() {
  const { readPools } = api.parts;
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const onReads = vi.spyOn(readPools.private, 'query');
  const ofHoldings = (calls: readonly unknown[][]) =>
    calls.filter(([text]) => typeof text === 'string' && /FROM ledger_accounts.*trade_balances/s.test(text)).length;
  return () => ({ all: ofHoldings(query.mock.calls), onReads: ofHoldings(onReads.mock.calls) });
}

const names = (count: number) => Array.from({ length: count }, (_, at) => `NOT${at}`);

test.each(['asset.subscribe', 'asset.query'])(
  'all names of one %s are looked for by one private read',
  async (method) => {
    const asked = watchQueries();
    const { error } = await socket.ask(method, ['USDT', ...names(198), soon.ticker]);
    expect(error).toMatchObject({ code: 1, message: expect.stringContaining('unknown asset NOT0') });
    expect(asked()).toEqual({ all: 1, onReads: 1 });
    expect((await socket.ask(method, ['USDT', 'BTC', 'USDT'])).error).toBeNull();
    expect(asked()).toEqual({ all: 1, onReads: 1 });
  },
);

test('a name over HTTP is looked for on the connections of private reads, too', async () => {
  for (const ticker of ['NOT', soon.ticker]) {
    const asked = watchQueries();
    expect((await alice.get(`/v3/profile/depositdata/${ticker}`)).status).toBe(422);
    expect(asked()).toEqual({ all: 1, onReads: 1 });
    vi.restoreAllMocks();
  }
});

/** With a budget of so many lookups. */
function lookups(count: number) {
  const { readPools, spot, perpetual } = api.parts;
  const pool = readPools.private;
  const limits = { rowsPerSecond: 0.001, rowsBurst: 10 * count, runningMax: 2, waitingMaxOfLane: 9, waitingMax: 99 };
  const reads = { pool, queue: createPrivateReadQueue(limits) };
  const unopened = createUnopenedAssets({
    pool,
    spot: () => spot.catalog(),
    perpetual: () => perpetual.live.catalog(),
  });
  return createKnownAssets({ reads, live: spot, unopened });
}

test.each([
  ['that there is not', 'NOT'],
  ['that has not opened', soon.ticker],
])('a list with a coin %s is paid for, and one of open coins is not', async (_, ticker) => {
  const { knownAssets } = lookups(1);
  const open = knownAssets(['USDT', 'BTC'], { userId: alice.id });
  expect(open).toMatchObject([{ ticker: 'USDT' }, { ticker: 'BTC' }]);
  const ask = async () => knownAssets(['USDT', ticker, ticker], { userId: alice.id });
  expect(await ask()).toMatchObject([{ ticker: 'USDT' }, undefined, undefined]);
  await expect(ask()).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(knownAssets(['USDT'], { userId: alice.id })).toMatchObject([{ ticker: 'USDT' }]);
  // An API key has a budget of its own.
  expect(await knownAssets([ticker], { userId: alice.id, apiKeyId: 'bot' })).toEqual([undefined]);
});

test('a coin that has no market yet is one that there is not', async () => {
  for (const path of ['/v2/market-list', '/systemParams', '/v3/profile/balance'])
    for (const { body } of [await alice.get(path), await api.call('GET', path)])
      expect([path, JSON.stringify(body).includes(soon.ticker)]).toEqual([path, false]);
  expect((await api.call('GET', '/coins/soon.svg')).status).toBe(404);
  const answersOf = async (ticker: string) => {
    const answers = [
      await alice.get(`/v3/profile/balance/${ticker}`),
      await alice.get(`/v3/profile/depositdata/${ticker}`),
      await alice.get(`/v2/profile/wallet-history?ticker=${ticker}`),
      await alice.delete(`/v2/order/deleteallbycoin/${ticker}`),
    ];
    return answers.map(({ status, body }) => [status, JSON.stringify(body).replaceAll(ticker, '…')]);
  };
  const unopened = await answersOf(soon.ticker);
  expect(unopened).toEqual(await answersOf('NOT'));
  for (const answer of unopened) expect(answer).toEqual([422, expect.stringContaining('unknown_asset')]);
  // What a payment method brings is public without a market.
  expect(JSON.stringify((await api.call('GET', '/v2/market-list')).body)).toContain('"USDT"');
});

test('the picture of a card says nothing of a coin that has not opened', async () => {
  const jane = await signUpOperator(api, 'jane', ['content']);
  for (const ticker of [soon.ticker, 'NOT', 'BTC']) {
    const texts = { en: { title: ticker, body: '' }, hi: { title: ticker, body: '' } };
    const card = { kind: 'listing_card', ticker, link: '', pairs: [], place: 'SOON', position: 1, texts };
    const { body } = await jane.post<{ content: { id: number } }>('/v2/ops/content', card);
    const published = { version: 1, state: 'published', reason: 'listed' };
    expect((await jane.post(`/v2/ops/content/${body.content.id}/state`, published)).status).toBe(200);
  }
  const { result } = (
    await api.call<{ result: { ticker: string; image: string | null }[] }>('GET', '/v2/listing-cards')
  ).body;
  expect(Object.fromEntries(result.map(({ ticker, image }) => [ticker, image]))).toEqual({
    SOON: null,
    NOT: null,
    BTC: '/coins/btc.svg',
  });
});

test('the picture of a coin that there is not is refused no sooner than that of one that has not opened', async () => {
  const blocking = await api.parts.pool.connect();
  try {
    await blocking.query('BEGIN');
    await blocking.query('LOCK TABLE payment_methods IN ACCESS EXCLUSIVE MODE');
    // What has been read of methods is known for two seconds.
    await delay(2_100);
    const answered: string[] = [];
    const pictures = ['soon', 'not'].map(async (name) => {
      const { status } = await api.call('GET', `/coins/${name}.svg`);
      answered.push(name);
      return status;
    });
    await delay(300);
    expect(answered).toEqual([]);
    await blocking.query('ROLLBACK');
    expect(await Promise.all(pictures)).toEqual([404, 404]);
  } finally {
    blocking.release(true);
  }
});
