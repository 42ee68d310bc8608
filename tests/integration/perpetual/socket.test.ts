/** The perpetual variants of the socket's channels, against the real engine and settlement. */
import { crc32 } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type PerpetualApi, startPerpetualApi } from '../../support/perpetual-api.ts';
import { SocketClient } from '../../support/socket-client.ts';
import type { TestUser } from '../../support/test-api.ts';

let exchange: PerpetualApi;
let alice: TestUser;
let bob: TestUser;
const clients: SocketClient[] = [];

const market = 'BTC_USDT';
const buy = { market, mode: 'cross', side: 'buy', position: 'long', type: 'limit' } as const;
const sell = { market, mode: 'cross', side: 'sell', position: 'short', type: 'limit' } as const;

async function connect(user?: TestUser): Promise<SocketClient> {
  const client = await SocketClient.open(exchange.socketUrl);
  clients.push(client);
  if (user) await client.call('server.auth', user.accessToken, 'test');
  return client;
}

type Figures = Record<string, string | number>;

beforeAll(async () => {
  exchange = await startPerpetualApi();
  await exchange.tick({ BTC_USDT: '60000', ETH_USDT: '3000' });
  alice = await exchange.trader('alice@perpetual.test', '10000');
  bob = await exchange.trader('bob@perpetual.test', '100000');
}, 180_000);

afterAll(() => exchange.close());

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  for (const user of [alice, bob]) await user.post('/v3/order/cancel-all', {});
});

describe('public channels', () => {
  it('push first what there is', async () => {
    const client = await connect();
    await client.call('depth_swap.subscribe', market, 100, '0');
    expect((await client.notified('depth_swap.update')).params).toEqual([
      true,
      expect.objectContaining({ asks: [], bids: [], prev_seq: null, checksum: 0 }),
      market,
    ]);
    await client.call('deals_swap.subscribe', 'ETH_USDT');
    expect((await client.notified('deals_swap.update')).params).toEqual(['ETH_USDT', []]);
    for (const kind of ['today', 'market', 'mark_price', 'funding_rate']) {
      await client.call(`${kind}_swap.subscribe`, market);
      const [name, pushed] = (await client.notified(`${kind}_swap.update`)).params as [string, Figures];
      expect(name).toBe(market);
      const asked = await client.call<Figures>(`${kind}_swap.query`, market);
      expect(asked).toEqual(pushed);
    }
    await client.call('market_prices_swap.subscribe');
    const [all] = (await client.notified('market_prices_swap.update')).params as [Record<string, Figures>];
    expect(Object.keys(all)).toEqual(['BTC_USDT', 'ETH_USDT', 'SOL_USDT', 'XRP_USDT']);
    expect(all.BTC_USDT).toMatchObject({ mark_price: '60000' });
    expect(await client.call('market_prices_swap.query', 'ETH_USDT')).toEqual({ ETH_USDT: all.ETH_USDT });
  });

  it('keep the venues apart', async () => {
    const client = await connect();
    await client.call('depth.subscribe', market, 10, '0');
    await client.call('depth_swap.subscribe', market, 10, '0');
    await client.notified('depth.update');
    const from = client.notifications.length;
    await exchange.place(alice, { ...buy, price: '59900', sz: '2' });
    const { params } = await client.notified('depth_swap.update', ([clean]) => clean === false, from);
    expect(params[1]).toMatchObject({ bids: [['59900', '0.02']] });
    await client.call('depth_swap.unsubscribe');
    await client.call('depth_swap.subscribe', 'ETH_USDT', 10, '0');
    expect(client.notifications.slice(from).filter(({ method }) => method === 'depth.update')).toEqual([]);
  });

  it('hold a book that agrees with its checksum, in coins', async () => {
    const client = await connect();
    await client.call('depth_swap.subscribe', market, 100, '0');
    const from = client.notifications.length;
    await exchange.place(alice, { ...buy, price: '59900', sz: '2' });
    await exchange.place(alice, { ...buy, price: '59800', sz: '1.5' });
    const second = await client.notified(
      'depth_swap.update',
      ([, book]) => JSON.stringify(book).includes('59800'),
      from,
    );
    const { checksum } = second.params[1] as { checksum: number };
    expect(checksum).toBe(crc32('59900:0.02:59800:0.015') | 0);
    const merged = await client.call<{ bids: string[][] }>('depth_swap.query', market, 10, '100');
    expect(merged.bids).toEqual([
      ['59900', '0.02'],
      ['59800', '0.015'],
    ]);
  });

  it('carry trades, candles, prices and open interest', async () => {
    const client = await connect();
    await client.call('deals_swap.subscribe', market);
    await client.call('kline_swap.subscribe', market, 60);
    await client.call('market_swap.subscribe', market);
    const from = client.notifications.length;
    await exchange.place(bob, { ...sell, price: '60010', sz: '3' });
    await exchange.place(alice, { ...buy, type: 'market', sz: '3' });
    const trades = await client.notified('deals_swap.update', ([, list]) => (list as unknown[]).length > 0, from);
    expect(trades.params[1]).toMatchObject([{ price: '60010', amount: '0.03', type: 'buy' }]);
    const { params: rows } = await client.notified('kline_swap.update', () => true, from);
    expect(rows[0]).toMatchObject({ 4: '60010', 5: '0.03', 7: market, 8: 60 });
    await exchange.tick();
    const state = await client.notified(
      'market_swap.update',
      ([, figures]) => (figures as Figures).open_interest === '0.03',
      from,
    );
    expect(state.params[1]).toMatchObject({ last: '60010', volume: '0.03', index_price: '60000' });
    const marks = client.notifications.length;
    await client.call('mark_price_swap.subscribe', market);
    await exchange.tick({ BTC_USDT: '60100' });
    const moved = await client.notified(
      'mark_price_swap.update',
      ([, figures]) => (figures as Figures).index_price === '60100',
      marks,
    );
    expect(moved.params[0]).toBe(market);
    await exchange.tick({ BTC_USDT: '60000' });
  });

  it('refuse what is unknown and change nothing', async () => {
    const client = await connect();
    for (const [method, params] of [
      ['depth_swap.subscribe', ['LTC_USDT', 100, '0']],
      ['depth_swap.subscribe', [market, 7, '0']],
      ['kline_swap.subscribe', [market, 61]],
      ['market_prices_swap.subscribe', ['NOT_THERE']],
      ['mark_price_swap.query', ['NOT_THERE']],
    ] as const)
      expect((await client.ask(method, [...params])).error, method).toMatchObject({ code: 1 });
    expect((await client.ask('price_swap.subscribe', [market])).error).toMatchObject({ code: 4 });
    for (const kind of ['order', 'position', 'asset'])
      expect((await client.ask(`${kind}_swap.subscribe`, ['*'])).error).toMatchObject({ code: 6 });
  });
});

describe('private channels', () => {
  it('carry orders, algos, positions and the wallet, each to its owner', async () => {
    const carol = await exchange.trader('carol@perpetual.test', '1000');
    const own = await connect(carol);
    const other = await connect(bob);
    for (const client of [own, other])
      for (const kind of ['order', 'position', 'asset']) await client.call(`${kind}_swap.subscribe`, '*');
    const first = await exchange.place(carol, { ...buy, price: '59000', sz: '1', sl_trigger_price: '58000' });
    const put = await own.notified('order_swap.update', ([event]) => event === 1);
    expect(put.params[1]).toMatchObject({ order_id: first.id, status: 'live', price: '59000', finish_time: null });
    expect((put.params[1] as Figures).create_time).toBe(first.create_time / 1000);
    const frozen = await own.notified('asset_swap.update');
    expect(frozen.params[0]).toMatchObject({ USDT: { balance: '1000', profit_unreal: '0' } });
    const order = own.notifications.findIndex(({ method }) => method === 'order_swap.update');
    const asset = own.notifications.findIndex(({ method }) => method === 'asset_swap.update');
    expect(order).toBeLessThan(asset);

    await exchange.place(bob, { ...sell, price: '60000', sz: '1' });
    await exchange.place(carol, { ...buy, type: 'market', sz: '1' });
    const opened = await own.notified('position_swap.update', ([event]) => event === 1);
    expect(opened.params[1]).toMatchObject({
      market,
      mode: 'cross',
      position: 'long',
      side: 2,
      sz: '1',
      amount: '0.01',
    });
    const from = own.notifications.length;
    await exchange.tick({ BTC_USDT: '60500' });
    for (let second = 0; second < 61; second++) await exchange.tick();
    const gained = await own.notified(
      'position_swap.update',
      ([event, position]) => event === 2 && (position as Figures).mark_price === '60500',
      from,
    );
    expect(gained.params[1]).toMatchObject({ profit_unreal: '5' });
    const equity = await own.notified(
      'asset_swap.update',
      ([assets]) => (assets as Record<string, Figures>).USDT?.profit_unreal === '5',
      from,
    );
    expect(equity.params[0]).toMatchObject({ USDT: { total_eq: '1004.7' } });

    const page = await own.call<{ total: number; records: Figures[] }>('order_swap.query', '', 0, 100);
    expect(page.records).toHaveLength(page.total);
    // The order, and its stop-loss, which waits for the first fill.
    const kinds = page.records.map(({ type, status }) => `${type} ${status}`);
    expect(kinds.sort()).toEqual(['conditional pause', 'limit live']);
    expect(await own.call('position_swap.query', 'ETH_USDT')).toEqual([]);
    expect(await own.call<unknown[]>('position_swap.query')).toHaveLength(1);
    expect(await own.call('asset_swap.query', 'USDT')).toMatchObject({ USDT: { total_eq: '1004.7' } });

    await exchange.place(bob, { ...sell, side: 'buy', position: 'short', price: '60400', sz: '1' });
    await carol.post('/v3/close-position', { market, mode: 'cross', position: 'long' });
    const closed = await own.notified('position_swap.update', ([event]) => event === 3);
    expect(closed.params[1]).toMatchObject({ sz: '0', status: 2, profit_unreal: '0' });
    await carol.post('/v3/order/cancel', { market, order_id: first.id });
    const finish = await own.notified(
      'order_swap.update',
      ([event, record]) => event === 3 && (record as Figures).id === first.id && (record as Figures).type === 'limit',
    );
    expect(finish.params[1]).toMatchObject({ status: 'canceled', reason: 'user' });
    const strangers = other.notifications.filter(({ params }) => JSON.stringify(params).includes(`"id":${first.id},`));
    expect(strangers).toEqual([]);
  });

  it('stop with the unsubscribe and with the session', async () => {
    const client = await connect(alice);
    await client.call('order_swap.subscribe', market);
    await client.call('order_swap.unsubscribe');
    await exchange.place(alice, { ...buy, price: '59000', sz: '1' });
    await client.call('position_swap.subscribe', '*');
    await client.call('server.auth', bob.accessToken, 'test');
    await exchange.place(alice, { ...buy, price: '59000', sz: '1' });
    await client.call('server.ping');
    expect(client.notifications).toEqual([]);
  });
});
