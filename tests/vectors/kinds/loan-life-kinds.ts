/** p2p_accrual, p2p_repay. */
import { decide, type Loan, nextDayInterest, payoffAt, unpaidInterest } from '@pelican/shared/loans';
import { LoanLedger, testContext } from '@pelican/shared/loans/testing';
import type { Decimal } from '../vector-file.ts';
import { dayRows, type LoanInput, LoanScales, rateOf, runningLoan, type ScalesInput } from './loan-input.ts';

interface LifeInput extends ScalesInput {
  loan: LoanInput;
  late_factor: Decimal;
  grace_days: number;
  balance: Decimal;
}

const wallet = 'main:borrower:money';

function begin(input: LifeInput, repayMin = 0n) {
  const scales = new LoanScales(input);
  const terms = { lateFactor: rateOf(input.late_factor), graceDays: input.grace_days, repayMin };
  const ledger = new LoanLedger();
  ledger.move('outside:money', wallet, scales.money(input.balance));
  return { scales, ledger, loan: runningLoan(scales, input.loan, terms) };
}

/** How much of what left the borrower's wallet was principal and how much interest. */
function paidSince(before: Loan, after: Loan, spent: bigint) {
  const principal = before.principal - after.principal;
  return { principal, interest: spent - principal };
}

export function runLoanAccrual(input: LifeInput & { runs: { at: number; deposit: Decimal }[] }): object {
  const { scales, ledger, loan: first } = begin(input);
  let loan = first;
  let received = ledger.balance(wallet);
  for (const { at, deposit } of input.runs) {
    received += scales.money(deposit);
    ledger.move('outside:money', wallet, scales.money(deposit));
    const decision = decide(loan, { type: 'run' }, testContext({ now: at, money: ledger.balance(wallet) }));
    if (decision.refusal) throw new Error(decision.refusal);
    ledger.postAll(decision);
    loan = decision.loan;
  }
  const paid = paidSince(first, loan, received - ledger.balance(wallet));
  return {
    rows: dayRows(scales, loan),
    interest_paid: scales.moneyText(paid.interest),
    principal_paid: scales.moneyText(paid.principal),
    balance: scales.moneyText(ledger.balance(wallet)),
    unpaid: scales.moneyText(unpaidInterest(loan.rows)),
    state: loan.state,
    overdue_at: loan.overdueAt,
    payoff: scales.moneyText(payoffAt(loan, input.runs.at(-1)?.at ?? loan.startedAt)),
  };
}

export function runLoanRepay(input: LifeInput & { at: number; amount: Decimal | null; repay_min: Decimal }): object {
  const scales = new LoanScales(input);
  const { ledger, loan: before } = begin(input, scales.money(input.repay_min));
  const money = ledger.balance(wallet);
  const amount = input.amount === null ? null : scales.money(input.amount);
  const decision = decide(before, { type: 'repay', amount }, testContext({ now: input.at, money }));
  if (!decision.refusal) ledger.postAll(decision);
  const loan = decision.refusal ? before : decision.loan;
  const paid = paidSince(before, loan, money - ledger.balance(wallet));
  return {
    payoff: scales.moneyText(payoffAt(before, input.at)),
    code: decision.refusal,
    paid_interest: scales.moneyText(paid.interest),
    paid_principal: scales.moneyText(paid.principal),
    principal: scales.moneyText(loan.principal),
    unpaid: scales.moneyText(unpaidInterest(loan.rows)),
    charged_days: loan.chargedDays,
    late_days_charged: loan.lateDaysCharged,
    state: loan.state,
    next_day_interest: scales.moneyText(nextDayInterest(loan)),
    balance: scales.moneyText(ledger.balance(wallet)),
  };
}
