/** A user's deposits from networks. */
import type { CryptoDeposit } from '@pelican/shared/contracts/deposits';
import { stripZeros } from '@pelican/shared/money';
import type { Queryable } from '../../platform/database/index.ts';

const recentMax = 3;

interface DepositRow extends Omit<CryptoDeposit, 'id' | 'createdAt' | 'explorerLink'> {
  id: string;
  createdAt: Date;
  explorer: string;
}

/** The newest ones of an asset. */
export async function findRecentDeposits(db: Queryable, userId: number, assetId: number): Promise<CryptoDeposit[]> {
  const { rows } = await db.query<DepositRow>(
    `SELECT deposits.id, assets.ticker, network.key AS network, amount, fee, status, address, memo, transaction_hash AS "txHash",
       deposits.confirmations, greatest(network.confirmations, confirmations_min) AS confirmations_needed, reason, created_at AS "createdAt",
       network.explorer_transaction AS explorer
     FROM deposits JOIN payment_methods method ON method.id = method_id JOIN networks network ON network.id = method.network_id
     JOIN assets ON assets.id = deposits.asset_id
     WHERE user_id = $1 AND deposits.asset_id = $2 ORDER BY deposits.id DESC LIMIT ${recentMax}`,
    [userId, assetId],
  );
  return rows.map(({ explorer, ...row }) => ({
    ...row,
    id: Number(row.id),
    amount: stripZeros(row.amount),
    fee: stripZeros(row.fee),
    explorerLink: linkOf(explorer, 'hash', row.txHash),
    createdAt: row.createdAt.toISOString(),
  }));
}

/** @param pattern with the name in braces; empty where a network has no explorer */
export function linkOf(pattern: string, name: 'hash' | 'address', value: string): string {
  return pattern.replace(`{${name}}`, encodeURIComponent(value));
}
