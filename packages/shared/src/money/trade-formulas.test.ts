import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  affordableLots,
  buyerCostOf,
  notionalOf,
  shareRoundedDown,
  shareRoundedUp,
  splitSale,
} from './trade-formulas.ts';

const amounts = fc.oneof(
  fc.integer({ min: 0, max: 5000 }),
  fc.maxSafeNat(),
  fc.integer({ min: 0, max: 1000 }).map((less) => Number.MAX_SAFE_INTEGER - less),
);
const rates = fc.oneof(
  fc.constantFrom(0, 1, 2000, 180_000, 999_999, 1_000_000),
  fc.integer({ min: 0, max: 1_000_000 }),
);
const million = 1_000_000n;

describe('shares', () => {
  it('are exact over the whole range, rounded the way they say', () => {
    fc.assert(
      fc.property(amounts, rates, (amount, ppm) => {
        const product = BigInt(amount) * BigInt(ppm);
        expect(shareRoundedDown(amount, ppm)).toBe(Number(product / million));
        expect(shareRoundedUp(amount, ppm)).toBe(Number((product + million - 1n) / million));
      }),
      { numRuns: 5000 },
    );
  });
});

describe('a sale', () => {
  it('divides its value without a rest, and nobody pays to sell', () => {
    fc.assert(
      fc.property(amounts, rates, rates, rates, (value, feePpm, gstPpm, tdsPpm) => {
        const { fee, gst, tds, net } = splitSale(value, feePpm, gstPpm, tdsPpm);
        expect(fee + gst + tds + net).toBe(value);
        for (const part of [fee, gst, tds, net]) expect(part).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('of 200 USDT at 0.2% leaves 199.528, and 197.53272 after TDS', () => {
    const value = notionalOf(10_000, 20_000, 100);
    expect(splitSale(value, 2000, 180_000, 0)).toEqual({
      fee: 40_000_000,
      gst: 7_200_000,
      tds: 0,
      net: 19_952_800_000,
    });
    expect(splitSale(value, 2000, 180_000, 10_000)).toMatchObject({ tds: 199_528_000, net: 19_753_272_000 });
  });
});

describe('the lots that money buys', () => {
  it('are the most whose cost it covers', () => {
    const budgets = fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 2 ** 51 }));
    const lotValues = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 2 ** 40 }));
    fc.assert(
      fc.property(budgets, lotValues, rates, rates, rates, (budget, lotValue, feePpm, gstPpm, tdsPpm) => {
        const lots = affordableLots(budget, lotValue, feePpm, gstPpm, tdsPpm);
        const cost = (count: number) => (count === 0 ? 0 : buyerCostOf(count * lotValue, feePpm, gstPpm, tdsPpm));
        expect(cost(lots)).toBeLessThanOrEqual(budget);
        expect(cost(lots + 1)).toBeGreaterThan(budget);
      }),
      { numRuns: 3000 },
    );
  });
});
