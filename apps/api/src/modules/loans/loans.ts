/** Loans and their payments in Postgres. */
import { dayMs, isRunning, type Loan, type LoanContext, type PaymentRow } from '@pelican/shared/loans';
import { parseBigUnits } from '@pelican/shared/money';
import type { Catalog } from '../../catalog/index.ts';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import { rateOf } from './decimals.ts';
import { assetOf } from './offers.ts';
import { type LoanSides, nobody } from './postings.ts';
import { type SaleRow, saleOf, selectSales } from './sale/rows.ts';

/** A loan with what its state machine does not decide by. */
export interface StoredLoan extends Loan {
  sides: LoanSides;
  /** All that was ever paid of it. */
  interestPaid: bigint;
  /** Null: it began as an open request. */
  offerId: number | null;
  version: number;
  /** Null while nobody has accepted an open request. */
  lenderName: string | null;
  borrowerName: string;
  createdAt: Date;
  /** A sale that operators have decided on and that waits for a price. */
  saleWanted: 'operator' | 'arbitration' | null;
  /** Of the request. */
  expiresAt: Date;
}

interface LoanRow {
  id: string;
  offerId: string | null;
  lenderId: string | null;
  borrowerId: string;
  lenderName: string | null;
  borrowerName: string;
  moneyId: number;
  pledgeId: number;
  version: number;
  state: Loan['state'];
  amount: string;
  dayRate: string;
  days: number;
  feeRate: string;
  gstRate: string;
  lateFactor: string;
  graceDays: number;
  repayMin: string;
  liquidationFeeRate: string;
  warning: string;
  call: string;
  liquidation: string;
  shareNumerator: string;
  shareDenominator: string;
  pledge: string;
  principal: string;
  interestPaid: string;
  chargedDays: number;
  lateDaysCharged: number;
  payments: number;
  pledgeChanges: number;
  notified: Loan['notified'];
  isDisputed: boolean;
  decisions: number;
  saleWanted: StoredLoan['saleWanted'];
  createdAt: Date;
  expiresAt: Date;
  startedAt: Date | null;
  overdueAt: Date | null;
  endedAt: Date | null;
}

/** Of `p2p_loans`: the sale that was decided on and waits. What operators have ordered apart from a dispute lapses a day later. */
export const saleWanted = `CASE WHEN sale_wanted = 'operator' AND sale_wanted_at <= now() - interval '24 hours' THEN NULL ELSE sale_wanted END`;

/** Of `p2p_loans loan`. */
const loanColumns = `loan.id, offer_id AS "offerId", lender_id AS "lenderId", borrower_id AS "borrowerId",
  (SELECT nickname FROM users WHERE users.id = lender_id) AS "lenderName",
  (SELECT nickname FROM users WHERE users.id = borrower_id) AS "borrowerName",
  money_id AS "moneyId", pledge_id AS "pledgeId", version, state, amount, day_rate AS "dayRate", days, fee_rate AS "feeRate",
  gst_rate AS "gstRate", late_factor AS "lateFactor", grace_days AS "graceDays", repay_min AS "repayMin",
  liquidation_fee_rate AS "liquidationFeeRate", warning, call, liquidation, share_numerator AS "shareNumerator",
  share_denominator AS "shareDenominator", pledge, principal, interest_paid AS "interestPaid", charged_days AS "chargedDays",
  late_days_charged AS "lateDaysCharged", payments, pledge_changes AS "pledgeChanges", notified, is_disputed AS "isDisputed", decisions,
  ${saleWanted} AS "saleWanted", created_at AS "createdAt",
  expires_at AS "expiresAt", started_at AS "startedAt", overdue_at AS "overdueAt", ended_at AS "endedAt"`;

interface PaymentOfLoan extends Omit<PaymentRow, 'at' | 'amount' | 'paid'> {
  loanId: string;
  at: Date;
  amount: string;
  paid: string;
}

export type LoanAssets = Pick<Catalog, 'assetById'>;

function toLoan(
  row: LoanRow,
  payments: readonly PaymentOfLoan[],
  sale: SaleRow | undefined,
  assets: LoanAssets,
): StoredLoan {
  const [money, crypto] = [assetOf(assets, row.moneyId), assetOf(assets, row.pledgeId)];
  const units = (amount: string) => parseBigUnits(amount, money.scale);
  const { days, graceDays, chargedDays, lateDaysCharged, pledgeChanges, version, createdAt, expiresAt } = row;
  return {
    id: Number(row.id),
    state: row.state,
    terms: {
      units: { money: money.scale, crypto: crypto.scale },
      amount: units(row.amount),
      dayRate: rateOf(row.dayRate),
      days,
      feeRate: rateOf(row.feeRate),
      gstRate: rateOf(row.gstRate),
      lateFactor: rateOf(row.lateFactor),
      graceDays,
      repayMin: units(row.repayMin),
      liquidationFeeRate: rateOf(row.liquidationFeeRate),
      levels: { warning: rateOf(row.warning), call: rateOf(row.call), liquidation: rateOf(row.liquidation) },
      share: { numerator: BigInt(row.shareNumerator), denominator: BigInt(row.shareDenominator) },
    },
    source: row.offerId === null ? 'main' : 'p2p_offer',
    pledge: parseBigUnits(row.pledge, crypto.scale),
    principal: units(row.principal),
    interestPaid: units(row.interestPaid),
    startedAt: row.startedAt?.getTime() ?? 0,
    overdueAt: row.overdueAt?.getTime() ?? null,
    endedAt: row.endedAt?.getTime() ?? null,
    chargedDays,
    lateDaysCharged,
    rows: payments.map(({ kind, day, status, at, amount, paid }) => {
      return { kind, day, status, at: at.getTime(), amount: units(amount), paid: units(paid) };
    }),
    notified: row.notified,
    isDisputed: row.isDisputed,
    payments: row.payments,
    pledgeChanges,
    decisions: row.decisions,
    sale: sale === undefined ? null : saleOf(sale, { money, crypto }),
    sides: {
      lenderId: row.lenderId === null ? nobody : Number(row.lenderId),
      borrowerId: Number(row.borrowerId),
      money,
      crypto,
    },
    offerId: row.offerId === null ? null : Number(row.offerId),
    version,
    lenderName: row.lenderName,
    borrowerName: row.borrowerName,
    createdAt,
    saleWanted: row.saleWanted,
    expiresAt,
  };
}

/**
 * To look at: of the payments those alone that are due, on which what is owed depends. No step is taken of them.
 * @param rest what follows `FROM p2p_loans loan`
 */
export function selectLoans(
  db: Queryable,
  assets: LoanAssets,
  rest: string,
  values: readonly unknown[],
): Promise<StoredLoan[]> {
  return select({ db, assets, isWhole: false }, rest, values);
}

async function select(
  { db, assets, isWhole }: { db: Queryable; assets: LoanAssets; isWhole: boolean },
  rest: string,
  values: readonly unknown[],
): Promise<StoredLoan[]> {
  const { rows } = await db.query<LoanRow>(`SELECT ${loanColumns} FROM p2p_loans loan ${rest}`, [...values]);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const { rows: payments } = await db.query<PaymentOfLoan>(
    `SELECT loan_id AS "loanId", kind, day, at, amount, paid, status FROM p2p_payments
      WHERE loan_id = ANY ($1::bigint[]) AND ($2 OR status = 'unsuccessful') ORDER BY loan_id, position`,
    [ids, isWhole],
  );
  const sales = await selectSales(db, ids);
  const byLoan = Map.groupBy(payments, ({ loanId }) => loanId);
  return rows.map((row) => toLoan(row, byLoan.get(row.id) ?? [], sales.get(row.id), assets));
}

/** With all its payments. */
export async function findLoan(db: Queryable, assets: LoanAssets, id: number): Promise<StoredLoan | undefined> {
  return (await select({ db, assets, isWhole: true }, 'WHERE loan.id = $1', [id]))[0];
}

/** The caller has the loan's offer locked. */
export async function lockLoanRow(tx: Transaction, assets: LoanAssets, id: number): Promise<StoredLoan | undefined> {
  return (await select({ db: tx, assets, isWhole: true }, 'WHERE loan.id = $1 FOR NO KEY UPDATE OF loan', [id]))[0];
}

/** Requests that wait for the lender of an offer that is locked. */
export async function lockPending(tx: Transaction, assets: LoanAssets, offerId: number): Promise<StoredLoan[]> {
  return select(
    { db: tx, assets, isWhole: true },
    `WHERE offer_id = $1 AND state = 'pending' ORDER BY loan.id FOR NO KEY UPDATE OF loan`,
    [offerId],
  );
}

/** The offer of a loan, which never changes; null for one that began as an open request, undefined when there is no such loan. */
export async function findOfferOf(db: Queryable, loanId: number): Promise<number | null | undefined> {
  const { rows } = await db.query<{ offerId: string | null }>(
    'SELECT offer_id AS "offerId" FROM p2p_loans WHERE id = $1',
    [loanId],
  );
  return rows[0] && (rows[0].offerId === null ? null : Number(rows[0].offerId));
}

export async function nextLoanId(tx: Transaction): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(`SELECT nextval('p2p_loans_id_seq') AS id`);
  return Number(rows[0]?.id);
}

/** Tax on interest is not connected: docs/loans.md, "Tax on interest". */
const noTax = { rate: 0n, threshold: 0n, paid: 0n, withheld: 0n };

/** What a step knows beside the loan and its command, without a tax on interest. */
export function contextOf(known: Omit<LoanContext, 'tax'>): LoanContext {
  return { ...known, tax: noTax };
}

/**
 * When the job about days has something to do: the next day's end, or the due time. An overdue loan is looked at by each run, because the money
 * may come at any time. Null when the loan does not run.
 */
export function nextRunAt(loan: Loan): number | null {
  if (!isRunning(loan)) return null;
  if (loan.overdueAt !== null) return loan.overdueAt;
  return loan.startedAt + Math.min(loan.chargedDays + 1, loan.terms.days) * dayMs;
}
