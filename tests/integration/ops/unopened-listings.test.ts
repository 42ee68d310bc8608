/** Markets that have not opened, and coins traded only in them, are hidden from everybody but operators and holders of the coin. */
import { outside, postEntry, transitAccount } from '@pelican/api/src/ledger/index.ts';
import { transferCodesAccount } from '@pelican/api/src/modules/codes/accounts.ts';
import { pledgeAccount } from '@pelican/api/src/modules/loans/accounts.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type { MarketListResponse } from '@pelican/shared/contracts/markets';
import type { BalanceResponse } from '@pelican/shared/contracts/wallet';
import type { Shard } from '@pelican/shared/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import {
  answersAboutCoin,
  answersOfLoans,
  privateAnswers,
  socketAnswersAboutCoin,
} from '../../support/answers-about-names.ts';
import { credit } from '../../support/ledger-users.ts';
import { SocketClient } from '../../support/socket-client.ts';
import type { TestUser } from '../../support/test-api.ts';
import { startTradingApi, type TradingApi } from '../../support/trading-api.ts';
import { listUnopened, makeMarketClient } from '../../support/unopened-listing.ts';

let exchange: TradingApi;
let socket: SocketClient;
let alice: TestUser;
let close: (market: string) => Promise<void>;
let holders = 0;

beforeAll(async () => {
  exchange = await startTradingApi({ WEB_DIST: await makeMarketClient() });
  alice = await exchange.signUp('alice@test.local');
  close = await listUnopened(exchange);
  socket = await SocketClient.open(exchange.socketUrl);
}, 150_000);
afterAll(async () => {
  socket?.webSocket.terminate();
  await exchange?.close();
});

const namesIt = (body: unknown) => JSON.stringify(body).includes('XYZ');
const refusal = async (pair: string, ...call: [method: string, ...params: unknown[]]) => {
  const { error } = await socket.ask(call[0], call.slice(1));
  return error && { ...error, message: error.message.replace(pair, '…') };
};

test('who has none of it hears nothing of it', async () => {
  const seen = async (path: string, who: Pick<TestUser, 'get'> = alice) => {
    const { status, body } = await who.get(path);
    return { path, status, isNamed: namesIt(body) };
  };
  for (const path of [
    '/v2/market-list',
    '/systemParams',
    '/sitemap.xml',
    '/v3/profile/depositdata/USDT',
    '/v3/profile/balance',
  ])
    expect(await seen(path)).toEqual({ path, status: 200, isNamed: false });
  expect(JSON.stringify((await alice.get('/sitemap.xml')).body)).toContain('LTC_USDT');
  expect((await seen('/v3/profile/balance/XYZ')).status).toBe((await seen('/v3/profile/balance/NOT')).status);
  expect((await exchange.call('GET', '/coins/xyz.svg')).status).toBe(404);
  expect((await exchange.call('GET', '/coins/ltc.svg')).status).toBe(200);
});

test('an unopened market is answered as one that there is not', async () => {
  const favorite = (pair: string) => alice.post('/v2/favorites', { pair });
  expect(await favorite('XYZ_USDT')).toMatchObject({ status: 422, body: { code: 'unknown_pair' } });
  expect((await favorite('XYZ_USDT')).body).toEqual((await favorite('NOT_USDT')).body);
  expect((await alice.delete('/v2/favorites/XYZ_USDT')).body).toMatchObject({ code: 'unknown_pair' });
  const calls = (pair: string) =>
    Promise.all([
      refusal(pair, 'kline.query', pair, 1, 2, 60),
      refusal(pair, 'depth.query', pair, 1, '0'),
      refusal(pair, 'state.subscribe', pair),
    ]);
  const [ours, unknown] = [await calls('XYZ_USDT'), await calls('NOT_USDT')];
  expect(unknown.map((error) => error?.code)).toEqual([1, 1, 1]);
  expect(ours).toEqual(unknown);
});

test('to a user it is one that there is not, too', async () => {
  const ours = await privateAnswers(alice, 'XYZ_USDT');
  expect(ours).toEqual(await privateAnswers(alice, 'NOT_USDT'));
  expect(ours.map(([status, body]) => `${status} ${/"code":"(\w+)"/.exec(String(body))?.[1]}`)).toEqual(
    ours.map(() => '422 unknown_pair'),
  );
  expect(namesIt((await alice.get('/v2/trade/settings')).body)).toBe(false);
  const own = await SocketClient.open(exchange.socketUrl);
  await own.call('server.auth', alice.accessToken, 'test');
  const calls = (pair: string) =>
    Promise.all(
      [
        ['order.query', pair, 0, 10],
        ['order.history', pair, 0, 0, 0, 10, 0],
        ['order.subscribe', pair],
        ['order.put_limit', pair, 2, '1', '10'],
        ['order.cancel', pair, 1],
        ['order.cancel_all', pair],
      ].map(async ([method, ...params]) => {
        const { error } = await own.ask(String(method), params);
        return JSON.stringify(error).replaceAll(pair, '…');
      }),
    );
  const unopened = await calls('XYZ_USDT');
  for (const error of unopened) expect(error).toMatch(/"code":1,/);
  expect(unopened).toEqual(await calls('NOT_USDT'));
  own.webSocket.terminate();
});

test('a coin that is only in it is one that there is not', async () => {
  const ours = await answersAboutCoin(exchange, alice, 'XYZ');
  expect(ours).toEqual(await answersAboutCoin(exchange, alice, 'NOT'));
  expect(ours.map(([status, body]) => `${status} ${/"code":"(\w+)"/.exec(String(body))?.[1]}`)).toEqual(
    ours.map(() => '422 unknown_asset'),
  );
  const own = await SocketClient.open(exchange.socketUrl);
  await own.call('server.auth', alice.accessToken, 'test');
  const unopened = await socketAnswersAboutCoin(own, 'XYZ');
  for (const error of unopened) expect(error).toMatch(/"code":1,.*unknown asset …/);
  expect(unopened).toEqual(await socketAnswersAboutCoin(own, 'NOT'));
  own.webSocket.terminate();
});

test('nor is it lent or pledged, until it opens or by who has some', async () => {
  const { pool } = exchange.parts;
  await pool.query(
    `INSERT INTO p2p_moneys SELECT (jsonb_populate_record(money, '{"ticker": "XYZ"}')).* FROM p2p_moneys money WHERE ticker = 'USDT'`,
  );
  await pool.query(
    `INSERT INTO p2p_pledges SELECT (jsonb_populate_record(pledge, '{"ticker": "XYZ"}')).* FROM p2p_pledges pledge WHERE ticker = 'BTC' AND money_ticker = 'USDT'`,
  );
  await pool.query(
    `INSERT INTO system_flags (key, value, updated_by) VALUES ('p2p_loans', '{"take": true, "create": true}', 'test')`,
  );
  const isOn = async () => (await exchange.call('GET', '/p2p/currency-list')).body.block_create === false;
  await until('loans are switched on', isOn, 10_000);
  const ours = await answersOfLoans(exchange, alice, 'XYZ');
  expect(ours).toEqual(await answersOfLoans(exchange, alice, 'NOT'));
  expect(ours.map(([status]) => status)).toEqual([200, 200, 200, 422, 200, 422, 422]);
  expect(JSON.stringify(ours)).not.toContain('…"');
});

test('which of two answers of a batch comes first does not tell it from one that there is not', async () => {
  const own = await SocketClient.open(exchange.socketUrl);
  await own.call('server.auth', alice.accessToken, 'test');
  // A call of a known coin behind one of the other: it is answered before, or after, both of them alike.
  const orderWith = async (ticker: string) => {
    const order: string[] = [];
    const note = (name: string, answer: Promise<unknown>) => answer.then(() => order.push(name));
    await Promise.all([
      note('coin', own.ask('asset.subscribe', [ticker])),
      note('known', own.ask('asset.subscribe', ['USDT'])),
    ]);
    return order;
  };
  expect(await orderWith('NOT')).toEqual(await orderWith('XYZ'));
  own.webSocket.terminate();
});

test('a market that is closed after it was open is a closed one to users: what is theirs is found and ended by its name', async () => {
  const [maker, taker] = await Promise.all([
    exchange.trader('maker@test.local', { LTC: '10' }),
    exchange.trader('taker@test.local', { USDT: '1000', BTC: '1' }),
  ]);
  const limit = (who: TestUser, pair: string, direction: string, price: string, amount = '1') =>
    who.post<{ id: number }>('/v2/order', { pair, direction, price, amount });
  expect((await limit(maker, 'LTC_USDT', 'sell', '100')).status).toBe(200);
  expect((await limit(taker, 'LTC_USDT', 'buy', '100')).status).toBe(200);
  expect((await limit(taker, 'LTC_USDT', 'buy', '90')).status).toBe(200);
  // Nothing was ever traded in the other one, and an order of one of them is in it.
  expect((await limit(taker, 'BTC_USDT', 'sell', '100000', '0.1')).status).toBe(200);
  await close('LTC_USDT');
  await close('BTC_USDT');
  const refused = await limit(taker, 'LTC_USDT', 'buy', '90');
  expect(refused).toMatchObject({
    status: 422,
    body: { code: 'market_closed', errors: { message: ['Trading in this market is closed'] } },
  });
  expect((await limit(taker, 'BTC_USDT', 'sell', '100000', '0.1')).body).toMatchObject({ code: 'market_closed' });
  expect((await limit(maker, 'BTC_USDT', 'sell', '100000', '0.1')).body).toMatchObject({ code: 'unknown_pair' });
  expect((await taker.get('/v2/history/LTC_USDT')).body).toMatchObject({ total: 1 });
  for (const pair of ['LTC_USDT', 'BTC_USDT']) {
    expect((await taker.get(`/v2/order?pair=${pair}`)).body).toMatchObject({ total: 1 });
    expect((await taker.delete(`/v2/order/deleteall/${pair}`)).body).toMatchObject({ cancelled: 1 });
  }
  expect((await taker.get('/v2/order?pair=BTC_USDT')).body).toMatchObject({ code: 'unknown_pair' });
  // What was traded is known by its coin as well, also to who has none of it.
  expect((await alice.get('/v2/profile/wallet-history?ticker=LTC')).status).toBe(200);
});

test('who has some of a coin sees it while its markets are closed', async () => {
  const { rows } = await exchange.parts.pool.query<{ id: number }>(`SELECT id FROM assets WHERE ticker = 'XYZ'`);
  await exchange.parts.pool.query(
    'INSERT INTO trade_balances (user_id, asset_id, shard_id, available, frozen, seq) VALUES ($1, $2, 1, 5, 0, 0)',
    [alice.id, rows[0]?.id],
  );
  const { body } = await alice.get<BalanceResponse>('/v3/profile/balance');
  expect(body.result.filter(({ ticker }) => ticker === 'XYZ')).toMatchObject([{ trade_balance: '5' }]);
  const list = (await alice.get<MarketListResponse>('/v2/market-list')).body;
  expect(list.currenciesMap.XYZ).toMatchObject({ label: 'Xyz Coin' });
  expect(list.marketList.result.map(({ name }) => name)).not.toContain('XYZ_USDT');
  for (const path of [
    '/v3/profile/depositdata/XYZ',
    '/v3/profile/balance/XYZ',
    '/v2/profile/wallet-history?ticker=XYZ',
  ])
    expect([path, (await alice.get(path)).status]).toEqual([path, 200]);
  expect(await alice.delete('/v2/order/deleteallbycoin/XYZ')).toMatchObject({ status: 200, body: { cancelled: 0 } });
  const own = await SocketClient.open(exchange.socketUrl);
  await own.call('server.auth', alice.accessToken, 'test');
  const answers = await socketAnswersAboutCoin(own, 'XYZ');
  for (const answer of answers) expect(answer).not.toContain('unknown asset');
  own.webSocket.terminate();
});

test('a coin is held in a transfer code, in a pledge or on its way into the exchange, too', async () => {
  const { pool } = exchange.parts;
  const { rows } = await pool.query<{ id: number }>(`SELECT id FROM assets WHERE ticker = 'XYZ'`);
  const assetId = Number(rows[0]?.id);
  const [shard] = exchange.parts.config.shards;
  const isKnownTo = async (who: TestUser) => (await who.get('/v2/profile/wallet-history?ticker=XYZ')).status === 200;
  for (const accountOf of [
    (userId: number) => transferCodesAccount({ userId, assetId }),
    (userId: number) => pledgeAccount({ userId, assetId }),
    (userId: number) => transitAccount(shard as Shard, { userId, assetId }),
  ]) {
    const holder = await exchange.signUp(`holder${holders++}@test.local`);
    expect(await isKnownTo(holder)).toBe(false);
    const legs = [
      { account: accountOf(holder.id), amount: '1' },
      { account: outside(assetId), amount: '-1' },
    ];
    const entry = { kind: 'credit', reference: 'test', idempotencyKey: `holder:${holder.id}`, legs };
    await inTransaction(pool, (tx) => postEntry(tx, entry));
    expect(await isKnownTo(holder)).toBe(true);
  }
  // Loans show it to who has some in the main wallet or pledged.
  const owner = await exchange.signUp('owner@test.local');
  const isShownTo = async () => namesIt((await owner.get('/p2p/actual-currency-balance')).body);
  expect(await isShownTo()).toBe(false);
  await credit(pool, { userId: owner.id, assetId, amount: '1' });
  expect(await isShownTo()).toBe(true);
});
