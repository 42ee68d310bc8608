import { audit } from '@pelican/api/src/adapters/cli/audit/audit.ts';
import { readOpsConfig } from '@pelican/api/src/adapters/cli/config.ts';
import { compareRows } from '@pelican/api/src/adapters/cli/replay/compared-rows.ts';
import { replayEngine } from '@pelican/api/src/adapters/cli/replay/engine-replay.ts';
import { readSettledRows } from '@pelican/api/src/adapters/cli/replay/replayed-shard.ts';
import { Random } from '@pelican/engine/src/testing/random.ts';
import {
  type CommandOf,
  EventKind,
  MarginMode,
  Op,
  OrderKind,
  PositionSide,
  SelfTrade,
  Side,
  type TickPrice,
} from '@pelican/shared/engine/perpetual';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { startPart } from '../../support/processes.ts';
import { shards as allShards, perpetualShard } from '../../support/shards.ts';
import { startTwoShards, type TwoShards } from '../../support/two-shards.ts';

const btc = 1001;
const noLegs = {
  tpTriggerTicks: 0,
  tpOrderTicks: 0,
  tpTriggerBy: 0,
  slTriggerTicks: 0,
  slOrderTicks: 0,
  slTriggerBy: 0,
} as const;

let shards: TwoShards;
let alice: number;
let bob: number;
/** Of the world's clock, well before a funding. */
let second = 1_790_000_000;
const fundingSecond = 1_790_006_400;

beforeAll(async () => {
  shards = await startTwoShards();
  alice = await shards.person('alice@test.local', '100000', 'futures');
  bob = await shards.person('bob@test.local', '100000', 'futures');
  await tick(600_000);
}, 150_000);
afterAll(() => shards.stop());

/** A second of the world in which BTC's index is this many ticks of 0.1. */
async function tick(indexTicks: number): Promise<void> {
  const prices: TickPrice[] = [{ market: btc, indexTicks, sources: [] }];
  const done = await shards.clients.perpetual.engine.submit({
    kind: Op.tick,
    user: 0,
    n: second++,
    prices: JSON.stringify(prices),
  });
  expect(done.code).toBe(0);
}

type Wanted = Pick<CommandOf<typeof Op.placeOrder>, 'user' | 'side' | 'position' | 'priceTicks' | 'lots'> &
  Partial<CommandOf<typeof Op.placeOrder>>;

function place(order: Wanted) {
  return shards.clients.perpetual.engine.submit({
    kind: Op.placeOrder,
    market: btc,
    mode: MarginMode.cross,
    type: OrderKind.limit,
    reduceOnly: false,
    selfTrade: SelfTrade.cancelMaker,
    ...noLegs,
    clientId: '',
    source: 'test',
    ...order,
  });
}

async function rowsOf(sql: string): Promise<Record<string, unknown>[]> {
  return (await shards.pool.query(sql)).rows;
}

/** The audit finds nothing, and Postgres is what a replay of the journal gives. */
async function expectBooksRight(): Promise<void> {
  await shards.settled();
  expect((await audit(shards.pool, allShards)).differences).toEqual([]);
  const settled = await readSettledRows(shards.pool, perpetualShard);
  const { databaseUrl, redisUrl, dataDir } = shards;
  const config = readOpsConfig({ ...process.env, DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, DATA_DIR: dataDir });
  const replayed = await replayEngine(config, perpetualShard, settled.position);
  expect(compareRows(settled.tables, replayed.tables)).toEqual([]);
  expect(replayed.seq).toBe(settled.seq);
}

describe('settlement of the perpetual shard', () => {
  test('writes a trade with orders, positions, wallets, cash moves and candles', async () => {
    const sell = await place({
      user: bob,
      side: Side.sell,
      position: PositionSide.short,
      priceTicks: 600_000,
      lots: 1000,
      clientId: 'bob-1',
    });
    const buy = await place({
      user: alice,
      side: Side.buy,
      position: PositionSide.long,
      priceTicks: 600_000,
      lots: 600,
      mode: MarginMode.isolated,
    });
    expect([sell.code, buy.code]).toEqual([0, 0]);
    await shards.settled();

    // 6 contracts of 0.01 BTC at 60000: 3600 USDT; taker 0.05% 1.8, maker 0.02% 0.72; margin at 3x 1200.
    const [trade] = await rowsOf('SELECT * FROM perpetual_deals');
    expect(trade).toMatchObject({ market_id: btc, id: '1', kind: 0, taker_id: String(alice), maker_id: String(bob) });
    expect([trade?.size, trade?.notional, trade?.taker_fee, trade?.maker_fee].map(Number)).toEqual([
      6, 3600, 1.8, 0.72,
    ]);
    const orders = await rowsOf(
      'SELECT id, state, is_resting, size, filled_size, client_id FROM perpetual_orders ORDER BY id',
    );
    expect(orders).toMatchObject([
      { id: String(sell.orderId), state: 2, is_resting: true, client_id: 'bob-1' },
      { id: String(buy.orderId), state: 3, is_resting: false },
    ]);
    const positions = await rowsOf(
      'SELECT user_id, size, cost, margin, mode FROM perpetual_positions ORDER BY user_id',
    );
    expect(
      positions.map((row) => [row.user_id, row.mode, Number(row.size), Number(row.cost), Number(row.margin)]),
    ).toEqual([
      [String(alice), MarginMode.isolated, 6, 3600, 1200],
      [String(bob), MarginMode.cross, 6, 3600, 0],
    ]);
    const cash = await rowsOf(`SELECT cash FROM perpetual_accounts WHERE user_id = ${alice}`);
    expect(Number(cash[0]?.cash)).toBe(100_000 - 1200 - 1.8);
    const candles = await rowsOf(`SELECT volume, money FROM klines WHERE market_id = ${btc}`);
    expect(candles.length).toBe(12);
    expect(candles.every((candle) => Number(candle.volume) === 0.06 && Number(candle.money) === 3600)).toBe(true);
    // The next tick publishes the open interest.
    await tick(600_000);
    await shards.settled();
    const [state] = await rowsOf(`SELECT * FROM perpetual_market_state WHERE market_id = ${btc}`);
    expect([state?.mark_price, state?.open_interest].map(Number)).toEqual([60_000, 6]);
    expect(await shards.clients.perpetual.redis.get('perpetual:settled')).not.toBeNull();
    await expectBooksRight();
  });

  test('the books are right after random trading and a fall, although settlement is killed again and again', async () => {
    const random = new Random(5);
    let index = 600_000;
    for (let round = 0; round < 30; round++) {
      const answers = Array.from({ length: 20 }, () => {
        const side = random.chance(0.5) ? Side.buy : Side.sell;
        return place({
          user: random.chance(0.5) ? alice : bob,
          side,
          position: random.chance(0.5) ? PositionSide.long : PositionSide.short,
          mode: random.chance(0.5) ? MarginMode.cross : MarginMode.isolated,
          priceTicks: index + random.integer(-60, 60),
          lots: random.integer(1, 4_000),
          selfTrade: SelfTrade.cancelMaker,
        });
      });
      await Promise.all(answers);
      index = Math.round(index * (round < 20 ? 0.999 : 0.93));
      await tick(index);
      if (round % 8 === 7) {
        await shards.parts['settlement-perpetual'].kill();
        shards.parts['settlement-perpetual'].start();
      }
    }
    // The last minute before a funding fixes the rate, the second of the funding settles it.
    second = fundingSecond - 30;
    await tick(index);
    second = fundingSecond;
    await tick(index);
    await expectBooksRight();
    const events = shards.clients.perpetual.entries.flatMap((entry) => entry.events);
    const counted = async (table: string) => Number((await rowsOf(`SELECT count(*) FROM ${table}`))[0]?.count);
    const seen = (kind: EventKind) => events.filter((event) => event.kind === kind).length;
    expect(await counted('perpetual_deals')).toBe(seen(EventKind.traded));
    expect(await counted('perpetual_cash_moves')).toBe(seen(EventKind.cashMoved));
    expect(await counted('perpetual_liquidations')).toBe(seen(EventKind.liquidationStep));
    const usersOf = (rows: string) => rowsOf(`SELECT DISTINCT user_id FROM ${rows} ORDER BY user_id`);
    expect(await usersOf("notices WHERE kind = 'position_liquidated'")).toEqual(
      await usersOf('perpetual_liquidations JOIN users ON users.id = user_id WHERE market_id <> 0'),
    );
    expect(await counted('perpetual_fund_moves')).toBe(seen(EventKind.fundChanged));
    expect(await counted('perpetual_funding_payments')).toBe(seen(EventKind.fundingPaid));
    expect(await counted('perpetual_funding_rates')).toBe(1);
    expect(seen(EventKind.traded)).toBeGreaterThan(50);
    expect(seen(EventKind.liquidationStep)).toBeGreaterThan(0);
  }, 180_000);

  test('of two settlements of the shard at once, one ends', async () => {
    const { databaseUrl, redisUrl, dataDir, parts } = shards;
    const other = startPart({
      name: 'settlement-perpetual-2',
      entry: 'apps/api/src/processes/settlement.ts',
      dataDir,
      env: { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, SHARD: 'perpetual' },
    });
    await until('the second has begun', () => other.log().includes('settling from the cursor'), 60_000);
    for (let i = 0; i < 20; i++) await tick(600_000);
    const first = parts['settlement-perpetual'];
    await until('one has ended', () => !other.isRunning() || !first.isRunning(), 60_000);
    await expectBooksRight();
    if (other.isRunning()) await other.kill();
    if (!first.isRunning()) first.start();
  });
});
