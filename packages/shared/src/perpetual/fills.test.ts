import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MarginMode, PositionSide } from '../engine/perpetual/terms.ts';
import { crossGuardAllows } from './bankruptcy-guard.ts';
import { closeFill, openFill } from './fills.ts';
import type { Instrument } from './instrument.ts';
import { bankruptcyTicks } from './isolated.ts';
import { notionalOf } from './notional.ts';
import { heldCases, instruments, sides, testInstrument } from './testing/arbitraries.ts';

const modes = fc.constantFrom(MarginMode.cross, MarginMode.isolated);
const weights = fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 8 });

/** Cuts lots into parts about as the weights are, every part at least one lot. */
function partsOf(lots: number, shares: readonly number[]): number[] {
  const total = shares.reduce((sum, share) => sum + share, 0);
  const parts = shares.map((share) => Math.floor((lots * share) / total)).filter((part) => part > 0);
  const rest = lots - parts.reduce((sum, part) => sum + part, 0);
  return rest > 0 ? [...parts, rest] : parts;
}

function closeInParts(
  instrument: Instrument,
  position: { mode: MarginMode; position: PositionSide; lots: number; cost: bigint; margin: bigint },
  parts: readonly number[],
  ticks: number,
) {
  let held = position;
  const total = { pnl: 0n, fee: 0n, cashDelta: 0n, released: 0n };
  for (const lots of parts) {
    const closed = closeFill(instrument, held, { lots, ticks, rate: instrument.takerRate });
    held = { ...held, lots: closed.lotsAfter, cost: closed.costAfter, margin: closed.marginAfter };
    total.pnl += closed.pnl;
    total.fee += closed.fee;
    total.cashDelta += closed.cashDelta;
    total.released += closed.released;
  }
  return { held, total };
}

describe('fills', () => {
  it('closing in parts comes to the pnl of closing at once and leaves nothing behind', () => {
    fc.assert(
      fc.property(
        heldCases(1_000_000),
        modes,
        weights,
        fc.integer({ min: 80, max: 120 }),
        (one, mode, shares, percent) => {
          const { instrument, held, entryTicks } = one;
          const ticks = Math.max(1, Math.floor((entryTicks * percent) / 100));
          const position = { ...held, mode, margin: mode === MarginMode.cross ? 0n : held.margin };
          const atOnce = closeInParts(instrument, position, [held.lots], ticks).total;
          const { held: rest, total } = closeInParts(instrument, position, partsOf(held.lots, shares), ticks);
          expect(rest).toMatchObject({ lots: 0, cost: 0n, margin: 0n });
          expect(total.pnl).toBe(atOnce.pnl);
          // All that was in the position came out of it, less the fees.
          expect(total.cashDelta).toBe(position.margin + total.pnl - total.fee);
        },
      ),
    );
  });

  it('opening and closing at one price costs the two fees, however it is split', () => {
    fc.assert(
      fc.property(heldCases(1_000_000), modes, weights, (one, mode, shares) => {
        const { instrument, held, entryTicks, leverage } = one;
        const rate = instrument.makerRate;
        const parts = partsOf(held.lots, shares);
        const fills = parts.map((lots) => openFill(instrument, { mode, ticks: entryTicks, lots, leverage, rate }));
        const sum = (pick: (fill: (typeof fills)[number]) => bigint) =>
          fills.reduce((total, fill) => total + pick(fill), 0n);
        const position = {
          ...held,
          mode,
          cost: sum((fill) => fill.notional),
          margin: sum((fill) => fill.margin),
        };
        const { total } = closeInParts(instrument, position, [...parts].reverse(), entryTicks);
        expect(total.pnl).toBe(0n);
        expect(sum((fill) => fill.cashDelta) + total.cashDelta).toBe(-sum((fill) => fill.fee) - total.fee);
      }),
    );
  });

  it('no closing fill at the bankruptcy price or better takes money from the wallet', () => {
    fc.assert(
      fc.property(
        heldCases(1_000_000),
        weights,
        fc.integer({ min: 0, max: 1000 }),
        ({ instrument, held }, shares, above) => {
          const bankruptcy = bankruptcyTicks(instrument, held);
          const ticks = held.position === PositionSide.long ? bankruptcy + above : Math.max(1, bankruptcy - above);
          let rest = { ...held, mode: MarginMode.isolated as MarginMode };
          for (const lots of partsOf(held.lots, shares)) {
            const closed = closeFill(instrument, rest, { lots, ticks, rate: instrument.takerRate });
            expect(closed.cashDelta).toBeGreaterThanOrEqual(0n);
            expect(closed.released + closed.pnl - closed.fee).toBeGreaterThanOrEqual(-3n);
            rest = { ...rest, lots: closed.lotsAfter, cost: closed.costAfter, margin: closed.marginAfter };
            // Each next part has its own bankruptcy price, that of the rest.
            if (rest.lots > 0 && leavesDebt(instrument, rest, ticks)) return;
          }
        },
      ),
    );
  });

  it('a part takes its share of the cost so that the rest keeps the fraction', () => {
    const instrument = testInstrument();
    const shareOf = (position: PositionSide) => {
      const held = { mode: MarginMode.isolated, position, lots: 3, cost: 100n, margin: 50n };
      const { costRemoved, released } = closeFill(instrument, held, { lots: 1, ticks: 1, rate: 0n });
      return { costRemoved, released };
    };
    expect(shareOf(PositionSide.long)).toEqual({ costRemoved: 34n, released: 16n });
    expect(shareOf(PositionSide.short)).toEqual({ costRemoved: 33n, released: 16n });
  });

  it('what rounding leaves a part short of comes out of the margin of the rest', () => {
    const instrument = testInstrument({ unit: 1n });
    const held = { mode: MarginMode.isolated, position: PositionSide.long, lots: 3, cost: 3001n, margin: 11n };
    const closed = closeFill(instrument, held, { lots: 2, ticks: 998, rate: instrument.takerRate });
    expect(closed).toMatchObject({
      costRemoved: 2001n,
      pnl: -5n,
      fee: 1n,
      released: 7n,
      cashDelta: 1n,
      marginAfter: 4n,
    });
    const short = closeFill(instrument, held, { lots: 2, ticks: 996, rate: instrument.takerRate });
    expect(short).toMatchObject({ pnl: -9n, cashDelta: 0n, marginAfter: 1n });
    const inCross = closeFill(
      instrument,
      { ...held, mode: MarginMode.cross, margin: 0n },
      { lots: 2, ticks: 996, rate: 0n },
    );
    expect(inCross).toMatchObject({ cashDelta: -9n, marginAfter: 0n });
  });

  it('the guard of a cross close keeps the equity above zero, fee included', () => {
    fc.assert(
      fc.property(
        instruments,
        sides,
        fc.integer({ min: 1, max: 50_000 }),
        fc.integer({ min: 1, max: 50_000 }),
        fc.integer({ min: 1, max: 500 }),
        fc.bigInt(0n, 10_000_000n),
        (instrument, position, markTicks, ticks, lots, equity) => {
          const rate = instrument.takerRate;
          const allowed = crossGuardAllows(instrument, equity, { position, lots, ticks, markTicks, rate });
          const cost = notionalOf(instrument, markTicks, lots);
          const held = { mode: MarginMode.cross, position, lots, cost, margin: 0n };
          expect(allowed).toBe(equity + closeFill(instrument, held, { lots, ticks, rate }).cashDelta >= 0n);
        },
      ),
    );
  });
});

function leavesDebt(
  instrument: Instrument,
  held: { position: PositionSide; lots: number; cost: bigint; margin: bigint },
  ticks: number,
): boolean {
  const bankruptcy = bankruptcyTicks(instrument, held);
  return held.position === PositionSide.long ? ticks < bankruptcy : ticks > bankruptcy;
}
