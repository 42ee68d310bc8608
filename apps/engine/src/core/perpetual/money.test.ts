import { PositionSide } from '@pelican/shared/engine/perpetual';
import {
  costShare,
  feeOf as exactFeeOf,
  notionalOf as exactNotionalOf,
  initialMargin,
} from '@pelican/shared/perpetual';
import { testInstrument } from '@pelican/shared/perpetual/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, costShareOf, feeOf, initialMarginOf, moneyOf, negate, notionalOf, subtract, unitOf } from './money.ts';

const safeMax = 2n ** 53n - 1n;
/** Amounts of all sizes, most of them where a double ends. */
const amounts = fc.oneof(
  fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }),
  fc.bigInt({ min: safeMax - 9n, max: safeMax + 9n }),
  fc.bigInt({ min: -safeMax - 9n, max: -safeMax + 9n }),
  fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
);
const costs = amounts.map((amount) => (amount < 0n ? -amount : amount) + 1n);
const rates = fc.oneof(
  fc.integer({ min: -99_999_999, max: 99_999_999 }),
  fc.constantFrom(-90_000_001, -90_000_000, 20_000, 50_000, 90_000_000, 90_000_001),
);
const lots = fc.oneof(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 94_906_260, max: 94_906_270 }));

/** One form a value: a number exactly while it is a safe integer. */
function expectMoney(actual: number | bigint, expected: bigint): void {
  expect(BigInt(actual)).toBe(expected);
  expect(typeof actual).toBe(expected <= safeMax && expected >= -safeMax ? 'number' : 'bigint');
}

const runs = { numRuns: 3000 };

describe('money is exact at every size', () => {
  it('in sums and differences', () => {
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        expectMoney(add(moneyOf(a), moneyOf(b)), a + b);
        expectMoney(subtract(moneyOf(a), moneyOf(b)), a - b);
        expectMoney(negate(moneyOf(a)), -a);
      }),
      runs,
    );
  });

  it('in fees and rebates, as in the formulas', () => {
    fc.assert(
      fc.property(costs, rates, (notional, rate) => {
        expectMoney(feeOf(moneyOf(notional), rate), exactFeeOf(notional, BigInt(rate)));
      }),
      runs,
    );
  });

  it('in initial margins, as in the formulas', () => {
    fc.assert(
      fc.property(costs, fc.integer({ min: 1, max: 1000 }), (notional, leverage) => {
        expectMoney(initialMarginOf(moneyOf(notional), leverage), initialMargin(notional, leverage));
      }),
      runs,
    );
  });

  it('in shares of a cost, as in the formulas', () => {
    const sides = fc.constantFrom(PositionSide.long, PositionSide.short);
    fc.assert(
      fc.property(sides, costs, lots, fc.double({ min: 0, max: 1, noNaN: true }), (position, cost, held, share) => {
        const closed = Math.max(1, Math.floor(held * share));
        const expected = costShare({ position, lots: held, cost }, closed);
        expectMoney(costShareOf(position, moneyOf(cost), held, closed), expected);
      }),
      runs,
    );
  });

  it('in notionals, as in the formulas, whatever the unit', () => {
    const units = fc.bigInt({ min: 1n, max: 2n ** 60n });
    const ticks = fc.integer({ min: -100_000_000, max: 100_000_000 });
    fc.assert(
      fc.property(units, ticks, lots, (unit, price, size) => {
        const instrument = testInstrument({ unit });
        const market = { instrument, unit: unitOf(instrument) };
        expectMoney(notionalOf(market, price, size), exactNotionalOf(instrument, price, size));
      }),
      runs,
    );
  });
});
