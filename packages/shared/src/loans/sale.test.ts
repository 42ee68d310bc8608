import { describe, expect, it } from 'vitest';
import type { LoanCommand, LoanContext } from './commands.ts';
import { decide } from './decide.ts';
import { dayMs, type Loan } from './loan.ts';
import { priceOf, stalePrice } from './price.ts';
import { testContext, testLoan, testStart } from './testing/fixtures.ts';

const unit = 100_000_000n;
/** 0.02 coins for 1,000: the liquidation level is at 58,823.5. */
const [high, low] = [priceOf(60_000n * unit, 60_000n * unit), priceOf(58_000n * unit, 58_000n * unit)];
const sale = { type: 'beginSale', takerRate: 200_000n, taxRate: 0n } as const;

function decided(loan: Loan, command: LoanCommand, context: Partial<LoanContext> = {}) {
  const decision = decide(loan, command, testContext({ now: testStart + 1, ...context }));
  if (decision.refusal) throw new Error(decision.refusal);
  return decision;
}

/** Sold for `proceeds` as a whole. */
function settled(begun: Loan, proceeds: bigint, context: Partial<LoanContext> = {}) {
  const { loan } = decided(begun, { type: 'fillSale', order: 1, sold: begun.pledge, proceeds });
  return decided(loan, { type: 'settleSale' }, context);
}

describe('a sale of the pledge', () => {
  it('begins at its level, and not by a price that is stale or known from too few samples', () => {
    const byLevel = (price: Extract<LoanCommand, { type: 'beginSale' }>['price']) =>
      decide(testLoan(), { ...sale, cause: 'level', price }, testContext({ now: testStart + 1 }));
    expect(byLevel(high)).toMatchObject({ loan: { state: 'active' }, entries: [], events: [] });
    expect(byLevel(low)).toMatchObject({ loan: { state: 'liquidating' } });
    expect(byLevel(stalePrice)).toEqual({ refusal: 'price_unavailable' });
    expect(byLevel({ ...low, isLiquidatable: false })).toEqual({ refusal: 'price_unavailable' });
    // The watch price is the higher one: a short fall sells nothing.
    expect(byLevel(priceOf(30_000n * unit, 60_000n * unit))).toMatchObject({ loan: { state: 'active' } });
  });

  it('begins after the grace to the millisecond', () => {
    const loan = testLoan({ state: 'overdue', chargedDays: 30, overdueAt: testStart });
    const at = (now: number) => decided(loan, { ...sale, cause: 'grace', price: high }, { now }).loan;
    expect(at(testStart + 3 * dayMs - 1).state).toBe('overdue');
    expect(at(testStart + 3 * dayMs)).toMatchObject({ state: 'liquidating', lateDaysCharged: 3 });
    expect(decided(testLoan(), { ...sale, cause: 'grace', price: high }).loan.state).toBe('active');
  });

  it('charges the day that has begun and stops interest', () => {
    const { loan } = decided(testLoan(), { ...sale, cause: 'operator', price: high });
    expect(loan.sale).toMatchObject({ interest: unit, fee: 20n * unit + unit / 50n });
    expect(decided(loan, { type: 'run' }, { now: testStart + 40 * dayMs })).toMatchObject({ loan, entries: [] });
  });

  it('may end by coins at the last index for what neither money nor wallet has covered', () => {
    const begun = decided(testLoan({ isDisputed: true }), { ...sale, cause: 'level', price: low }).loan;
    const { loan: half } = decided(begun, { type: 'fillSale', order: 1, sold: 500_000n, proceeds: 200n * unit });
    // 1,001 are owed: 200 of the sale, 301 of the wallet, and 500 in coins at 50,000.
    const end = (lastIndex: bigint) =>
      decided(half, { type: 'settleSale', lastIndex }, { money: 301n * unit, principalTo: 'main' });
    const covered = end(50_000n * unit);
    expect(covered.loan).toMatchObject({
      state: 'liquidated',
      isDisputed: false,
      principal: 0n,
      pledge: 0n,
      sale: { receipt: { setOff: 301n * unit, owed: 0n, coinsToLender: 1_000_000n, coinsBack: 500_000n } },
    });
    expect(covered.events).toContainEqual({ type: 'dispute_decided', decision: 'handOver' });
    // Too little is worth what it is worth.
    expect(end(20_000n * unit).loan).toMatchObject({
      state: 'defaulted',
      sale: { receipt: { owed: 200n * unit, coinsToLender: 1_500_000n, coinsBack: 0n } },
    });
  });

  it('refuses everything else until it is over', () => {
    const { loan } = decided(testLoan(), { ...sale, cause: 'operator', price: high });
    const commands: LoanCommand[] = [
      { type: 'repay', amount: null },
      { type: 'topUp', coins: 1n },
      { type: 'release', coins: 1n, price: high },
      { ...sale, cause: 'borrower', price: high },
      { type: 'writeOff' },
    ];
    const refusals = commands.map(
      (command) => decide(loan, command, testContext({ money: 2000n * unit, coins: 9n })).refusal,
    );
    expect(refusals).toEqual(commands.map(() => 'loan_liquidating'));
    expect(() =>
      decide(loan, { type: 'fillSale', order: 1, sold: loan.pledge + 1n, proceeds: 1n }, testContext()),
    ).toThrow(RangeError);
  });

  it('counts each order once, and in their order', () => {
    const { loan } = decided(testLoan(), { ...sale, cause: 'operator', price: high });
    const fill = { type: 'fillSale', order: 1, sold: 5n, proceeds: 9n } as const;
    const once = decided(loan, fill).loan;
    expect(once.sale).toMatchObject({ orders: 1, sold: 5n, proceeds: 9n });
    expect(decided(once, fill)).toMatchObject({ loan: once, events: [] });
    expect(() => decided(once, { ...fill, order: 3 })).toThrow(RangeError);
  });

  it('costs the fee of its cause, and ends by it', () => {
    const begin = (cause: 'operator' | 'borrower') => decided(testLoan(), { ...sale, cause, price: high }).loan;
    expect(begin('borrower').sale?.fee).toBe(200_200_000n);
    expect(settled(begin('borrower'), 1100n * unit).loan.state).toBe('repaid');
    expect(settled(begin('operator'), 1100n * unit).loan.state).toBe('liquidated');
    const disputed = testLoan({ isDisputed: true });
    const command = { type: 'decideDispute', decision: { type: 'sell', price: high, taxRate: 0n } } as const;
    expect(decided(disputed, command).loan).toMatchObject({
      isDisputed: false,
      sale: { cause: 'arbitration', fee: 0n },
    });
  });

  it('marks rows as closed, not as paid when charged; a shortfall leaves them due', () => {
    const { loan: begun } = decided(testLoan(), { ...sale, cause: 'operator', price: high });
    const whole = settled(begun, 1100n * unit).loan;
    expect(whole.rows.map(({ kind, status }) => [kind, status])).toEqual([
      ['interest', 'closed'],
      ['principal', 'finished'],
    ]);
    const short = settled(begun, 1000n * unit + unit / 2n).loan;
    expect(short).toMatchObject({ state: 'defaulted', principal: 0n, pledge: 0n, endedAt: testStart + 1 });
    expect(short.rows[0]).toMatchObject({ status: 'unsuccessful', paid: unit / 2n });
    const last = decided(short, { type: 'repay', amount: null }, { money: unit }).loan;
    expect(last).toMatchObject({ state: 'repaid', rows: [{ status: 'closed' }, {}] });
  });

  it('withholds tax once, on interest from the proceeds and the wallet together', () => {
    const { loan: begun } = decided(testLoan(), { ...sale, cause: 'operator', price: high });
    const tax = { rate: 50_000_000n, threshold: 0n, paid: 0n, withheld: 0n };
    const { loan, entries, tax: after } = settled(begun, 1000n * unit, { tax, money: 5n * unit });
    expect(loan.sale?.receipt).toMatchObject({
      setOff: unit,
      tdsInterest: unit / 2n,
      toLender: 1000n * unit + unit / 2n,
      owed: 0n,
    });
    expect(after).toMatchObject({ paid: unit, withheld: unit / 2n });
    const withheld = entries.flatMap(({ legs }) => legs).filter(({ account }) => account === 'tds_payable');
    expect(withheld.map(({ amount }) => amount)).toEqual([unit / 2n]);
    // Nothing was sold: the tax comes out of what the wallet gave.
    const unsold = decided(begun, { type: 'settleSale' }, { tax, money: 2000n * unit });
    expect(unsold.loan).toMatchObject({
      state: 'liquidated',
      sale: { receipt: { coinsBack: 2_000_000n, setOff: 1001n * unit } },
    });
    expect(unsold.entries.at(-1)?.legs.map(({ amount }) => amount)).toEqual([
      -1001n * unit,
      1000n * unit + unit / 2n,
      unit / 2n,
    ]);
  });
});
