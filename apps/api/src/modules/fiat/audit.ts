/** The audit of deposits by payment providers. */
import type { DomainAudit } from '../../ledger/index.ts';

export const fiatAudit: DomainAudit = {
  checks: [
    {
      name: 'a deposit by a payment provider is credited once, with its amount, and nothing else is',
      // Entries of detached months are not here.
      sql: `SELECT 'deposit ' || deposit.id AS what, CASE WHEN credited_at IS NULL THEN 0 ELSE deposit.amount END AS expected,
          coalesce(sum(-leg.amount), 0) AS found
        FROM deposits deposit JOIN payment_methods method ON method.id = deposit.method_id AND method.kind = 'provider'
        LEFT JOIN ledger_entries entry ON entry.idempotency_key = 'deposit:' || deposit.id
        LEFT JOIN ledger_legs leg ON leg.entry_id = entry.id AND leg.amount < 0
        WHERE coalesce(credited_at, now()) > now() - interval '28 days' GROUP BY deposit.id
        HAVING coalesce(sum(-leg.amount), 0) <> CASE WHEN credited_at IS NULL THEN 0 ELSE deposit.amount END`,
    },
    {
      name: 'a deposit by a payment provider is of the user who has begun the payment, and credited as it was reported',
      sql: `SELECT 'deposit ' || deposit.id AS what, payment.user_id AS expected, deposit.user_id AS found
        FROM deposits deposit JOIN payment_methods method ON method.id = deposit.method_id AND method.kind = 'provider'
        LEFT JOIN provider_payments payment ON payment.deposit_id = deposit.id
        WHERE payment.user_id IS DISTINCT FROM deposit.user_id OR (deposit.status = 3 AND payment.paid_amount IS DISTINCT FROM deposit.amount)`,
    },
  ],
};
