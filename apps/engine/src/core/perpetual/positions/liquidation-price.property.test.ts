import { instrumentOf, liquidationTicks } from '@pelican/shared/perpetual';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smallInstrument } from '../../../testing/perpetual/small-instrument.ts';
import { unitOf } from '../money.ts';
import type { Market, Position } from '../state.ts';
import { exactOf } from './accounts.ts';
import { liquidationTicksOf } from './liquidation-price.ts';

const settings = smallInstrument(1001);
const instrument = instrumentOf(settings);
const market = { settings, instrument, unit: unitOf(instrument), markTicks: 1 } as Market;

function expectExact(held: Pick<Position, 'position' | 'lots' | 'cost' | 'margin'>): void {
  const position = { ...held, market, mode: 1 } as Position;
  expect(liquidationTicksOf(position)).toBe(liquidationTicks(instrument, exactOf(position)) ?? 0);
}

const side = fc.constantFrom(0 as const, 1 as const);

describe('the liquidation price', () => {
  it('is that of the formulas at every size', () => {
    const amount = fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.maxSafeInteger().map(Math.abs));
    fc.assert(
      fc.property(side, fc.integer({ min: 1, max: 10_000_000 }), amount, amount, (position, lots, cost, margin) => {
        expectExact({ position, lots, cost, margin });
      }),
      { numRuns: 5000 },
    );
  });

  it('is that of the formulas where equity and requirement meet at a tick, and one unit beside it', () => {
    const rate = BigInt((settings.tiers.at(-1)?.mmr ?? 0) + settings.takerRate);
    fc.assert(
      fc.property(
        side,
        fc.integer({ min: 1, max: 5000 }).map((thousands) => thousands * 2000),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: -1, max: 1 }),
        (position, lots, ticks, beside) => {
          // Margin 0: a long is liquidated at cost / (1 - rate), a short at cost / (1 + rate).
          const factor = position === 0 ? 100_000_000n - rate : 100_000_000n + rate;
          const cost = (BigInt(ticks) * BigInt(lots) * instrument.unit * factor) / 100_000_000n + BigInt(beside);
          expectExact({ position, lots, cost: Number(cost), margin: 0 });
        },
      ),
      { numRuns: 5000 },
    );
  });
});
