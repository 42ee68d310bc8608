/** A live view that boots from Postgres is the one that has heard every event. */
import { klineIntervals, knownMarket, Listings, startLiveMarketData } from '@pelican/api/src/live/index.ts';
import type { LiveView } from '@pelican/api/src/live/spot/live-view.ts';
import { viewLiveOrder } from '@pelican/api/src/modules/spot/index.ts';
import { createPool } from '@pelican/api/src/platform/database/index.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import type pg from 'pg';
import type { Logger } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomFlow } from '../../support/random-flow.ts';
import { spotShard } from '../../support/shards.ts';
import { SocketClient } from '../../support/socket-client.ts';
import { openLink } from '../../support/tcp-link.ts';
import { startTradingApi, type TradingApi } from '../../support/trading-api.ts';

let exchange: TradingApi;
let clients: SocketClient[];

beforeAll(async () => {
  exchange = await startTradingApi({ SOCKET_REQUESTS_PER_SECOND: '1000000', SOCKET_REQUEST_BURST: '1000000' });
  const money = { USDT: '10000000', LTC: '1000000', ETH: '1000000' };
  clients = [];
  for (const name of ['one', 'two']) {
    const trader = await exchange.trader(`${name}@boot.test`, money);
    const client = await SocketClient.open(exchange.socketUrl);
    await client.call('server.auth', trader.accessToken, 'test');
    clients.push(client);
  }
}, 180_000);

afterAll(async () => {
  for (const client of clients) client.close();
  await exchange.close();
});

function describeView(view: LiveView): unknown {
  const { catalog } = exchange.parts.spot;
  const markets = [...view.markets()].map((state) => {
    const asks: number[][] = [];
    const bids: number[][] = [];
    state.asks.walk((price, lots) => asks.push([price, lots]) > 0);
    state.bids.walk((price, lots) => bids.push([price, lots]) > 0);
    const candles = klineIntervals.map((interval) => {
      const candle = state.candles.newest(interval);
      return candle && { ...candle, volume: candle.volume.value(), money: candle.money.value() };
    });
    const day = state.day.figures(Math.floor(Date.now() / 1000));
    return {
      name: state.market.name,
      asks,
      bids,
      trades: state.trades.newest(10_000),
      last: state.lastPrice,
      candles,
      day,
    };
  });
  const orders = [...view.orders.values()].map((order) => viewLiveOrder(order, catalog())).sort((a, b) => a.id - b.id);
  return { seq: view.seq, position: view.position, markets, orders };
}

function bootAnother(pool: pg.Pool, log: Logger) {
  return startLiveMarketData({
    pool,
    shard: spotShard,
    listings: new Listings(pool, [spotShard]),
    log,
    connectRedis: () => connectRedis(exchange.redisUrl, log),
    resolve: () => undefined,
  });
}

it('boots to the same books, orders, trades, candles and figures, and goes on from there', async () => {
  const [one, two] = clients as [SocketClient, SocketClient];
  const flow = (seed: number) =>
    Promise.all([
      randomFlow(one, { market: 'LTC_USDT', commands: 1_500, seed }),
      randomFlow(two, { market: 'LTC_USDT', commands: 1_500, seed: seed + 1 }),
      randomFlow(two, { market: 'ETH_USDT', commands: 500, seed: seed + 2 }),
    ]);
  await flow(21);
  const { pool, log, spot } = exchange.parts;
  const { live, settled } = spot.shards[0];
  // Longer than a request waits: beside other work settlement may take it.
  await settled.waitUntilSettled(live.view.seq, 20_000);
  const second = await bootAnother(pool, log);
  try {
    expect(describeView(second.view)).toEqual(describeView(live.view));
    await flow(31);
    await Promise.all([live.waitUntilCurrent(), second.waitUntilCurrent()]);
    expect(describeView(second.view)).toEqual(describeView(live.view));
  } finally {
    await second.close();
  }
}, 180_000);

it('waits for a Postgres that is away at startup', async () => {
  const { pool, log, spot } = exchange.parts;
  const link = await openLink(pool.options.connectionString as string);
  const poolOfAnother = createPool({ databaseUrl: link.url, databasePoolMax: 2 }, log);
  link.strike('cut', [process.pid]);
  const waits = Promise.withResolvers<unknown>();
  const noting = Object.assign(Object.create(log), { error: (_: unknown, text: string) => waits.resolve(text) });
  const booting = bootAnother(poolOfAnother, noting);
  try {
    expect(await waits.promise).toBe('the live view cannot boot yet; trying again');
    link.restore();
    const another = await booting;
    await Promise.all([spot.shards[0].live.waitUntilCurrent(), another.waitUntilCurrent()]);
    expect(describeView(another.view)).toEqual(describeView(spot.shards[0].live.view));
    await another.close();
  } finally {
    await poolOfAnother.end();
    await link.close();
  }
}, 180_000);

it('knows a closed market by its trades, also when they are all in detached months', async () => {
  const { pool, log } = exchange.parts;
  const isKnownToAnother = async () => {
    const { catalog, view, close } = await bootAnother(pool, log);
    await close();
    return knownMarket({ catalog, view }, 'BTC_USDT') !== undefined;
  };
  await pool.query(`UPDATE markets SET status = 'closed' WHERE name = 'BTC_USDT'`);
  expect(await isKnownToAnother()).toBe(false);
  await pool.query(`INSERT INTO carried_deals (market_id, last_id) SELECT id, 7 FROM markets WHERE name = 'BTC_USDT'`);
  expect(await isKnownToAnother()).toBe(true);
}, 180_000);
