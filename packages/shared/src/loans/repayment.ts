/** Days that are charged and collected, the due time, and repayments. docs/loans.md, "Interest" and "Repayment". */
import type { LoanRefusal } from './commands.ts';
import type { LoanDraft } from './draft.ts';
import { place } from './entries.ts';
import { dueAt, payoffAt, unpaidInterest } from './interest.ts';
import { dayMs, isRunning, type Loan, type PaymentRow } from './loan.ts';

/**
 * All missed days, each collected as it is charged; then, from the due time on, everything if the borrower's wallet holds it.
 * Running it again at the same time changes nothing.
 */
export function run(draft: LoanDraft): null {
  const { loan, now } = draft;
  if (!isRunning(loan)) return null;
  while (loan.chargedDays < loan.terms.days && now >= loan.startedAt + (loan.chargedDays + 1) * dayMs)
    collect(draft, draft.chargeDay());
  while (isLateDayOver(loan, now)) collect(draft, draft.chargeLateDay());
  if (now < dueAt(loan)) return null;
  if (draft.money >= payoffAt(loan, now)) payInFull(draft);
  else if (loan.state === 'active') becomeOverdue(draft);
  return null;
}

function isLateDayOver({ overdueAt, lateDaysCharged, terms }: Omit<Loan, 'rows'>, now: number): boolean {
  return overdueAt !== null && lateDaysCharged < terms.graceDays && now >= overdueAt + (lateDaysCharged + 1) * dayMs;
}

/** The grace begins when the loan is found overdue: a job that was late costs the borrower nothing. */
function becomeOverdue(draft: LoanDraft): void {
  draft.loan.state = 'overdue';
  draft.loan.overdueAt = draft.now;
  draft.report({ type: 'overdue' });
}

/** Whole rows from the borrower's wallet, oldest first, up to the first that does not fit. Each is a payment of its own. */
function collect(draft: LoanDraft, charged: PaymentRow): void {
  for (const row of draft.unpaidRows) {
    const due = row.amount - row.paid;
    if (due > draft.money) break;
    draft.payRow(row, due);
    payLender(draft, `loan:${draft.loan.id}:day:${row.day}`, { interest: due, principal: 0n, pledgeBack: 0n });
    if (row.day !== null) draft.report({ type: 'day_collected', day: row.day, amount: due });
  }
  if (charged.status === 'unsuccessful' && charged.day !== null)
    draft.report({ type: 'day_unpaid', day: charged.day, amount: charged.amount });
}

/** Of one loan: each is a row of its history, an entry and a notice to both. */
const partRepaymentsMax = 200;

interface Payment {
  interest: bigint;
  principal: bigint;
  /** Coins. */
  pledgeBack: bigint;
}

/** Money of the borrower to the lender, less tax on the interest in it, in one entry with the pledge that returns for it. */
function payLender(draft: LoanDraft, key: string, { interest, principal, pledgeBack }: Payment): void {
  const tds = draft.withhold(interest);
  const isRelent = draft.principalTo === 'p2p_offer';
  draft.post(
    key,
    [place.borrowerMoney, -(interest + principal)],
    [place.lenderMoney, interest - tds + (isRelent ? 0n : principal)],
    [place.offer, isRelent ? principal : 0n],
    [place.tds, tds],
    [place.pledge, -pledgeBack],
    [place.borrowerCoins, pledgeBack],
  );
}

/**
 * @param amount null, or as much as is owed or more: everything, and the pledge returns. Less: begun days, interest oldest first,
 * then principal. A defaulted loan can be repaid too.
 */
export function repay(draft: LoanDraft, amount: bigint | null): LoanRefusal | null {
  const { loan, money, now } = draft;
  const refusal = draft.whyNotRunning;
  if (refusal && loan.state !== 'defaulted') return refusal;
  const payoff = payoffAt(loan, now);
  const isWhole = amount === null || amount >= payoff;
  if (money < (isWhole ? payoff : amount)) return 'insufficient_balance';
  if (isWhole) payInFull(draft);
  else if (amount <= 0n || amount < loan.terms.repayMin) return 'repay_too_small';
  else if (payoff - amount < loan.terms.repayMin) return 'repay_leaves_dust';
  else if (loan.payments >= partRepaymentsMax) return 'too_many_repayments';
  else payInPart(draft, amount);
  return null;
}

function payInPart(draft: LoanDraft, amount: bigint): void {
  const { loan } = draft;
  if (isRunning(loan)) draft.chargeBegunDays();
  const principal = draft.payRows(amount);
  draft.payPrincipal(principal, false);
  loan.payments += 1;
  const interest = amount - principal;
  payLender(draft, `loan:${loan.id}:pay:${loan.payments}`, { interest, principal, pledgeBack: 0n });
  draft.report({ type: 'repaid_in_part', amount });
}

function payInFull(draft: LoanDraft): void {
  const { loan } = draft;
  const { principal, pledge } = loan;
  if (isRunning(loan)) draft.chargeBegunDays();
  const interest = unpaidInterest(loan.rows);
  draft.payRows(interest);
  draft.payPrincipal(principal, true);
  loan.payments += 1;
  payLender(draft, `loan:${loan.id}:pay:${loan.payments}`, { interest, principal, pledgeBack: pledge });
  loan.pledge = 0n;
  draft.end('repaid');
  draft.report({ type: 'repaid' });
}
