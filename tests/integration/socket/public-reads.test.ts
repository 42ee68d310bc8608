/** What anybody may read does not take from trading what it needs. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { SocketClient } from '../../support/socket-client.ts';
import { startTradingApi, type TradingApi } from '../../support/trading-api.ts';

const burstRows = 20_000;
const rows = 2_000;
const interval = 60;

let exchange: TradingApi;
let trader: SocketClient;
let accessToken: string;

beforeAll(async () => {
  exchange = await startTradingApi({
    PUBLIC_ROWS_PER_SECOND_PER_IP: String(burstRows / 20),
    TRUSTED_PROXIES: '127.0.0.1',
  });
  trader = await SocketClient.open(exchange.socketUrl, { 'x-forwarded-for': '192.0.2.1' });
  ({ accessToken } = await exchange.trader('trader@reads.test', { USDT: '1000000', LTC: '1000' }));
  await trader.call('server.auth', accessToken, 'test');
}, 180_000);

afterAll(async () => {
  trader.close();
  await exchange.close();
});

function reader(address: string): Promise<SocketClient> {
  return SocketClient.open(exchange.socketUrl, { 'x-forwarded-for': address });
}

/** Two thousand candles up to now. */
function chart(market = 'LTC_USDT'): unknown[] {
  const now = Math.floor(Date.now() / 1000);
  return [market, now - rows * interval, now, interval];
}

it('an address has a budget of rows over all its sockets, and says when the next ones may be asked for', async () => {
  const sockets = await Promise.all(Array.from({ length: 4 }, () => reader('192.0.2.10')));
  const asked = sockets.flatMap((socket) => Array.from({ length: 10 }, () => socket.ask('kline.query', chart())));
  const errors = (await Promise.all(asked)).flatMap(({ error }) => error ?? []);
  expect(asked.length - errors.length).toBeLessThanOrEqual(burstRows / rows);
  expect(asked.length - errors.length).toBeGreaterThan(0);
  expect(new Set(errors.map(({ name }) => name))).toEqual(new Set(['too_many_requests']));
  expect(errors.every((error) => (error.retry_after ?? 0) > 0)).toBe(true);
  const neighbour = await reader('192.0.2.11');
  expect(await neighbour.call('kline.query', ...chart())).toBeInstanceOf(Array);
  for (const socket of [...sockets, neighbour]) socket.close();
});

it('orders are placed while public queries hang, which end by themselves', async () => {
  const locker = new pg.Client(exchange.databaseUrl);
  await locker.connect();
  await locker.query('BEGIN; LOCK TABLE klines IN ACCESS EXCLUSIVE MODE');
  const sockets = await Promise.all(['192.0.2.20', '192.0.2.21', '192.0.2.22'].map(reader));
  onTestFinished(() => locker.end());
  const hanging = sockets.map((socket) => socket.ask('kline.query', chart('SOL_USDT')));
  expect(await trader.call('order.put_limit', 'LTC_USDT', 2, '1', '90')).toMatchObject({ market: 'LTC_USDT' });
  const answers = await Promise.all(hanging);
  expect(answers.map(({ error }) => error?.name)).toEqual(Array(3).fill('service_unavailable'));
  await locker.query('ROLLBACK');
  expect(await (sockets[0] as SocketClient).call('kline.query', ...chart('SOL_USDT'))).toEqual([]);
  for (const socket of sockets) socket.close();
});

it('a chart is read from Postgres once for all its readers, without gaps', async () => {
  const now = Math.floor(Date.now() / 1000);
  const start = now - (now % interval) - 600 * interval;
  await exchange.parts.pool.query(
    `INSERT INTO klines (market_id, interval, open_time, open, close, high, low, volume, money)
     SELECT id, ${interval}, $1, 1, 2, 3, 0.5, 10, 20 FROM markets WHERE name = 'XRP_USDT'`,
    [start],
  );
  const [first, second] = await Promise.all(['192.0.2.30', '192.0.2.31'].map(reader));
  if (!first || !second) throw new Error('no readers');
  const before = await first.call<unknown[][]>('kline.query', ...chart('XRP_USDT'));
  expect(before[0]).toEqual([start, '1', '2', '3', '0.5', '10', '20', 'XRP_USDT', interval, true]);
  expect(before[1]).toEqual([start + interval, '2', '2', '2', '2', '0', '0', 'XRP_USDT', interval, true]);
  expect(before.map((row) => row[0])).toEqual(before.map((_row, index) => start + index * interval));
  expect(before.at(-1)?.at(-1)).toBe(false);

  await exchange.parts.pool.query(`DELETE FROM klines WHERE open_time = $1`, [start]);
  expect((await second.call<unknown[][]>('kline.query', ...chart('XRP_USDT')))[0]).toEqual(before[0]);
  first.close();
  second.close();
});

interface Answered {
  id: number;
  error: { code: number; name: string; retry_after?: number } | null;
  result: unknown;
}

/** As a browser asks whose network lets no socket through. @returns the answers in the order of the calls */
async function askOverHttp(address: string, calls: [method: string, params: unknown[]][], token?: string) {
  const answer = await exchange.app.inject({
    method: 'POST',
    url: '/v2/socket/query',
    headers: { 'x-forwarded-for': address, ...(token && { authorization: `Bearer ${token}` }) },
    payload: { calls: calls.map(([method, params], id) => ({ id, method, params })) },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  const { time, answers } = answer.json<{ time: number; answers: Answered[] }>();
  expect(Math.abs(time - Date.now() / 1000)).toBeLessThan(60);
  return answers.sort((a, b) => a.id - b.id);
}

it('over HTTP a query answers what it does over the socket', async () => {
  const calls: [string, unknown[]][] = [
    ['depth.query', ['LTC_USDT', 100, '0']],
    ['state.query', ['LTC_USDT', 86_400]],
    ['deals.query', ['LTC_USDT', 50, 0]],
    ['kline.query', chart().with(1, Math.floor(Date.now() / 1000) - 120)],
    ['market_prices_swap.query', []],
  ];
  const socket = await reader('192.0.2.40');
  const overHttp = await askOverHttp('192.0.2.41', calls);
  const timeless = (result: unknown) => ({ ...(result as object), time: 0 });
  for (const [index, [method, params]] of calls.entries()) {
    expect(overHttp[index]?.error, method).toBeNull();
    expect(timeless(overHttp[index]?.result), method).toEqual(timeless(await socket.call(method, ...params)));
  }
  socket.close();
});

it('over HTTP own orders are for who is signed in, and nothing but queries is known', async () => {
  await trader.call('order.put_limit', 'LTC_USDT', 2, '1', '91');
  const own: [string, unknown[]][] = [
    ['order.query', ['', 0, 100]],
    ['asset.query', ['USDT']],
    ['position_swap.query', []],
  ];
  const [orders, assets, positions] = await askOverHttp('192.0.2.42', own, accessToken);
  expect(orders?.result).toMatchObject({ records: expect.arrayContaining([expect.objectContaining({ price: '91' })]) });
  expect(assets?.result).toMatchObject({ USDT: { freeze: expect.stringMatching(/^[1-9]/) } });
  expect(positions?.result).toEqual([]);
  const anonymous = await askOverHttp('192.0.2.42', own);
  expect(anonymous.map(({ error }) => error?.name)).toEqual(Array(3).fill('unauthorized'));
  const others = await askOverHttp('192.0.2.42', [
    ['order.put_limit', ['LTC_USDT', 2, '1', '91']],
    ['order.subscribe', ['*']],
    ['server.auth', [accessToken]],
    ['depth.query', ['NO_MARKET', 100, '0']],
  ]);
  expect(others.map(({ error }) => error?.name)).toEqual([...Array(3).fill('not_found'), 'invalid_argument']);
});

it('over HTTP queries are paid from the budget of the sockets of the address', async () => {
  const charts = Array.from({ length: 11 }, (): [string, unknown[]] => ['kline.query', chart()]);
  const answers = await askOverHttp('192.0.2.50', charts);
  const refused = answers.flatMap(({ error }) => error ?? []);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(charts.length);
  expect(refused[0]).toMatchObject({ name: 'too_many_requests', retry_after: expect.any(Number) });
  const socket = await reader('192.0.2.50');
  // What has come back to the budget meanwhile pays for one or two at most.
  const more = await Promise.all(Array.from({ length: 5 }, () => socket.ask('kline.query', chart())));
  expect(more.flatMap(({ error }) => error?.name ?? [])).toContain('too_many_requests');
  socket.close();
  const tooMany = Array.from({ length: 101 }, (_, id) => ({ id, method: 'price.query', params: ['LTC_USDT'] }));
  const { statusCode } = await exchange.app.inject({
    method: 'POST',
    url: '/v2/socket/query',
    payload: { calls: tooMany },
  });
  expect(statusCode).toBe(422);
});
