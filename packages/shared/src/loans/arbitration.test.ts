import { describe, expect, it } from 'vitest';
import type { DisputeDecision, LoanContext } from './commands.ts';
import { decide } from './decide.ts';
import { payoffAt } from './interest.ts';
import { dayMs, type Loan } from './loan.ts';
import { testContext, testLoan, testStart } from './testing/fixtures.ts';

const unit = 100_000_000n;
const disputed = testLoan({ isDisputed: true });

function ruling(loan: Loan, decision: DisputeDecision, context: Partial<LoanContext> = {}) {
  return decide(loan, { type: 'decideDispute', decision }, testContext({ now: testStart + 1, ...context }));
}

describe('a dispute', () => {
  it('can be opened while the loan runs and for seven days after, one at a time', () => {
    const open = (loan: Loan, now = testStart) => decide(loan, { type: 'dispute' }, testContext({ now }));
    expect(open(testLoan())).toMatchObject({ loan: { isDisputed: true, state: 'active' }, entries: [] });
    expect(open(disputed).refusal).toBe('dispute_open');
    const ended = testLoan({ state: 'repaid', endedAt: testStart });
    expect(open(ended, testStart + 7 * dayMs).refusal).toBeNull();
    expect(open(ended, testStart + 7 * dayMs + 1).refusal).toBe('dispute_too_late');
  });

  it('stops neither days nor repayment', () => {
    const { loan } = decide(disputed, { type: 'run' }, testContext({ now: testStart + dayMs })) as { loan: Loan };
    expect(loan.chargedDays).toBe(1);
    expect(decide(loan, { type: 'repay', amount: null }, testContext({ money: 2000n * unit })).refusal).toBeNull();
  });

  it('is decided once; a decision that can not be carried out leaves it open', () => {
    expect(ruling(testLoan(), { type: 'dismiss' }).refusal).toBe('already_decided');
    expect(ruling(disputed, { type: 'dismiss' })).toMatchObject({ loan: { isDisputed: false }, entries: [] });
    expect(ruling(testLoan({ ...disputed, state: 'repaid' }), { type: 'waive' }).refusal).toBe('loan_ended');
    expect(ruling(disputed, { type: 'compensate', to: 'lender', amount: 0n }).refusal).toBe('invalid_argument');
  });
});

describe('decisions', () => {
  it('waive unpaid interest, and nothing else', () => {
    const row = { kind: 'interest', day: 1, at: testStart, amount: unit, paid: 5n, status: 'unsuccessful' } as const;
    const loan = testLoan({ isDisputed: true, chargedDays: 1, rows: [row] });
    const decision = ruling(loan, { type: 'waive' });
    expect(decision).toMatchObject({
      entries: [],
      loan: {
        principal: 1000n * unit,
        rows: [
          { status: 'closed', paid: 5n },
          { kind: 'waiver', amount: unit - 5n },
        ],
      },
    });
    expect(payoffAt((decision as { loan: Loan }).loan, testStart + 1)).toBe(1000n * unit);
  });

  it('compensate either side from the house', () => {
    for (const to of ['lender', 'borrower'] as const)
      expect(ruling(disputed, { type: 'compensate', to, amount: 7n })).toMatchObject({
        entries: [
          {
            key: 'p2p:arb:7:1',
            legs: [
              { account: 'p2p_compensation', amount: -7n },
              { owner: to, amount: 7n },
            ],
          },
        ],
      });
  });

  it('hand over coins worth the debt at the last index, rounded up, or all of them', () => {
    const covered = ruling(disputed, { type: 'handOver', lastIndex: 60_000n * unit });
    expect(covered).toMatchObject({
      loan: { state: 'liquidated', pledge: 0n, principal: 0n },
      entries: [{ legs: [{ amount: -2_000_000n }, { owner: 'lender', amount: 1_668_334n }, { amount: 331_666n }] }],
    });
    const short = ruling(disputed, { type: 'handOver', lastIndex: 30_000n * unit });
    expect(short).toMatchObject({
      loan: { state: 'defaulted', pledge: 0n, principal: 400n * unit },
      entries: [{ legs: [{ amount: -2_000_000n }, { owner: 'lender', amount: 2_000_000n }] }],
    });
  });

  it('extend the term to ninety days in all', () => {
    expect(ruling(disputed, { type: 'extend', days: 60 })).toMatchObject({
      loan: { state: 'active', terms: { days: 90 } },
    });
    expect(ruling(disputed, { type: 'extend', days: 61 }).refusal).toBe('invalid_argument');
    expect(ruling(disputed, { type: 'extend', days: 0 }).refusal).toBe('invalid_argument');
    expect(ruling({ ...disputed, state: 'overdue' }, { type: 'extend', days: 1 }).refusal).toBe('invalid_argument');
  });

  it('write off what a defaulted loan owes, of no other', () => {
    const writeOff = (state: Loan['state']) => decide(testLoan({ state }), { type: 'writeOff' }, testContext());
    expect(writeOff('defaulted')).toMatchObject({ loan: { state: 'written_off' }, entries: [] });
    expect(writeOff('active').refusal).toBe('invalid_argument');
    expect(writeOff('written_off').refusal).toBe('loan_ended');
  });
});
