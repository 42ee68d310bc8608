/** The audit of rewards. */
import type { DomainAudit } from '../../ledger/index.ts';

export const referralAudit: DomainAudit = {
  checks: [
    {
      name: 'a claim of referral rewards is the sum of what it claims',
      sql: `SELECT 'referral claim ' || claim.id AS what, coalesce(sum(accrual.amount), 0) AS expected, claim.amount AS found
        FROM referral_claims claim LEFT JOIN referral_accruals accrual ON claim_id = claim.id
        GROUP BY claim.id, claim.amount HAVING coalesce(sum(accrual.amount), 0) <> claim.amount`,
    },
    {
      name: 'a claim of referral rewards is paid once',
      // Entries of detached months are not here.
      sql: `SELECT 'referral claim ' || claim.id AS what, 1 AS expected, count(entry.id) AS found
        FROM referral_claims claim LEFT JOIN ledger_entries entry ON entry.idempotency_key = 'referral-claim:' || claim.id
        WHERE claim.created_at > now() - interval '28 days' GROUP BY claim.id HAVING count(entry.id) <> 1`,
    },
  ],
};
