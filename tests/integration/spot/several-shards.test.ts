/** One API process over two spot shards. */
import { audit } from '@pelican/api/src/adapters/cli/audit/audit.ts';
import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { objectIdBase, shardOfObject } from '@pelican/shared/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import type { TestUser } from '../../support/test-api.ts';
import { startTwoSpotShards, type TwoSpotShards } from '../../support/two-spot-shards.ts';

let exchange: TwoSpotShards;
let alice: TestUser;
let bob: TestUser;
let usdtOfBob = 0;

beforeAll(async () => {
  exchange = await startTwoSpotShards();
  alice = await exchange.api.signUp('alice@test.local');
  bob = await exchange.api.signUp('bob@test.local');
  const { fund, spot, alts } = exchange;
  await fund(alice, 'LTC', '10', spot);
  await fund(alice, 'GOLD', '10', alts);
  for (const shard of [spot, alts]) await fund(bob, 'USDT', '1000', shard);
}, 300_000);
afterAll(() => exchange.stop());

async function order(user: TestUser, pair: string, direction: 'buy' | 'sell', price: string, amount: string) {
  const { status, body } = await user.post<SpotOrder>('/v2/order', { pair, direction, price, amount });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

async function balanceOf(user: TestUser, ticker: string) {
  const { body } = await user.get<{ balances: never }>('/v3/profile/balance');
  return JSON.stringify(body).includes(ticker) ? body : undefined;
}

test('both markets are listed and traded, each by its shard, and the user sees one exchange', async () => {
  const { spot, alts } = exchange;
  const { body: list } = await alice.get<{ marketList: { result: { name: string }[] } }>('/v2/market-list');
  expect(list.marketList.result.map(({ name }) => name)).toEqual(expect.arrayContaining(['LTC_USDT', 'GOLD_USDT']));
  for (const [pair, shard] of [
    ['LTC_USDT', spot],
    ['GOLD_USDT', alts],
  ] as const) {
    const sale = await order(alice, pair, 'sell', '100', '2');
    expect(shardOfObject([spot.id, alts.id], sale.id)).toBe(shard.id);
    const purchase = await order(bob, pair, 'buy', '100', '0.5');
    expect(purchase).toMatchObject({ status: 'filled', deal_money: '50' });
  }
  const { body: open } = await alice.get<{ result: SpotOrder[]; total: number }>('/v2/order');
  expect(open.result.map(({ market, left }) => ({ market, left }))).toEqual([
    { market: 'GOLD_USDT', left: '1.5' },
    { market: 'LTC_USDT', left: '1.5' },
  ]);
  const { body: trades } = await bob.get<{ result: { market: string }[] }>('/v2/history');
  expect(trades.result.map(({ market }) => market)).toEqual(['GOLD_USDT', 'LTC_USDT']);
  const { body: finished } = await bob.get<{ total: number }>('/v2/order/finished');
  expect(finished.total).toBe(2);
});

test('the sum of both shards is the balance', async () => {
  const { rows } = await exchange.api.parts.pool.query<{ sum: number }>(
    `SELECT sum(available)::float8 AS sum FROM trade_balances JOIN assets ON assets.id = asset_id
      WHERE user_id = $1 AND ticker = 'USDT'`,
    [bob.id],
  );
  usdtOfBob = rows[0]?.sum ?? 0;
  expect(JSON.stringify(await balanceOf(bob, 'USDT'))).toContain(String(usdtOfBob));
});

test('an order is cancelled by its id alone in its shard, and all are cancelled in all shards', async () => {
  const gold = await order(alice, 'GOLD_USDT', 'sell', '200', '1');
  expect(gold.id).toBeGreaterThan(objectIdBase(exchange.alts.id));
  expect(await alice.delete(`/v2/order/${gold.id}`)).toMatchObject({ status: 200, body: { id: gold.id } });
  expect(await alice.delete(`/v2/order/${objectIdBase(9) + 1}`)).toMatchObject({ body: { code: 'order_not_found' } });
  await order(alice, 'GOLD_USDT', 'sell', '201', '1');
  expect(await alice.delete('/v2/order/deleteall/GOLD_USDT')).toMatchObject({ body: { cancelled: 2 } });
  await order(alice, 'GOLD_USDT', 'sell', '202', '1');
  expect(await alice.delete('/v2/order/deleteall')).toMatchObject({ body: { cancelled: 2 } });
});

test('health names the parts of every shard, and the audit finds nothing', async () => {
  const { body } = await exchange.api.call<{ parts: Record<string, { ok: boolean }> }>('GET', '/health');
  for (const part of ['engine-spot', 'engine-alts', 'settlement-spot', 'settlement-alts', 'live-view-alts'])
    expect(body.parts[part], part).toMatchObject({ ok: true });
  const { pool } = exchange.api.parts;
  const differences = async () => (await audit(pool, exchange.api.config.shards)).differences;
  await until('everything is settled', async () => (await differences()).length === 0, 60_000);
});

test('a push of a balance is the sum over the shards', async () => {
  const { view, catalog } = exchange.api.parts.spot;
  const usdt = catalog().assetByTicker('USDT');
  let pushed = { available: 0, frozen: 0 };
  const stop = view.watchUser(bob.id, {
    onOrder: () => undefined,
    onTransfer: () => undefined,
    onBalances(balances) {
      const own = balances.find(({ asset }) => asset === usdt?.id);
      const unit = 10 ** (usdt?.scale ?? 0);
      if (own) pushed = { available: own.availableLow / unit, frozen: own.frozenLow / unit };
    },
  });
  await order(bob, 'GOLD_USDT', 'buy', '1', '100');
  await order(bob, 'LTC_USDT', 'buy', '1', '10');
  // The first market charges nothing, the other freezes its fee too.
  await until('both shards are in the sum', () => pushed.frozen >= 110 && pushed.frozen < 111, 60_000);
  expect(pushed.available + pushed.frozen).toBeCloseTo(usdtOfBob, 6);
  stop();
});
