/**
 * A loan as the state machine holds it. Money and coins in the smallest unit of their asset, rates in 10^-8, times in Unix ms.
 * docs/loans.md, "States".
 */
import type { LevelName, LoanLevels } from './levels.ts';
import type { LoanUnits, Ratio } from './units.ts';

export const dayMs = 86_400_000;
/** The longest term that settings may allow, and that an extension may reach. */
export const termDaysMax = 90;

/** What a loan began with and keeps, whatever settings say later. */
export interface LoanTerms {
  units: LoanUnits;
  /** Money lent. */
  amount: bigint;
  /** Interest of a day. */
  dayRate: bigint;
  days: number;
  /** Fee on the amount, out of the borrower's payout, and the goods and services tax on fees. */
  feeRate: bigint;
  gstRate: bigint;
  /** By how much more a day costs after the due time. */
  lateFactor: bigint;
  /** Days after the due time until the pledge is sold. */
  graceDays: number;
  /** The least that a part repayment pays, and leaves. */
  repayMin: bigint;
  /** Fee on the debt when the pledge is sold. */
  liquidationFeeRate: bigint;
  levels: LoanLevels;
  /** What may be lent on the pledge: `lendableShare`. */
  share: Ratio;
}

/** From `repaid` on all are final but `defaulted`, which may still be repaid or written off. */
export const loanStates = [
  'pending',
  'active',
  'overdue',
  'liquidating',
  'repaid',
  'liquidated',
  'defaulted',
  'written_off',
  'rejected',
  'withdrawn',
  'expired',
] as const;
export type LoanState = (typeof loanStates)[number];

/** Interest days are charged, the price is watched, the pledge may be sold. */
export const runningStates: readonly LoanState[] = ['active', 'overdue'];
/** Running, or being sold: the loan has begun and nobody knows its end yet. */
export const unsettledStates: readonly LoanState[] = [...runningStates, 'liquidating'];

/** One line of a loan's history of payments. */
export interface PaymentRow {
  kind: 'interest' | 'late' | 'principal' | 'waiver';
  /** The day that is charged, counted on after the due time; null for principal and waivers. */
  day: number | null;
  at: number;
  amount: bigint;
  paid: bigint;
  /**
   * successful: paid in the step that charged it. unsuccessful: due. closed: was due, and is paid or waived since.
   * finished: the principal that ended the loan.
   */
  status: 'successful' | 'unsuccessful' | 'closed' | 'finished';
}

/** Why a pledge is sold. */
export type SaleCause = 'level' | 'grace' | 'borrower' | 'operator' | 'arbitration';

/** A sale of the pledge; what is owed is fixed when it begins. */
export interface LoanSale {
  cause: SaleCause;
  interest: bigint;
  fee: bigint;
  gst: bigint;
  /** Debt, fee and GST together: what the sale has to bring after tax. */
  cost: bigint;
  /** Tax deducted from the proceeds. */
  taxRate: bigint;
  /** Orders sent so far. */
  orders: number;
  /** Coins sold, and money they brought. */
  sold: bigint;
  proceeds: bigint;
  /** How the proceeds were divided; null until then. */
  receipt: SaleReceipt | null;
}

/** Money but for `coinsBack` and `coinsToLender`. docs/loans.md, "Liquidation". */
export interface SaleReceipt {
  tdsSale: bigint;
  /** With what was set off, less tax on interest. */
  toLender: bigint;
  tdsInterest: bigint;
  fee: bigint;
  gst: bigint;
  toBorrower: bigint;
  coinsBack: bigint;
  /** By a decision, for what was still owed. */
  coinsToLender: bigint;
  /** What the proceeds did not cover of the debt, what of it the borrower's wallet gave, and what is left once coins were handed over. */
  shortfall: bigint;
  setOff: bigint;
  owed: bigint;
}

/** Where the money of a loan comes from. */
export type LoanSource = 'p2p_offer' | 'main';

export interface Loan {
  id: number;
  state: LoanState;
  terms: LoanTerms;
  source: LoanSource;
  /** Coins held for it now. */
  pledge: bigint;
  /** Money still owed, interest apart; 0 while pending. */
  principal: bigint;
  /** 0 while pending. */
  startedAt: number;
  /** When the due time passed unpaid, by the run that found it. */
  overdueAt: number | null;
  endedAt: number | null;
  chargedDays: number;
  lateDaysCharged: number;
  rows: readonly Readonly<PaymentRow>[];
  /** The highest level that the parties were told of and that has not been left since. */
  notified: LevelName;
  isDisputed: boolean;
  /** Counters that make the keys of entries unique. */
  payments: number;
  pledgeChanges: number;
  decisions: number;
  sale: LoanSale | null;
}

export function isRunning({ state }: Pick<Loan, 'state'>): boolean {
  return runningStates.includes(state);
}

export function isUnsettled({ state }: Pick<Loan, 'state'>): boolean {
  return unsettledStates.includes(state);
}
