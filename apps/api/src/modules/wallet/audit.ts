/** The audit of transfers between wallets. */
import type { AuditCheck, DomainAudit } from '../../ledger/index.ts';

const checks: readonly AuditCheck[] = [
  {
    name: 'what is in transit belongs to transfers that have not arrived',
    // From one shard to another, money is in transit from when settlement has seen it leave.
    sql: `SELECT 'user ' || user_id || ', asset ' || asset_id || ', ' || kind || ' of shard ' || shard_id AS what, coalesce(amount, 0) AS expected,
        coalesce(balance, 0) AS found
      FROM (
        SELECT user_id, asset_id, to_shard_id AS shard_id, sum(amount) AS amount,
          CASE to_wallet WHEN 'trade' THEN 'transit_spot' ELSE 'transit_perpetual' END AS kind
        FROM transfers WHERE status = 'pending' AND to_wallet <> 'main' AND (from_wallet = 'main' OR EXISTS (
          SELECT 1 FROM ledger_entries WHERE idempotency_key = 'transfer:' || transfers.id || ':left'))
        GROUP BY user_id, asset_id, to_shard_id, kind
      ) pending
      FULL JOIN (
        SELECT user_id, asset_id, shard_id, balance, kind FROM ledger_accounts WHERE kind LIKE 'transit_%' AND balance <> 0
      ) transit USING (user_id, asset_id, shard_id, kind)
      WHERE coalesce(amount, 0) <> coalesce(balance, 0)`,
  },
];

export const walletAudit: DomainAudit = { checks };
