/** What a shard promises after any fault, checked in Postgres and against a replay from the first command. */
import { allBalances, openOrders } from '@pelican/engine/src/core/spot/inspect.ts';
import type { Shard } from '@pelican/engine/src/core/spot/shard.ts';
import { spotCore } from '@pelican/engine/src/core/spot/spot-core.ts';
import { engineFolders } from '@pelican/engine/src/host/config.ts';
import { bulkConnection } from '@pelican/engine/src/host/connections.ts';
import { streamFacts } from '@pelican/engine/src/host/journal.ts';
import { type Replay, replay } from '@pelican/engine/src/host/replay.ts';
import { listSnapshots } from '@pelican/engine/src/host/snapshot-store.ts';
import { positionStart, type ShardKind, type Shard as ShardRecord, shardKeys } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { expect } from 'vitest';
import { until } from '../../scripts/services/process.ts';
import type { RunningExchange } from '../support/exchange.ts';
import { spotShard } from '../support/shards.ts';
import type { TradingLoad } from './trading-load.ts';

const settleMsMax = 60_000;
const snapshotMsMax = 30_000;
const silent = { info: () => undefined, warn: () => undefined };

/** Runs `check` with the spot shard settled up to its last command and with the replay up to there. */
export async function withSettledReplay(
  options: { redisUrl: string; dataDir: string; database: pg.Pool },
  check: (replayed: Replay<Shard>) => Promise<void>,
): Promise<void> {
  const redis = bulkConnection(options.redisUrl, silent);
  const folders = engineFolders(options.dataDir, spotShard);
  try {
    const settled = await awaitSettled(redis, options.database, spotShard);
    await awaitSnapshot(folders.snapshots);
    const core = spotCore(spotShard.id);
    await check(await replay({ core, redis, shard: spotShard, folders, until: settled }));
  } finally {
    redis.disconnect();
  }
}

/** Waits until nothing of the shard is on its way to Postgres. */
export async function settledUpToNow(redisUrl: string, database: pg.Pool, shard: ShardRecord): Promise<void> {
  const redis = bulkConnection(redisUrl, silent);
  try {
    await awaitSettled(redis, database, shard);
  } finally {
    redis.disconnect();
  }
}

/**
 * A transfer may have been answered as pending: the worker takes it to the engine, and settlement ends it.
 * @returns the position that is settled, the newest of the journal
 */
async function awaitSettled(redis: Redis, database: pg.Pool, shard: ShardRecord): Promise<string> {
  const isDelivered = async () => {
    const { rows } = await database.query('SELECT 1 FROM outbox_commands WHERE done_at IS NULL LIMIT 1');
    return rows.length === 0;
  };
  await until('the outbox is delivered', isDelivered, settleMsMax);
  let newest = positionStart;
  const isSettled = async () => {
    newest = (await streamFacts(redis, shardKeys(shard).commands)).newest;
    const { rows } = await database.query('SELECT position FROM settlement_cursors WHERE shard_id = $1', [shard.id]);
    return rows[0]?.position === newest;
  };
  await until('everything is settled', isSettled, settleMsMax);
  return newest;
}

/** The operator's own tools find nothing wrong (they end with an error otherwise), and a snapshot was compared. */
export async function checkByOperator(exchange: RunningExchange, shard: ShardRecord): Promise<void> {
  await exchange.ops('audit');
  await awaitSnapshot(engineFolders(exchange.dataDir, shard).snapshots);
  const { shards } = JSON.parse(await exchange.ops('replay', '--shard', shard.name, '--json'));
  expect(shards[0].snapshot, 'the snapshot that was compared').not.toBeNull();
}

function awaitSnapshot(folder: string): Promise<void> {
  return until('a snapshot is taken', async () => (await listSnapshots(folder)).length > 0, snapshotMsMax);
}

const orderRows: Record<ShardKind, string> = {
  spot: 'SELECT client_id AS key, id, status <= 2 AS "isOpen" FROM spot_orders WHERE client_id = ANY($1)',
  perpetual: 'SELECT client_id AS key, id, state <= 2 AS "isOpen" FROM perpetual_orders WHERE client_id = ANY($1)',
};

/** Every acknowledged order is in Postgres once, every refused one is not, a cancelled one is not open. */
export async function checkOrders(database: pg.Pool, load: TradingLoad, kind: ShardKind): Promise<void> {
  const { rows } = await database.query<{ key: string; id: string; isOpen: boolean }>(orderRows[kind], [
    [...load.orders.keys()],
  ]);
  checkOnce(load.orders, rows);
  const open = rows.filter((row) => row.isOpen && load.cancelled.has(Number(row.id)));
  expect(open, 'orders whose cancellation was acknowledged').toEqual([]);
}

/** Every acknowledged transfer is in Postgres once and complete, no refused one is, and nothing is left on the way. */
export async function checkTransfers(database: pg.Pool, load: TradingLoad): Promise<void> {
  const { rows } = await database.query<{ key: string; id: string; status: string }>(
    `SELECT idempotency_key AS key, id, status FROM transfers WHERE idempotency_key = ANY($1) AND status <> 'rejected'`,
    [[...load.transfers.keys()]],
  );
  checkOnce(load.transfers, rows);
  expect(rows.filter((row) => row.status !== 'completed')).toEqual([]);
  const transit = await database.query(`SELECT * FROM ledger_accounts WHERE kind LIKE 'transit_%' AND balance <> 0`);
  expect(transit.rows, 'money in transit').toEqual([]);
}

function checkOnce(calls: TradingLoad['orders'], rows: { key: string; id: string }[]): void {
  const stored = Map.groupBy(rows, (row) => row.key);
  for (const [key, { answer }] of calls) {
    const ids = (stored.get(key) ?? []).map((row) => Number(row.id));
    expect(ids, `${key} was ${JSON.stringify(answer)}`).toEqual(answer.kind === 'accepted' ? [answer.id] : []);
  }
}

/** Postings sum to zero for each asset, and each wallet is the sum of its own. */
export async function checkLedger(database: pg.Pool): Promise<void> {
  const sums = await database.query(
    'SELECT asset_id, sum(amount) FROM ledger_postings GROUP BY asset_id HAVING sum(amount) <> 0',
  );
  expect(sums.rows, 'assets whose postings do not sum to zero').toEqual([]);
  const wallets = await database.query(`
    SELECT user_id, asset_id, posted, held FROM (
      SELECT user_id, asset_id, sum(amount) AS posted FROM ledger_postings
      WHERE account = 'trade_spot' OR account LIKE 'house_%' GROUP BY user_id, asset_id
    ) AS postings
    FULL JOIN (SELECT user_id, asset_id, available + frozen AS held FROM trade_balances) AS balances
      USING (user_id, asset_id)
    WHERE coalesce(posted, 0) <> coalesce(held, 0)`);
  expect(wallets.rows, 'wallets that differ from their postings').toEqual([]);
}

/** Balances and open orders in Postgres are those of the replay. */
export async function checkProjection(database: pg.Pool, { shard, snapshot }: Replay<Shard>): Promise<void> {
  expect(snapshot?.isEqual, 'the newest snapshot equals the replay at its place').toBe(true);
  const balances = await database.query(`
    SELECT user_id::int8::text AS "user", asset_id AS asset,
      trim_scale(available * 10::numeric ^ scale)::text AS available, trim_scale(frozen * 10::numeric ^ scale)::text AS frozen
    FROM trade_balances JOIN assets ON assets.id = asset_id
    WHERE available <> 0 OR frozen <> 0 ORDER BY user_id, asset_id`);
  expect(balances.rows).toEqual(
    allBalances(shard).map(({ user, asset, available, frozen }) => ({
      user: String(user),
      asset,
      available: String(available),
      frozen: String(frozen),
    })),
  );
  const users = await database.query<{ user_id: string }>('SELECT DISTINCT user_id FROM spot_orders');
  const orders = await database.query<{ id: string }>('SELECT id FROM spot_orders WHERE status <= 2 ORDER BY id');
  const replayed = users.rows.flatMap((row) => openOrders(shard, Number(row.user_id)).map((order) => order.orderId));
  expect(orders.rows.map((row) => Number(row.id))).toEqual(replayed.sort((a, b) => a - b));
  expect(replayed.length).toBe(shard.book.orders.live);
}
