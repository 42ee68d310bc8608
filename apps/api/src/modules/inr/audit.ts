/** The audit of bank accounts in India. */
import { inrBanksMax } from '@pelican/shared/contracts/inr';
import type { DomainAudit } from '../../ledger/index.ts';

const payments = `(SELECT 'deposit' AS kind, id, user_id, bank_id FROM deposits WHERE bank_id IS NOT NULL
  UNION ALL SELECT 'withdrawal', id, user_id, bank_id FROM withdrawals WHERE bank_id IS NOT NULL) payment`;

export const inrAudit: DomainAudit = {
  checks: [
    {
      name: `a user has at most ${inrBanksMax} bank accounts that are active or wait`,
      sql: `SELECT 'bank accounts of user ' || user_id AS what, ${inrBanksMax} AS expected, count(*) AS found
        FROM inr_banks WHERE status <> 'canceled' AND deleted_at IS NULL GROUP BY user_id HAVING count(*) > ${inrBanksMax}`,
    },
    {
      name: 'a deposit or withdrawal by a bank account is of the user whose account it is',
      sql: `SELECT payment.kind || ' ' || payment.id AS what, payment.user_id AS expected, bank.user_id AS found
        FROM ${payments} LEFT JOIN inr_banks bank ON bank.id = payment.bank_id
        WHERE bank.user_id IS DISTINCT FROM payment.user_id`,
    },
    {
      name: 'a deposit by bank transfer is credited once, with its amount, and nothing else is',
      // Entries of detached months are not here.
      sql: `SELECT 'deposit ' || deposit.id AS what, CASE WHEN credited_at IS NULL THEN 0 ELSE deposit.amount END AS expected,
          coalesce(sum(-leg.amount), 0) AS found
        FROM deposits deposit JOIN payment_methods method ON method.id = deposit.method_id AND method.kind = 'bank'
        LEFT JOIN ledger_entries entry ON entry.idempotency_key = 'deposit:' || deposit.id
        LEFT JOIN ledger_legs leg ON leg.entry_id = entry.id AND leg.amount < 0
        WHERE coalesce(credited_at, now()) > now() - interval '28 days' GROUP BY deposit.id
        HAVING coalesce(sum(-leg.amount), 0) <> CASE WHEN credited_at IS NULL THEN 0 ELSE deposit.amount END`,
    },
  ],
};
