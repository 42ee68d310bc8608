/**
 * The sale of a pledge as the tax centre counts it: the borrower has sold what the desk has sold of it, has got what it has brought, and has paid
 * the debt from that; the lender has got interest. The coins are the borrower's until then, and principal is neither acquired nor transferred.
 * How a sale is divided is in docs/loans.md, "Liquidation".
 */

/** Of entries that are counted by their sale. */
export const saleKinds = ['p2p_sale_begun', 'p2p_sale_ended', 'p2p_sale_divided', 'p2p_set_off'] as const;

const entryOf = (kind: string, amount: string, asset = 'money_id') =>
  `jsonb_build_object('type', 'entry', 'reference', reference || '-${kind}', 'kind', '${kind}', 'assetId', ${asset}, 'amount', (${amount})::text)`;

/**
 * Of the user $1, with the columns of other events.
 * @param window what limits the time of a leg
 */
export const pledgeSales = (window: string) => `
  SELECT at, 5, loan_id, part, event FROM (
    SELECT divided.*, cost - interest - fee - gst AS principal, proceeds - tds_sale AS brought FROM (
      SELECT DISTINCT leg.created_at AS at, sale.*, 'p2p-loan:' || loan.id || '#sale' AS reference, loan.money_id, loan.pledge_id,
          loan.borrower_id = $1 AS is_borrower
        FROM ledger_accounts account
        JOIN ledger_legs leg ON leg.account_id = account.id AND ${window}
        JOIN ledger_entries entry ON entry.id = leg.entry_id AND entry.kind IN ('p2p_sale_divided', 'p2p_set_off')
        JOIN p2p_loans loan ON entry.reference = 'p2p-loan:' || loan.id
        JOIN p2p_sales sale ON sale.loan_id = loan.id
        -- A lender to whom the sale has brought neither money nor coins is in the entry of the wallet alone.
        WHERE account.user_id = $1 AND entry.kind = CASE WHEN loan.lender_id = $1 AND sale.proceeds - sale.tds_sale = 0 AND sale.coins_to_lender = 0 THEN 'p2p_set_off'
          ELSE 'p2p_sale_divided' END
    ) AS divided
  ) AS sold
  CROSS JOIN LATERAL (SELECT least(brought, principal) + least(set_off, principal - least(brought, principal)) AS principal_paid) AS paid
  CROSS JOIN LATERAL (SELECT to_lender + tds_interest - principal_paid AS interest_paid) AS income
  CROSS JOIN LATERAL (VALUES
    (0, is_borrower AND sold.sold > 0, jsonb_build_object('type', 'sold', 'reference', reference, 'baseId', pledge_id, 'quoteId', money_id,
      'amount', sold.sold::text, 'gross', proceeds::text, 'fee', '0', 'gst', '0', 'tds', tds_sale::text, 'feeAssetId', money_id)),
    (1, is_borrower AND interest_paid + fee_paid + gst_paid > 0, ${entryOf('p2p_interest', '-(interest_paid + fee_paid + gst_paid)')}),
    (2, is_borrower AND principal_paid > 0, ${entryOf('p2p_repayment', '-principal_paid')}),
    -- Coins that a decision has handed over count as those of any decision.
    (3, coins_to_lender > 0, ${entryOf('p2p_decision', 'CASE WHEN is_borrower THEN -coins_to_lender ELSE coins_to_lender END', 'pledge_id')}),
    (1, NOT is_borrower AND interest_paid > tds_interest, ${entryOf('p2p_interest', 'interest_paid - tds_interest')})
  ) AS parts(part, is_there, event) WHERE is_there`;
