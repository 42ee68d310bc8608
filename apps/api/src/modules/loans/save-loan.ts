/** What a step has done to a loan, as rows. */
import type { Loan, PaymentRow } from '@pelican/shared/loans';
import { formatBigUnits } from '@pelican/shared/money';
import type { Transaction } from '../../platform/database/index.ts';
import { rateText } from './decimals.ts';
import { nextRunAt, type StoredLoan } from './loans.ts';
import { type LoanSides, nobody } from './postings.ts';
import { saveSale } from './sale/rows.ts';
import { warningPriceOf } from './warning-price.ts';

const dateOf = (ms: number | null) => (ms === null || ms === 0 ? null : new Date(ms));

function interestPaid(rows: readonly Readonly<PaymentRow>[]): bigint {
  return rows.reduce((sum, { kind, paid }) => (kind === 'interest' || kind === 'late' ? sum + paid : sum), 0n);
}

/** Writes a request, or a loan that begins at once. */
export async function insertLoan(
  tx: Transaction,
  loan: Loan,
  known: { offerId: number | null; sides: LoanSides; now: number; expiresAt: Date },
): Promise<void> {
  const { sides, offerId, now, expiresAt } = known;
  const { terms } = loan;
  const money = (units: bigint) => formatBigUnits(units, sides.money.scale);
  await tx.query(
    `INSERT INTO p2p_loans (id, offer_id, lender_id, borrower_id, money_id, pledge_id, state, amount, day_rate, days, fee_rate,
        gst_rate, late_factor, grace_days, repay_min, liquidation_fee_rate, warning, call, liquidation, share_numerator,
        share_denominator, pledge, principal, created_at, expires_at, started_at, next_run_at, warning_price)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25,
        $26, $27, $28)`,
    [
      loan.id,
      offerId,
      sides.lenderId === nobody ? null : sides.lenderId,
      sides.borrowerId,
      sides.money.id,
      sides.crypto.id,
      loan.state,
      money(terms.amount),
      rateText(terms.dayRate),
      terms.days,
      rateText(terms.feeRate),
      rateText(terms.gstRate),
      rateText(terms.lateFactor),
      terms.graceDays,
      money(terms.repayMin),
      rateText(terms.liquidationFeeRate),
      rateText(terms.levels.warning),
      rateText(terms.levels.call),
      rateText(terms.levels.liquidation),
      terms.share.numerator,
      terms.share.denominator,
      formatBigUnits(loan.pledge, sides.crypto.scale),
      money(loan.principal),
      new Date(now),
      expiresAt,
      dateOf(loan.startedAt),
      dateOf(nextRunAt(loan)),
      warningPriceOf(loan, now),
    ],
  );
}

/** Of an open request that is being accepted; the caller has its row locked. */
export async function setLender(tx: Transaction, loanId: number, lenderId: number): Promise<void> {
  await tx.query('UPDATE p2p_loans SET lender_id = $2 WHERE id = $1', [loanId, lenderId]);
}

/** A sale that operators have decided on and that waits for a price; null: none any more. The caller has the row locked. */
export async function setSaleWanted(tx: Transaction, loanId: number, cause: StoredLoan['saleWanted']): Promise<void> {
  await tx.query('UPDATE p2p_loans SET sale_wanted = $2, sale_wanted_at = now() WHERE id = $1', [loanId, cause]);
}

/** The caller has the row of `before` locked. */
export async function saveLoan(tx: Transaction, before: StoredLoan, loan: Loan, now: number): Promise<void> {
  const { money, crypto } = before.sides;
  await tx.query(
    `UPDATE p2p_loans SET version = version + 1, state = $2, pledge = $3, principal = $4, interest_paid = $5, charged_days = $6,
        late_days_charged = $7, payments = $8, pledge_changes = $9, started_at = $10, overdue_at = $11, ended_at = $12,
        next_run_at = $13, warning_price = $14, notified = $15, is_disputed = $16, decisions = $17, days = $18,
        sale_wanted = CASE WHEN $2 IN ('active', 'overdue') THEN sale_wanted END
      WHERE id = $1`,
    [
      loan.id,
      loan.state,
      formatBigUnits(loan.pledge, crypto.scale),
      formatBigUnits(loan.principal, money.scale),
      formatBigUnits(interestPaid(loan.rows), money.scale),
      loan.chargedDays,
      loan.lateDaysCharged,
      loan.payments,
      loan.pledgeChanges,
      dateOf(loan.startedAt),
      dateOf(loan.overdueAt),
      dateOf(loan.endedAt),
      dateOf(nextRunAt(loan)),
      warningPriceOf(loan, now),
      loan.notified,
      loan.isDisputed,
      loan.decisions,
      loan.terms.days,
    ],
  );
  await saveSale(tx, before, loan, now);
  await savePayments(tx, before, loan.rows);
}

/** Rows that are new, and those that were paid since. */
async function savePayments(tx: Transaction, before: StoredLoan, rows: Loan['rows']): Promise<void> {
  const changed = rows.flatMap((row, position) => {
    const known = before.rows[position];
    return known && known.paid === row.paid && known.status === row.status ? [] : [{ ...row, position }];
  });
  if (changed.length === 0) return;
  const money = (units: bigint) => formatBigUnits(units, before.sides.money.scale);
  await tx.query(
    `INSERT INTO p2p_payments (loan_id, position, kind, day, at, amount, paid, status)
      SELECT $1, position, kind, day, at, amount, paid, status
        FROM unnest($2::integer[], $3::text[], $4::smallint[], $5::timestamptz[], $6::numeric[], $7::numeric[], $8::text[])
          AS payment(position, kind, day, at, amount, paid, status)
      ON CONFLICT (loan_id, position) DO UPDATE SET paid = excluded.paid, status = excluded.status`,
    [
      before.id,
      changed.map(({ position }) => position),
      changed.map(({ kind }) => kind),
      changed.map(({ day }) => day),
      changed.map(({ at }) => new Date(at)),
      changed.map(({ amount }) => money(amount)),
      changed.map(({ paid }) => money(paid)),
      changed.map(({ status }) => status),
    ],
  );
}
