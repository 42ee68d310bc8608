import { describe, expect, it } from 'vitest';
import type { LoanContext } from './commands.ts';
import { decide } from './decide.ts';
import { dayMs, type Loan } from './loan.ts';
import { testContext, testLoan, testStart, testTerms } from './testing/fixtures.ts';

const money = 100_000_000n;
const noon = testStart + dayMs / 2;

function repay(loan: Loan, amount: bigint | null, context: Partial<LoanContext> = {}) {
  return decide(loan, { type: 'repay', amount }, testContext({ now: noon, money: 5000n * money, ...context }));
}

function repaid(loan: Loan, amount: bigint | null, context: Partial<LoanContext> = {}) {
  const decision = repay(loan, amount, context);
  if (decision.refusal) throw new Error(decision.refusal);
  return decision;
}

describe('repayment', () => {
  it('in part pays at least the minimum, and leaves at least the minimum', () => {
    const payoff = 1001n * money;
    expect(repay(testLoan(), money - 1n)).toEqual({ refusal: 'repay_too_small' });
    expect(repay(testLoan(), 0n)).toEqual({ refusal: 'repay_too_small' });
    expect(repay(testLoan(), -5n)).toEqual({ refusal: 'repay_too_small' });
    expect(repay(testLoan(), payoff - money + 1n)).toEqual({ refusal: 'repay_leaves_dust' });
    expect(repaid(testLoan(), payoff - money).loan).toMatchObject({ state: 'active', principal: money });
    expect(repaid(testLoan(), money).loan).toMatchObject({ principal: 1000n * money, chargedDays: 1 });
  });

  it('in part is made two hundred times at most; the rest is paid whole', () => {
    expect(repaid(testLoan({ payments: 199 }), money).loan).toMatchObject({ payments: 200 });
    expect(repay(testLoan({ payments: 200 }), money)).toEqual({ refusal: 'too_many_repayments' });
    expect(repaid(testLoan({ payments: 200 }), null).loan.state).toBe('repaid');
  });

  it('lacking money is what is said first', () => {
    expect(repay(testLoan(), 1n, { money: 0n })).toEqual({ refusal: 'insufficient_balance' });
    // More than is owed takes no more than is owed.
    expect(repaid(testLoan(), 9000n * money, { money: 1001n * money }).loan.state).toBe('repaid');
  });

  it('lowers what the next days cost', () => {
    const { loan } = repaid(testLoan(), 501n * money);
    const next = decide(loan, { type: 'run' }, testContext({ now: testStart + 2 * dayMs, money: 0n }));
    expect(next).toMatchObject({ loan: { principal: 500n * money, rows: [{}, {}, { day: 2, amount: money / 2n }] } });
  });

  it('pays interest oldest first, a row in part too, which stays due', () => {
    const unpaid = {
      kind: 'interest',
      day: 1,
      at: testStart,
      amount: 2n * money,
      paid: 0n,
      status: 'unsuccessful',
    } as const;
    const loan = testLoan({ chargedDays: 2, rows: [unpaid, { ...unpaid, day: 2 }] });
    const { rows } = repaid(loan, 3n * money).loan;
    expect(rows.map(({ paid, status }) => [paid, status])).toEqual([
      [2n * money, 'closed'],
      [money, 'unsuccessful'],
    ]);
  });

  it('marks principal as successful, the last of it as finished', () => {
    const first = repaid(testLoan(), 501n * money);
    const { rows } = repaid(first.loan, null).loan;
    expect(rows.map(({ kind, status }) => [kind, status])).toEqual([
      ['interest', 'successful'],
      ['principal', 'successful'],
      ['principal', 'finished'],
    ]);
  });

  it('returns the pledge in the entry that pays, relends principal alone, and withholds tax from interest alone', () => {
    const tax = { rate: 10_000_000n, threshold: 0n, paid: 0n, withheld: 0n };
    const { entries } = repaid(testLoan(), null, { principalTo: 'p2p_offer', tax });
    const legs = entries.flatMap((entry) => entry.legs.map((leg) => [leg.account, leg.owner, leg.amount]));
    expect(entries.map(({ key }) => key)).toEqual(['p2p:loan:7:pay:1']);
    expect(legs).toEqual([
      ['main', 'borrower', -1001n * money],
      ['main', 'lender', 900_000_00n],
      ['p2p_offer', 'lender', 1000n * money],
      ['tds_payable', 'house', 100_000_00n],
      ['p2p_pledge', 'borrower', -2_000_000n],
      ['main', 'borrower', 2_000_000n],
    ]);
  });

  it('is possible in default, without new days, and its principal goes to the wallet', () => {
    const loan = testLoan({
      state: 'defaulted',
      principal: 40n * money,
      pledge: 0n,
      chargedDays: 1,
      endedAt: testStart,
    });
    const { loan: after, entries } = repaid(loan, null, { now: testStart + 20 * dayMs, principalTo: 'p2p_offer' });
    expect(after).toMatchObject({ state: 'repaid', principal: 0n, chargedDays: 1 });
    expect(entries[0]?.legs).toContainEqual({ account: 'main', owner: 'lender', asset: 'money', amount: 40n * money });
  });

  it('is refused before the loan, during a sale and after the end', () => {
    const refusalIn = (state: Loan['state']) => repay(testLoan({ state }), null).refusal;
    expect(refusalIn('pending')).toBe('loan_not_found');
    expect(refusalIn('liquidating')).toBe('loan_liquidating');
    expect(refusalIn('repaid')).toBe('loan_ended');
    expect(repay(testLoan({ terms: testTerms({ repayMin: 0n }) }), 0n).refusal).toBe('repay_too_small');
  });
});
