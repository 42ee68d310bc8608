import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '../api/query-client.ts';
import { live } from '../live/index.ts';
import type { RpcServer } from '../live/testing/rpc-server.ts';
import { startNetwork } from '../testing/network.ts';
import { startFeed } from '../testing/perpetual.ts';
import { warmUp } from './warm-up.ts';

let feed: RpcServer;

beforeAll(async () => {
  feed = await startFeed({ positions: [], orders: [] });
});

afterEach(() => queryClient.clear());

afterAll(async () => {
  live.stop();
  await feed.stop();
  vi.unstubAllGlobals();
});

const empty = () => ({ body: { result: [] } });
const routes = {
  'GET /v2/market-list': empty,
  'GET /v3/derivatives/markets': empty,
  'GET /v3/derivatives/instruments': empty,
};

/** Long enough for a request that was begun to be sent. */
const sentMs = 50;

test('a page that shows no market asks for nothing ahead', async () => {
  const network = startNetwork(routes);
  for (const path of ['/perpetuals', '/signup', '/support', '/trading-competition', '/user/profile']) warmUp(path);
  await delay(sentMs);
  expect(network.sent).toHaveLength(0);
  expect(live.connection.status).not.toBe('ok');
});

test.each(['/', '/home', '/market', '/market/'])(
  '%s: its markets are asked for before its code is here',
  async (path) => {
    const network = startNetwork(routes);
    warmUp(path);
    await vi.waitFor(() =>
      expect(network.sent.map((request) => request.path.split('?')[0])).toEqual(['/v2/market-list']),
    );
    expect(live.connection.status).not.toBe('ok');
  },
);

test.each([
  ['/trade/BTC_USDT', ['/v2/market-list']],
  ['/trade_classic', ['/v2/market-list']],
  ['/trading-view/BTC_USDT/dark', ['/v2/market-list']],
  ['/swap-trading-view/BTC_USDT/dark', ['/v3/derivatives/markets', '/v3/derivatives/instruments']],
  ['/perpetual/BTC_USDT', ['/v3/derivatives/markets', '/v3/derivatives/instruments']],
])('%s: its markets and the socket are asked for before its code is here', async (path, wanted) => {
  const network = startNetwork(routes);
  warmUp(path);
  await vi.waitFor(() => expect(network.sent.map((request) => request.path.split('?')[0])).toEqual(wanted));
  await vi.waitFor(() => expect(live.connection.status).toBe('ok'));
});
