/** A perpetual view that boots from Postgres is the one that has heard every event. */
import { klineIntervals, type LivePerpetualData, startLivePerpetualData } from '@pelican/api/src/live/index.ts';
import { accountFigures } from '@pelican/api/src/modules/perpetual/index.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PerpetualApi, startPerpetualApi } from '../../support/perpetual-api.ts';
import { perpetualShard } from '../../support/shards.ts';
import type { TestUser } from '../../support/test-api.ts';

let exchange: PerpetualApi;
let users: TestUser[];

const market = 'BTC_USDT';

beforeAll(async () => {
  exchange = await startPerpetualApi();
  await exchange.tick({ BTC_USDT: '60000', ETH_USDT: '3000' });
  users = [];
  for (const name of ['one', 'two', 'three']) users.push(await exchange.trader(`${name}@boot.test`, '50000'));
}, 180_000);

afterAll(() => exchange.close());

function describeView({ view }: LivePerpetualData, userIds: number[], live: LivePerpetualData): unknown {
  const markets = [...view.markets()].map((state) => {
    const {
      bids,
      asks,
      trades,
      candles,
      day,
      pricedMs: _priced,
      indexMs: _index,
      fundingMs: _funding,
      ...rest
    } = state;
    const levels: number[][] = [];
    for (const side of [asks, bids]) side.walk((price, lots) => levels.push([price, lots]) > 0);
    const newest = klineIntervals.map((interval) => {
      const candle = candles.newest(interval);
      return candle && { ...candle, volume: candle.volume.value(), money: candle.money.value() };
    });
    const figures = day.figures(Math.floor(Date.now() / 1000));
    return { ...rest, market: state.market.name, bookSeq: 0, levels, trades: trades.newest(10_000), newest, figures };
  });
  const sorted = <Kept extends { id: number }>(kept: Iterable<Kept>) => [...kept].sort((a, b) => a.id - b.id);
  const accounts = userIds.map((userId) => {
    const { figures, seq } = accountFigures({ view, catalog: live.catalog }, userId);
    return {
      available: figures.available,
      equity: figures.equity,
      seq,
      leverage: view.leverages.get(userId, 1001, 1, 0),
    };
  });
  return {
    seq: view.seq,
    markets,
    orders: sorted(view.orders.values()),
    algos: sorted(view.algos.values()),
    positions: sorted(view.positions.values()),
    accounts,
  };
}

/** Some of everything that leaves a trace. */
async function trade(round: number): Promise<void> {
  const [one, two, three] = users as [TestUser, TestUser, TestUser];
  const long = { market, mode: 'isolated', side: 'buy', position: 'long', type: 'limit' };
  const short = { market, mode: 'cross', side: 'sell', position: 'short', type: 'limit' };
  await one.post('/v3/set-leverage', { market, mode: 'isolated', position: 'long', leverage: 5 + round });
  await exchange.place(two, { ...short, price: String(60_010 + round), sz: '3' });
  await exchange.place(one, { ...long, type: 'market', sz: '2', tp_trigger_price: '66000', sl_trigger_price: '55000' });
  await exchange.place(three, { ...long, price: String(59_000 + round), sz: '1.5', sl_trigger_price: '50000' });
  const order = await exchange.place(three, { ...long, price: '58900', sz: '4' });
  await three.post('/v3/order/modify', { market, order_id: order.id, sz: '3' });
  await exchange.place(one, { ...long, side: 'sell', type: 'conditional', sl_trigger_price: '54000' });
  await one.post('/v3/profile/margin-balance-adjustment', { market, position: 'long', type: 'add', amount: '12.5' });
  await exchange.tick({ BTC_USDT: String(60_000 + 10 * round) });
}

it('boots to the same books, orders, positions, accounts and prices, and goes on from there', async () => {
  for (let round = 0; round < 5; round++) await trade(round);
  await exchange.settled();
  const { live } = exchange.parts.perpetual;
  const { pool, log } = exchange.parts;
  const second = await startLivePerpetualData({
    pool,
    shard: perpetualShard,
    log,
    connectRedis: () => connectRedis(exchange.redisUrl, log),
    resolve: () => undefined,
  });
  const ids = users.map(({ id }) => id);
  try {
    expect(describeView(second, ids, live)).toEqual(describeView(live, ids, live));
    for (let round = 5; round < 8; round++) await trade(round);
    await Promise.all([live.waitUntilCurrent(), second.waitUntilCurrent()]);
    expect(describeView(second, ids, live)).toEqual(describeView(live, ids, live));
  } finally {
    await second.close();
  }
});
