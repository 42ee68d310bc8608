import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DepthClient } from '../../support/depth-client.ts';
import { randomFlow } from '../../support/random-flow.ts';
import { SocketClient } from '../../support/socket-client.ts';
import { startTradingApi, type TradingApi } from '../../support/trading-api.ts';

let exchange: TradingApi;
let maker: SocketClient;

beforeAll(async () => {
  exchange = await startTradingApi({
    SOCKET_REQUESTS_PER_SECOND: '1000000',
    SOCKET_REQUEST_BURST: '1000000',
    SOCKET_DEPTH_MS: '5',
    SOCKET_QUIET_CLEAN_MS: '1200',
  });
  const trader = await exchange.trader('maker@depth.test', { USDT: '80000000', LTC: '50000000' });
  maker = await SocketClient.open(exchange.socketUrl);
  await maker.call('server.auth', trader.accessToken, 'test');
}, 180_000);

afterAll(async () => {
  maker.close();
  await exchange.close();
});

/** A subscribed client that checks every push. */
async function watch(limit: number, merge: string) {
  const client = await SocketClient.open(exchange.socketUrl);
  const depth = new DepthClient();
  let failure: Error | undefined;
  let applied = 0;
  const catchUp = () => {
    try {
      for (; applied < client.notifications.length; applied++) {
        const { method, params } = client.notifications[applied] as { method: string; params: unknown[] };
        if (method === 'depth.update') depth.apply(params);
      }
    } catch (error) {
      failure ??= error as Error;
    }
  };
  client.webSocket.on('message', catchUp);
  await client.call('depth.subscribe', 'LTC_USDT', limit, merge);
  return {
    client,
    depth,
    /** Waits until the client's book is the one that depth.query answers. @throws what went wrong on the way */
    async settle(): Promise<void> {
      await client.until(`the book of ${limit} ${merge}`, () => (depth.cleanPushes > 0 || failure ? true : undefined));
      const query = await client.call<{ seq: number; asks: unknown; bids: unknown }>(
        'depth.query',
        'LTC_USDT',
        limit,
        merge,
      );
      await client.until('the same book', () => {
        if (failure) throw failure;
        return JSON.stringify(depth.book()) === JSON.stringify({ asks: query.asks, bids: query.bids })
          ? true
          : undefined;
      });
    },
  };
}

describe('depth', () => {
  it('keeps clients that trim nothing right through thousands of random commands', async () => {
    const watchers = await Promise.all([
      watch(1, '0'),
      watch(5, '0.1'),
      watch(20, '1'),
      watch(100, '0'),
      watch(50, '0.001'),
    ]);
    const late: Awaited<ReturnType<typeof watch>>[] = [];
    await randomFlow(maker, { market: 'LTC_USDT', commands: 6_000, seed: 7 }, async (sent) => {
      if (sent % 2_000 === 0) late.push(await watch(5, '0.1'));
    });
    for (const watcher of [...watchers, ...late]) await watcher.settle();
    expect(Math.max(...watchers.map(({ depth }) => depth.differences))).toBeGreaterThan(20);
    for (const watcher of [...watchers, ...late]) watcher.client.close();
  }, 120_000);

  it('never shows a crossed book to a client that is cut off and subscribes again', async () => {
    let watcher = await watch(20, '0');
    await randomFlow(maker, { market: 'LTC_USDT', commands: 2_000, seed: 11 }, async (sent) => {
      if (sent % 250 !== 0) return;
      watcher.client.close();
      watcher = await watch(20, '0');
    });
    await watcher.settle();
    watcher.client.close();
  }, 180_000);

  it('is sent whole again after a quiet time', async () => {
    const watcher = await watch(100, '0');
    await maker.call('order.put_limit', 'LTC_USDT', 2, '1', '1');
    await watcher.client.until('a clean push after the quiet', () =>
      watcher.depth.cleanPushes >= 2 ? true : undefined,
    );
    await watcher.settle();
    watcher.client.close();
  });

  it('skips levels of a query by its offset', async () => {
    const whole = await maker.call<{ asks: unknown[] }>('depth.query', 'LTC_USDT', 10, '0');
    const part = await maker.call<{ asks: unknown[]; checksum?: number }>('depth.query', 'LTC_USDT', 5, '0', 5);
    expect(part.asks).toEqual(whole.asks.slice(5));
    expect(part.checksum).toBeUndefined();
  });

  it('adds a second book with a trailing true and replaces without', async () => {
    const client = await SocketClient.open(exchange.socketUrl);
    await client.call('depth.subscribe', 'LTC_USDT', 5, '0');
    await client.call('depth.subscribe', 'BTC_USDT', 5, '0', true);
    await client.notified('depth.update', ([, , market]) => market === 'BTC_USDT');
    await maker.call('order.put_limit', 'LTC_USDT', 2, '1', '2');
    const seen = client.notifications.length;
    await client.call('depth.subscribe', 'ETH_USDT', 5, '0');
    await client.notified('depth.update', ([, , market]) => market === 'ETH_USDT', seen);
    await maker.call('order.put_limit', 'LTC_USDT', 2, '1', '3');
    await client.call('depth.query', 'LTC_USDT', 5, '0');
    const after = client.notifications.slice(seen).filter(({ params }) => params[2] !== 'ETH_USDT');
    expect(after).toEqual([]);
    client.close();
  });
});
