/** The audit of deposits from networks. */
import type { DomainAudit } from '../../ledger/index.ts';

const cryptoDeposits = `deposits JOIN payment_methods method ON method.id = method_id AND method.kind = 'crypto'`;

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
      name: 'what was credited for a deposit from a network is what has arrived',
      sql: `SELECT 'deposit ' || deposits.id AS what, amount AS expected, sum(leg_amount) AS found
        FROM ${cryptoDeposits} JOIN LATERAL (
          SELECT -leg.amount AS leg_amount FROM ledger_entries entry JOIN ledger_legs leg ON leg.entry_id = entry.id
           WHERE entry.idempotency_key = 'deposit:' || deposits.id AND leg.amount < 0) AS taken ON true
        WHERE credited_at > now() - interval '28 days' GROUP BY deposits.id, amount HAVING sum(leg_amount) <> amount`,
    },
    {
      name: 'a credited deposit is in a block of its network',
      sql: `SELECT 'deposit ' || deposits.id AS what, 0 AS expected, missing_since AS found
        FROM ${cryptoDeposits} WHERE credited_at IS NOT NULL AND missing_since IS NOT NULL`,
    },
  ],
};
