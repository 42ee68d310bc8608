import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SocketClient } from '../../support/socket-client.ts';
import { startTradingApi, type TradingApi } from '../../support/trading-api.ts';

interface Trade {
  id: number;
  price: string;
  amount: string;
  type: string;
}

let exchange: TradingApi;
let buyer: SocketClient;
let seller: SocketClient;

async function connect(token?: string): Promise<SocketClient> {
  const client = await SocketClient.open(exchange.socketUrl);
  if (token) await client.call('server.auth', token, 'test');
  return client;
}

/** One trade at the price. */
async function trade(price: string, amount = '1', market = 'LTC_USDT'): Promise<void> {
  await seller.call('order.put_limit', market, 1, amount, price);
  await buyer.call('order.put_limit', market, 2, amount, price, { tif: 'ioc' });
}

beforeAll(async () => {
  exchange = await startTradingApi({ SOCKET_REQUESTS_PER_SECOND: '100000', SOCKET_REQUEST_BURST: '100000' });
  const rich = { USDT: '50000000', LTC: '1000000', ETH: '10000' };
  buyer = await connect((await exchange.trader('buyer@public.test', rich)).accessToken);
  seller = await connect((await exchange.trader('seller@public.test', rich)).accessToken);
}, 180_000);

afterAll(async () => {
  buyer.close();
  seller.close();
  await exchange.close();
});

describe('first pushes', () => {
  it('come right after the answer, for a market that never traded too', async () => {
    const client = await connect();
    await client.call('depth.subscribe', 'DOGE_USDT', 5, '0');
    expect((await client.notified('depth.update')).params.slice(0, 1)).toEqual([true]);
    await client.call('deals.subscribe', 'DOGE_USDT');
    expect((await client.notified('deals.update')).params).toEqual(['DOGE_USDT', []]);
    await client.call('state.subscribe', 'DOGE_USDT');
    expect((await client.notified('state.update')).params[1]).toMatchObject({ last: '0', open: '0', volume: '0' });
    await client.call('today.subscribe', 'DOGE_USDT');
    expect((await client.notified('today.update')).params[1]).toMatchObject({ last: '0', volume: '0' });
    await client.call('price.subscribe', 'DOGE_USDT');
    await client.call('kline.subscribe', 'DOGE_USDT', 60);
    await client.call('server.ping');
    const methods = client.notifications.map(({ method }) => method);
    expect(methods).toEqual(['depth.update', 'deals.update', 'state.update', 'today.update']);
    // Each answer stands before the push that it caused.
    expect(client.messages.map((text) => text.includes('"success"'))).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
      true,
      false,
      true,
      true,
      false,
    ]);
    client.close();
  });
});

describe('trades', () => {
  it('are all pushed in a burst, in order of their ids', async () => {
    const client = await connect();
    await client.call('deals.subscribe', 'LTC_USDT');
    await client.notified('deals.update');
    await seller.call('order.put_limit', 'LTC_USDT', 1, '1000', '100');
    const orders = Array.from({ length: 350 }, () =>
      buyer.ask('order.put_limit', ['LTC_USDT', 2, '0.1', '100', { tif: 'ioc' }]),
    );
    await Promise.all(orders);
    const newest = (await buyer.call<Trade[]>('deals.query', 'LTC_USDT', 1, 0))[0] as Trade;
    const ids = () =>
      client.notifications.flatMap(({ params }) => [...(params[1] as Trade[])].reverse().map((one) => one.id));
    await client.until('all trades', () => (ids().at(-1) === newest.id ? true : undefined));
    expect(ids()).toEqual(Array.from({ length: newest.id }, (_, index) => index + 1));
    for (const { params } of client.notifications) expect((params[1] as Trade[]).length).toBeLessThanOrEqual(100);
    await seller.call('order.cancel_all', 'LTC_USDT');
    client.close();
  });

  it('answer a query newest first, above an id', async () => {
    const trades = await buyer.call<Trade[]>('deals.query', 'LTC_USDT', 5, 0);
    expect(trades.map((one) => one.id)).toEqual([350, 349, 348, 347, 346]);
    expect(await buyer.call<Trade[]>('deals.query', 'LTC_USDT', 100, 348)).toHaveLength(2);
    expect(trades[0]).toMatchObject({ price: '100', amount: '0.1', type: 'buy' });
  });
});

describe('candles and figures', () => {
  it('follow the trades', async () => {
    const client = await connect();
    // A candle of a day: trades of one test may fall into two minutes.
    await client.call('kline.subscribe', 'ETH_USDT', 86_400);
    await client.call('price.subscribe', 'ETH_USDT');
    await client.call('state.subscribe', 'ETH_USDT');
    await client.call('today.subscribe', 'ETH_USDT');
    await trade('2000', '1', 'ETH_USDT');
    await trade('2100', '0.5', 'ETH_USDT');
    await trade('1900', '0.5', 'ETH_USDT');
    await client.notified('price.update', ([market, price]) => market === 'ETH_USDT' && price === '1900');
    const { params } = await client.notified('kline.update', ([row]) => (row as string[])[5] === '2');
    const row = params[0] as unknown[];
    expect(row.slice(1)).toEqual(['2000', '1900', '2100', '1900', '2', '4000', 'ETH_USDT', 86_400, false]);
    const figures = { last: '1900', open: '2000', high: '2100', low: '1900', volume: '2', deal: '4000', change: '-5' };
    await client.notified('state.update', ([, state]) => (state as { volume: string }).volume === '2');
    await client.notified('today.update', ([, today]) => (today as { volume: string }).volume === '2');
    expect(await client.call('state.query', 'ETH_USDT', 86_400)).toMatchObject({
      period: 86_400,
      close: '1900',
      ...figures,
    });
    expect(await client.call('state.query', 'ETH_USDT', 604_800)).toMatchObject({ volume: '2' });
    expect(await client.call('today.query', 'ETH_USDT')).toEqual(figures);
    expect(await client.call('price.query', 'ETH_USDT')).toBe('1900');
    client.close();
  });

  it('answer a history without gaps, month candles too', async () => {
    const now = Math.floor(Date.now() / 1000);
    const start = now - (now % 60) - 600;
    await exchange.parts.pool.query(
      `INSERT INTO klines (market_id, interval, open_time, open, close, high, low, volume, money)
       SELECT id, 60, $1, 1, 2, 3, 0.5, 10, 20 FROM markets WHERE name = 'XRP_USDT'`,
      [start],
    );
    // The live view has no candle of a market without trades: the history is Postgres's alone.
    const rows = await buyer.call<unknown[][]>('kline.query', 'XRP_USDT', start - 6_000, now, 60);
    expect(rows.length).toBeGreaterThanOrEqual(11);
    expect(rows[0]).toEqual([start, '1', '2', '3', '0.5', '10', '20', 'XRP_USDT', 60, expect.any(Boolean)]);
    expect(rows[1]).toEqual([start + 60, '2', '2', '2', '2', '0', '0', 'XRP_USDT', 60, expect.any(Boolean)]);
    const month = await buyer.call<unknown[][]>('kline.query', 'ETH_USDT', now - 100 * 86_400, now, 2_592_000);
    expect(month.at(-1)).toMatchObject({ 5: '2', 6: '4000', 8: 2_592_000 });
    expect((await buyer.ask('kline.query', ['ETH_USDT', now, now - 10, 60])).error).toMatchObject({ code: 1 });
    expect((await buyer.ask('kline.query', ['ETH_USDT', 0, now, 61])).error).toMatchObject({ code: 1 });
  });
});

describe('subscriptions', () => {
  it('are replaced by the next of their kind, or kept when it is refused', async () => {
    const client = await connect();
    await client.call('price.subscribe', 'LTC_USDT', 'ETH_USDT');
    const refused = await client.ask('price.subscribe', ['BTC_USDT', 'NO_SUCH']);
    expect(refused.error).toMatchObject({ code: 1, message: expect.stringContaining('NO_SUCH') });
    await trade('2001', '0.1', 'ETH_USDT');
    await client.notified('price.update', ([, price]) => price === '2001');
    await client.call('price.subscribe', 'LTC_USDT');
    const seen = client.notifications.length;
    await trade('2002', '0.1', 'ETH_USDT');
    await trade('101');
    await client.notified('price.update', ([market, price]) => market === 'LTC_USDT' && price === '101', seen);
    expect(client.notifications.slice(seen).filter(({ params }) => params[0] === 'ETH_USDT')).toEqual([]);
    await client.call('price.unsubscribe');
    client.close();
  });

  it('to the heart beat each second', async () => {
    const client = await connect();
    await client.call('heartbeat.subscribe');
    await client.until('two beats', () => (client.notifications.length >= 2 ? true : undefined));
    expect(client.notifications[1]?.params).toEqual([expect.any(Number)]);
    client.close();
  });
});
