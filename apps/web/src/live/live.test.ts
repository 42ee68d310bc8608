// @vitest-environment node
import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { crc32 } from './crc32.ts';
import { feedHealth } from './health.ts';
import { Live } from './live.ts';
import { addTrades } from './market-feeds.ts';
import { RpcServer } from './testing/rpc-server.ts';
import type { PublicTrade } from './wire.ts';

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

test('several readers of market lists share one subscription of the union', async () => {
  live.start();
  await server.until(() => live.connection.status === 'ok');
  const first = live.spot.states.want(['BTC_USDT', 'ETH_USDT']);
  live.spot.states.want(['BTC_USDT', 'LTC_USDT']);
  await server.until(() => server.of('state.subscribe').length > 0);
  expect(server.of('state.subscribe')[0]?.params).toEqual(['BTC_USDT', 'ETH_USDT', 'LTC_USDT']);
  first();
  await server.until(() => server.of('state.subscribe').length > 1);
  expect(server.of('state.subscribe')[1]?.params).toEqual(['BTC_USDT', 'LTC_USDT']);
  server.push('state.update', ['BTC_USDT', { last: '92000' }]);
  await server.until(() => live.spot.states.cell('BTC_USDT').get()?.last === '92000');
});

test('a gap in the book subscribes again, and the next complete book heals it', async () => {
  live.start();
  live.spot.depth.want('LTC_USDT');
  await server.until(() => server.of('depth.subscribe').length === 1);
  const bids = [['100', '1']];
  server.push('depth.update', [true, { bids, asks: [], seq: 1, prev_seq: null, checksum: crc32('100:1') }, 'LTC_USDT']);
  await server.until(() => live.spot.depth.book.get().bids.length === 1);
  server.push('depth.update', [false, { bids: [['101', '1']], seq: 9, prev_seq: 8 }, 'LTC_USDT']);
  await server.until(() => server.of('depth.subscribe').length === 2);
  server.push('depth.update', [true, { bids: [['102', '5']], asks: [], seq: 9, prev_seq: null }, 'LTC_USDT']);
  await server.until(() => live.spot.depth.book.get().bids[0]?.price === '102');
});

test('several readers of a book share one ungrouped subscription; the market asked for last is the one kept', async () => {
  live.start();
  await server.until(() => live.connection.status === 'ok');
  const ladder = live.spot.depth.want('LTC_USDT');
  const chart = live.spot.depth.want('LTC_USDT');
  await server.until(() => server.of('depth.subscribe').length === 1);
  const next = live.spot.depth.want('BTC_USDT');
  ladder();
  chart();
  await server.until(() => server.of('depth.subscribe').length === 2);
  expect(server.of('depth.subscribe').map(({ params }) => params)).toEqual([
    ['LTC_USDT', 100, '0'],
    ['BTC_USDT', 100, '0'],
  ]);
  next();
  await server.until(() => server.of('depth.unsubscribe').length === 1);
});

test('after the connection fell, everything wanted is subscribed and queried again', async () => {
  server.answer = (request) => {
    if (request.method === 'order.query') return { total: 0, records: [] };
    return request.method === 'asset.query' ? { LTC: { available: '5', freeze: '0', seq: 3 } } : { status: 'success' };
  };
  live.start();
  live.spot.depth.want('LTC_USDT');
  live.spot.trades.want('LTC_USDT');
  live.spot.orders.want();
  live.spot.assets.want();
  await server.until(
    () => live.spot.assets.cell.get()?.get('LTC')?.available === '5' && live.spot.orders.cell.get().ready,
  );
  server.received.length = 0;
  server.dropAll();
  await server.until(() => ['asset.query', 'order.query'].every((method) => server.of(method).length === 1));
  for (const kind of ['depth', 'deals', 'order', 'asset', 'heartbeat'])
    expect(server.of(`${kind}.subscribe`)).toHaveLength(1);
});

test('a late answer undoes no push: neither of an order nor of a balance', async () => {
  let release: () => void = () => undefined;
  server.answer = (request) => {
    if (request.method === 'asset.query') return { USDT: { available: '1', freeze: '0', seq: 4 } };
    if (request.method !== 'order.query') return { status: 'success' };
    const result = {
      total: 2,
      records: [
        { id: 1, seq: 5, left: '9' },
        { id: 2, seq: 5, left: '9' },
      ],
    };
    release = () => request.socket.send(JSON.stringify({ error: null, result, id: request.id }));
    return undefined;
  };
  live.start();
  live.spot.orders.want();
  await server.until(() => server.of('order.query').length === 1);
  server.push('order.update', [3, { id: 1, seq: 6, left: '0' }]);
  server.push('order.update', [2, { id: 2, seq: 7, left: '4' }]);
  server.push('asset.update', [{ USDT: { available: '7', freeze: '0', seq: 8 } }]);
  release();
  await server.until(() => live.spot.orders.cell.get().ready);
  expect(live.spot.orders.cell.get().items.map(({ id, left }) => [id, left])).toEqual([[2, '4']]);
  live.spot.assets.want();
  await server.until(() => server.of('asset.query').length === 1 && live.spot.assets.cell.get() !== null);
  expect(live.spot.assets.cell.get()?.get('USDT')?.available).toBe('7');
});

test('an order cancelled on the screen comes back when the server says no', async () => {
  server.answer = (request) =>
    request.method === 'order.query' ? { total: 1, records: [{ id: 1, seq: 5 }] } : { status: 'success' };
  live.start();
  live.spot.orders.want();
  await server.until(() => live.spot.orders.cell.get().ready);
  live.spot.orders.setHidden([1], true);
  expect(live.spot.orders.cell.get()).toMatchObject({ items: [], total: 0 });
  live.spot.orders.setHidden([1], false);
  expect(live.spot.orders.cell.get().items).toHaveLength(1);
});

test('what changed and what ended while the tab was hidden, or the connection lost, is an event, once', async () => {
  const open = (id: number, seq: number) => ({ id, seq, market: 'LTC_USDT' }) as SpotOrder;
  let records = [open(1, 5), open(2, 5), open(3, 5)];
  const asked: number[][] = [];
  live = new Live(
    { url: () => server.url, accessToken: async () => 'token', onNotice: () => undefined },
    {
      spotOrders: async (gone) => {
        asked.push(gone.map(({ id }) => id));
        return gone.map((order) => ({ ...order, status: 'filled' }));
      },
      perpetualOrders: async () => [],
      perpetualPositions: async () => [],
    },
  );
  server.answer = ({ method }) =>
    method === 'order.query' ? { total: records.length, records } : { status: 'success' };
  const events: [number, number, number | undefined][] = [];
  live.spot.orders.onEvent((event, order, before) => events.push([event, order.id, before?.seq]));
  live.start();
  live.spot.orders.want();
  await server.until(() => live.spot.orders.cell.get().ready);
  expect(events).toEqual([]);

  live.pauseOrders(true);
  records = [open(1, 5), open(2, 9)];
  live.pauseOrders(false);
  await server.until(() => server.of('order.query').length === 2);
  await expect
    .poll(() => events)
    .toEqual([
      [2, 2, 5],
      [3, 3, 5],
    ]);

  records = [open(2, 9)];
  server.dropAll();
  await expect.poll(() => events, { timeout: 5000 }).toHaveLength(3);
  expect(events[2]).toEqual([3, 1, 5]);
  expect(asked).toEqual([[3], [1]]);
  // A push of an end that the histories have reported already is no second event.
  server.push('order.update', [3, { id: 1, seq: 8 }]);
  server.push('order.update', [2, { id: 2, seq: 10 }]);
  await expect.poll(() => events.slice(3)).toEqual([[2, 2, 9]]);
});

test('orders of one person are no news for the next', async () => {
  let answered: () => void = () => {};
  const answer = new Promise<void>((resolve) => {
    answered = resolve;
  });
  let asked = false;
  live = new Live(
    { url: () => server.url, accessToken: async () => 'token', onNotice: () => undefined },
    {
      spotOrders: async (gone) => {
        asked = true;
        await answer;
        return [...gone];
      },
      perpetualOrders: async () => [],
      perpetualPositions: async () => [],
    },
  );
  let records = [{ id: 1, seq: 5 }];
  server.answer = ({ method }) =>
    method === 'order.query' ? { total: records.length, records } : { status: 'success' };
  const events: number[] = [];
  live.spot.orders.onEvent((event) => events.push(event));
  live.start();
  live.spot.orders.want();
  await server.until(() => live.spot.orders.cell.get().ready);
  live.pauseOrders(true);
  records = [];
  live.pauseOrders(false);
  await expect.poll(() => asked).toBe(true);
  live.sessionChanged();
  answered();
  await server.until(() => live.spot.orders.cell.get().ready);
  expect(events).toEqual([]);
});

test('a feed that comes back from a pause is not silent, and its candles are asked for again', async () => {
  live.start();
  await server.until(() => live.connection.status === 'ok');
  let resumed = 0;
  live.spot.klines.onResume(() => resumed++);
  live.spot.klines.want('LTC_USDT', 60, () => undefined);
  live.pauseFeeds(true);
  vi.setSystemTime(Date.now() + 70_000);
  try {
    live.pauseFeeds(false);
    live.health.info.flush();
    expect(live.health.info.get().health).toBe('live');
    expect(live.connection.status).toBe('ok');
    expect(resumed).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

test('trades are kept newest first, without repeats, fifty at most', () => {
  const trade = (id: number): PublicTrade => ({ id, time: id, price: '1', amount: '1', type: 'buy' });
  const known = addTrades([], [trade(3), trade(2)]);
  expect(addTrades(known, [trade(3)])).toBe(known);
  expect(addTrades(known, [trade(5), trade(4), trade(3)]).map(({ id }) => id)).toEqual([5, 4, 3, 2]);
  const many = Array.from({ length: 80 }, (_, index) => trade(100 - index));
  expect(addTrades(known, many)).toHaveLength(50);
});

test('silence is reported in two steps, a lost connection at once after three seconds', () => {
  expect(feedHealth(false, false, 9000)).toBe('connecting');
  // A network that lets no socket through.
  expect(feedHealth(false, false, 10_000)).toBe('offline');
  expect(feedHealth(true, true, 900)).toBe('live');
  expect(feedHealth(true, true, 3000)).toBe('delayed');
  expect(feedHealth(true, true, 10_000)).toBe('stale');
  expect(feedHealth(false, true, 1000)).toBe('connecting');
  expect(feedHealth(false, true, 4000)).toBe('offline');
});
