import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DepthClient } from '../../support/depth-client.ts';
import { randomFlow } from '../../support/random-flow.ts';
import { SocketClient } from '../../support/socket-client.ts';
import type { TestUser } from '../../support/test-api.ts';
import { startTradingApi, type TradingApi } from '../../support/trading-api.ts';

let exchange: TradingApi;
let user: TestUser;
let maker: SocketClient;

beforeAll(async () => {
  exchange = await startTradingApi({
    SOCKET_REQUESTS_PER_SECOND: '1000000',
    SOCKET_REQUEST_BURST: '1000000',
    SOCKET_DEPTH_MS: '1',
    SOCKET_SLOW_BYTES: '2048',
    SOCKET_WAITING_BYTES_MAX: '300000',
  });
  user = await exchange.trader('maker@slow.test', { USDT: '80000000', LTC: '50000000' });
  maker = await SocketClient.open(exchange.socketUrl);
  await maker.call('server.auth', user.accessToken, 'test');
}, 180_000);

afterAll(async () => {
  maker.close();
  await exchange.close();
});

/** Reads nothing until `resume`: the sender's buffers fill. */
function pause(client: SocketClient): void {
  client.webSocket.pause();
}

describe('a slow reader', () => {
  it('of public streams gets one clean book when it reads again', async () => {
    const client = await SocketClient.open(exchange.socketUrl);
    const depth = new DepthClient();
    await client.call('depth.subscribe', 'LTC_USDT', 100, '0');
    await client.notified('depth.update');
    pause(client);
    // More than the kernel takes on both ends together.
    await randomFlow(maker, { market: 'LTC_USDT', commands: 40_000, seed: 3 });
    client.webSocket.resume();
    const query = await maker.call<{ asks: unknown; bids: unknown }>('depth.query', 'LTC_USDT', 100, '0');
    let applied = 0;
    await client.until('the book of the query', () => {
      for (; applied < client.notifications.length; applied++) depth.apply(client.notifications[applied]?.params ?? []);
      return JSON.stringify(depth.book()) === JSON.stringify({ asks: query.asks, bids: query.bids }) ? true : undefined;
    });
    expect(client.closeCode).toBeUndefined();
    client.close();
  }, 120_000);

  it('of private pushes is closed with 1013, having lost none before it', async () => {
    const client = await SocketClient.open(exchange.socketUrl);
    await client.call('server.auth', user.accessToken, 'test');
    await client.call('order.subscribe', '*');
    pause(client);
    const before = client.notifications.length;
    // A peer that does not read the close frame either is cut off after 30 s, which a busy machine needs for the commands that follow.
    const { clients } = exchange.app.websocketServer;
    const isClosing = () => [...clients].some(({ readyState, CLOSING }) => readyState === CLOSING);
    await randomFlow(maker, { market: 'LTC_USDT', commands: 30_000, seed: 5 }, async () => {
      if (isClosing()) client.webSocket.resume();
    });
    client.webSocket.resume();
    expect(await client.closed()).toBe(1013);
    const events = client.notifications
      .slice(before)
      .map(({ params }) => params as [number, { id: number; seq: number }]);
    expect(events.length).toBeGreaterThan(100);
    // Sequences never go back, and each order is put before anything else happens to it.
    const seen = new Set<number>();
    let last = 0;
    for (const [event, { id, seq }] of events) {
      expect(seq).toBeGreaterThanOrEqual(last);
      last = seq;
      if (event === 1) seen.add(id);
    }
    expect(seen.size).toBeGreaterThan(50);

    const back = await SocketClient.open(exchange.socketUrl);
    await back.call('server.auth', user.accessToken, 'test');
    await back.call('order.subscribe', '*');
    const { total } = await back.call<{ total: number }>('order.query', '', 0, 1);
    expect(total).toBe(exchange.parts.spot.view.orders.ofUser(user.id).length);
    back.close();
  }, 120_000);
});
