import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasWholePayments, interestReserve, paidInterest, paymentCount, stakingFigures } from './interest.ts';
import { day, hour, type StakingTerms } from './terms.ts';

const fixed: StakingTerms = {
  term: 'fixed',
  period: 15,
  interestPeriod: 24,
  valuePeriod: 0,
  redemptionPeriod: 0,
  early: 'keep',
  feeRate: 0n,
};
const amounts = fc.oneof(fc.bigInt(1n, 1000n), fc.bigInt(1n, 10n ** 15n));
const rates = fc.bigInt(1n, 100_000_000n);

it('payments sum to the interest of the term, rounded once', () => {
  fc.assert(
    fc.property(amounts, rates, fc.constantFrom(1, 6, 24, 120), (amount, rate, interestPeriod) => {
      const terms = { ...fixed, interestPeriod };
      const held = { amount, rate, start: 0 };
      const count = paymentCount(terms);
      const payments = Array.from({ length: count }, (_, at) => {
        return paidInterest(held, terms, at + 1) - paidInterest(held, terms, at);
      });
      for (const payment of payments) expect(payment).toBeGreaterThanOrEqual(0n);
      expect(payments.reduce((sum, payment) => sum + payment, 0n)).toBe((amount * rate) / 100_000_000n);
      expect(interestReserve(held, terms)).toBe((amount * rate) / 100_000_000n);
    }),
  );
});

it('what is shown as earned is at least what was paid, and less than the next payment brings it to', () => {
  fc.assert(
    fc.property(
      amounts,
      rates,
      fc.boolean(),
      fc.integer({ min: -day, max: 20 * day }),
      (amount, rate, isFixed, now) => {
        const terms: StakingTerms = { ...fixed, term: isFixed ? 'fixed' : 'flexible' };
        const figures = stakingFigures({ amount, rate, start: 0 }, terms, now);
        expect(figures.earned).toBeGreaterThanOrEqual(figures.paid);
        expect(figures.earned).toBeLessThanOrEqual(figures.paid + figures.nextPayment);
        expect(figures.nextPayAt === null).toBe(isFixed && now >= 15 * day);
        if (figures.nextPayAt !== null) expect(figures.nextPayAt).toBeGreaterThan(now);
      },
    ),
  );
});

it('a flexible investment reserves 30 days, and never matures', () => {
  const held = { amount: 10n ** 10n, rate: 11_000n, start: 0 };
  const terms: StakingTerms = { ...fixed, term: 'flexible', period: 1, interestPeriod: 6 };
  expect(interestReserve(held, terms)).toBe(33_000_000n);
  expect(stakingFigures(held, terms, 400 * day)).toMatchObject({
    maturesAt: null,
    termInterest: null,
    paidCount: 1600,
  });
});

it('a fixed period is a whole number of payments', () => {
  expect(hasWholePayments(fixed)).toBe(true);
  expect(hasWholePayments({ ...fixed, period: 10, interestPeriod: 7 })).toBe(false);
  expect(hour * 24).toBe(day);
});
