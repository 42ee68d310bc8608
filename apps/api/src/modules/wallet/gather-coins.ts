/**
 * Brings a user's coins from the trade wallets of other shards into one shard's, where an order or a transfer needs them. Each
 * move is an ordinary transfer: journalled by both shards, in the outbox until it is settled. A crash at any point leaves the coins in
 * one of the user's wallets, or on their way into the shard that needs them.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '@pelican/shared/contracts';
import type { ShardOf } from '@pelican/shared/engine';
import { parseBigUnits } from '@pelican/shared/money';
import type pg from 'pg';
import type { CatalogAsset } from '../../catalog/index.ts';
import { exchangeKey } from '../../ledger/index.ts';
import { inTransaction, type Queryable, type Transaction } from '../../platform/database/index.ts';
import type { UserRateLimit } from '../../platform/http/index.ts';
import { type BegunTransfer, beginTransfer } from './begin-transfer.ts';

export interface WantedCoins {
  userId: number;
  asset: CatalogAsset;
  /** Smallest units that the wallet lacks. */
  missing: number;
  /** The shard whose wallet lacks them. */
  shard: ShardOf<'spot'>;
}

export interface GatherDeps {
  pool: pg.Pool;
  /** Of transfers: each move is one. */
  rateLimit: UserRateLimit;
  spotShards: readonly ShardOf<'spot'>[];
  /** Has the shards do a transfer that was begun. @throws DomainError */
  complete(begun: BegunTransfer): Promise<unknown>;
  /** What the user did, here or elsewhere, is in Postgres after this. */
  waitForOwn(userId: number): Promise<void>;
}

/** The worker sends what another process began and left: once a second. */
const arrivalTimeoutMs = 5_000;
const pollMs = 50;

/**
 * Gathers for one wallet one after the other: a call during a gathering waits for it and gets its result. An engine refuses
 * an order before it takes those coins in, so a refused order never asks for coins that have arrived already.
 */
export function createGatherer(deps: GatherDeps): (wanted: WantedCoins) => Promise<boolean> {
  const underWay = new Map<string, Promise<boolean>>();
  return async (wanted) => {
    const wallet = `${wanted.userId} ${wanted.asset.id} ${wanted.shard.id}`;
    const other = underWay.get(wallet);
    if (other) return other;
    const gathering = gatherCoins(deps, wanted).finally(() => underWay.delete(wallet));
    underWay.set(wallet, gathering);
    return gathering;
  };
}

/**
 * @returns whether coins have arrived; false when the other shards' wallets have too little together, and nothing was moved
 * @throws DomainError too_many_requests; insufficient_balance when they were spent meanwhile; service_unavailable, also while they are on
 * their way: what they were wanted for was not done
 */
async function gatherCoins(deps: GatherDeps, wanted: WantedCoins): Promise<boolean> {
  await deps.waitForOwn(wanted.userId);
  const begun = await inTransaction(deps.pool, (tx) => beginMoves(tx, deps, wanted));
  if (begun === 'under way') {
    await waitForArrival(deps.pool, wanted);
    return true;
  }
  for (const move of begun) await completeMove(deps, move);
  return begun.length > 0;
}

async function completeMove(deps: GatherDeps, move: BegunTransfer): Promise<void> {
  try {
    await deps.complete(move);
  } catch (cause) {
    throw cause instanceof DomainError && cause.code === 'outcome_unknown' ? onTheirWay(cause) : cause;
  }
}

/** The outcome is unknown of the move only, which goes on: what the coins were wanted for was not begun. */
function onTheirWay(cause?: unknown): DomainError {
  const message = 'Nothing was done: the coins for it are on their way between two of your wallets. Try again.';
  return new DomainError('service_unavailable', { message, cause });
}

/** One gathering at a time for a wallet: a retry, or another order, waits for the first one's coins. */
async function beginMoves(
  tx: Transaction,
  { rateLimit, spotShards }: GatherDeps,
  wanted: WantedCoins,
): Promise<BegunTransfer[] | 'under way'> {
  const { userId, asset, missing, shard } = wanted;
  await tx.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`gather:${userId}:${asset.id}:${shard.id}`]);
  if (await isUnderWay(tx, wanted)) return 'under way';
  const planned = planMoves(await findAvailable(tx, spotShards, wanted), missing);
  if (planned.length > 0) rateLimit.take(userId, planned.length);
  const moves: BegunTransfer[] = [];
  for (const { fromShard, units } of planned) {
    const order = { userId, asset, units, from: 'trade', to: 'trade', fromShard, toShard: shard } as const;
    const begun = await beginTransfer(tx, { ...order, idempotencyKey: exchangeKey(`gather:${randomUUID()}`) });
    if (begun) moves.push(begun);
  }
  return moves;
}

interface Available {
  fromShard: ShardOf<'spot'>;
  units: number;
}

/** The fewest moves: the largest wallets first. None when all of them together are too small. */
export function planMoves(available: readonly Available[], missing: number): Available[] {
  const moves: Available[] = [];
  let left = missing;
  for (const { fromShard, units } of [...available].sort((a, b) => b.units - a.units)) {
    if (left <= 0) break;
    moves.push({ fromShard, units: Math.min(units, left) });
    left -= units;
  }
  return left > 0 ? [] : moves;
}

async function findAvailable(
  tx: Queryable,
  shards: readonly ShardOf<'spot'>[],
  { userId, asset, shard }: WantedCoins,
): Promise<Available[]> {
  const { rows } = await tx.query<{ shardId: number; available: string }>(
    `SELECT shard_id AS "shardId", available FROM trade_balances
      WHERE user_id = $1 AND asset_id = $2 AND shard_id <> $3 AND available > 0`,
    [userId, asset.id, shard.id],
  );
  return rows.flatMap(({ shardId, available }) => {
    const fromShard = shards.find(({ id }) => id === shardId);
    const units = parseBigUnits(available, asset.scale);
    const unitsMax = BigInt(Number.MAX_SAFE_INTEGER);
    return fromShard ? [{ fromShard, units: Number(units < unitsMax ? units : unitsMax) }] : [];
  });
}

async function isUnderWay(db: Queryable, { userId, asset, shard }: WantedCoins): Promise<boolean> {
  const { rows } = await db.query(
    `SELECT 1 FROM transfers WHERE status = 'pending' AND user_id = $1 AND asset_id = $2 AND to_shard_id = $3
        AND from_wallet = 'trade' AND to_wallet = 'trade' AND reject_code IS NULL LIMIT 1`,
    [userId, asset.id, shard.id],
  );
  return rows.length > 0;
}

async function waitForArrival(pool: pg.Pool, wanted: WantedCoins): Promise<void> {
  const deadline = performance.now() + arrivalTimeoutMs;
  while (await isUnderWay(pool, wanted)) {
    if (performance.now() > deadline) throw onTheirWay();
    await delay(pollMs);
  }
}
