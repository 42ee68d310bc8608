import { changeUserSettings } from '@pelican/api/src/modules/settings/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { readCursor } from '@pelican/api/src/shards/index.ts';
import { haltKey, readHalt } from '@pelican/shared/engine';
import { EventKind, Op, OrderType, type PlaceOrder, Side, TimeInForce } from '@pelican/shared/engine/spot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { faultsOfBooks } from '../../support/books.ts';
import { type SettledShard, startSettledShard } from '../../support/settled-shard.ts';
import { spotShard } from '../../support/shards.ts';
import { runFlow } from './flow.ts';

const money = { USDT: '1000000', LTC: '100000' };

async function ltcMarket(shard: SettledShard): Promise<number> {
  const { rows } = await shard.pool.query<{ id: number }>(`SELECT id FROM markets WHERE name = 'LTC_USDT'`);
  return rows[0]?.id ?? 0;
}

function limit(market: number, user: number, side: Side, price: number, amount: number): PlaceOrder {
  return {
    op: Op.placeOrder,
    user,
    market,
    side,
    type: OrderType.limit,
    timeInForce: TimeInForce.gtc,
    postOnly: false,
    priceTicks: Math.round(price * 100),
    amount: Math.round(amount * 10_000),
    amountIsQuote: false,
    clientId: '',
    source: 'web',
  };
}

function fillsSeen(shard: SettledShard): number {
  return shard.client.entries.flatMap((entry) => entry.events).filter((event) => event.kind === EventKind.orderFilled)
    .length;
}

async function count(shard: SettledShard, table: 'spot_deals' | 'spot_orders'): Promise<number> {
  const { rows } = await shard.pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
  return rows[0]?.count ?? 0;
}

describe('settlement', () => {
  let shard: SettledShard;
  let market: number;
  let alice: number;
  let bob: number;

  beforeAll(async () => {
    shard = await startSettledShard();
    market = await ltcMarket(shard);
    alice = await shard.person('alice@test.local', money);
    bob = await shard.person('bob@test.local', money);
  });
  afterAll(() => shard.stop());

  test('writes a trade with both sides, the orders, the balances and the candles', async () => {
    const sell = await shard.submit(limit(market, alice, Side.sell, 96.5, 1));
    const buy = await shard.submit(limit(market, bob, Side.buy, 96.5, 0.4321));
    await shard.settled();

    const { rows: trades } = await shard.pool.query('SELECT * FROM spot_deals');
    expect(trades).toHaveLength(1);
    // 96.5 x 0.4321 = 41.69765; 0.2% of it 0.0833953; 18% of that 0.015011154, to the next 8th decimal.
    expect(trades[0]).toMatchObject({
      taker_side: 2,
      gross: '41.697650000000000000',
      buyer_id: String(bob),
      buyer_order_id: String(buy.orderId),
      buyer_fee: '0.083395300000000000',
      buyer_gst: '0.015011160000000000',
      buyer_net: '41.796056460000000000',
      seller_id: String(alice),
      seller_order_id: String(sell.orderId),
      seller_net: '41.599243540000000000',
    });
    const { rows: orders } = await shard.pool.query('SELECT * FROM spot_orders ORDER BY id');
    expect(orders).toMatchObject([
      {
        id: String(sell.orderId),
        side: 1,
        status: 2,
        remaining: '0.567900000000000000',
        finished_at: Number.POSITIVE_INFINITY,
      },
      { id: String(buy.orderId), side: 2, status: 3, remaining: '0.000000000000000000', close_reason: 1 },
    ]);
    const { rows: balances } = await shard.pool.query(
      `SELECT user_id, ticker, available, frozen FROM trade_balances JOIN assets ON assets.id = asset_id
        WHERE user_id IN ($1, $2) ORDER BY user_id, ticker`,
      [alice, bob],
    );
    expect(balances.map((row) => [Number(row.user_id), row.ticker, Number(row.available), Number(row.frozen)])).toEqual(
      [
        [alice, 'LTC', 99_999, 0.5679],
        [alice, 'USDT', 1_000_041.59924354, 0],
        [bob, 'LTC', 100_000.4321, 0],
        [bob, 'USDT', 999_958.20394354, 0],
      ],
    );
    const { rows: candles } = await shard.pool.query('SELECT * FROM klines ORDER BY "interval"');
    expect(candles.map((candle) => candle.interval)).toEqual([
      60, 180, 300, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400, 604_800,
    ]);
    for (const candle of candles) {
      expect(candle).toMatchObject({ open: '96.500000000000000000', volume: '0.432100000000000000' });
      expect(candle.money).toBe('41.697650000000000000');
    }
    const week = new Date(candles.at(-1)?.open_time * 1000);
    expect([week.getUTCDay(), week.getUTCHours()]).toEqual([1, 0]);
    expect(await faultsOfBooks(shard.pool)).toEqual({});
  });

  test('an order cancelled later is closed with its reason and keeps what it traded', async () => {
    const { rows } = await shard.pool.query<{ id: string }>('SELECT id FROM spot_orders WHERE status = 2');
    await shard.submit({ op: Op.cancelOrder, user: alice, orderId: Number(rows[0]?.id), market: 0 });
    await shard.settled();
    const { rows: orders } = await shard.pool.query('SELECT * FROM spot_orders WHERE id = $1', [rows[0]?.id]);
    expect(orders[0]).toMatchObject({ status: 4, close_reason: 2, deal_stock: '0.432100000000000000' });
    expect(orders[0].finished_at).toBeInstanceOf(Date);
  });

  test('the books are right after random trading', async () => {
    await runFlow(shard, { market, users: [alice, bob], commands: 2_000, seed: 7 });
    await shard.settled();
    expect(await count(shard, 'spot_deals')).toBe(fillsSeen(shard));
    expect(fillsSeen(shard)).toBeGreaterThan(300);
    expect(await faultsOfBooks(shard.pool)).toEqual({});
    expect(await shard.client.redis.get('spot:settled')).not.toBeNull();
  });
});

describe('charges of every kind', () => {
  let shard: SettledShard;

  beforeAll(async () => {
    shard = await startSettledShard();
  });
  afterAll(() => shard.stop());

  async function change(userId: number, settings: { customFee?: boolean; taxable?: boolean }): Promise<void> {
    await shard.submit(await inTransaction(shard.pool, (tx) => changeUserSettings(tx, userId, settings)));
  }

  async function marketId(name: string): Promise<number> {
    const { rows } = await shard.pool.query<{ id: number }>('SELECT id FROM markets WHERE name = $1', [name]);
    return rows[0]?.id ?? 0;
  }

  test('fees in the service token, until it runs out, and withheld tax leave the books right', async () => {
    const wealth = { USDT: '1000000', LTC: '100000', INR: '100000000' };
    const alice = await shard.person('alice@test.local', { ...wealth, PLC: '25' });
    const bob = await shard.person('bob@test.local', { ...wealth, PLC: '1000000' });
    await change(alice, { customFee: true, taxable: true });
    await change(bob, { customFee: true, taxable: true });
    const plc = await marketId('PLC_USDT');
    await shard.submit({ ...limit(plc, bob, Side.sell, 0, 0), priceTicks: 4_200, amount: 1_000 });
    await shard.submit({ ...limit(plc, alice, Side.buy, 0, 0), priceTicks: 4_200, amount: 1_000 });
    for (const [seed, name] of [
      ['21', 'LTC_USDT'],
      ['22', 'USDT_INR'],
      ['23', 'PLC_USDT'],
    ] as const) {
      const market = await marketId(name);
      await runFlow(shard, { market, users: [alice, bob], commands: 600, seed: Number(seed) });
    }
    await shard.settled();

    const { rows: charges } = await shard.pool.query(
      `SELECT account, ticker, sum(amount) > 0 AS charged FROM ledger_postings JOIN assets ON assets.id = asset_id
        WHERE account LIKE 'house_%' GROUP BY 1, 2 ORDER BY 1, 2`,
    );
    expect(charges.map(({ account, ticker }) => `${account} ${ticker}`)).toEqual(
      expect.arrayContaining(['house_fees PLC', 'house_fees USDT', 'house_gst PLC', 'house_tds INR']),
    );
    expect(await faultsOfBooks(shard.pool)).toEqual({});
  });
});

describe('settlement that is disturbed', () => {
  let shard: SettledShard;
  let market: number;
  let users: number[];

  beforeEach(async () => {
    shard = await startSettledShard();
    market = await ltcMarket(shard);
    users = [await shard.person('alice@test.local', money), await shard.person('bob@test.local', money)];
  });
  afterEach(() => shard.stop());

  async function expectEverythingOnce(): Promise<void> {
    await shard.settled();
    const events = shard.client.entries.flatMap((entry) => entry.events);
    expect(await count(shard, 'spot_deals')).toBe(fillsSeen(shard));
    expect(await count(shard, 'spot_orders')).toBe(
      events.filter((event) => event.kind === EventKind.orderPlaced).length,
    );
    expect(await faultsOfBooks(shard.pool)).toEqual({});
  }

  test('killed again and again under load, it settles every command once', async () => {
    await runFlow(shard, {
      market,
      users,
      commands: 3_200,
      seed: 11,
      async between(sent) {
        if (sent % 800 !== 0) return;
        await shard.settlement.kill();
        shard.settlement.start();
      },
    });
    await expectEverythingOnce();
  });

  test('when Postgres cuts its connection, also in the middle of a commit, nothing is lost or repeated', async () => {
    await runFlow(shard, {
      market,
      users,
      commands: 2_000,
      seed: 12,
      async between(sent) {
        if (sent % 200 !== 0) return;
        await shard.pool.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name LIKE 'pelican-settlement%' AND datname = current_database()`,
        );
      },
    });
    await expectEverythingOnce();
    expect(shard.settlement.isRunning()).toBe(true);
  });

  test('of two settlements at once, one ends and the other goes on alone', async () => {
    const second = shard.startSettlement('settlement-2');
    await until('the second has begun', () => second.log().includes('settling from the cursor'), 60_000);
    await runFlow(shard, { market, users, commands: 800, seed: 13 });
    await expectEverythingOnce();
    await until('one has ended', () => !second.isRunning() || !shard.settlement.isRunning(), 60_000);
    expect([second.isRunning(), shard.settlement.isRunning()].filter(Boolean)).toHaveLength(1);
    await runFlow(shard, { market, users, commands: 200, seed: 14 });
    await expectEverythingOnce();
  });

  test('where events are missing it asks the engine for them, and settles everything once', async () => {
    await shard.settled();
    await shard.settlement.kill();
    await runFlow(shard, { market, users, commands: 80, seed: 15 });
    const { rows } = await shard.pool.query<{ position: string }>(
      `SELECT position FROM settlement_cursors WHERE shard_id = 1`,
    );
    const position = rows[0]?.position ?? '';
    const [first] = await shard.client.redis.xrange('spot:events', `(${position}`, '+', 'COUNT', 1);
    await shard.client.redis.xdel('spot:events', first?.[0] ?? '');
    shard.settlement.start();
    await expectEverythingOnce();
    expect(shard.settlement.log()).toContain('asking the engine for the missing events');
  });
});

test('events of another history are not settled: the first entry that does not follow is named, and the exchange halted', async () => {
  const shard = await startSettledShard();
  onTestFinished(() => shard.stop());
  const market = await ltcMarket(shard);
  const users = [await shard.person('alice@test.local', money), await shard.person('bob@test.local', money)];
  await shard.settled();
  await shard.settlement.kill();
  const settled = await readCursor(shard.pool, spotShard);
  await runFlow(shard, { market, users, commands: 80, seed: 16 });
  const { redis } = shard.client;
  const [first] = await redis.xrange('spot:events', `(${settled.position}`, '+', 'COUNT', 1);
  // The settled event itself is gone, so that it is the next one that shows the difference.
  await redis.xtrim('spot:events', 'MINID', first?.[0] ?? '');
  const setDigest = (digest: string | null) =>
    shard.pool.query('UPDATE settlement_cursors SET digest = $1 WHERE shard_id = 1', [digest]);
  await setDigest('0123456789abcdef');
  shard.settlement.start();
  await until('the exchange is halted', async () => (await readHalt(redis)) !== undefined, 60_000);
  expect(await readHalt(redis)).toContain(`the event entry ${first?.[0]} does not follow`);
  expect(await readCursor(shard.pool, spotShard)).toEqual({ ...settled, digest: '0123456789abcdef' });
  await setDigest(settled.digest);
  await redis.del(haltKey);
  await shard.settlement.kill();
  shard.settlement.start();
  await shard.settled();
  expect(await faultsOfBooks(shard.pool)).toEqual({});
});
