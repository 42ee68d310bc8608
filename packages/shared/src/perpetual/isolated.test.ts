import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PositionSide } from '../engine/perpetual/terms.ts';
import { isolatedGuardAllows } from './bankruptcy-guard.ts';
import type { Instrument } from './instrument.ts';
import { bankruptcyTicks, breakEvenTicks, type IsolatedPosition, liquidationTicks } from './isolated.ts';
import { isLiquidatable, isolatedEquity, requirement8 } from './margin.ts';
import { directionOf, feeOf, notionalOf } from './notional.ts';
import { heldCases, testInstrument } from './testing/arbitraries.ts';

const { long, short } = PositionSide;

function isLiquidatedAt(instrument: Instrument, held: IsolatedPosition, markTicks: number): boolean {
  const equity = isolatedEquity(instrument, { ...held, markTicks });
  return isLiquidatable(equity, requirement8(instrument, held.lots, markTicks));
}

/** What is left after closing at a price as a taker: the definition behind bankruptcy and break-even. */
function leftAfterClose(instrument: Instrument, held: IsolatedPosition, ticks: number, funds: bigint): bigint {
  const notional = notionalOf(instrument, ticks, held.lots);
  return funds + directionOf(held.position) * (notional - held.cost) - feeOf(notional, instrument.takerRate);
}

/** The first tick, upwards from 1 (long) or downwards from above everything (short), with a property. */
function search(position: PositionSide, maxTicks: number, holds: (ticks: number) => boolean): number | null {
  for (let step = 1; step <= maxTicks; step++) {
    const ticks = position === long ? step : maxTicks + 1 - step;
    if (holds(ticks)) return ticks;
  }
  return null;
}

describe('prices of an isolated position', () => {
  it('the liquidation price is the first mark on the grid that liquidates', () => {
    fc.assert(
      fc.property(heldCases(1500), ({ instrument, held }) => {
        const opposite = held.position === long ? short : long;
        const found = search(opposite, 8000, (ticks) => isLiquidatedAt(instrument, held, ticks));
        const ticks = liquidationTicks(instrument, held);
        if (ticks === null || ticks <= 8000) expect(ticks).toBe(found);
        else expect(found).toBeNull();
      }),
      { numRuns: 150 },
    );
  });

  it('one tick better than the liquidation price is safe, at any size and price', () => {
    fc.assert(
      fc.property(heldCases(900_000_000), ({ instrument, held }) => {
        const ticks = liquidationTicks(instrument, held);
        if (ticks === null) return;
        const better = held.position === long ? 1 : -1;
        expect(isLiquidatedAt(instrument, held, ticks)).toBe(true);
        // A mark is at least one tick: below the first one there is no worse price.
        if (ticks - better >= 1) expect(isLiquidatedAt(instrument, held, ticks - better)).toBe(true);
        expect(isLiquidatedAt(instrument, held, ticks + better)).toBe(false);
      }),
    );
  });

  it('the bankruptcy price is the worst tick that leaves no debt', () => {
    fc.assert(
      fc.property(heldCases(1500), ({ instrument, held }) => {
        const bankruptcy = bankruptcyTicks(instrument, held);
        const isCovered = (ticks: number) => leftAfterClose(instrument, held, ticks, held.margin) >= 0n;
        if (bankruptcy <= 8000) expect(bankruptcy).toBe(search(held.position, 8000, isCovered));
        const worse = held.position === long ? bankruptcy - 1 : bankruptcy + 1;
        expect(isolatedGuardAllows(instrument, held, bankruptcy)).toBe(true);
        expect(isolatedGuardAllows(instrument, held, worse)).toBe(false);
      }),
      { numRuns: 150 },
    );
  });

  it('bankruptcy lies beyond liquidation', () => {
    fc.assert(
      fc.property(heldCases(900_000_000), ({ instrument, held }) => {
        const liquidation = liquidationTicks(instrument, held);
        if (liquidation === null) return;
        const bankruptcy = bankruptcyTicks(instrument, held);
        // The rounding of the one and of the other meet within a tick where prices are a few ticks only.
        const distance = held.position === long ? liquidation - bankruptcy : bankruptcy - liquidation;
        const room = (held.cost * 100_000n) / (BigInt(held.lots) * instrument.unit * 100_000_000n);
        expect(distance).toBeGreaterThanOrEqual(room >= 3n ? 0 : -1);
      }),
    );
  });

  it('at break-even the life of the position is worth nothing or more, a tick worse it is not', () => {
    fc.assert(
      fc.property(heldCases(1_000_000), fc.bigInt(-1_000_000n, 1000n), ({ instrument, held }, realised) => {
        const ticks = breakEvenTicks(instrument, { ...held, realised });
        if (ticks === null) {
          expect(leftAfterClose(instrument, held, 1, realised)).toBeLessThan(0n);
          return;
        }
        expect(leftAfterClose(instrument, held, ticks, realised)).toBeGreaterThanOrEqual(0n);
        const worse = held.position === long ? ticks - 1 : ticks + 1;
        if (worse > 0) expect(leftAfterClose(instrument, held, worse, realised)).toBeLessThan(0n);
      }),
    );
  });

  it('without leverage a long has no liquidation price, and none is left of nothing', () => {
    const instrument = testInstrument();
    const held = { position: long, lots: 1, cost: 600_000_000n, margin: 600_000_000n };
    expect(liquidationTicks(instrument, held)).toBeNull();
    expect(bankruptcyTicks(instrument, held)).toBe(1);
    expect(liquidationTicks(instrument, { ...held, lots: 0, cost: 0n, margin: 0n })).toBeNull();
  });
});
