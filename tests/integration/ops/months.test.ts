/** Facts by month: rows of the past find their partition, and a month is detached under trading with the audit at zero. */

import { audit } from '@pelican/api/src/adapters/cli/audit/audit.ts';
import { makeMonthPartitions } from '@pelican/api/src/jobs/index.ts';
import { mainAccount, postEntry, unexplainedAccount } from '@pelican/api/src/ledger/index.ts';
import { creditWallet } from '@pelican/api/src/modules/adjustments/index.ts';
import { inTransaction, type Transaction } from '@pelican/api/src/platform/database/index.ts';
import { Random } from '@pelican/engine/src/testing/random.ts';
import { MarginMode, Op, OrderKind, PositionSide, SelfTrade, Side } from '@pelican/shared/engine/perpetual';
import { Side as SpotSide } from '@pelican/shared/engine/spot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { type CommandLine, commandLine, ownerCommandLine } from '../../support/command-line.ts';
import { credit } from '../../support/ledger-users.ts';
import { shards as allShards } from '../../support/shards.ts';
import { limit } from '../../support/spot-commands.ts';
import { settleAsset, startTwoShards, type TwoShards } from '../../support/two-shards.ts';
import { runFlow } from '../settlement/flow.ts';

const btc = 1001;
let exchange: TwoShards;
let ops: CommandLine;
let ownerOps: CommandLine;
let people: number[];
let market: number;
let second = 1_790_006_300;
let seed = 1;

beforeAll(async () => {
  exchange = await startTwoShards();
  const { databaseUrl, redisUrl, dataDir } = exchange;
  const environment = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, DATA_DIR: dataDir };
  ops = commandLine(environment);
  ownerOps = ownerCommandLine(environment);
  const { rows } = await exchange.pool.query<{ id: number; base: number }>(
    `SELECT id, base_asset_id AS base FROM markets WHERE name = 'LTC_USDT'`,
  );
  market = rows[0]?.id ?? 0;
  people = [await person('alice@test.local', rows[0]?.base ?? 0), await person('bob@test.local', rows[0]?.base ?? 0)];
}, 150_000);
afterAll(() => exchange.stop());

/** A user with money in the futures wallet and in the trade wallet, where there are coins to sell too. */
async function person(email: string, coin: number): Promise<number> {
  const userId = await exchange.person(email, '1000000', 'futures');
  for (const assetId of [settleAsset, coin]) {
    await credit(exchange.pool, { userId, assetId, amount: '100000' });
    await exchange.beginTransfer(userId, '100000', 'main', 'trade', assetId);
  }
  await exchange.deliverAll();
  return userId;
}

async function tick(indexTicks: number): Promise<void> {
  const prices = JSON.stringify([{ market: btc, indexTicks, sources: [] }]);
  await exchange.clients.perpetual.engine.submit({ kind: Op.tick, user: 0, n: second++, prices });
}

/** Spot orders and cancels, perpetual orders across the book, a funding now and then. */
async function trade(): Promise<void> {
  const spot = exchange.clients.spot.engine;
  await runFlow({ submit: (command) => spot.submit(command) }, { market, users: people, commands: 120, seed });
  const random = new Random(seed++);
  for (let round = 0; round < 30; round++) {
    await tick(600_000 + random.integer(-500, 500));
    await exchange.clients.perpetual.engine.submit({
      kind: Op.placeOrder,
      user: people[round % 2] as number,
      market: btc,
      mode: random.chance(0.5) ? MarginMode.cross : MarginMode.isolated,
      side: random.chance(0.5) ? Side.buy : Side.sell,
      position: random.chance(0.5) ? PositionSide.long : PositionSide.short,
      type: OrderKind.limit,
      reduceOnly: false,
      selfTrade: SelfTrade.cancelMaker,
      priceTicks: 600_000 + random.integer(-40, 40),
      lots: random.integer(1, 900),
      tpTriggerTicks: 0,
      tpOrderTicks: 0,
      tpTriggerBy: 0,
      slTriggerTicks: 0,
      slOrderTicks: 0,
      slTriggerBy: 0,
      clientId: '',
      source: 'test',
    });
  }
  await exchange.settled();
}

/** What has happened so far happened two months ago; open orders stay in the present. */
const pastFacts = {
  spot_orders: `finished_at < 'infinity'`,
  spot_deals: 'true',
  ledger_legs: 'true',
  perpetual_orders: 'state > 2',
  perpetual_deals: 'true',
  perpetual_cash_moves: 'true',
  perpetual_funding_payments: 'true',
  perpetual_fund_moves: 'true',
};
const timeColumns: Record<string, string> = {
  spot_orders: 'finished_at',
  ledger_legs: 'created_at',
  perpetual_orders: 'created_at',
};

async function moveToThePast(): Promise<void> {
  await inTransaction(exchange.pool, async (tx) => {
    // Without the triggers that keep the past as it is.
    await tx.query('SET LOCAL session_replication_role = replica');
    for (const [table, condition] of Object.entries(pastFacts)) {
      const column = timeColumns[table] ?? 'time';
      await tx.query(`UPDATE ${table} SET ${column} = ${column} - interval '2 months' WHERE ${condition}`);
    }
    await tx.query(`UPDATE klines SET open_time = open_time - 61 * 86400 WHERE "interval" < 86400`);
  });
}

const differences = async () => (await audit(exchange.pool, allShards)).differences;
const assets = async () => (await audit(exchange.pool, allShards)).assets;

async function count(table: string): Promise<number> {
  const { rows } = await exchange.pool.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
  return Number(rows[0]?.count);
}

async function monthsAgo(months: number): Promise<string> {
  const { rows } = await exchange.pool.query<{ month: string }>(
    `SELECT to_char(now() AT TIME ZONE 'UTC' - make_interval(months => $1), 'YYYY-MM') AS month`,
    [months],
  );
  return rows[0]?.month ?? '';
}

test('rows of a month without a partition are caught, and get one without a row lost', async () => {
  await trade();
  // A bid takes a part of a large sale, whose trades are then of two months.
  const spot = exchange.clients.spot.engine;
  const [alice = 0, bob = 0] = people;
  const done = await spot.submit(limit(alice, SpotSide.sell, 9_000, 5_000_000, { market }));
  await spot.submit(limit(bob, SpotSide.buy, 9_000, 1_000, { market }));
  expect(done.code).toBe(0);
  await exchange.settled();
  const { rows } = await exchange.pool.query('SELECT deal_stock > 0 AS traded FROM spot_orders WHERE id = $1', [
    done.orderId,
  ]);
  expect(rows).toEqual([{ traded: true }]);
  await moveToThePast();
  const trades = await count('spot_deals');
  expect(await count('spot_deals_other')).toBe(trades);
  expect(await ownerOps('detach-month', await monthsAgo(2))).toMatchObject({ code: 1, errors: [expect.any(String)] });
  const suffix = (await monthsAgo(2)).replace('-', '_');
  const made = await makeMonthPartitions(exchange.pool);
  expect(made).toContain(`spot_deals_${suffix}`);
  expect(made).toContain(`klines_short_${suffix}`);
  expect(await makeMonthPartitions(exchange.pool)).toEqual([]);
  expect(await count('spot_deals_other')).toBe(0);
  expect(await count(`spot_deals_${suffix}`)).toBe(trades);
  await expect(exchange.pool.query(`DELETE FROM spot_deals_${suffix}`)).rejects.toThrow('append-only');
  expect(await differences()).toEqual([]);
}, 120_000);

test('an order that closes leaves the partition of open orders for its month', async () => {
  await trade();
  const { rows } = await exchange.pool.query<{ open: boolean; partition: string }>(
    `SELECT status <= 2 AS open, tableoid::regclass::text AS partition FROM spot_orders GROUP BY 1, 2`,
  );
  for (const { open, partition } of rows) expect(partition === 'spot_orders_open').toBe(open);
  expect(rows.length).toBe(3);
});

test('a month is refused while it is new, not the oldest, or has open orders', async () => {
  expect((await ownerOps('detach-month', await monthsAgo(1))).errors.join()).toContain('too new');
  expect((await ownerOps('detach-month', await monthsAgo(3))).errors.join()).toContain('there is no month');
  const shift = (sign: string) =>
    exchange.pool.query(
      `UPDATE perpetual_orders SET created_at = created_at ${sign} interval '2 months'
        WHERE id = (SELECT min(id) FROM perpetual_orders WHERE state <= 2)`,
    );
  await shift('-');
  expect((await ownerOps('detach-month', await monthsAgo(2))).errors.join()).toContain('still open: order');
  await shift('+');
  const lost = async (change: (tx: Transaction) => Promise<unknown>) =>
    inTransaction(exchange.pool, async (tx) => {
      // Without the rows that it refers to.
      await tx.query('SET LOCAL session_replication_role = replica');
      await change(tx);
    });
  await lost(async (tx) => {
    await tx.query(
      `INSERT INTO finished_payouts (withdrawal_id, network_id, block_height, block_hash, lost_at) VALUES (7, 1, 1, '', now())`,
    );
    await tx.query(
      `INSERT INTO ledger_entries (kind, reference, idempotency_key, created_at)
       VALUES ('network_cost', 'withdrawal:7', 'withdrawal:7:network', now() - interval '2 months')`,
    );
  });
  expect((await ownerOps('detach-month', await monthsAgo(2))).errors.join()).toContain('still open: withdrawal 7');
  await lost((tx) => tx.query('DELETE FROM finished_payouts WHERE withdrawal_id = 7'));
  await lost((tx) => tx.query(`DELETE FROM ledger_entries WHERE reference = 'withdrawal:7'`));
});

/** In a month that is detached, as settlement adopts what a restore has lost the credit of. */
async function adoptInThePast(holder: { userId: number; assetId: number }, amount: string): Promise<void> {
  await inTransaction(exchange.pool, async (tx) => {
    const { entryId } = await postEntry(tx, {
      kind: 'transfer_adopted_unexplained',
      reference: 'transfer:lost',
      idempotencyKey: 'transfer:lost:adopted',
      legs: [
        { account: unexplainedAccount(holder), amount: `-${amount}` },
        { account: mainAccount(holder), amount },
      ],
    });
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(`UPDATE ledger_legs SET created_at = created_at - interval '2 months' WHERE entry_id = $1`, [
      entryId,
    ]);
  });
}

test('a month is detached behind a long reader while people trade, and audit and replay find every sum', async () => {
  await adoptInThePast({ userId: people[0] as number, assetId: settleAsset }, '25');
  const before = await assets();
  const month = await monthsAgo(2);
  const suffix = month.replace('-', '_');
  const inMonth = await count(`spot_deals_${suffix}`);
  const all = await count('spot_deals');
  const reader = await exchange.pool.connect();
  await reader.query('BEGIN');
  await reader.query('SELECT count(*) FROM spot_deals');
  const detaching = ownerOps('detach-month', month);
  await until(
    'detaching waits for the reader',
    async () => {
      const { rows } = await exchange.pool.query(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%DETACH PARTITION%'`,
      );
      return rows.length > 0;
    },
    60_000,
  );
  await trade();
  await reader.query('COMMIT');
  reader.release();
  expect(await detaching).toMatchObject({ code: 0, errors: [] });
  const cover = (amount: string) =>
    inTransaction(exchange.pool, (tx) =>
      creditWallet.run(
        tx,
        { actor: 'ops:ana', reason: 'restored' },
        { email: 'alice@test.local', ticker: 'USDT', amount, wallet: 'unexplained', reference: `lost-${amount}` },
      ),
    );
  await expect(cover('26')).rejects.toMatchObject({ code: 'invalid_argument' });
  await cover('25');
  await expect(cover('1')).rejects.toMatchObject({ code: 'invalid_argument' });

  expect(await differences()).toEqual([]);
  expect((await assets()).map(({ ticker, sum }) => ({ ticker, sum }))).toEqual(
    before.map(({ ticker, sum }) => ({ ticker, sum })),
  );
  expect(await count(`detached.spot_deals_${suffix}`)).toBe(inMonth);
  expect(await count('spot_deals')).toBeGreaterThan(all - inMonth);
  expect(await count('carried_fills')).toBeGreaterThan(0);
  const listed = (await ops('partitions')).lines.find((line) => line.includes(month));
  expect(listed?.trim().endsWith('no')).toBe(true);

  await exchange.pool.query('DROP SCHEMA detached CASCADE');
  await trade();
  expect(await differences()).toEqual([]);
  expect((await ops('replay')).errors).toEqual([]);
}, 240_000);

test('a carried sum that is wrong is found', async () => {
  const wrong = (table: string, column: string) =>
    inTransaction(exchange.pool, async (tx) => {
      await tx.query(`UPDATE ${table} SET ${column} = ${column} + 1`);
    });
  await wrong('carried_deals', 'last_id');
  await wrong('carried_fills', 'amount');
  await wrong('carried_postings', 'amount');
  expect(new Set((await differences()).map(({ check }) => check))).toEqual(
    new Set([
      'a futures wallet is the sum of its postings: transfers and cash moves',
      'a trade wallet is the sum of its postings: transfers and trades',
      "an account's balance is the sum of its legs",
      'clearing holds what the open positions have in margin and in cost',
      "each movement of a futures wallet's cash follows the one before it",
      "no trade of a market's series is missing",
      "no trade of a perpetual's series is missing",
      'the transfers of a futures wallet are those of the ledger',
      'what a perpetual order has traded is the sum of its trades',
      'what an order has traded is the sum of its trades',
    ]),
  );
});
