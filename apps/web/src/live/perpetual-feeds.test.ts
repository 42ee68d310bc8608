// @vitest-environment node
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Live } from './live.ts';
import { RpcServer } from './testing/rpc-server.ts';
import { perpetualOrderKey } from './venue-feeds.ts';

let server: RpcServer;
let live: Live;

beforeEach(async () => {
  server = await RpcServer.start();
  live = new Live({ url: () => server.url, accessToken: async () => 'token', onNotice: () => undefined });
});

afterEach(async () => {
  live.stop();
  await server.stop();
});

const order = {
  id: 7,
  type: 'limit',
  order_id: 7,
  algo_id: null,
  create_time: 1700000000.5,
  update_time: 1700000001,
  finish_time: null,
  seq: 5,
};
/** It has fired, so it names its child order. */
const algo = { ...order, type: 'oco', algo_id: 7, create_time: 1700000002 };
const position = { position_id: 3, ctime: 1700000000.25, mtime: 1700000003, seq: 9 };

test('a perpetual and a spot market of one name are kept apart', async () => {
  live.start();
  await server.until(() => live.connection.status === 'ok');
  live.spot.depth.want('BTC_USDT');
  live.perpetual.depth.want('BTC_USDT');
  await server.until(() => server.of('depth.subscribe').length === 1 && server.of('depth_swap.subscribe').length === 1);
  server.push('depth_swap.update', [true, { bids: [['60000', '1']], asks: [], seq: 1, prev_seq: null }, 'BTC_USDT']);
  await server.until(() => live.perpetual.depth.book.get().bids.length === 1);
  expect(live.spot.depth.book.get().bids).toHaveLength(0);
});

test('mark prices, funding and the price list arrive by market, one at a time or as a batch', async () => {
  live.start();
  live.perpetual.markPrices.want(['BTC_USDT']);
  live.perpetual.prices.want(['BTC_USDT', 'ETH_USDT']);
  await server.until(() => server.of('mark_price_swap.subscribe').length === 1);
  await server.until(() => server.of('market_prices_swap.subscribe').length === 1);
  server.push('mark_price_swap.update', ['BTC_USDT', { mark_price: '60000.1', index_price: '60000', time: 1 }]);
  server.push('market_prices_swap.update', [{ BTC_USDT: { last: '60001' }, ETH_USDT: { last: '3000' } }]);
  await server.until(() => live.perpetual.markPrices.cell('BTC_USDT').get()?.mark_price === '60000.1');
  await server.until(() => live.perpetual.prices.cell('ETH_USDT').get()?.last === '3000');
});

test('own orders, algos and positions: an order and an algo of one number are two, times are milliseconds', async () => {
  server.answer = (request) => {
    if (request.method === 'order_swap.query') return { total: 2, records: [order, algo] };
    if (request.method === 'position_swap.query') return [position];
    if (request.method === 'asset_swap.query') return { USDT: { available: '5', seq: 1 } };
    return { status: 'success' };
  };
  live.start();
  live.perpetual.orders.want();
  live.perpetual.positions.want();
  live.perpetual.assets.want();
  await server.until(() => live.perpetual.orders.cell.get().ready && live.perpetual.positions.cell.get().ready);
  const { items } = live.perpetual.orders.cell.get();
  expect(items.map((item) => [perpetualOrderKey(item), item.create_time])).toEqual([
    [-7, 1_700_000_002_000],
    [7, 1_700_000_000_500],
  ]);
  expect(live.perpetual.positions.cell.get().items[0]).toMatchObject({
    ctime: 1_700_000_000_250,
    mtime: 1_700_000_003_000,
  });
  server.push('position_swap.update', [3, { ...position, seq: 10 }]);
  server.push('order_swap.update', [3, { ...algo, seq: 6 }]);
  await server.until(() => live.perpetual.positions.cell.get().items.length === 0);
  await server.until(() => live.perpetual.orders.cell.get().items.length === 1);
  expect(live.perpetual.assets.cell.get()?.get('USDT')?.available).toBe('5');
});

test('after the connection fell, all perpetual feeds are subscribed again and own records queried', async () => {
  server.answer = (request) => {
    if (request.method === 'order_swap.query') return { total: 0, records: [] };
    return request.method === 'position_swap.query' ? [] : { status: 'success' };
  };
  live.start();
  live.perpetual.states.want(['BTC_USDT']);
  live.perpetual.fundingRates.want(['BTC_USDT']);
  live.perpetual.positions.want();
  live.perpetual.orders.want();
  await server.until(() => live.perpetual.orders.cell.get().ready && live.perpetual.positions.cell.get().ready);
  server.received.length = 0;
  server.dropAll();
  await server.until(() =>
    ['order_swap.query', 'position_swap.query'].every((method) => server.of(method).length === 1),
  );
  for (const kind of ['market_swap', 'funding_rate_swap', 'order_swap', 'position_swap'])
    expect(server.of(`${kind}.subscribe`)).toHaveLength(1);
});

test('hidden tabs receive nothing; shown again they request what they missed', async () => {
  server.answer = (request) => (request.method === 'position_swap.query' ? [] : { status: 'success' });
  live.start();
  live.perpetual.markPrices.want(['BTC_USDT']);
  live.perpetual.positions.want();
  await server.until(() => live.perpetual.positions.cell.get().ready);
  live.pauseFeeds(true);
  live.pauseOrders(true);
  await server.until(() => server.of('mark_price_swap.unsubscribe').length === 1);
  await server.until(() => server.of('position_swap.unsubscribe').length === 1);
  live.pauseFeeds(false);
  live.pauseOrders(false);
  await server.until(() => server.of('position_swap.query').length === 2);
  await server.until(() => server.of('mark_price_swap.subscribe').length === 2);
});
