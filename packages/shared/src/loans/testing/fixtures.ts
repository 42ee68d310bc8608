/** Loans for tests, with what a test wants otherwise. */
import type { LoanContext } from '../commands.ts';
import { dayMs, type Loan, type LoanTerms } from '../loan.ts';

const percent = 1_000_000n;

/** 1,000 USDT against BTC, at 0.1% a day for 30 days. */
export function testTerms(overrides: Partial<LoanTerms> = {}): LoanTerms {
  return {
    units: { money: 8, crypto: 8 },
    amount: 100_000_000_000n,
    dayRate: 100_000n,
    days: 30,
    feeRate: 500_000n,
    gstRate: 18n * percent,
    lateFactor: 150n * percent,
    graceDays: 3,
    repayMin: 100_000_000n,
    liquidationFeeRate: 2n * percent,
    levels: { warning: 72n * percent, call: 78n * percent, liquidation: 85n * percent },
    share: { numerator: 65n, denominator: 100n },
    ...overrides,
  };
}

export const testStart = 20_000 * dayMs + 12_345;

/** It runs since `testStart`; nothing is charged yet. */
export function testLoan(overrides: Partial<Loan> = {}): Loan {
  const terms = overrides.terms ?? testTerms();
  return {
    id: 7,
    state: 'active',
    terms,
    source: 'p2p_offer',
    pledge: 2_000_000n,
    principal: terms.amount,
    startedAt: testStart,
    overdueAt: null,
    endedAt: null,
    chargedDays: 0,
    lateDaysCharged: 0,
    rows: [],
    notified: 'ok',
    isDisputed: false,
    payments: 0,
    pledgeChanges: 0,
    decisions: 0,
    sale: null,
    ...overrides,
  };
}

/** Empty wallets, no tax. */
export function testContext(overrides: Partial<LoanContext> = {}): LoanContext {
  const tax = { rate: 0n, threshold: 0n, paid: 0n, withheld: 0n };
  return { now: testStart, money: 0n, coins: 0n, tax, principalTo: 'main', ...overrides };
}
