/** A lender's funds: what is on offer, lent and received, by the money. */
import type { LenderFunds } from '@pelican/shared/contracts/loans';
import { formatBigUnits, parseBigUnits, stripZeros } from '@pelican/shared/money';
import type { Reading } from './offer-lists.ts';
import { dollarText } from './price-text.ts';
import { isUnsettledSql } from './states.ts';

interface FundsRow {
  moneyId: number;
  available: string;
  deposit: string;
  payout: string;
  profit: string;
}

/** Of what is lent here, and of what this lender has lent of other money. */
export async function readFunds(reading: Reading & { userId: number }): Promise<Record<string, LenderFunds>> {
  const { db, assets, settings, userId } = reading;
  const { rows } = await db.query<FundsRow>(
    `SELECT money_id AS "moneyId", coalesce(available, 0) AS available, coalesce(deposit, 0) AS deposit, coalesce(payout, 0) AS payout,
        coalesce(profit, 0) AS profit
      FROM (SELECT money_id, sum(free) AS available FROM p2p_offers WHERE lender_id = $1 GROUP BY money_id) AS offers
      FULL JOIN (SELECT money_id, sum(principal) FILTER (WHERE ${isUnsettledSql}) AS deposit, sum(interest_paid) AS profit, sum(paid) AS payout
        FROM p2p_loans LEFT JOIN (SELECT loan_id, sum(p2p_payments.paid) AS paid FROM p2p_payments
          JOIN p2p_loans own ON own.id = loan_id AND own.lender_id = $1 GROUP BY loan_id) AS payments ON loan_id = id
        WHERE lender_id = $1 AND started_at IS NOT NULL GROUP BY money_id) AS loans USING (money_id)`,
    [userId],
  );
  const none = { available: '0', deposit: '0', payout: '0', profit: '0' };
  const open = settings.flatMap(({ asset, isOpen }) => (isOpen ? [asset] : []));
  const all = new Map(
    [...open, ...rows.flatMap(({ moneyId }) => assets.assetById(moneyId) ?? [])].map((asset) => [asset.id, asset]),
  );
  return Object.fromEntries(
    [...all.values()].map(({ id, ticker, scale }) => {
      const { available, deposit, payout, profit } = rows.find(({ moneyId }) => moneyId === id) ?? none;
      const units = (amount: string) => parseBigUnits(amount, scale);
      const total = formatBigUnits(units(available) + units(deposit), scale);
      const inDollars = (amount: string) => dollarText(reading.prices, amount, { ticker, scale });
      return [
        ticker,
        {
          available: stripZeros(available),
          deposit: stripZeros(deposit),
          payout: stripZeros(payout),
          profit: stripZeros(profit),
          total,
          available_usd: inDollars(available),
          deposit_usd: inDollars(deposit),
          payout_usd: inDollars(payout),
          profit_usd: inDollars(profit),
          total_usd: inDollars(total),
        },
      ];
    }),
  );
}
