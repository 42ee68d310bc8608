import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LoanState } from './loan.ts';
import { beginnings, happenings, RandomLife } from './testing/random-life.ts';

/** What may follow a state; hand-overs end a running loan without a sale. */
const next: Record<LoanState, readonly LoanState[]> = {
  pending: ['active', 'rejected', 'withdrawn', 'expired'],
  active: ['overdue', 'repaid', 'liquidating', 'liquidated', 'defaulted'],
  overdue: ['repaid', 'liquidating', 'liquidated', 'defaulted'],
  liquidating: ['repaid', 'liquidated', 'defaulted'],
  defaulted: ['repaid', 'written_off'],
  repaid: [],
  liquidated: [],
  written_off: [],
  rejected: [],
  withdrawn: [],
  expired: [],
};

/** Lives of ten to sixty happenings; the check runs after each. */
function everyStep(check: (life: RandomLife, step: ReturnType<RandomLife['step']>) => void, numRuns = 200): void {
  fc.assert(
    fc.property(beginnings, fc.array(happenings, { minLength: 10, maxLength: 60, size: 'max' }), (beginning, all) => {
      const life = new RandomLife(beginning);
      for (const happening of all) check(life, life.step(happening));
    }),
    { numRuns },
  );
}

describe('a loan under random events', () => {
  it('changes its state only as the table says, and not at all from a final one', () => {
    const seen = new Set<string>();
    everyStep(({ loan }, { before }) => {
      if (loan.state === before) return;
      seen.add(loan.state);
      expect(next[before]).toContain(loan.state);
      expect(next[loan.state].length === 0).toBe(loan.endedAt !== null && loan.state !== 'defaulted');
    }, 400);
    // The lives are long and mixed enough to reach all of them.
    expect(seen.size).toBe(Object.keys(next).length - 1);
  });

  it('keeps the pledge in exactly one place, and gives back or sells all of it', () => {
    everyStep(({ loan, ledger }) => {
      const isRunning = loan.state === 'active' || loan.state === 'overdue';
      const isSelling = loan.state === 'liquidating';
      expect(ledger.balance('p2p_request:borrower:crypto')).toBe(loan.state === 'pending' ? loan.pledge : 0n);
      expect(ledger.balance('p2p_pledge:borrower:crypto')).toBe(isRunning ? loan.pledge : 0n);
      expect(ledger.balance('trade_spot:p2p-desk:crypto')).toBe(isSelling ? loan.pledge - (loan.sale?.sold ?? 0n) : 0n);
      expect(ledger.balance('trade_spot:p2p-desk:money')).toBe(isSelling ? (loan.sale?.proceeds ?? 0n) : 0n);
      for (const asset of ['money', 'crypto']) expect(ledger.balance(`p2p_liquidation:borrower:${asset}`)).toBe(0n);
      if (loan.endedAt !== null) expect(loan.pledge).toBe(0n);
    });
  });

  it('overdraws nobody, and reports every change', () => {
    everyStep(({ ledger }, { before, decision }) => {
      for (const [place, amount] of ledger.balances)
        if (!/^(outside|market|p2p_compensation):/.test(place)) expect(amount > 0n, place).toBe(true);
      if (!decision || decision.refusal) return;
      const isChanged = decision.loan.state !== before;
      if (isChanged || decision.entries.length > 0) expect(decision.events.length).toBeGreaterThan(0);
    });
  });

  it('pays the lender no more than was charged, and all that is paid arrives or is a tax or a fee', () => {
    everyStep(({ loan, ledger, payoff }) => {
      const charged = loan.rows.filter(({ kind }) => kind === 'interest' || kind === 'late');
      const principal = loan.rows.filter(({ kind }) => kind === 'principal');
      const sum = (rows: typeof loan.rows, field: 'amount' | 'paid') =>
        rows.reduce((total, row) => total + row[field], 0n);
      for (const { amount, paid, status } of charged) {
        expect(paid >= 0n && paid <= amount).toBe(true);
        if (status === 'successful') expect(paid).toBe(amount);
      }
      const isStarted = loan.startedAt > 0;
      expect(loan.principal + sum(principal, 'paid')).toBe(isStarted ? loan.terms.amount : 0n);
      expect(loan.chargedDays + loan.lateDaysCharged).toBe(charged.length);
      if (['repaid', 'liquidated'].includes(loan.state)) expect(payoff).toBe(0n);
      // Nothing is handed over in coins or compensated: then money in and out of the loan is known to the last unit.
      if (loan.decisions > 0) return;
      const lender = ledger.main('lender', 'money') + ledger.balance('p2p_offer:lender:money');
      const tdsSale = loan.sale?.receipt?.tdsSale ?? 0n;
      const interestTax = ledger.balance('tds_payable:money') - tdsSale;
      const repaid = sum(charged, 'paid') + sum(principal, 'paid');
      expect(lender + interestTax).toBe(loan.terms.amount - (isStarted ? loan.terms.amount : 0n) + repaid);
    });
  });

  it('the house takes a fee on a sale only when the lender is whole', () => {
    everyStep(({ loan }) => {
      const receipt = loan.sale?.receipt;
      if (receipt && receipt.fee + receipt.gst > 0n) expect(receipt.shortfall).toBe(0n);
      if (receipt && receipt.owed > 0n) expect(receipt.toBorrower).toBe(0n);
    });
  });
});
