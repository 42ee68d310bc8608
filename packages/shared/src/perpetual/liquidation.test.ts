import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PositionSide } from '../engine/perpetual/terms.ts';
import { fundOrder, isReducible, lotsToLowerTier, reductionFill, takeover } from './liquidation.ts';
import { directionOf, notionalOf } from './notional.ts';
import { heldCases, sides, testInstrument } from './testing/arbitraries.ts';
import { tierOf } from './tiers.ts';

describe('liquidation', () => {
  it('a takeover costs the owner the margin, brings the fund at least the fee, and no money appears', () => {
    fc.assert(
      fc.property(heldCases(10_000_000), ({ instrument, held }) => {
        const taken = takeover(instrument, held);
        expect(taken.userRealised).toBe(-held.margin);
        expect(taken.surplus).toBeGreaterThanOrEqual(0n);
        const direction = directionOf(held.position);
        expect(taken.fundDelta - direction * taken.notional).toBe(held.margin - direction * held.cost);
      }),
    );
  });

  it('a reduction lands on the top of the next lower tier and keeps all money in the margin', () => {
    fc.assert(
      fc.property(heldCases(100_000), ({ instrument, held, entryTicks }) => {
        const lots = lotsToLowerTier(instrument, held.lots);
        if (lots === 0) {
          expect(tierOf(instrument, held.lots).index).toBe(0);
          expect(isReducible(instrument, { ...held, markTicks: entryTicks })).toBe(false);
          return;
        }
        const reduced = reductionFill(instrument, held, { lots, ticks: entryTicks });
        expect(tierOf(instrument, reduced.lotsAfter).index).toBe(tierOf(instrument, held.lots).index - 1);
        expect(reduced.costAfter + reduced.costRemoved).toBe(held.cost);
        expect(reduced.marginAfter).toBe(held.margin + reduced.pnl - reduced.fee);
      }),
    );
  });

  it('the order of the fund never loses more than its budget', () => {
    const input = [
      sides,
      fc.integer({ min: 1, max: 5000 }),
      fc.integer({ min: 1, max: 100_000 }),
      fc.bigInt(0n, 10n ** 12n),
    ] as const;
    fc.assert(
      fc.property(...input, (position, lots, bankruptcy, fund) => {
        const instrument = testInstrument();
        const order = fundOrder(instrument, { position, lots, bankruptcyTicks: bankruptcy }, fund);
        const lossAt = (ticks: number) => -directionOf(position) * notionalOf(instrument, ticks - bankruptcy, lots);
        const worse = position === PositionSide.long ? order.limitTicks - 1 : order.limitTicks + 1;
        expect(order.budget).toBe(fund / 5n);
        expect(lossAt(order.limitTicks)).toBeLessThanOrEqual(order.budget);
        expect(lossAt(worse)).toBeGreaterThan(order.budget);
      }),
    );
  });
});
