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

beforeAll(async () => {
  exchange = await startTradingApi({
    PUBLIC_ROWS_PER_SECOND_PER_IP: String(burstRows / 20),
    TRUSTED_PROXIES: '127.0.0.1',
  });
  trader = await SocketClient.open(exchange.socketUrl, { 'x-forwarded-for': '192.0.2.1' });
  const { accessToken } = await exchange.trader('trader@reads.test', { USDT: '1000000', LTC: '1000' });
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
