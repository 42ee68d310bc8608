/** Two spot shards with different markets and a perpetual one, on one Redis and one Postgres. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { audit } from '@pelican/api/src/adapters/cli/audit/audit.ts';
import { readOpsConfig } from '@pelican/api/src/adapters/cli/config.ts';
import { compareRows } from '@pelican/api/src/adapters/cli/replay/compared-rows.ts';
import { replayEngine } from '@pelican/api/src/adapters/cli/replay/engine-replay.ts';
import { readSettledRows } from '@pelican/api/src/adapters/cli/replay/replayed-shard.ts';
import { type Catalog, loadCatalog } from '@pelican/api/src/catalog/index.ts';
import { seedInstruments } from '@pelican/api/src/demo/seed-instruments.ts';
import { relayOutbox } from '@pelican/api/src/jobs/upkeep/relay-outbox.ts';
import { Listings, startLiveMarketData } from '@pelican/api/src/live/index.ts';
import { publishListings } from '@pelican/api/src/modules/markets/index.ts';
import { publishInstruments } from '@pelican/api/src/modules/perpetual/index.ts';
import { requestTransfer } from '@pelican/api/src/modules/wallet/index.ts';
import { findBalances } from '@pelican/api/src/modules/wallet/repository.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import { registerShards } from '@pelican/api/src/shards/register-shards.ts';
import { objectIdBase, parseShards, type Shard, shardParts } from '@pelican/shared/engine';
import {
  type CommandOf,
  MarginMode,
  OrderKind,
  Op as PerpetualOp,
  PositionSide,
  perpetualWire,
  SelfTrade,
  Side as Way,
} from '@pelican/shared/engine/perpetual';
import { Side, spotWire } from '@pelican/shared/engine/spot';
import { parseLots, parsePriceTicks, stripZeros } from '@pelican/shared/money';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { openJournalClient, type SpotJournalClient } from '../../support/journal-client.ts';
import { awaitSettled, creditShard, insertUser, isOutboxDelivered } from '../../support/ledger-users.ts';
import { insertListings } from '../../support/listings.ts';
import { type PartProcess, startEngine, startPart } from '../../support/processes.ts';
import type { Service } from '../../support/service.ts';
import { createDatabase, startRedis, type TestDatabase } from '../../support/services.ts';
import { failAtWarning } from '../../support/shards.ts';
import { limit } from '../../support/spot-commands.ts';

const SHARDS = 'spot=1:spot,perpetual=2:perpetual,alts=3:spot';
const shards = parseShards(SHARDS);
const [spot, perpetual, alts] = shards as [Shard, Shard, Shard];
/** The market of each spot shard. */
const markets = { [spot.id]: 'LTC_USDT', [alts.id]: 'ETH_USDT' };
const btc = 1001;
/** Processes may take their time to start. */
const waitMs = 90_000;

let database: TestDatabase;
let redis: Service;
let pool: pg.Pool;
let dataDir: string;
let catalog: Catalog;
let clients: { spot: SpotJournalClient; alts: SpotJournalClient; perpetual: Awaited<ReturnType<typeof openPerpetual>> };
const engines = new Map<number, PartProcess>();
const settlements: PartProcess[] = [];
let alice: number;
let bob: number;

const openPerpetual = () => openJournalClient(redis.url, perpetualWire, undefined, perpetual);
const idOf = (ticker: string) => catalog.assetByTicker(ticker)?.id ?? 0;

beforeAll(async () => {
  [database, redis] = await Promise.all([createDatabase(), startRedis()]);
  pool = new pg.Pool({ connectionString: database.url, max: 8 });
  pool.on('error', () => undefined);
  dataDir = mkdtempSync(join(tmpdir(), 'pelican-three-shards-'));
  await insertListings(database.url);
  await registerShards(pool, shards);
  await pool.query('UPDATE markets SET shard_id = $1 WHERE name = $2', [alts.id, markets[alts.id]]);
  await inTransaction(pool, async (tx) => {
    await seedInstruments(tx);
    await publishListings(tx);
    await publishInstruments(tx);
  });
  catalog = await loadCatalog(pool);
  const env = { SHARDS, DATABASE_URL: database.url, REDIS_URL: redis.url };
  for (const shard of shards) {
    engines.set(shard.id, startEngine({ redisUrl: redis.url, dataDir, shard: shard.name, env }));
    const { settlement: name } = shardParts(shard);
    const entry = 'apps/api/src/processes/settlement.ts';
    settlements.push(startPart({ name, entry, dataDir, env: { ...env, SHARD: shard.name } }));
  }
  clients = {
    spot: await openJournalClient(redis.url, spotWire, undefined, spot),
    alts: await openJournalClient(redis.url, spotWire, undefined, alts),
    perpetual: await openPerpetual(),
  };
  await delivered();
  alice = await person('alice@test.local', { LTC: '10', ETH: '10' }, '1000');
  bob = await person('bob@test.local', {}, '1000');
}, 200_000);

afterAll(async () => {
  for (const part of [...engines.values(), ...settlements]) if (part.isRunning()) await part.kill();
  for (const client of Object.values(clients)) {
    await client.close();
    client.journal.close();
  }
  await pool.end();
  await redis.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function relay(): Promise<void> {
  const { spot: first, alts: second, perpetual: third } = clients;
  await relayOutbox({
    pool,
    redis: first.redis,
    journal: first.journal,
    shard: { ...spot, kind: 'spot' },
    warn: failAtWarning,
  });
  await relayOutbox({
    pool,
    redis: second.redis,
    journal: second.journal,
    shard: { ...alts, kind: 'spot' },
    warn: failAtWarning,
  });
  await relayOutbox({
    pool,
    redis: third.redis,
    journal: third.journal,
    shard: { ...perpetual, kind: 'perpetual' },
    warn: failAtWarning,
  });
}

/** Sends what the outbox holds until every shard has answered and settled it. */
async function delivered(): Promise<void> {
  const isDelivered = async () => {
    await relay();
    return isOutboxDelivered(pool);
  };
  await until('the outbox is delivered', isDelivered, waitMs);
}

async function settled(): Promise<void> {
  await awaitSettled(pool, spot, clients.spot);
  await awaitSettled(pool, alts, clients.alts);
  await awaitSettled(pool, perpetual, clients.perpetual);
}

/** A user with coins in the shards that trade them, and this much USDT in the wallet of every shard. */
async function person(email: string, coins: Record<string, string>, usdt: string): Promise<number> {
  const userId = await insertUser(pool, email);
  const coinShards: Record<string, Shard> = { LTC: spot, ETH: alts };
  for (const [ticker, amount] of Object.entries(coins)) await fund(userId, ticker, amount, coinShards[ticker] as Shard);
  for (const shard of shards) await fund(userId, 'USDT', usdt, shard);
  await delivered();
  return userId;
}

async function fund(userId: number, ticker: string, amount: string, toShard: Shard): Promise<void> {
  const to = toShard.kind === 'spot' ? 'trade' : 'futures';
  await creditShard(pool, { userId, assetId: idOf(ticker), amount, to, toShard });
}

/** An order in a spot shard's market. */
async function place(shard: Shard, user: number, side: Side, price: string, amount: string) {
  const market = catalog.marketByName(markets[shard.id] ?? '');
  if (!market) throw new Error('there is no such market');
  const ticks = parsePriceTicks(price, market.scale);
  const lots = parseLots(amount, market.scale);
  if (!('count' in ticks && 'count' in lots)) throw new Error(`${price} or ${amount} is not of ${market.name}`);
  const client = shard.id === spot.id ? clients.spot : clients.alts;
  return client.engine.submit(limit(user, side, ticks.count, lots.count, { market: market.id }));
}

/** The present second, with BTC's index. */
function tick() {
  const prices = JSON.stringify([{ market: btc, indexTicks: 600_000, sources: [] }]);
  return clients.perpetual.engine.submit({ kind: PerpetualOp.tick, user: 0, n: Math.floor(Date.now() / 1000), prices });
}

async function openPosition(user: number, side: Way, position: PositionSide) {
  const order: CommandOf<typeof PerpetualOp.placeOrder> = {
    kind: PerpetualOp.placeOrder,
    user,
    market: btc,
    mode: MarginMode.cross,
    side,
    position,
    type: OrderKind.limit,
    reduceOnly: false,
    selfTrade: SelfTrade.cancelMaker,
    priceTicks: 600_000,
    lots: 1,
    tpTriggerTicks: 0,
    tpOrderTicks: 0,
    tpTriggerBy: 0,
    slTriggerTicks: 0,
    slOrderTicks: 0,
    slTriggerBy: 0,
    clientId: '',
    source: 'test',
  };
  return clients.perpetual.engine.submit(order);
}

/** The audit finds nothing, and every shard's rows are what a replay of its journal gives. */
async function expectBooksRight(): Promise<void> {
  await settled();
  expect((await audit(pool, shards)).differences).toEqual([]);
  const config = readOpsConfig({
    ...process.env,
    SHARDS,
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    DATA_DIR: dataDir,
  });
  for (const shard of shards) {
    const rows = await readSettledRows(pool, shard);
    const replayed = await replayEngine(config, shard, rows.position);
    expect(compareRows(rows.tables, replayed.tables), shard.name).toEqual([]);
    expect(replayed.seq).toBe(rows.seq);
  }
}

test('each shard matches its own markets, and their rows stand side by side', async () => {
  expect((await tick()).code).toBe(0);
  for (const shard of [spot, alts]) {
    const sale = await place(shard, alice, Side.sell, '100', '1');
    const purchase = await place(shard, bob, Side.buy, '100', '1');
    expect([sale.code, purchase.code]).toEqual([0, 0]);
    expect([sale.orderId, purchase.orderId]).toEqual([objectIdBase(shard.id) + 1, objectIdBase(shard.id) + 2]);
  }
  expect((await openPosition(alice, Way.buy, PositionSide.long)).code).toBe(0);
  expect((await openPosition(bob, Way.sell, PositionSide.short)).code).toBe(0);
  await settled();
  const orders = await pool.query('SELECT market_id, status FROM spot_orders WHERE user_id = $1 ORDER BY id', [bob]);
  const marketIds = [spot, alts].map(({ id }) => catalog.marketByName(markets[id] ?? '')?.id);
  expect(orders.rows).toEqual(marketIds.map((id) => ({ market_id: id, status: 3 })));
  expect((await pool.query('SELECT 1 FROM spot_deals WHERE buyer_id = $1', [bob])).rows).toHaveLength(2);
  expect((await pool.query('SELECT 1 FROM perpetual_positions WHERE size > 0')).rows).toHaveLength(2);
  const altsOfSpot = { ...alts, kind: 'spot' } as const;
  const live = await startLiveMarketData({
    pool,
    shard: altsOfSpot,
    listings: new Listings(pool, [altsOfSpot]),
    connectRedis: () => connectRedis(redis.url, { warn: () => undefined }),
    log: pino({ level: 'silent' }),
    resolve: () => undefined,
  });
  await live.close();
  // The view of a shard trades its own markets; what a user did in another one can still be named.
  expect(live.catalog().markets.map(({ name }) => name)).toEqual([markets[alts.id]]);
  expect(live.catalog().marketById(marketIds[0] ?? 0)?.name).toBe(markets[spot.id]);
  expect(live.catalog().marketByName(markets[spot.id] ?? '')).toBeUndefined();
  expect(live.view.market(marketIds[1] ?? 0)?.trades.newest(1)).toHaveLength(1);
  await expectBooksRight();
}, 200_000);

test("a user's coin in several shards is shown as one sum, and moves between them once", async () => {
  const held = async () => {
    const { rows } = await pool.query<{ shard_id: number; total: string }>(
      'SELECT shard_id, available + frozen AS total FROM trade_balances WHERE user_id = $1 AND asset_id = $2 ORDER BY 1',
      [alice, idOf('USDT')],
    );
    return rows.map(({ shard_id: id, total }) => [id, Number(total)] as const);
  };
  await settled();
  const before = new Map(await held());
  const shown = (await findBalances(pool, alice)).get(idOf('USDT'));
  expect(Number(shown?.tradeAvailable)).toBeCloseTo((before.get(spot.id) ?? 0) + (before.get(alts.id) ?? 0), 8);

  const request = { userId: alice, assetId: idOf('USDT'), amount: '250', from: 'trade', to: 'trade' } as const;
  const begin = () =>
    inTransaction(pool, (tx) =>
      requestTransfer(tx, { ...request, fromShard: spot, toShard: alts, idempotencyKey: 'across' }),
    );
  const begun = await begin();
  expect(begun?.steps.map(({ shard }) => shard.name)).toEqual(['spot', 'alts']);
  expect(await begin()).toBeUndefined();
  await delivered();
  await settled();
  const { rows } = await pool.query('SELECT status FROM transfers WHERE id = $1', [begun?.transfer.id]);
  expect(rows).toEqual([{ status: 'completed' }]);
  const after = new Map(await held());
  expect((before.get(spot.id) ?? 0) - (after.get(spot.id) ?? 0)).toBeCloseTo(250, 8);
  expect((after.get(alts.id) ?? 0) - (before.get(alts.id) ?? 0)).toBeCloseTo(250, 8);
  const sum = (await findBalances(pool, alice)).get(idOf('USDT'));
  expect(stripZeros(sum?.tradeAvailable ?? '')).toBe(stripZeros(shown?.tradeAvailable ?? ''));
  await expectBooksRight();
}, 200_000);

test('a killed engine holds up its own shard only, which goes on where it stopped', async () => {
  await engines.get(alts.id)?.kill();
  const waiting = place(alts, bob, Side.buy, '90', '1').catch(() => undefined);
  expect((await place(spot, bob, Side.buy, '90', '1')).code).toBe(0);
  expect((await tick()).code).toBe(0);
  await waiting;
  engines.get(alts.id)?.start();
  const answers = async () => (await place(alts, bob, Side.buy, '90', '0.5').catch(() => undefined))?.code === 0;
  await until('the shard answers again', answers, waitMs);
  const { rows } = await pool.query(
    `SELECT name FROM shards JOIN settlement_cursors ON shard_id = id WHERE seq > 0 ORDER BY id`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['spot', 'perpetual', 'alts']);
  await expectBooksRight();
}, 200_000);

test('an id keeps its shard: another name or kind for it is refused', async () => {
  await expect(registerShards(pool, parseShards('spot=1:spot,perpetual=2:perpetual,other=3:spot'))).rejects.toThrow(
    'keeps its id, name and kind',
  );
});
