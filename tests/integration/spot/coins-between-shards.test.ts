/** Coins that lie in another shard's wallet than an order needs them in. */

import { audit } from '@pelican/api/src/adapters/cli/audit/audit.ts';
import { requestTransfer } from '@pelican/api/src/modules/wallet/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import type { TestUser } from '../../support/test-api.ts';
import { startTwoSpotShards, type TwoSpotShards } from '../../support/two-spot-shards.ts';

let exchange: TwoSpotShards;
let people = 0;

beforeAll(async () => {
  exchange = await startTwoSpotShards();
}, 300_000);
afterAll(() => exchange.stop());

/** Somebody whose dollars are all in the first shard. */
async function personWith(usdt: string): Promise<TestUser> {
  const user = await exchange.api.signUp(`person${people++}@test.local`);
  await exchange.fund(user, 'USDT', usdt, exchange.spot);
  return user;
}

function buyGold(user: TestUser, amount: string, clientId?: string) {
  const order = { pair: 'GOLD_USDT', direction: 'buy', price: '1', amount, ...(clientId && { client_id: clientId }) };
  return user.post<SpotOrder & { code?: string }>('/v2/order', order);
}

/** Available and frozen in each shard, in whole units. */
async function dollarsOf(user: TestUser): Promise<Record<string, { available: number; frozen: number }>> {
  const { rows } = await exchange.api.parts.pool.query<{ shard: string; available: number; frozen: number }>(
    `SELECT shards.name AS shard, available::float8, frozen::float8 FROM trade_balances
      JOIN shards ON shards.id = shard_id JOIN assets ON assets.id = asset_id
      WHERE user_id = $1 AND ticker = 'USDT'`,
    [user.id],
  );
  return Object.fromEntries(rows.map(({ shard, ...figures }) => [shard, figures]));
}

async function expectBooksRight(): Promise<void> {
  const { pool } = exchange.api.parts;
  const isSettled = async () =>
    (await pool.query(`SELECT 1 FROM transfers WHERE status = 'pending' LIMIT 1`)).rows.length === 0;
  await until('no transfer is pending', isSettled, 60_000);
  expect((await audit(pool, exchange.api.config.shards)).differences).toEqual([]);
}

test('an order gets what it lacks from the other shard, and no more', async () => {
  const user = await personWith('100');
  expect(await buyGold(user, '30')).toMatchObject({ status: 200, body: { market: 'GOLD_USDT', left: '30' } });
  await user.get('/v2/order/finished');
  expect(await dollarsOf(user)).toEqual({
    spot: { available: 70, frozen: 0 },
    alts: { available: 0, frozen: 30 },
  });
  await expectBooksRight();
}, 180_000);

test('without enough in all shards the order is refused, and nothing moves', async () => {
  const user = await personWith('10');
  expect(await buyGold(user, '11')).toMatchObject({ status: 422, body: { code: 'insufficient_balance' } });
  expect(await dollarsOf(user)).toEqual({ spot: { available: 10, frozen: 0 } });
}, 180_000);

test('orders at once never spend a coin twice: as many are placed as there is money for', async () => {
  const user = await personWith('50');
  const answers = await Promise.all(Array.from({ length: 8 }, () => buyGold(user, '10')));
  const placed = answers.filter(({ status }) => status === 200).length;
  expect(answers.filter(({ status, body }) => status !== 200 && body.code !== 'insufficient_balance')).toEqual([]);
  // One may be refused by coins that were brought for another; a repeat finds them.
  for (let missing = placed; missing < 5; missing++) expect((await buyGold(user, '10')).status).toBe(200);
  expect(await buyGold(user, '10')).toMatchObject({ body: { code: 'insufficient_balance' } });
  await user.get('/v2/order/finished');
  const { spot, alts } = await dollarsOf(user);
  expect([spot, alts]).toEqual([
    { available: 0, frozen: 0 },
    { available: 0, frozen: 50 },
  ]);
  await expectBooksRight();
}, 180_000);

test('a retry with the client id is the same order, and moves nothing more', async () => {
  const user = await personWith('100');
  const [first, second] = await Promise.all([buyGold(user, '40', 'gold-1'), buyGold(user, '40', 'gold-1')]);
  const third = await buyGold(user, '40', 'gold-1');
  expect([first.status, second.status, third.status]).toEqual([200, 200, 200]);
  expect(new Set([first.body.id, second.body.id, third.body.id]).size).toBe(1);
  await user.get('/v2/order/finished');
  expect(await dollarsOf(user)).toEqual({
    spot: { available: 60, frozen: 0 },
    alts: { available: 0, frozen: 40 },
  });
  await expectBooksRight();
}, 180_000);

test('coins that a process left on their way are waited for, and not sent a second time', async () => {
  const user = await personWith('100');
  const { spot: fromShard, alts: toShard, api } = exchange;
  const assetId = api.parts.spot.catalog().assetByTicker('USDT')?.id ?? 0;
  // As a process does that ends right after its commit.
  await inTransaction(api.parts.pool, (tx) =>
    requestTransfer(tx, {
      ...{ userId: user.id, assetId, amount: '60', from: 'trade', to: 'trade', fromShard, toShard },
      idempotencyKey: 'left',
    }),
  );
  expect((await buyGold(user, '60')).status).toBe(200);
  await user.get('/v2/order/finished');
  expect(await dollarsOf(user)).toEqual({
    spot: { available: 40, frozen: 0 },
    alts: { available: 0, frozen: 60 },
  });
  await expectBooksRight();
}, 180_000);

test('orders cannot send coins to and fro without end: each move counts as a transfer', async () => {
  const user = await personWith('100');
  const codes = new Set<string>();
  for (let i = 0; i < 20; i++) codes.add((await buyGold(user, '1')).body.code ?? 'placed');
  expect(codes).toEqual(new Set(['placed', 'too_many_requests']));
  await expectBooksRight();
}, 180_000);

test('what lies in any shard can leave the trade wallet', async () => {
  const user = await personWith('20');
  await exchange.fund(user, 'USDT', '80', exchange.alts);
  const moved = await user.post('/v2/profile/balance-transfer', {
    ...{ ticker: 'USDT', amount: '90', from: 'trade', to: 'main' },
  });
  expect(moved).toMatchObject({ status: 200, body: { status: 'completed' } });
  const { spot, alts } = await dollarsOf(user);
  expect((spot?.available ?? 0) + (alts?.available ?? 0)).toBe(10);
  await expectBooksRight();
}, 180_000);

// Last: the engine of this shard does not come back.
test('with its coins under way for long the order is refused for certain', async () => {
  const user = await personWith('30');
  await exchange.killEngine(exchange.spot);
  const answer = await buyGold(user, '30');
  expect(answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
  expect(exchange.api.parts.spot.view.orders.ofUser(user.id)).toEqual([]);
}, 180_000);
