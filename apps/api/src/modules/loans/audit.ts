/** The audit of loans between users. */
import type { DomainAudit } from '../../ledger/index.ts';

export const loansAudit: DomainAudit = {
  checks: [
    {
      name: 'what loans hold of each user is in open offers, waiting requests and running loans',
      sql: `SELECT kind || ' of user ' || user_id || ', asset ' || asset_id AS what, sum(stated) AS expected, sum(held) AS found
        FROM (
          SELECT kind, user_id, asset_id, 0 AS stated, balance AS held FROM ledger_accounts
           WHERE kind IN ('p2p_offer', 'p2p_request', 'p2p_pledge')
          UNION ALL SELECT 'p2p_offer', lender_id, money_id, free + reserved, 0 FROM p2p_offers
          UNION ALL SELECT 'p2p_request', borrower_id, pledge_id, pledge, 0 FROM p2p_loans WHERE state = 'pending'
          UNION ALL SELECT 'p2p_pledge', borrower_id, pledge_id, pledge, 0 FROM p2p_loans WHERE state IN ('active', 'overdue')
        ) AS sides GROUP BY kind, user_id, asset_id HAVING sum(stated) <> sum(held)`,
    },
    {
      name: 'what an offer has reserved and lent is in its requests and its loans',
      sql: `SELECT 'offer ' || offer.id AS what, reserved + lent AS expected, coalesce(sum(amount), 0) AS found
        FROM p2p_offers offer LEFT JOIN (
          SELECT offer_id, state = 'pending' AS waits, CASE state WHEN 'pending' THEN amount ELSE principal END AS amount FROM p2p_loans
        ) AS loans ON loans.offer_id = offer.id
        GROUP BY offer.id
        HAVING reserved <> coalesce(sum(amount) FILTER (WHERE waits), 0) OR lent <> coalesce(sum(amount) FILTER (WHERE NOT waits), 0)`,
    },
    {
      name: 'a loan has paid what its entries have moved to its lender, interest and principal together',
      // Entries of detached months are not here.
      sql: `SELECT 'loan ' || loan.id AS what, paid.amount AS expected, coalesce(moved.amount, 0) AS found
        FROM p2p_loans loan
        JOIN (SELECT loan_id, sum(paid) AS amount FROM p2p_payments GROUP BY loan_id) AS paid ON paid.loan_id = loan.id
        LEFT JOIN (
          SELECT reference, -sum(leg.amount) AS amount FROM ledger_entries entry
            JOIN ledger_legs leg ON leg.entry_id = entry.id
            JOIN ledger_accounts account ON account.id = leg.account_id
            JOIN p2p_loans own ON entry.reference = 'p2p-loan:' || own.id
           WHERE entry.kind IN ('p2p_interest', 'p2p_repayment') AND account.kind = 'main' AND account.user_id = own.borrower_id
             AND account.asset_id = own.money_id
           GROUP BY reference
        ) AS moved ON moved.reference = 'p2p-loan:' || loan.id
        WHERE loan.started_at > now() - interval '28 days' AND paid.amount <> coalesce(moved.amount, 0)`,
    },
  ],
};
