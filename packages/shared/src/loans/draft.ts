/** A loan while a command is worked on, with what it posts and reports. */
import { minOf } from '../money/rounding.ts';
import type { LoanContext, LoanDecision, LoanEvent, LoanRefusal } from './commands.ts';
import { entryOf, type LoanEntry, place } from './entries.ts';
import { begunDays, begunLateDays, dayInterest, lateDayInterest } from './interest.ts';
import { withholdInterestTax } from './interest-tax.ts';
import { dayMs, isRunning, type Loan, type LoanState, type PaymentRow } from './loan.ts';

type Part = Parameters<typeof entryOf>[1][number];

export class LoanDraft {
  readonly loan: Omit<Loan, 'rows'> & { rows: PaymentRow[] };
  readonly now: number;
  /** The borrower's main wallet after the entries so far. */
  money: bigint;
  readonly coins: bigint;
  readonly principalTo: LoanContext['principalTo'];
  #tax: LoanContext['tax'];
  readonly #entries: LoanEntry[] = [];
  readonly #events: LoanEvent[] = [];
  /** Rows before this one were charged by earlier commands. */
  readonly #firstNewRow: number;

  constructor(loan: Loan, context: LoanContext) {
    this.loan = { ...loan, rows: loan.rows.map((row) => ({ ...row })) };
    this.now = context.now;
    this.money = context.money;
    this.coins = context.coins;
    this.principalTo = loan.state === 'defaulted' ? 'main' : context.principalTo;
    this.#tax = context.tax;
    this.#firstNewRow = loan.rows.length;
  }

  get decision(): LoanDecision {
    return { refusal: null, loan: this.loan, entries: this.#entries, events: this.#events, tax: this.#tax };
  }

  /** The refusal of what can only be done with a running loan. */
  get whyNotRunning(): LoanRefusal | null {
    if (isRunning(this.loan)) return null;
    if (this.loan.state === 'pending') return 'loan_not_found';
    return this.loan.state === 'liquidating' ? 'loan_liquidating' : 'loan_ended';
  }

  post(key: string, ...parts: Part[]): void {
    const entry = entryOf(`p2p:${key}`, parts);
    if (!entry) return;
    this.#entries.push(entry);
    const { account, owner, asset } = place.borrowerMoney;
    for (const leg of entry.legs)
      if (leg.account === account && leg.owner === owner && leg.asset === asset) this.money += leg.amount;
  }

  report(event: LoanEvent): void {
    this.#events.push(event);
  }

  end(state: Exclude<LoanState, 'pending' | 'active' | 'overdue' | 'liquidating'>): void {
    this.loan.state = state;
    this.loan.endedAt = this.now;
  }

  /** The tax of one payment of interest, counted into the year. */
  withhold(interest: bigint): bigint {
    const { tds, tax } = withholdInterestTax(this.#tax, interest);
    this.#tax = tax;
    return tds;
  }

  chargeDay(): PaymentRow {
    const { loan } = this;
    loan.chargedDays += 1;
    const amount = dayInterest(loan.principal, loan.terms.dayRate);
    return this.#charge('interest', loan.chargedDays, loan.startedAt + loan.chargedDays * dayMs, amount);
  }

  /** Late days count on from the last of the term. */
  chargeLateDay(): PaymentRow {
    const { loan } = this;
    const { days, dayRate, lateFactor } = loan.terms;
    loan.lateDaysCharged += 1;
    const endsAt = (loan.overdueAt ?? this.now) + loan.lateDaysCharged * dayMs;
    const amount = lateDayInterest(loan.principal, dayRate, lateFactor);
    return this.#charge('late', days + loan.lateDaysCharged, endsAt, amount);
  }

  /** A begun day counts in full: what a repayment or a sale does first. */
  chargeBegunDays(): void {
    while (this.loan.chargedDays < begunDays(this.loan, this.now)) this.chargeDay();
    while (this.loan.lateDaysCharged < begunLateDays(this.loan, this.now)) this.chargeLateDay();
  }

  /** Dated by the end of the day, however late the job; by now when the day has only begun. */
  #charge(kind: 'interest' | 'late', day: number, endsAt: number, amount: bigint): PaymentRow {
    const row: PaymentRow = { kind, day, at: Math.min(endsAt, this.now), amount, paid: 0n, status: 'unsuccessful' };
    this.loan.rows.push(row);
    return row;
  }

  get unpaidRows(): PaymentRow[] {
    return this.loan.rows.filter(({ status }) => status === 'unsuccessful');
  }

  /** Counts money towards interest, oldest first, rows in part too. @returns what is left of it */
  payRows(money: bigint): bigint {
    let left = money;
    for (const row of this.unpaidRows) {
      const due = row.amount - row.paid;
      const part = minOf(left, due);
      left -= part;
      this.payRow(row, part);
      if (part < due) break;
    }
    return left;
  }

  payRow(row: PaymentRow, part: bigint): void {
    row.paid += part;
    if (row.paid === row.amount) row.status = this.loan.rows.indexOf(row) < this.#firstNewRow ? 'closed' : 'successful';
  }

  /** Counts money towards the principal; the one that leaves nothing owed ends the loan. */
  payPrincipal(money: bigint, isLast: boolean): void {
    if (money === 0n) return;
    this.loan.principal -= money;
    const status = isLast ? 'finished' : 'successful';
    this.loan.rows.push({ kind: 'principal', day: null, at: this.now, amount: money, paid: money, status });
  }
}
