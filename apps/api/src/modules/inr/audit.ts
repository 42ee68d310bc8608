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
  ],
};
