import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentFee } from './payment-fee.ts';

const terms = fc
  .record({
    fixed: fc.bigInt(0n, 10n ** 20n),
    ppm: fc.integer({ min: 0, max: 1_000_000 }),
    min: fc.bigInt(0n, 10n ** 20n),
    more: fc.option(fc.bigInt(0n, 10n ** 20n)),
  })
  .map(({ more, ...rest }) => ({ ...rest, max: more === null ? 0n : rest.min + more + 1n }));
const amounts = fc.bigInt(0n, 10n ** 30n);

test.each([
  { name: 'a fixed fee', amount: 1_000n, terms: { fixed: 15n, ppm: 0, min: 0n, max: 0n }, fee: 15n },
  { name: 'a share, rounded up', amount: 1_001n, terms: { fixed: 0n, ppm: 10_000, min: 0n, max: 0n }, fee: 11n },
  { name: 'a share below its least', amount: 1_000n, terms: { fixed: 0n, ppm: 10_000, min: 50n, max: 0n }, fee: 50n },
  { name: 'a share above its most', amount: 9_000n, terms: { fixed: 0n, ppm: 10_000, min: 0n, max: 40n }, fee: 40n },
  {
    name: 'the fixed part beyond the most',
    amount: 9_000n,
    terms: { fixed: 5n, ppm: 10_000, min: 0n, max: 40n },
    fee: 45n,
  },
  { name: 'more than the amount', amount: 10n, terms: { fixed: 15n, ppm: 0, min: 0n, max: 0n }, fee: 10n },
])('$name', ({ amount, terms: wanted, fee }) => {
  expect(paymentFee(amount, wanted)).toBe(fee);
});

test('what is left is never below zero, and never more for a smaller amount', () => {
  fc.assert(
    fc.property(terms, amounts, amounts, (wanted, one, other) => {
      const left = (amount: bigint) => amount - paymentFee(amount, wanted);
      const [less, more] = one < other ? [one, other] : [other, one];
      expect(left(less)).toBeGreaterThanOrEqual(0n);
      expect(left(less)).toBeLessThanOrEqual(left(more));
    }),
  );
});

test('the fee without its fixed part is between its limits wherever the amount allows it', () => {
  fc.assert(
    fc.property(terms, amounts, (wanted, amount) => {
      const share = paymentFee(amount, { ...wanted, fixed: 0n });
      expect(share === amount || share >= wanted.min).toBe(true);
      expect(wanted.max === 0n || share <= wanted.max).toBe(true);
    }),
  );
});
