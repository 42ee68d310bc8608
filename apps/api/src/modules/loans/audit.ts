/** The audit of loans between users. */
import type { DomainAudit } from '../../ledger/index.ts';
import { isRunningSql } from './states.ts';

export const loansAudit: DomainAudit = {
  checks: [
    {
      name: 'what loans hold of each user is in open offers, waiting requests and running loans',
      sql: `SELECT kind || ' of user ' || user_id || ', asset ' || asset_id AS what, sum(stated) AS expected, sum(held) AS found
        FROM (
          SELECT kind, user_id, asset_id, 0 AS stated, balance AS held FROM ledger_accounts
           WHERE kind IN ('p2p_offer', 'p2p_request', 'p2p_pledge', 'p2p_liquidation')
          UNION ALL SELECT 'p2p_offer', lender_id, money_id, free + reserved, 0 FROM p2p_offers
          UNION ALL SELECT 'p2p_request', borrower_id, pledge_id, pledge, 0 FROM p2p_loans WHERE state = 'pending'
          UNION ALL SELECT 'p2p_pledge', borrower_id, pledge_id, pledge, 0 FROM p2p_loans WHERE ${isRunningSql}
        ) AS sides GROUP BY kind, user_id, asset_id HAVING sum(stated) <> sum(held)`,
    },
    {
      name: 'what an offer has reserved and lent is in its requests and its loans',
      sql: `SELECT 'offer ' || offer.id AS what, reserved + lent AS expected, coalesce(sum(amount), 0) AS found
        FROM p2p_offers offer LEFT JOIN (
          SELECT offer_id, state = 'pending' AS waits, CASE state WHEN 'pending' THEN amount ELSE principal END AS amount FROM p2p_loans
           WHERE state IN ('pending', 'active', 'overdue', 'liquidating')
        ) AS loans ON loans.offer_id = offer.id
        GROUP BY offer.id
        HAVING reserved <> coalesce(sum(amount) FILTER (WHERE waits), 0) OR lent <> coalesce(sum(amount) FILTER (WHERE NOT waits), 0)`,
    },
    {
      name: 'a loan has paid what its entries and its sale have brought to its lender, interest and principal together',
      // Entries of detached months are not here.
      sql: `SELECT 'loan ' || loan.id AS what, paid.amount AS expected, coalesce(moved.amount, 0) + coalesce(sale.to_lender + sale.tds_interest, 0) AS found
        FROM p2p_loans loan LEFT JOIN p2p_sales sale ON sale.loan_id = loan.id
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
        -- A lender who was handed coins has got no money.
        WHERE NOT EXISTS (SELECT FROM p2p_disputes dispute WHERE dispute.loan_id = loan.id AND decision ->> 'type' = 'handOver')
          AND loan.started_at > now() - interval '28 days' AND paid.amount <> coalesce(moved.amount, 0) + coalesce(sale.to_lender + sale.tds_interest, 0)`,
    },
    {
      name: 'a pledge that is being sold is in one open sale',
      sql: `SELECT 'loan ' || loan.id AS what, (state = 'liquidating')::integer AS expected, (sale.loan_id IS NOT NULL)::integer AS found
        FROM p2p_loans loan LEFT JOIN p2p_sales sale ON sale.loan_id = loan.id AND sale.step <> 'done'
        WHERE (state = 'liquidating') <> (sale.loan_id IS NOT NULL)`,
    },
    {
      name: 'the desk holds what open sales have not sold and what they have brought, and nothing else',
      // What an order that is not counted yet has moved nobody can say.
      sql: `SELECT 'asset ' || asset_id || ' of the desk' AS what, sum(stated) AS expected, sum(held) AS found
        FROM (
          SELECT asset_id, 0 AS stated, balance AS held FROM ledger_accounts
           WHERE user_id IN (SELECT user_id FROM p2p_desk) AND kind IN ('main', 'transit_spot')
          UNION ALL SELECT asset_id, 0, available + frozen FROM trade_balances WHERE user_id IN (SELECT user_id FROM p2p_desk)
          UNION ALL SELECT pledge_id, sale.pledge - sold, 0 FROM p2p_sales sale JOIN p2p_loans loan ON loan.id = loan_id WHERE step <> 'done'
          UNION ALL SELECT money_id, proceeds, 0 FROM p2p_sales sale JOIN p2p_loans loan ON loan.id = loan_id WHERE step <> 'done'
        ) AS sides
        WHERE asset_id NOT IN (
          SELECT unnest(ARRAY[money_id, pledge_id]) FROM p2p_sale_orders placed JOIN p2p_loans loan ON loan.id = loan_id
           WHERE placed.ended_at IS NULL)
        GROUP BY asset_id HAVING sum(stated) <> sum(held)`,
    },
  ],
};
