/** What holds of loans at any moment, and what holds once nothing is under way: each a query that finds what breaks it. */
import type pg from 'pg';

/** By the numbers of the invariants: 1 money, 2 offers, 3 pledges, 4 days, 5 what each side gets, 6 levels, 7 ends. */
const atAnyTime: Record<string, string> = {
  '1 an entry of loans sums to zero in each asset': `
    SELECT entry.id, account.asset_id FROM ledger_entries entry JOIN ledger_legs leg ON leg.entry_id = entry.id
      JOIN ledger_accounts account ON account.id = leg.account_id WHERE entry.kind LIKE 'p2p%'
      GROUP BY 1, 2 HAVING sum(leg.amount) <> 0`,
  '1 no account of loans is below zero': `
    SELECT * FROM ledger_accounts WHERE (kind LIKE 'p2p%' OR kind IN ('fee_p2p', 'gst_payable', 'tds_payable')) AND balance < 0`,
  '2 and 3 what is held is free, reserved or pledged': `
    SELECT user_id, asset_id, sum(x) FROM (
      SELECT user_id, asset_id, kind, -balance AS x FROM ledger_accounts WHERE kind IN ('p2p_offer', 'p2p_request', 'p2p_pledge')
      UNION ALL SELECT lender_id, money_id, 'p2p_offer', free + reserved FROM p2p_offers
      UNION ALL SELECT borrower_id, pledge_id, CASE state WHEN 'pending' THEN 'p2p_request' ELSE 'p2p_pledge' END, pledge FROM p2p_loans
        WHERE state IN ('pending', 'active', 'overdue')
    ) AS sides GROUP BY user_id, asset_id, kind HAVING sum(x) <> 0`,
  '2 what an offer has lent is the principal of its running loans': `
    SELECT offer.id, lent, sum(principal) FROM p2p_offers offer
      LEFT JOIN p2p_loans loan ON offer_id = offer.id AND loan.state IN ('active', 'overdue', 'liquidating')
      GROUP BY offer.id HAVING lent <> coalesce(sum(principal), 0)`,
  '2 what an offer has reserved waits in its requests': `
    SELECT offer.id, reserved, sum(amount) FROM p2p_offers offer LEFT JOIN p2p_loans loan ON offer_id = offer.id AND loan.state = 'pending'
      GROUP BY offer.id HAVING reserved <> coalesce(sum(amount), 0)`,
  '4 no more days are charged than have begun': `
    SELECT id, charged_days, days, started_at, ended_at FROM p2p_loans WHERE started_at IS NOT NULL AND charged_days > least(days,
      greatest(1, ceil(extract(epoch FROM coalesce(ended_at, clock_timestamp()) - started_at) / 86400)))`,
  '4 no late days without being overdue, and no more than grace has': `
    SELECT id FROM p2p_loans WHERE late_days_charged > CASE WHEN overdue_at IS NULL THEN 0 ELSE grace_days END`,
  '4 each charged day is one row, of the interest of a day at most': `
    SELECT loan.id FROM p2p_loans loan JOIN assets ON assets.id = money_id LEFT JOIN p2p_payments payment ON payment.loan_id = loan.id
      GROUP BY loan.id, scale HAVING charged_days <> count(*) FILTER (WHERE kind = 'interest') OR late_days_charged <> count(*) FILTER (WHERE kind = 'late')
        OR max(payment.amount) FILTER (WHERE kind = 'interest') > trunc(loan.amount * day_rate, scale)
        OR max(payment.amount) FILTER (WHERE kind = 'late') > trunc(loan.amount * day_rate * late_factor, scale)`,
  '5 the lender gets no more than was lent and charged': `
    SELECT loan.id, loan.amount, charged, got FROM p2p_loans loan
      JOIN LATERAL (SELECT coalesce(sum(payment.amount), 0) AS charged FROM p2p_payments payment
        WHERE loan_id = loan.id AND kind IN ('interest', 'late')) AS rows ON true
      JOIN LATERAL (SELECT coalesce(sum(leg.amount), 0) AS got FROM ledger_entries entry JOIN ledger_legs leg ON leg.entry_id = entry.id
        JOIN ledger_accounts account ON account.id = leg.account_id WHERE entry.reference = 'p2p-loan:' || loan.id
          AND entry.kind IN ('p2p_interest', 'p2p_repayment', 'p2p_sale_divided', 'p2p_set_off')
          AND account.user_id = lender_id AND account.asset_id = money_id) AS legs ON true
      WHERE got > loan.amount + charged`,
  '5 what is paid goes to the lender or is a tax, and to nobody else': `
    SELECT entry.id, account.kind, account.user_id FROM p2p_loans loan JOIN ledger_entries entry ON entry.reference = 'p2p-loan:' || loan.id
      JOIN ledger_legs leg ON leg.entry_id = entry.id JOIN ledger_accounts account ON account.id = leg.account_id
      WHERE entry.kind IN ('p2p_interest', 'p2p_repayment', 'p2p_set_off') AND account.asset_id = money_id AND account.kind <> 'tds_payable'
        AND NOT (account.kind = 'main' AND account.user_id IN (lender_id, borrower_id) OR account.kind = 'p2p_offer' AND account.user_id = lender_id)`,
  '5 a sale takes a fee only where the lender is whole': `
    SELECT loan_id FROM p2p_sales WHERE step = 'done' AND fee_paid > 0 AND shortfall > 0`,
  '5 the borrower gets all coins that were not sold': `
    SELECT loan_id FROM p2p_sales WHERE step = 'done' AND hand_over_index IS NULL AND coins_back <> pledge - sold`,
  '5 what a sale has brought is divided': `
    SELECT loan_id FROM p2p_sales WHERE step = 'done' AND hand_over_index IS NULL
      AND (proceeds + set_off <> tds_sale + to_lender + tds_interest + fee_paid + gst_paid + to_borrower
        OR to_lender + tds_interest + owed <> cost - fee - gst)`,
  '5 what was sold is the sum of its orders, each within ten percent of the index': `
    SELECT sale.loan_id FROM p2p_sales sale JOIN markets ON markets.id = market_id LEFT JOIN p2p_sale_orders placed ON placed.loan_id = sale.loan_id
      GROUP BY sale.loan_id, price_step HAVING sale.sold <> coalesce(sum(placed.sold), 0) OR sale.proceeds <> coalesce(sum(placed.proceeds), 0)
        OR bool_or(limit_price < index_price * 0.9 - price_step)`,
  '6 no level sells above its price, and no grace before its end': `
    SELECT loan.id FROM p2p_sales sale JOIN p2p_loans loan ON loan.id = loan_id
      WHERE cause = 'level' AND ltv < liquidation * 100 OR cause = 'grace' AND begun_at < overdue_at + make_interval(days => grace_days)`,
  '7 what has ended holds nothing': `
    SELECT id FROM p2p_loans WHERE state NOT IN ('pending', 'active', 'overdue', 'liquidating') AND pledge <> 0
    UNION ALL SELECT id FROM p2p_offers WHERE state = 'closed' AND free + reserved + lent <> 0`,
  '7 a pledge that is being sold is in one open sale': `
    SELECT loan.id FROM p2p_loans loan LEFT JOIN p2p_sales sale ON sale.loan_id = loan.id AND step <> 'done'
      WHERE (state = 'liquidating') <> (sale.loan_id IS NOT NULL)`,
  '7 each change of state is told once': `
    SELECT loan_id, kind, sum(made), sum(told) FROM (
      SELECT loan_id, CASE after WHEN 'active' THEN 'loan_started' WHEN 'rejected' THEN 'loan_rejected' WHEN 'overdue' THEN 'loan_overdue'
          WHEN 'liquidating' THEN 'loan_sale_begun' WHEN 'withdrawn' THEN 'loan_request_ended' WHEN 'expired' THEN 'loan_request_ended'
          WHEN 'repaid' THEN 'loan_repaid' WHEN 'defaulted' THEN 'loan_defaulted' WHEN 'liquidated' THEN 'loan_liquidated'
          WHEN 'written_off' THEN 'loan_ended' END AS kind, 1 AS made, 0 AS told
        FROM test_loan_states WHERE after <> 'pending'
      UNION ALL SELECT (payload ->> 'loanId')::bigint, kind, 0, 1 FROM notices WHERE payload ->> 'role' = 'borrow' AND kind IN ('loan_started',
          'loan_rejected', 'loan_overdue', 'loan_sale_begun', 'loan_request_ended', 'loan_repaid', 'loan_defaulted', 'loan_liquidated', 'loan_ended')
    ) AS sides GROUP BY 1, 2 HAVING sum(made) <> sum(told)`,
};

const atRest: Record<string, string> = {
  '3 nothing is left between sale and division': `SELECT * FROM ledger_accounts WHERE kind = 'p2p_liquidation' AND balance <> 0`,
  '3 what the market says was sold is what the orders say': `
    SELECT placed.loan_id, placed.number, placed.sold, deal_stock FROM p2p_sale_orders placed
      LEFT JOIN spot_orders sent ON sent.client_id = 'p2p-liq-' || placed.loan_id || '-' || placed.number AND sent.user_id IN (SELECT user_id FROM p2p_desk)
      WHERE placed.sold <> coalesce(deal_stock, 0)`,
  '7 an idle desk has nothing': `
    SELECT kind, balance FROM ledger_accounts WHERE user_id IN (SELECT user_id FROM p2p_desk) AND balance <> 0 AND kind IN ('main', 'transit_spot')
    UNION ALL SELECT 'trade', available + frozen FROM trade_balances WHERE user_id IN (SELECT user_id FROM p2p_desk) AND available + frozen <> 0`,
};

/** @returns those that do not hold, each with the first rows that break it */
export async function brokenOf(database: pg.Pool, isAtRest: boolean): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, sql] of Object.entries({ ...atAnyTime, ...(isAtRest && atRest) })) {
    const { rows } = await database.query(`SELECT * FROM (${sql}) AS found LIMIT 3`);
    if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows)}`);
  }
  return broken;
}

/** Running loans at or below the price of their sale, as the watch has last seen it. */
export const standingAtSale = `
  SELECT loan.id FROM p2p_loans loan JOIN p2p_prices price ON price.money_id = loan.money_id AND price.pledge_id = loan.pledge_id
    WHERE state IN ('active', 'overdue') AND warning_price * warning / liquidation >= watch_price`;
