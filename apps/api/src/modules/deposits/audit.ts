/** The audit of deposits from networks. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { DomainAudit } from '../../ledger/index.ts';

const cryptoDeposits = `deposits JOIN payment_methods method ON method.id = method_id AND method.kind = 'crypto'`;

/** A network that deployments of this database speak to is read each second. */
const stillSeconds = 600;
/** Beyond the time that its network takes for the confirmations. */
const lateSeconds = 3_600;

export const depositsAudit: DomainAudit = {
  checks: [
    {
      name: 'a deposit from a network is credited once',
      // Entries of detached months are not here.
      sql: `SELECT 'deposit ' || deposits.id AS what, 1 AS expected, count(entry.id) AS found
        FROM ${cryptoDeposits} LEFT JOIN ledger_entries entry ON entry.idempotency_key = 'deposit:' || deposits.id
        WHERE credited_at > now() - interval '28 days' GROUP BY deposits.id HAVING count(entry.id) <> 1`,
    },
    {
      name: 'what was credited for a deposit from a network is what has arrived, and nothing before it is credited',
      sql: `SELECT 'deposit ' || deposits.id AS what, CASE WHEN credited_at IS NULL THEN 0 ELSE deposits.amount END AS expected,
          sum(-leg.amount) AS found
        FROM ${cryptoDeposits} JOIN ledger_entries entry ON entry.idempotency_key = 'deposit:' || deposits.id
        JOIN ledger_legs leg ON leg.entry_id = entry.id AND leg.amount < 0
        WHERE coalesce(credited_at, now()) > now() - interval '28 days' GROUP BY deposits.id
        HAVING sum(-leg.amount) <> CASE WHEN credited_at IS NULL THEN 0 ELSE deposits.amount END`,
    },
    {
      name: 'a credited deposit is in a block of its network',
      sql: `SELECT 'deposit ' || deposits.id AS what, 0 AS expected, missing_since AS found
        FROM ${cryptoDeposits} WHERE credited_at IS NOT NULL AND missing_since IS NOT NULL`,
    },
    {
      name: 'what was credited for a deposit is what its transfer has since its block was replaced',
      sql: `SELECT 'deposit ' || deposits.id AS what, seen_amount AS expected, amount AS found
        FROM ${cryptoDeposits} WHERE credited_at IS NOT NULL AND seen_amount <> amount`,
    },
    {
      name: `a network was read within ${stillSeconds} seconds`,
      sql: `SELECT 'seconds since the network ' || key || ' was read' AS what, ${stillSeconds} AS expected,
          extract(epoch FROM now() - asked_at)::bigint AS found
        FROM chain_cursors JOIN networks ON networks.id = network_id
        WHERE (deposits_enabled OR withdrawals_enabled) AND asked_at < now() - interval '${stillSeconds} seconds'`,
    },
    {
      name: 'a deposit is credited in the time that its network takes, and an hour',
      sql: `SELECT 'seconds that deposit ' || deposits.id || ' waits' AS what, greatest(network.confirmations, confirmations_min) * block_seconds AS expected,
          extract(epoch FROM now() - created_at)::bigint AS found
        FROM ${cryptoDeposits} JOIN networks network ON network.id = method.network_id
        WHERE deposits.status = ${paymentStatus.pending} AND missing_since IS NULL
          AND created_at < now() - make_interval(secs => greatest(network.confirmations, confirmations_min) * block_seconds + ${lateSeconds})`,
    },
    {
      name: 'an assigned transfer is a deposit of its asset',
      sql: `SELECT 'unclaimed transfer ' || transfer.id AS what, 1 AS expected, 0 AS found
        FROM unclaimed_transfers transfer WHERE state = 'assigned' AND NOT EXISTS (
          SELECT FROM deposits deposit JOIN payment_methods method ON method.id = deposit.method_id
            WHERE deposit.id = deposit_id AND deposit.reference = transfer.reference AND method.network_id = transfer.network_id
              AND method.contract = transfer.contract)`,
    },
  ],
  // What waits for operators is on our addresses and in no account: shown, and taken off again.
  holdings: `SELECT asset_id, figure, CASE figure WHEN 'unclaimed' THEN amount ELSE -amount END AS amount
    FROM (SELECT method.asset_id, trunc(units) / power(10::numeric, coalesce(method.decimals, assets.scale)) AS amount
      FROM unclaimed_transfers transfer JOIN payment_methods method
        ON method.network_id = transfer.network_id AND method.contract = transfer.contract
      JOIN assets ON assets.id = method.asset_id WHERE transfer.state = 'open') AS waiting,
      (VALUES ('unclaimed'), ('unclaimed on networks')) AS sides (figure)`,
};
