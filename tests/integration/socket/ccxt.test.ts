/** A stock client of the protocol family: ccxt's pro.p2b with nothing but its address and its markets replaced. */
import ccxt from 'ccxt';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SocketClient } from '../../support/socket-client.ts';
import { startTradingApi, type TradingApi } from '../../support/trading-api.ts';

let exchange: TradingApi;
let client: InstanceType<typeof ccxt.pro.p2b>;
let trader: SocketClient;

beforeAll(async () => {
  exchange = await startTradingApi();
  const user = await exchange.trader('ccxt@socket.test', { USDT: '100000', LTC: '1000' });
  const other = await exchange.trader('taker@socket.test', { USDT: '100000', LTC: '1000' });
  trader = await SocketClient.open(exchange.socketUrl);
  await trader.call('server.auth', other.accessToken, 'test');
  const maker = await SocketClient.open(exchange.socketUrl);
  await maker.call('server.auth', user.accessToken, 'test');
  for (const [side, price] of [
    [2, '99.5'],
    [2, '99'],
    [1, '100.5'],
    [1, '101'],
  ]) {
    await maker.call('order.put_limit', 'LTC_USDT', side, '10', price);
  }
  maker.close();
  await trader.call('order.put_market', 'LTC_USDT', 1, '2');
  client = new ccxt.pro.p2b();
  await client.loadHttpProxyAgent();
  client.urls.api.ws = exchange.socketUrl;
  client.setMarkets([
    client.safeMarketStructure({
      id: 'LTC_USDT',
      symbol: 'LTC/USDT',
      base: 'LTC',
      quote: 'USDT',
      spot: true,
      active: true,
      precision: { price: 0.01, amount: 0.0001 },
    }),
  ]);
}, 180_000);

afterAll(async () => {
  await client.close();
  trader.close();
  await exchange.close();
});

it('reads the book', async () => {
  const book = await client.watchOrderBook('LTC/USDT');
  expect(book.bids[0]).toEqual([99.5, 8]);
  expect(book.asks.map(([price]) => price)).toEqual([100.5, 101]);
  void trader.call('order.put_limit', 'LTC_USDT', 2, '3', '100');
  const changed = await client.watchOrderBook('LTC/USDT');
  expect(changed.bids[0]).toEqual([100, 3]);
});

it('reads trades', async () => {
  const trades = await client.watchTrades('LTC/USDT');
  expect(trades.at(-1)).toMatchObject({ price: 99.5, amount: 2, side: 'sell', symbol: 'LTC/USDT' });
});

it('reads candles', async () => {
  const candles = await client.watchOHLCV('LTC/USDT', '15m');
  expect(candles.at(-1)).toEqual([expect.any(Number), 99.5, 99.5, 99.5, 99.5, 2]);
});

it('reads the ticker', async () => {
  const ticker = await client.watchTicker('LTC/USDT');
  expect(ticker).toMatchObject({ symbol: 'LTC/USDT', last: 99.5, baseVolume: 2 });
});

it('knows its pongs by their ids', async () => {
  const [connection] = Object.values(client.clients);
  if (!connection) throw new Error('no connection');
  const ping = client.ping(connection) as { id: number };
  await connection.send(ping);
  await vi.waitFor(() => expect(connection.lastPong).toBe(ping.id));
});
