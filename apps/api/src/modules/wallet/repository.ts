/** SQL of transfers, and of the balances that a user sees. */

import type { ErrorCode } from '@pelican/shared/contracts';
import type { Shard } from '@pelican/shared/engine';
import { stripZeros } from '@pelican/shared/money';
import type { Queryable } from '../../platform/database/index.ts';

export type WalletName = 'main' | 'trade' | 'futures';

export interface Transfer {
  id: number;
  userId: number;
  assetId: number;
  /** Whole units, no trailing zeros. */
  amount: string;
  from: WalletName;
  to: WalletName;
  status: 'pending' | 'completed' | 'rejected';
  rejectCode: ErrorCode | null;
  /** Unix seconds with fraction. */
  time: number;
}

export interface NewTransfer extends Pick<Transfer, 'userId' | 'assetId' | 'amount' | 'from' | 'to'> {
  idempotencyKey: string;
  /** Undefined where the wallet is main. */
  fromShard: Shard | undefined;
  toShard: Shard | undefined;
}

const columns = `id, user_id AS "userId", asset_id AS "assetId", amount, from_wallet AS "from", to_wallet AS "to", status,
  reject_code AS "rejectCode", extract(epoch FROM created_at)::float8 AS time`;

type TransferRow = Omit<Transfer, 'id' | 'userId'> & { id: string; userId: string };

function toTransfer(row: TransferRow): Transfer {
  return { ...row, id: Number(row.id), userId: Number(row.userId), amount: stripZeros(row.amount) };
}

/** Undefined when the user has used the key before; another transaction that is using it is waited for. */
export async function insertTransfer(transaction: Queryable, transfer: NewTransfer): Promise<Transfer | undefined> {
  const { userId, assetId, amount, from, to, idempotencyKey } = transfer;
  const { rows } = await transaction.query<TransferRow>({
    name: 'transfer-insert',
    text: `INSERT INTO transfers (user_id, asset_id, amount, from_wallet, to_wallet, idempotency_key, from_shard_id, to_shard_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (user_id, idempotency_key) DO NOTHING RETURNING ${columns}`,
    values: [userId, assetId, amount, from, to, idempotencyKey, ...shardsOf(transfer)],
  });
  return rows[0] && toTransfer(rows[0]);
}

const shardsOf = ({ fromShard, toShard }: NewTransfer) => [fromShard?.id ?? null, toShard?.id ?? null];

/** As `insertTransfer`, of the desk that sells pledges, whoever the transfer says it is of: for parts that write no transfers of users. */
export async function insertDeskTransfer(transaction: Queryable, transfer: NewTransfer): Promise<Transfer | undefined> {
  const { assetId, amount, from, to, idempotencyKey } = transfer;
  const { rows } = await transaction.query<TransferRow>(
    `SELECT ${columns} FROM p2p_desk_transfer($1, $2, $3, $4, $5, $6, $7)`,
    [assetId, amount, from, to, idempotencyKey, ...shardsOf(transfer)],
  );
  return rows[0] && toTransfer(rows[0]);
}

export async function findTransfer(
  db: Queryable,
  userId: number,
  idempotencyKey: string,
): Promise<Transfer | undefined> {
  const { rows } = await db.query<TransferRow>(
    `SELECT ${columns} FROM transfers WHERE user_id = $1 AND idempotency_key = $2`,
    [userId, idempotencyKey],
  );
  return rows[0] && toTransfer(rows[0]);
}

export async function findAssetScale(db: Queryable, assetId: number): Promise<number | undefined> {
  const { rows } = await db.query<{ scale: number }>('SELECT scale FROM assets WHERE id = $1', [assetId]);
  return rows[0]?.scale;
}

export interface AssetBalances {
  main: string;
  /** Of main, what is not held. */
  mainAvailable: string;
  tradeAvailable: string;
  tradeFrozen: string;
  /** In own offers, and pledged for requests and loans. */
  loansFrozen: string;
  /** Of the sign-up bonus, while it is granted and not released. */
  bonus: string;
}

/** Balances by asset id, of one moment; assets that the user never had are missing. */
export async function findBalances(db: Queryable, userId: number): Promise<Map<number, AssetBalances>> {
  const { rows } = await db.query<AssetBalances & { assetId: number }>(
    `SELECT asset_id AS "assetId", coalesce(main.balance, 0) AS main,
        coalesce(main.balance - main.held, 0) AS "mainAvailable", coalesce(trade.available, 0) AS "tradeAvailable",
        coalesce(trade.frozen, 0) AS "tradeFrozen", coalesce(bonus.balance, 0) AS bonus, coalesce(loans.balance, 0) AS "loansFrozen"
      FROM (SELECT asset_id, balance, held FROM ledger_accounts WHERE user_id = $1 AND kind = 'main') main
      FULL JOIN (SELECT asset_id, sum(available) AS available, sum(frozen) AS frozen FROM trade_balances
        WHERE user_id = $1 GROUP BY asset_id) trade USING (asset_id)
      FULL JOIN (SELECT asset_id, balance FROM ledger_accounts WHERE user_id = $1 AND kind = 'sign_up_bonus') bonus USING (asset_id)
      FULL JOIN (SELECT asset_id, sum(balance) AS balance FROM ledger_accounts
        WHERE user_id = $1 AND kind IN ('p2p_offer', 'p2p_request', 'p2p_pledge') GROUP BY asset_id) loans USING (asset_id)`,
    [userId],
  );
  return new Map(rows.map(({ assetId, ...balances }) => [assetId, balances]));
}

/** What a user can spend of an asset in one shard's trade wallet, as a decimal. */
export async function findTradeAvailable(
  db: Queryable,
  userId: number,
  assetId: number,
  shardId: number,
): Promise<string> {
  const { rows } = await db.query<{ available: string }>(
    'SELECT available FROM trade_balances WHERE user_id = $1 AND asset_id = $2 AND shard_id = $3',
    [userId, assetId, shardId],
  );
  return rows[0]?.available ?? '0';
}
