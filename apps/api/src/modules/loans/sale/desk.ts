/**
 * The desk: the user in whose name pledges are sold. It cannot sign in, pays no fee and no tax. Coins and money pass its main wallet
 * on their way into the market and back, by the transfers of every wallet: docs/loans.md, "Money".
 */
import type { ShardOf } from '@pelican/shared/engine';
import { formatBigUnits } from '@pelican/shared/money';
import type { CatalogAsset } from '../../../catalog/index.ts';
import { type AccountName, mainAccount, transitAccount } from '../../../ledger/index.ts';
import type { Queryable, Transaction } from '../../../platform/database/index.ts';
import { findShards } from '../../../shards/index.ts';
import { changeUserSettings } from '../../settings/index.ts';
import { insertDeskTransfer, requestTransfer } from '../../wallet/index.ts';

const ownRates = { fees: [{ market: 0, makerFeePpm: 0, takerFeePpm: 0 }] };

/** The desk's id; the first call of a shard sends its fee rates to the engines, also to one that was added since. */
export async function deskOf(tx: Transaction, shard: ShardOf<'spot'>): Promise<number> {
  const id = await findDesk(tx);
  const { isPublished } = await readRates(tx, id, shard);
  if (!isPublished) await changeUserSettings(tx, id, ownRates);
  return id;
}

async function readRates(
  db: Queryable,
  deskId: number,
  shard: ShardOf<'spot'>,
): Promise<{ isPublished: boolean; isWaiting: boolean }> {
  const { rows } = await db.query<{ isPublished: boolean; isWaiting: boolean }>(
    `SELECT count(*) > 0 AS "isPublished", count(*) FILTER (WHERE done_at IS NULL) > 0 AS "isWaiting" FROM outbox_commands
      WHERE split_part(key, ':', 1) || ':' || split_part(key, ':', 2) = $1 AND shard_id = $2`,
    [`user:${deskId}`, shard.id],
  );
  return rows[0] ?? { isPublished: false, isWaiting: false };
}

/** The desk's id. @throws RangeError for a database whose migrations have made none */
export async function findDesk(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ userId: string }>('SELECT user_id AS "userId" FROM p2p_desk');
  if (!rows[0]) throw new RangeError('there is no desk that sells pledges');
  return Number(rows[0].userId);
}

/** Whether the engine has the desk's rates: before that its orders would cost what any trade does. */
export async function isDeskKnown(db: Queryable, deskId: number, shard: ShardOf<'spot'>): Promise<boolean> {
  const { isPublished, isWaiting } = await readRates(db, deskId, shard);
  return isPublished && !isWaiting;
}

/** The spot shard of a market. @throws RangeError for one that Postgres does not know */
export async function shardOf(db: Queryable, market: { shardId: number }): Promise<ShardOf<'spot'>> {
  const shard = (await findShards(db, 'spot')).find(({ id }) => id === market.shardId);
  if (!shard) throw new RangeError(`there is no spot shard ${market.shardId}`);
  return shard;
}

/** Accounts that coins or money of a sale pass. */
export function deskAccounts(deskId: number, shard: ShardOf<'spot'>, assetIds: readonly number[]): AccountName[] {
  return assetIds.flatMap((assetId) => {
    const holder = { userId: deskId, assetId };
    return [mainAccount(holder), transitAccount(shard, holder)];
  });
}

/** Unique for a sale: its transfers are counted from 1. */
export function transferKey(loanId: number, number: number): string {
  return `p2p:liq:${loanId}:${number}`;
}

interface Move {
  deskId: number;
  shard: ShardOf<'spot'>;
  asset: Pick<CatalogAsset, 'id' | 'scale'>;
  /** In the asset's smallest unit. */
  amount: bigint;
  /** `transferKey` */
  key: string;
}

/** From the desk's main wallet into the market. @returns the transfer's id */
export function moveIn(tx: Transaction, move: Move): Promise<number> {
  return begin(tx, move, { from: 'main', to: 'trade', toShard: move.shard });
}

/** From the market back into the desk's main wallet. @returns the transfer's id */
export function moveOut(tx: Transaction, move: Move): Promise<number> {
  return begin(tx, move, { from: 'trade', to: 'main', fromShard: move.shard });
}

type Way = Pick<Parameters<typeof requestTransfer>[1], 'from' | 'to' | 'fromShard' | 'toShard'>;

async function begin(tx: Transaction, { deskId, asset, amount, key }: Move, way: Way): Promise<number> {
  const text = formatBigUnits(amount, asset.scale);
  const request = { userId: deskId, assetId: asset.id, amount: text, ...way, idempotencyKey: key };
  const begun = await requestTransfer(tx, request, insertDeskTransfer);
  if (!begun) throw new RangeError(`the transfer ${key} was begun before`);
  return begun.transfer.id;
}
