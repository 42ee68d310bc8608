// @vitest-environment node
import type { SocketAnswers } from '@pelican/shared/contracts/system';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { SocketConnection } from './connection.ts';
import { FrameScheduler } from './frames.ts';
import { HealthMonitor } from './health.ts';
import { type PollingEvents, pollMs } from './lines.ts';
import { Live } from './live.ts';
import { type AskedCall, PollingLine } from './polling-line.ts';
import { rpcCode } from './wire.ts';

type Result = unknown | { refused: number };

/** What the server answers, by the names of queries. */
let results: Record<string, (params: unknown[], token: string | null) => Result>;
let asked: { calls: string[]; token: string | null }[];
/** Of the server, or of the network. */
let refusal: ApiError | null;
let socketGetsThrough: boolean;
let sockets: number;

/** A network that lets no socket through, until it does; then the socket answers pings. */
class StubSocket extends EventTarget {
  static readonly OPEN = 1;
  readyState = 0;

  constructor() {
    super();
    sockets++;
    setTimeout(() => {
      this.readyState = socketGetsThrough ? StubSocket.OPEN : 3;
      this.dispatchEvent(new Event(socketGetsThrough ? 'open' : 'close'));
    }, 5);
  }

  send(text: string): void {
    const { id } = JSON.parse(text) as { id: number };
    const data = JSON.stringify({ id, error: null, result: 'pong' });
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })), 1);
  }

  close(): void {
    this.readyState = 3;
  }
}

async function ask(calls: readonly AskedCall[], token: string | null): Promise<SocketAnswers> {
  asked.push({ calls: calls.map(({ method, params }) => `${method} ${JSON.stringify(params)}`), token });
  if (refusal) throw refusal;
  const answers = calls.map(({ id, method, params }) => {
    const result = results[method]?.(params, token);
    const code = (result as { refused?: number } | undefined)?.refused;
    return code === undefined
      ? { id, error: null, result }
      : { id, error: { code, message: 'refused', name: 'refused' }, result: null };
  });
  return { time: Math.floor(Date.now() / 1_000), answers };
}

const openPolling = async (events: PollingEvents) =>
  new PollingLine({
    events,
    ask,
    probe: async () => {
      sockets++;
      return socketGetsThrough;
    },
  });

const options = {
  url: () => 'ws://nowhere',
  accessToken: async (refused: string | null) => (refused === 'old' ? 'new' : 'old'),
  onNotice: () => undefined,
  openPolling,
  random: () => 0,
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', StubSocket);
  [results, asked, refusal, socketGetsThrough, sockets] = [{}, [], null, false, 0];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Three sockets, a second apart, and the first call. */
const untilPolling = () => vi.advanceTimersByTimeAsync(4_000);

test('after some sockets that carry nothing it polls, says so, and asks the newest at each turn in one call', async () => {
  const live = new Live(options);
  let price = '90';
  results = {
    'depth.query': () => ({ bids: [[price, '1']], asks: [['91', '2']], seq: 7 }),
    'state.query': ([market]) => ({ last: price, market }),
    'deals.query': () => [{ id: 1, time: 1, price, amount: '1', type: 'buy' }],
    'kline.query': ([market, , , interval]) => [[0, '1', '1', '1', '1', '1', '1', market, interval, false]],
  };
  const rows: unknown[] = [];
  live.spot.depth.want('BTC_USDT');
  live.spot.states.want(['BTC_USDT', 'ETH_USDT']);
  live.spot.trades.want('BTC_USDT');
  live.spot.klines.want('BTC_USDT', 60, (row) => rows.push(row));
  live.start();
  await untilPolling();
  expect(live.connection.isPolling).toBe(true);
  expect(live.health.info.get().health).toBe('polling');
  expect(live.spot.depth.book.get()).toMatchObject({ ready: true, bids: [{ price: '90' }] });
  expect(live.spot.states.cell('ETH_USDT').get()).toMatchObject({ market: 'ETH_USDT' });
  expect(live.spot.trades.cell('BTC_USDT').get()).toHaveLength(1);
  expect(rows.length).toBeGreaterThan(0);

  asked = [];
  price = '90.5';
  await vi.advanceTimersByTimeAsync(pollMs + 100);
  expect(live.spot.depth.book.get().bids[0]?.price).toBe('90.5');
  expect(asked.filter(({ calls }) => calls.some((call) => call.startsWith('depth.query')))).toHaveLength(1);
  expect(asked[0]?.calls).toEqual(
    expect.arrayContaining([
      'depth.query ["BTC_USDT",100,"0"]',
      'state.query ["BTC_USDT",86400]',
      'state.query ["ETH_USDT",86400]',
      'deals.query ["BTC_USDT",50,0]',
    ]),
  );
  live.stop();
});

test('own orders and balances are asked for with the token, and one that has ended is replaced', async () => {
  const order = { id: 5, seq: 1, market: 'BTC_USDT' };
  const own = (answer: unknown) => (_params: unknown[], token: string | null) =>
    token === 'new' ? answer : { refused: rpcCode.unauthorized };
  results = {
    'order.query': own({ records: [order], total: 1, offset: 0, limit: 100 }),
    'asset.query': own({ USDT: { available: '10', freeze: '0', seq: 1 } }),
  };
  const live = new Live(options);
  live.spot.orders.want();
  live.spot.assets.want();
  live.start();
  await untilPolling();
  await vi.advanceTimersByTimeAsync(pollMs * 2);
  expect(live.connection.auth).toBe('ok');
  expect(live.spot.orders.cell.get()).toMatchObject({ ready: true, items: [order] });
  expect(live.spot.assets.cell.get()?.get('USDT')).toMatchObject({ available: '10' });
  expect(asked.at(-1)?.token).toBe('new');
  live.stop();
});

test('it goes back to the socket when one gets through, and tries that ever more slowly', async () => {
  const connection = new SocketConnection(options);
  connection.start();
  await untilPolling();
  expect(connection.isPolling).toBe(true);
  const tried = sockets;
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(sockets - tried).toBeGreaterThan(8);
  expect(sockets - tried).toBeLessThan(14);
  socketGetsThrough = true;
  await vi.advanceTimersByTimeAsync(61_000);
  expect(connection.status).toBe('ok');
  expect(connection.isPolling).toBe(false);
  connection.stop();
});

test('without the server neither is taken for the other: both are tried in turn', async () => {
  refusal = new ApiError({ status: 0, code: 'network', messages: ['no network'] });
  const connection = new SocketConnection(options);
  const health = new HealthMonitor(connection, new FrameScheduler());
  connection.start();
  health.start();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(connection.isPolling).toBe(false);
  expect(health.info.get().health).toBe('offline');
  expect(asked.length).toBeGreaterThan(5);
  expect(sockets).toBeGreaterThan(asked.length);
  socketGetsThrough = true;
  refusal = null;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(connection.status).toBe('ok');
  expect(connection.isPolling).toBe(false);
  health.stop();
  connection.stop();
});

test('a query that is refused is its own matter, and so are too many calls', async () => {
  results = { 'price.query': ([market]) => (market === 'BTC_USDT' ? '90' : { refused: 1 }) };
  const connection = new SocketConnection(options);
  connection.start();
  await untilPolling();
  const answers = Promise.allSettled([
    connection.call('price.query', ['BTC_USDT']),
    connection.call('price.query', ['NO_USDT']),
  ]);
  await vi.advanceTimersByTimeAsync(100);
  expect(await answers).toMatchObject([{ value: '90' }, { reason: { code: 1 } }]);
  refusal = new ApiError({ status: 429, code: 'too_many_requests', messages: ['Too many requests'] });
  const refused = Promise.allSettled([connection.call('price.query', ['BTC_USDT'])]);
  await vi.advanceTimersByTimeAsync(100);
  expect(await refused).toMatchObject([{ reason: { code: rpcCode.tooMany } }]);
  expect(connection.isPolling).toBe(true);
  connection.stop();
});
