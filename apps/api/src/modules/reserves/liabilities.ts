/** What the exchange owes its users, from what settlement and the ledger have written. */
import { houseUserMin } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import type { Holder } from './tree.ts';

/**
 * Everything of users: accounts of the ledger (main wallets, held money included, money on its way into a shard, open transfer codes,
 * bonuses), trade wallets, the cash of futures wallets and the margin of positions. An account whose movements are unexplained is not counted. The
 * audit has the same parts by the names of its figures.
 */
export const userHoldings = `SELECT user_id, asset_id, amount FROM (
    SELECT user_id, asset_id, balance AS amount FROM ledger_accounts JOIN ledger_account_kinds chart USING (kind, shard_id)
      WHERE chart.owner IN ('user', 'shard') AND chart.figure <> 'unexplained'
    UNION ALL SELECT user_id, asset_id, available + frozen FROM trade_balances
    UNION ALL SELECT user_id, settled.asset_id, cash FROM perpetual_accounts
      JOIN (SELECT DISTINCT shard_id, settle_asset_id AS asset_id FROM instruments) settled USING (shard_id)
    UNION ALL SELECT user_id, settle_asset_id, margin FROM perpetual_positions JOIN instruments ON instruments.id = market_id
  ) parts WHERE user_id BETWEEN 1 AND ${houseUserMin - 1}`;

export interface AssetLiabilities {
  holders: Holder[];
  /** Of accounts below zero, as a positive number of units. */
  negative: bigint;
}

/** By asset; an asset of which nobody has anything is missing. */
export async function readLiabilities(db: Queryable): Promise<Map<number, AssetLiabilities>> {
  const { rows } = await db.query<{ userId: string; assetId: number; units: string }>(
    `SELECT user_id AS "userId", asset_id AS "assetId", (sum(amount) * 1e18)::numeric(50, 0)::text AS units
      FROM (${userHoldings}) held GROUP BY user_id, asset_id HAVING sum(amount) <> 0`,
  );
  const found = new Map<number, AssetLiabilities>();
  for (const { userId, assetId, units } of rows) {
    const asset = found.get(assetId) ?? { holders: [], negative: 0n };
    found.set(assetId, asset);
    const amount = BigInt(units);
    if (amount < 0n) asset.negative -= amount;
    else asset.holders.push({ userId: Number(userId), amount });
  }
  return found;
}
