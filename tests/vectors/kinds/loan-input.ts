/** The bridge between the decimals of a file and the integers of loans. */
import type { Loan, LoanTerms, LoanUnits } from '@pelican/shared/loans';
import { testLoan, testTerms } from '@pelican/shared/loans/testing';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import type { Decimal } from '../vector-file.ts';

/** Prices and plain rates: 10^-8. */
export function rateOf(decimal: Decimal): bigint {
  return parseBigUnits(String(decimal), 8);
}

export function priceText(price: bigint): string {
  return formatBigUnits(price, 8);
}

/** A percentage as a rate. */
export function percentOf(decimal: Decimal): bigint {
  return parseBigUnits(String(decimal), 6);
}

export function percentText(rate: bigint): string {
  return formatBigUnits(rate, 6);
}

export interface ScalesInput {
  money_scale: number;
  crypto_scale?: number;
}

/** Money and coins in the smallest units that a case names. */
export class LoanScales {
  readonly units: LoanUnits;

  constructor({ money_scale, crypto_scale = 8 }: ScalesInput) {
    this.units = { money: money_scale, crypto: crypto_scale };
  }

  money(decimal: Decimal): bigint {
    return parseBigUnits(String(decimal), this.units.money);
  }

  moneyText(amount: bigint): string {
    return formatBigUnits(amount, this.units.money);
  }

  crypto(decimal: Decimal): bigint {
    return parseBigUnits(String(decimal), this.units.crypto);
  }

  cryptoText(amount: bigint): string {
    return formatBigUnits(amount, this.units.crypto);
  }
}

export interface LoanInput {
  principal: Decimal;
  percent: Decimal;
  days: number;
  started_at: number;
  charged_days: number;
  /** Of one row, older than all that the case charges. */
  unpaid: Decimal;
  overdue_at: number | null;
  late_days_charged: number;
}

/** A running loan in the middle of its life. */
export function runningLoan(scales: LoanScales, input: LoanInput, terms: Partial<LoanTerms>, pledge = 0n): Loan {
  const principal = scales.money(input.principal);
  const unpaid = scales.money(input.unpaid);
  const old = { kind: 'interest', day: null, at: input.started_at, amount: unpaid, paid: 0n } as const;
  const begun = { amount: principal, dayRate: percentOf(input.percent), days: input.days };
  return testLoan({
    state: input.overdue_at === null ? 'active' : 'overdue',
    terms: testTerms({ units: scales.units, ...begun, ...terms }),
    pledge,
    principal,
    startedAt: input.started_at,
    overdueAt: input.overdue_at,
    chargedDays: input.charged_days,
    lateDaysCharged: input.late_days_charged,
    rows: unpaid === 0n ? [] : [{ ...old, status: 'unsuccessful' }],
  });
}

/** The rows that charge days, but for the old one that a case began with. */
export function dayRows(scales: LoanScales, { rows }: Loan): object[] {
  const charged = rows.filter(({ day }) => day !== null);
  return charged.map(({ day, kind, amount, paid, status }) => ({
    day,
    kind,
    amount: scales.moneyText(amount),
    paid: scales.moneyText(paid),
    status,
  }));
}
