import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isolatedRemargin, maxReducible } from './leverage.ts';
import { isLiquidatable, isolatedEquity, requirement8 } from './margin.ts';
import { heldCases } from './testing/arbitraries.ts';
import { maxLeverageFor, tierMaxLots } from './tiers.ts';

/** Tiers of the random instruments leave room: 1 / leverage > maintenance + taker rate. */
const cases = heldCases(100_000).filter(({ instrument }) =>
  instrument.tiers.every((tier) => (BigInt(tier.mmr) + instrument.takerRate) * BigInt(tier.maxLeverage) < 100_000_000n),
);
const marks = fc.integer({ min: 50, max: 150 });

describe('margin of an isolated position, changed by its owner', () => {
  it('taking out all that can go never liquidates, and a unit more would break the initial margin', () => {
    fc.assert(
      fc.property(cases, marks, ({ instrument, held, entryTicks }, percent) => {
        const markTicks = Math.floor((entryTicks * percent) / 100);
        const { amount, required } = maxReducible(instrument, { ...held, markTicks });
        expect(amount >= 0n && amount <= held.margin).toBe(true);
        if (amount === 0n) return;
        const rest = { ...held, margin: held.margin - amount, markTicks };
        const equity = isolatedEquity(instrument, rest);
        expect(isLiquidatable(equity, requirement8(instrument, held.lots, markTicks))).toBe(false);
        expect(equity).toBeGreaterThanOrEqual(required);
      }),
    );
  });

  it('a new leverage adds up to the target, or releases no more than a loss leaves', () => {
    fc.assert(
      fc.property(
        cases,
        marks,
        fc.integer({ min: 1, max: 75 }),
        ({ instrument, held, entryTicks }, percent, wanted) => {
          const leverage = Math.min(wanted, maxLeverageFor(instrument, held.lots));
          const markTicks = Math.floor((entryTicks * percent) / 100);
          const change = isolatedRemargin(instrument, { ...held, markTicks }, leverage);
          if (change.delta > 0n) expect(held.margin + change.delta).toBe(change.target);
          if (change.delta >= 0n) return;
          const rest = { ...held, margin: held.margin + change.delta, markTicks };
          expect(rest.margin).toBeGreaterThanOrEqual(change.target);
          expect(isolatedEquity(instrument, rest)).toBeGreaterThanOrEqual(change.required);
        },
      ),
    );
  });

  it('tier limit and highest leverage agree', () => {
    fc.assert(
      fc.property(cases, ({ instrument, held }) => {
        const highest = maxLeverageFor(instrument, held.lots);
        expect(tierMaxLots(instrument, highest)).toBeGreaterThanOrEqual(held.lots);
        expect(tierMaxLots(instrument, highest + 1)).toBeLessThan(held.lots);
      }),
    );
  });
});
