import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MarginMode, PositionSide } from '../engine/perpetual/terms.ts';
import { canBearClose, type DeleverageCandidate, deleverageTakes, lightRanks, rankCandidates } from './deleveraging.ts';
import { testInstrument } from './testing/arbitraries.ts';

const instrument = testInstrument();
const markTicks = 1000;

/** A short of so many lots entered at a price. */
function short(
  id: number,
  entryTicks: number,
  lots: number,
  overrides: Partial<DeleverageCandidate> = {},
): DeleverageCandidate {
  const cost = BigInt(entryTicks * lots) * instrument.unit;
  return {
    id,
    mode: MarginMode.isolated,
    position: PositionSide.short,
    lots,
    cost,
    margin: cost / 10n,
    crossNotional: 0n,
    crossEquity: 0n,
    hedgedLots: 0,
    ...overrides,
  };
}

function takesOf(lots: number, candidates: DeleverageCandidate[]) {
  const ranking = rankCandidates(instrument, markTicks, candidates);
  return deleverageTakes(instrument, { lots, bankruptcyTicks: 1010 }, markTicks, ranking);
}

describe('deleveraging', () => {
  it('ranks by profit and leverage, equal scores by the older position', () => {
    const ranking = rankCandidates(instrument, markTicks, [
      short(5, 1100, 10),
      short(4, 1100, 20),
      short(3, 1300, 10),
      short(2, 900, 10),
      short(1, 900, 10, { margin: 10n ** 9n }),
    ]);
    expect(ranking.map((one) => one.candidate.id)).toEqual([3, 4, 5, 2, 1]);
  });

  it('takes what winners have not hedged, then their hedged rest, then the others', () => {
    const hedged = short(1, 1300, 10, { hedgedLots: 6 });
    const winner = short(2, 1200, 10);
    const loser = short(3, 990, 10, { margin: 10n ** 9n });
    const idsAndLots = (lots: number) =>
      takesOf(lots, [loser, winner, hedged]).map((one) => [one.candidate.id, one.lots]);
    expect(idsAndLots(3)).toEqual([[1, 3]]);
    expect(idsAndLots(14)).toEqual([
      [1, 4],
      [2, 10],
    ]);
    expect(idsAndLots(17)).toEqual([
      [1, 7],
      [2, 10],
    ]);
    expect(idsAndLots(25)).toEqual([
      [1, 10],
      [2, 10],
      [3, 5],
    ]);
    expect(idsAndLots(99)).toEqual([
      [1, 10],
      [2, 10],
      [3, 10],
    ]);
  });

  it('asks nobody whom the close would leave in debt', () => {
    const poor = short(1, 1002, 10, { margin: 1n });
    const account = short(2, 1300, 10, { mode: MarginMode.cross, crossNotional: 10n ** 7n, crossEquity: 99_999n });
    expect(canBearClose(instrument, markTicks, 1010, poor)).toBe(false);
    expect(canBearClose(instrument, markTicks, 1010, account)).toBe(false);
    expect(canBearClose(instrument, markTicks, 1010, { ...account, crossEquity: 100_000n })).toBe(true);
    expect(takesOf(5, [poor, account])).toEqual([]);
  });

  it('closes exactly the lot where there is enough on the other side', () => {
    const candidates = fc.array(
      fc.record({
        entry: fc.integer({ min: 1011, max: 1500 }),
        lots: fc.integer({ min: 1, max: 50 }),
        hedged: fc.nat(60),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(candidates, fc.integer({ min: 1, max: 500 }), (all, lots) => {
        const shorts = all.map((one, at) => short(at + 1, one.entry, one.lots, { hedgedLots: one.hedged }));
        const takes = takesOf(lots, shorts);
        const available = shorts.reduce((sum, one) => sum + one.lots, 0);
        expect(takes.reduce((sum, one) => sum + one.lots, 0)).toBe(Math.min(lots, available));
        for (const { candidate, lots: taken } of takes) expect(taken > 0 && taken <= candidate.lots).toBe(true);
        expect(new Set(takes.map((one) => one.candidate.id)).size).toBe(takes.length);
      }),
    );
  });

  it('lights go from 5 for the front of the queue to 1 for its end, a fifth of it each', () => {
    expect(lightRanks(1)).toEqual([]);
    expect(lightRanks(10)).toEqual([2, 4, 6, 8]);
    for (let count = 1; count <= 100; count++) {
      const starts = lightRanks(count);
      for (let rank = 0; rank < count; rank++)
        expect(starts.filter((start) => start <= rank).length).toBe(Math.floor((rank * 5) / count));
    }
  });
});
