import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PositionSide } from '../engine/perpetual/terms.ts';
import { sumOf } from '../money/rounding.ts';
import { type CrossLeg, crossAccount, crossLiquidationTicks, crossShares } from './cross.ts';
import type { Instrument } from './instrument.ts';
import { crossTakeover } from './liquidation.ts';
import { isLiquidatable } from './margin.ts';
import { notionalOf } from './notional.ts';
import { instruments, sides, testInstrument } from './testing/arbitraries.ts';

const legs: fc.Arbitrary<CrossLeg> = fc
  .record({
    instrument: instruments,
    position: sides,
    lots: fc.integer({ min: 1, max: 5000 }),
    entryTicks: fc.integer({ min: 500, max: 1500 }),
    markTicks: fc.constant(1000),
    leverage: fc.integer({ min: 1, max: 20 }),
  })
  .map((leg) => ({ ...leg, cost: notionalOf(leg.instrument, leg.entryTicks, leg.lots) }));

/** Legs of two markets, in one of them perhaps both sides; cash around what they need. */
const accounts = fc
  .record({
    first: legs,
    hedge: fc.option(legs, { nil: null }),
    second: legs,
    percent: fc.integer({ min: -20, max: 150 }),
  })
  .map(({ first, hedge, second, percent }) => {
    const other: Instrument = { ...second.instrument, id: 2 };
    const opposite = first.position === PositionSide.long ? PositionSide.short : PositionSide.long;
    const all: CrossLeg[] = [first, { ...second, instrument: other }];
    if (hedge) {
      const cost = notionalOf(first.instrument, 1000, hedge.lots);
      all.push({ ...hedge, instrument: first.instrument, position: opposite, cost });
    }
    const size = sumOf(all.map((leg) => leg.cost));
    return { legs: all, cash: (size * BigInt(percent)) / 100n };
  });

const noFreeze = { isolatedFreeze: 0n, crossFreeze: 0n };

describe('cross account', () => {
  it('the estimated liquidation price is the first mark of its market that liquidates', () => {
    fc.assert(
      fc.property(accounts, ({ legs: held, cash }) => {
        const at = (markTicks: number) =>
          crossAccount(
            { cash, ...noFreeze },
            held.map((leg) => (leg.instrument.id === 1 ? { ...leg, markTicks } : leg)),
            [],
          );
        const isHit = (markTicks: number) => isLiquidatable(at(markTicks).equity, at(markTicks).requirement8);
        const ticks = crossLiquidationTicks(at(1000), 1);
        // The estimate does not depend on where the mark stands now.
        expect(crossLiquidationTicks(at(1700), 1)).toBe(ticks);
        if (ticks === null) {
          expect(isHit(1)).toBe(isHit(1_000_000));
          return;
        }
        expect(isHit(ticks)).toBe(true);
        expect([isHit(ticks - 1), isHit(ticks + 1)].filter((hit) => !hit)).toHaveLength(1);
      }),
    );
  });

  it('shares add up to the equity but for less than a unit a leg', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 15n), 10n ** 15n),
        fc.array(fc.bigInt(1n, 10n ** 25n), { minLength: 1 }),
        (equity, all) => {
          const dust = equity - sumOf(crossShares(equity, all));
          expect(dust >= 0n && dust < BigInt(all.length)).toBe(true);
        },
      ),
    );
  });

  it('a takeover of all legs leaves the owner dust and brings the fund each fee', () => {
    fc.assert(
      fc.property(accounts, ({ legs: held, cash }) => {
        const figures = crossAccount({ cash, ...noFreeze }, held, []);
        const taken = crossTakeover(figures);
        const left = cash + sumOf(taken.map((leg) => leg.userRealised));
        expect(left >= 0n && left < BigInt(held.length)).toBe(true);
        // A short so far under water that no price above zero would do is taken over at one tick.
        for (const leg of taken) if (leg.bankruptcyTicks > 1) expect(leg.surplus).toBeGreaterThanOrEqual(0n);
        // Money is neither made nor lost: what the user had and the fund has now differ by the open costs.
        const open = (cost: (at: number) => bigint) =>
          sumOf(held.map((leg, at) => (leg.position === PositionSide.long ? cost(at) : -cost(at))));
        const before = cash - open((at) => held[at]?.cost ?? 0n);
        const after = left + sumOf(taken.map((leg) => leg.fundDelta)) - open((at) => taken[at]?.notional ?? 0n);
        expect(after).toBe(before);
      }),
    );
  });

  it('what backs isolated margin never exceeds what backs cross orders', () => {
    fc.assert(
      fc.property(accounts, fc.bigInt(0n, 10n ** 9n), ({ legs: held, cash }, freeze) => {
        const figures = crossAccount({ cash, isolatedFreeze: freeze, crossFreeze: freeze }, held, []);
        expect(figures.available).toBeLessThanOrEqual(figures.tradingBalance);
        expect(figures.available).toBeLessThanOrEqual(figures.totalEquity > 0n ? figures.totalEquity : 0n);
      }),
    );
  });

  it('has no liquidation price where both sides cancel out, and no ratio without a position', () => {
    const instrument = testInstrument({ takerRate: 0n, tiers: [{ maxLots: 100, mmr: 0, maxLeverage: 10 }] });
    const leg = { instrument, lots: 10, cost: 10_000_000n, leverage: 5, markTicks: 1000 };
    const both = [
      { ...leg, position: PositionSide.long },
      { ...leg, position: PositionSide.short },
    ];
    expect(crossLiquidationTicks(crossAccount({ cash: 5n, ...noFreeze }, both, []), 1)).toBeNull();
    expect(crossAccount({ cash: 5n, ...noFreeze }, [], []).ratio4).toBeNull();
  });
});
