/** What users read of their own records has a budget each, and takes nothing from trading. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { SocketClient } from '../../support/socket-client.ts';
import type { TestUser } from '../../support/test-api.ts';
import { startTradingApi, type TradingApi } from '../../support/trading-api.ts';

let exchange: TradingApi;

beforeAll(async () => {
  exchange = await startTradingApi({ PRIVATE_ROWS_PER_SECOND_PER_USER: '50', DATABASE_POOL_MAX: '4' });
}, 180_000);

afterAll(() => exchange.close());

async function get(user: TestUser, url: string) {
  const answer = await exchange.app.inject({ url, headers: { authorization: `Bearer ${user.accessToken}` } });
  return { status: answer.statusCode, code: answer.json().code, retryAfter: answer.headers['retry-after'] };
}

it('histories of a user cost rows of one budget, over HTTP and the socket, and name when to come again', async () => {
  const reader = await exchange.trader('reader@reads.test');
  const socket = await SocketClient.open(exchange.socketUrl);
  onTestFinished(() => socket.close());
  await socket.call('server.auth', reader.accessToken, 'test');
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(reader, '/v2/history?limit=100')));
  const served = answers.filter(({ status }) => status === 200).length;
  expect(served).toBeGreaterThanOrEqual(4);
  expect(served).toBeLessThan(20);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(answers.length - served);
  expect(refused.every(({ code, retryAfter }) => code === 'too_many_requests' && Number(retryAfter) >= 1)).toBe(true);

  const asked = Array.from({ length: 20 }, () => socket.ask('order.history', ['', 0, 0, 0, 100, 0]));
  const errors = (await Promise.all(asked)).flatMap(({ error }) => error ?? []);
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.every(({ name, retry_after }) => name === 'too_many_requests' && Number(retry_after) > 0)).toBe(true);

  const other = await exchange.trader('other@reads.test');
  expect(await get(other, '/v2/history?limit=100')).toMatchObject({ status: 200 });
});

it('every history and every other private read is counted', async () => {
  const paths = [
    '/v2/order/finished',
    '/v2/history/LTC_USDT',
    '/v3/history-perpetual',
    '/v3/position-history',
    '/v3/funding-payments',
    '/v3/liquidations',
  ];
  const reader = await exchange.trader('every@reads.test');
  const first = Array.from({ length: 20 }, () => get(reader, '/v2/history?limit=100'));
  const answers = await Promise.all(paths.map((path) => get(reader, `${path}?limit=100`)));
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 429));
  const small = await Promise.all(Array.from({ length: 100 }, () => get(reader, '/v3/notices/unread')));
  expect(new Set(small.map(({ status }) => status))).toContain(429);
  await Promise.all(first);
});

it('trading has its connections while histories of many users hang, which end by themselves', async () => {
  const users = await Promise.all(Array.from({ length: 6 }, (_, index) => exchange.trader(`hang${index}@reads.test`)));
  const trader = await exchange.trader('trader@reads.test', { USDT: '1000', LTC: '10' });
  const locker = new pg.Client(exchange.databaseUrl);
  await locker.connect();
  onTestFinished(() => locker.end());
  await locker.query('BEGIN; LOCK TABLE spot_orders IN ACCESS EXCLUSIVE MODE');
  const hanging = users.map((user) => get(user, '/v2/order/finished'));
  const first = await Promise.race([
    ...hanging.map((answer) => answer.then(() => 'a history')),
    exchange.app
      .inject({
        method: 'POST',
        url: '/v2/favorites',
        headers: { authorization: `Bearer ${trader.accessToken}` },
        payload: { pair: 'LTC_USDT' },
      })
      .then(({ statusCode }) => statusCode),
  ]);
  expect(first).toBe(200);
  expect((await Promise.all(hanging)).map(({ status }) => status)).toEqual(Array(6).fill(503));
  await locker.query('ROLLBACK');
});
