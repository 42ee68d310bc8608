/** Random instruments and positions for the tests of the formulas: odd ticks, small lots, several tiers. */
import fc from 'fast-check';
import { PositionSide } from '../../engine/perpetual/terms.ts';
import type { Instrument } from '../instrument.ts';
import type { IsolatedPosition } from '../isolated.ts';
import { initialMargin } from '../margin.ts';
import { notionalOf } from '../notional.ts';
import { tierOf } from '../tiers.ts';

/** An instrument like BTC_USDT at the exchange's opening, with what a test wants otherwise. */
export function testInstrument(overrides: Partial<Instrument> = {}): Instrument {
  return {
    id: 1,
    name: 'TEST_USDT',
    unit: 1000n,
    tickSize: 10_000_000n,
    lotSize: 1_000_000n,
    contractValue: 1_000_000n,
    makerRate: 20_000n,
    takerRate: 50_000n,
    bandX: 2_000_000n,
    bandY: 2_000_000n,
    bandZ: 5_000_000n,
    fundingCap: 375_000n,
    fundingInterest: 10_000n,
    fundingDamper: 50_000n,
    fundingIntervalMs: 28_800_000,
    impactNotional: 2_000_000_000_000n,
    staleHaircut: 1_000_000n,
    minLots: 1,
    maxLimitLots: 1_000_000,
    maxMarketLots: 200_000,
    priceMaxTicks: 1_000_000_000,
    tiers: [
      { maxLots: 100_000, mmr: 400_000, maxLeverage: 100 },
      { maxLots: 500_000, mmr: 500_000, maxLeverage: 50 },
      { maxLots: 2_500_000, mmr: 2_000_000, maxLeverage: 20 },
    ],
    ...overrides,
  };
}

/** Units of 1 and 7 make every product round; tier limits are low, so that small positions reach all tiers. */
export const instruments: fc.Arbitrary<Instrument> = fc
  .record({
    unit: fc.constantFrom(1n, 7n, 10n, 1000n, 10_000n, 123_457n),
    takerRate: fc.bigInt(0n, 100_000n),
    makerRate: fc.bigInt(-20_000n, 50_000n),
    tierLots: fc.integer({ min: 1, max: 5000 }),
    mmr: fc.integer({ min: 100_000, max: 900_000 }),
  })
  .map(({ unit, takerRate, makerRate, tierLots, mmr }) =>
    testInstrument({
      unit,
      takerRate,
      makerRate,
      tiers: [
        { maxLots: tierLots, mmr, maxLeverage: 75 },
        { maxLots: tierLots * 3, mmr: mmr * 2, maxLeverage: 40 },
        { maxLots: tierLots * 10, mmr: mmr * 3, maxLeverage: 20 },
      ],
    }),
  );

export const sides = fc.constantFrom(PositionSide.long, PositionSide.short);

export interface HeldCase {
  instrument: Instrument;
  held: IsolatedPosition;
  entryTicks: number;
  leverage: number;
}

/** An isolated position entered at a price of up to `maxTicks`, its margin changed by funding or by hand since. */
export function heldCases(maxTicks: number): fc.Arbitrary<HeldCase> {
  return fc
    .record({
      instrument: instruments,
      position: sides,
      size: fc.double({ min: 0, max: 1, noNaN: true }),
      entryTicks: fc.integer({ min: 100, max: maxTicks }),
      // What a part closed at another price left in the cost.
      costDust: fc.bigInt(0n, 3n),
      leverageShare: fc.double({ min: 0, max: 1, noNaN: true }),
      marginPercent: fc.integer({ min: 50, max: 300 }),
    })
    .map(({ instrument, position, size, entryTicks, costDust, leverageShare, marginPercent }) => {
      const largest = instrument.tiers.at(-1)?.maxLots ?? 1;
      const lots = 1 + Math.floor(size * (largest - 1));
      const leverage = 1 + Math.floor(leverageShare * (tierOf(instrument, lots).maxLeverage - 1));
      const cost = notionalOf(instrument, entryTicks, lots) + costDust;
      const margin = (initialMargin(cost, leverage) * BigInt(marginPercent)) / 100n;
      return { instrument, held: { position, lots, cost, margin }, entryTicks, leverage };
    });
}
