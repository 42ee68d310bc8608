import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { basisSamplesMin, type MarkInput, markPrice } from './mark-price.ts';
import { priceBand } from './price-band.ts';
import { testInstrument } from './testing/arbitraries.ts';

const instrument = testInstrument();
const index8 = 600_000n * instrument.tickSize;
const quiet: MarkInput = {
  indexTicks: 600_000,
  lastFundingRate: 0n,
  msToFunding: 0,
  basis8: [],
  last8: null,
  mid8: null,
};
const shifts = fc.bigInt(-(4n * index8) / 100n, (4n * index8) / 100n);

describe('mark price', () => {
  it('is the index where nothing else is known', () => {
    expect(markPrice(instrument, quiet).ticks).toBe(600_000);
  });

  it('takes the last trade before the mid, and the basis only of enough samples', () => {
    const few = Array.from({ length: basisSamplesMin - 1 }, () => 500n);
    const { traded8, byBasis8, basisMean8 } = markPrice(instrument, {
      ...quiet,
      basis8: few,
      last8: index8 + 7n,
      mid8: index8,
    });
    expect({ traded8, byBasis8, basisMean8 }).toEqual({ traded8: index8 + 7n, byBasis8: index8, basisMean8: null });
    const enough = markPrice(instrument, { ...quiet, basis8: [...few, 500n], mid8: index8 - 3n });
    expect(enough).toMatchObject({ traded8: index8 - 3n, byBasis8: index8 + 500n, basisMean8: 500n });
  });

  it('one wild view of three moves it to a neighbour at most, and never out of the band', () => {
    fc.assert(
      fc.property(shifts, shifts, fc.bigInt(1n, 10n * index8), (basis, last, wild) => {
        const basis8 = Array.from({ length: 10 }, () => basis);
        const honest = markPrice(instrument, { ...quiet, basis8, last8: index8 + last });
        const views = [honest.byFunding8, honest.byBasis8, honest.traded8].sort((a, b) => (a < b ? -1 : 1));
        expect(honest.median8).toBe(views[1]);
        const pushed = markPrice(instrument, { ...quiet, basis8, last8: wild });
        const others = [honest.byFunding8, honest.byBasis8].sort((a, b) => (a < b ? -1 : 1));
        expect(pushed.median8 >= (others[0] ?? 0n) && pushed.median8 <= (others[1] ?? 0n)).toBe(true);
        expect(pushed.ticks >= 570_000 && pushed.ticks <= 630_000).toBe(true);
      }),
    );
  });

  it('is held to the index when two views run away together', () => {
    const up = markPrice(instrument, {
      ...quiet,
      basis8: Array.from({ length: 10 }, () => index8),
      last8: 3n * index8,
    });
    expect(up.ticks).toBe(630_000);
  });
});

describe('price band', () => {
  it('is plain for ten minutes after the listing', () => {
    const band = (listedForMs: number) =>
      priceBand(instrument, { indexTicks: 600_000, averagePremium8: index8 / 100n, listedForMs });
    expect(band(599_999)).toMatchObject({ maxBuyTicks: 612_000, minSellTicks: 588_000 });
    expect(band(600_000)).toMatchObject({ maxBuyTicks: 618_000, minSellTicks: 594_000 });
  });

  it('always holds the index and never more than Z around it', () => {
    const limits = fc.record({
      indexTicks: fc.integer({ min: 1, max: 10_000_000 }),
      averagePremium8: fc.bigInt(-(10n ** 15n), 10n ** 15n),
    });
    fc.assert(
      fc.property(limits, (input) => {
        const { maxBuyTicks, minSellTicks } = priceBand(instrument, { ...input, listedForMs: 1e9 });
        expect(minSellTicks <= input.indexTicks && input.indexTicks <= maxBuyTicks).toBe(true);
        expect(maxBuyTicks * 100).toBeLessThanOrEqual(input.indexTicks * 105);
        expect(minSellTicks * 100).toBeGreaterThanOrEqual(input.indexTicks * 95);
      }),
    );
  });
});
