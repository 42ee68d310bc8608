import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from './decide.ts';
import { begunDays, begunLateDays, dayInterest, dueAt, lateDayInterest, payoffAt, unpaidInterest } from './interest.ts';
import { dayMs, type Loan } from './loan.ts';
import { testContext, testLoan, testStart, testTerms } from './testing/fixtures.ts';

const terms = testTerms();

/** The wallet that is left with the loan; a job is never refused. */
function runAt(loan: Loan, now: number, money: bigint) {
  const decision = decide(loan, { type: 'run' }, testContext({ now, money }));
  if (decision.refusal) throw new Error(decision.refusal);
  const legs = decision.entries.flatMap((entry) => entry.legs);
  const paid = legs.filter(({ owner, asset }) => owner === 'borrower' && asset === 'money');
  return { ...decision, money: paid.reduce((sum, { amount }) => sum + amount, money) };
}

/** Days since the start, in half hours: ends of days are among them. */
const halfHours = (days: number) =>
  fc.integer({ min: 0, max: days * 48 }).map((count) => testStart + count * 1_800_000);
const wallets = fc.bigInt(0n, 40n * dayInterest(terms.amount, terms.dayRate));
const overdue = testLoan({ state: 'overdue', chargedDays: 30, overdueAt: dueAt(testLoan()) + 40_000 });

describe('days', () => {
  it('begin with the start itself, and end with the term', () => {
    const begun = [0, 1, dayMs, dayMs + 1, 29 * dayMs, 30 * dayMs, 99 * dayMs].map((ms) =>
      begunDays(testLoan(), testStart + ms),
    );
    expect(begun).toEqual([1, 1, 1, 2, 29, 30, 30]);
  });

  it('late ones begin after the loan was found overdue, and end with the grace', () => {
    const from = overdue.overdueAt ?? 0;
    const begun = [0, 1, dayMs, dayMs + 1, 3 * dayMs, 9 * dayMs].map((ms) => begunLateDays(overdue, from + ms));
    expect(begun).toEqual([0, 1, 1, 2, 3, 3]);
    expect(begunLateDays(testLoan(), from + 9 * dayMs)).toBe(0);
  });

  it('cost a rounded-down part of the principal, late ones with one rounding', () => {
    expect(dayInterest(1999n, 100_000n)).toBe(1n);
    // 1.999 x 1.5: a day rounded first would cost 1.
    expect(lateDayInterest(1999n, 100_000n, 150_000_000n)).toBe(2n);
  });
});

describe('the job of days', () => {
  it('run again at the same time changes nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(testLoan(), overdue), halfHours(40), wallets, (loan, now, wallet) => {
        const once = runAt(loan, now, wallet);
        const twice = runAt(once.loan, now, once.money);
        expect(twice).toMatchObject({ loan: once.loan, entries: [], events: [] });
      }),
    );
  });

  it('charges and collects the same in one run as in two, up to the due time', () => {
    const times = fc.tuple(halfHours(29), halfHours(29)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    fc.assert(
      fc.property(times, wallets, ([first, second], wallet) => {
        const half = runAt(testLoan(), first, wallet);
        const stepped = runAt(half.loan, second, half.money);
        const whole = runAt(testLoan(), second, wallet);
        expect(stepped.loan).toEqual(whole.loan);
        expect(stepped.money).toBe(whole.money);
        expect([...half.entries, ...stepped.entries]).toEqual(whole.entries);
      }),
    );
  });

  it('charges the same late days in one run as in two while the wallet can not pay everything', () => {
    const from = overdue.overdueAt ?? 0;
    const afters = fc.integer({ min: 0, max: 5 * 48 }).map((count) => from + count * 1_800_000);
    fc.assert(
      fc.property(afters, afters, wallets, (one, other, wallet) => {
        const half = runAt(overdue, Math.min(one, other), wallet);
        const stepped = runAt(half.loan, Math.max(one, other), half.money);
        expect(stepped.loan).toEqual(runAt(overdue, Math.max(one, other), wallet).loan);
      }),
    );
  });

  it('takes whole rows, oldest first, and nothing past one that does not fit', () => {
    const old = {
      kind: 'interest',
      day: 1,
      at: testStart,
      amount: 150_000_000n,
      paid: 0n,
      status: 'unsuccessful',
    } as const;
    const loan = testLoan({ chargedDays: 1, rows: [old] });
    const { loan: after, money, events } = runAt(loan, testStart + 2 * dayMs, 149_999_999n);
    expect(money).toBe(149_999_999n);
    expect(after.rows.map(({ paid }) => paid)).toEqual([0n, 0n]);
    expect(events).toEqual([{ type: 'day_unpaid', day: 2, amount: 100_000_000n }]);
    const fits = runAt(loan, testStart + 2 * dayMs, 249_999_999n);
    expect(fits.loan.rows.map(({ status }) => status)).toEqual(['closed', 'unsuccessful']);
  });

  it('between the ends of days it collects nothing', () => {
    const row = { kind: 'interest', day: 1, at: testStart, amount: 5n, paid: 0n, status: 'unsuccessful' } as const;
    const loan = testLoan({ chargedDays: 1, rows: [row] });
    expect(runAt(loan, testStart + 2 * dayMs - 1, 100n)).toMatchObject({ entries: [], money: 100n });
  });

  it('at the due time takes everything or nothing but interest, and the pledge returns only with everything', () => {
    const total = terms.amount + 30n * dayInterest(terms.amount, terms.dayRate);
    const due = dueAt(testLoan());
    expect(runAt(testLoan(), due - 1, total).loan).toMatchObject({ state: 'active', chargedDays: 29 });
    expect(runAt(testLoan(), due, total)).toMatchObject({ loan: { state: 'repaid', pledge: 0n }, money: 0n });
    const short = runAt(testLoan(), due + 5, total - 1n);
    expect(short.loan).toMatchObject({ state: 'overdue', overdueAt: due + 5, pledge: 2_000_000n });
    expect(payoffAt(short.loan, due + 5)).toBe(terms.amount);
  });

  it('a week away costs the borrower no late day', () => {
    const found = dueAt(testLoan()) + 7 * dayMs;
    const { loan } = runAt(testLoan(), found, 0n);
    expect(loan).toMatchObject({ state: 'overdue', overdueAt: found, chargedDays: 30, lateDaysCharged: 0 });
    expect(runAt(loan, found + 9 * dayMs, 0n).loan).toMatchObject({ state: 'overdue', lateDaysCharged: 3 });
  });
});

describe('what is owed', () => {
  it('is what a full repayment takes, and no less suffices', () => {
    fc.assert(
      fc.property(fc.constantFrom(testLoan(), overdue), halfHours(40), wallets, (loan, now, wallet) => {
        const { loan: charged } = runAt(loan, now, wallet);
        fc.pre(charged.state !== 'repaid');
        const payoff = payoffAt(charged, now);
        const repay = (money: bigint) => decide(charged, { type: 'repay', amount: null }, testContext({ now, money }));
        expect(repay(payoff - 1n)).toEqual({ refusal: 'insufficient_balance' });
        expect(repay(payoff)).toMatchObject({ loan: { state: 'repaid', principal: 0n, pledge: 0n } });
      }),
    );
  });

  it('grows with begun days and shrinks with payments only', () => {
    const loan = testLoan({ chargedDays: 3 });
    const day = dayInterest(terms.amount, terms.dayRate);
    expect(payoffAt(loan, testStart + 3 * dayMs)).toBe(terms.amount);
    expect(payoffAt(loan, testStart + 3 * dayMs + 1)).toBe(terms.amount + day);
    // A day that was charged while it ran is not owed again.
    expect(payoffAt(testLoan({ chargedDays: 4 }), testStart + 3 * dayMs + 1)).toBe(terms.amount);
    expect(unpaidInterest([])).toBe(0n);
  });
});
