/** The audit of what lies on networks. */
import type { DomainAudit } from '../../ledger/index.ts';

export const sweepsAudit: DomainAudit = {
  checks: [
    {
      name: 'a nonce of a hot address pays one withdrawal or one sweep',
      sql: `SELECT 'network ' || network_id || ', nonce ' || nonce AS what, 1 AS expected, count(*) AS found
        FROM (SELECT network_id, nonce FROM signed_payouts WHERE batch_place = 0
          UNION ALL SELECT network_id, nonce FROM signed_sweeps WHERE key_index = 0 AND place = 0) AS signed
        GROUP BY network_id, nonce HAVING count(*) > 1`,
    },
    {
      name: 'what the network has taken for a sweep was booked once',
      // Entries of detached months are not here.
      sql: `SELECT 'sweep ' || sweep.id AS what, 1 AS expected, count(entry.id) AS found
        FROM sweeps sweep LEFT JOIN ledger_entries entry ON entry.idempotency_key = 'sweep:' || sweep.id || ':network'
        WHERE state IN ('done', 'failed', 'dismissed') AND changed_at > now() - interval '28 days' GROUP BY sweep.id HAVING count(entry.id) <> 1`,
    },
    {
      name: 'a finished sweep is in a block of its network',
      sql: `SELECT 'sweep ' || id AS what, 0 AS expected, extract(epoch FROM lost_at)::bigint AS found FROM sweeps WHERE lost_at IS NOT NULL`,
    },
    {
      // More is no fault: deposits below the minimum, transfers of nobody, refills by operators.
      name: 'hot wallet, cold wallet and addresses of depositors have at least what the ledger says',
      sql: `SELECT network.key || ' ' || ticker AS what, ledger AS expected, hot + deposits + cold AS found
        FROM network_balances JOIN networks network ON network.id = network_id JOIN assets ON assets.id = asset_id
        WHERE hot + deposits + cold < ledger`,
    },
  ],
};
