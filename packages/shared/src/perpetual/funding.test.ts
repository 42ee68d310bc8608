import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MarginMode } from '../engine/perpetual/terms.ts';
import { type FundedPosition, fundingRate, fundingSettlement, premiumIndex } from './funding.ts';
import { sides, testInstrument } from './testing/arbitraries.ts';

const instrument = testInstrument();

const positions: fc.Arbitrary<FundedPosition[]> = fc.array(
  fc.record({
    id: fc.integer({ min: 1, max: 1000 }),
    owner: fc.constantFrom('user' as const, 'user' as const, 'fund' as const),
    mode: fc.constantFrom(MarginMode.cross, MarginMode.isolated),
    position: sides,
    lots: fc.integer({ min: 1, max: 100_000 }),
    margin: fc.bigInt(0n, 10n ** 8n),
  }),
  { maxLength: 12 },
);

describe('funding settlement', () => {
  it('pays out no more than comes in with the fund, which is never overdrawn', () => {
    const rates = fc.bigInt(-375_000n, 375_000n);
    fc.assert(
      fc.property(positions, rates, fc.bigInt(0n, 10n ** 9n), (held, rate, fund) => {
        const settled = fundingSettlement(instrument, { rate, markTicks: 601_234, fund }, held);
        expect(settled.fund).toBeGreaterThanOrEqual(0n);
        let users = 0n;
        settled.payments.forEach((payment, at) => {
          const one = held[at];
          if (one?.owner === 'user') users += payment.actual;
          if (one?.owner === 'user' && one.mode === MarginMode.isolated)
            expect(one.margin + payment.actual).toBeGreaterThanOrEqual(0n);
          const isPaid = payment.theoretical < 0n;
          expect(isPaid ? payment.actual <= 0n : payment.actual >= 0n).toBe(true);
          expect(isPaid ? payment.actual >= payment.theoretical : payment.actual <= payment.theoretical).toBe(true);
        });
        // What the users get or give is exactly what the fund gives or gets.
        expect(settled.fund - fund).toBe(-users);
      }),
    );
  });

  it('a rate of zero moves nothing', () => {
    fc.assert(
      fc.property(positions, (held) => {
        const settled = fundingSettlement(instrument, { rate: 0n, markTicks: 1, fund: 5n }, held);
        expect(settled).toMatchObject({ paid: 0n, received: 0n, fund: 5n });
      }),
    );
  });

  it('all receivers get less by the same factor when payers and fund can not give it all', () => {
    const shared = { owner: 'user' as const, lots: 1000, margin: 100n };
    const settled = fundingSettlement(instrument, { rate: 100_000n, markTicks: 1000, fund: 50n }, [
      { ...shared, id: 1, mode: MarginMode.isolated, position: 0 },
      { ...shared, id: 2, mode: MarginMode.cross, position: 1, lots: 600 },
      { ...shared, id: 3, mode: MarginMode.cross, position: 1, lots: 400 },
    ]);
    expect(settled.payments.map((payment) => payment.actual)).toEqual([-100n, 90n, 60n]);
    expect(settled.fund).toBe(0n);
  });
});

describe('funding rate', () => {
  it('is the interest where the premium is within the damper, and keeps to the cap', () => {
    expect(fundingRate(instrument, Array<number>(480).fill(30_000)).rate).toBe(10_000n);
    expect(fundingRate(instrument, Array<number>(480).fill(5_000_000)).rate).toBe(instrument.fundingCap);
    expect(fundingRate(instrument, [])).toMatchObject({ samples: 0, average: 0n, rate: 10_000n });
  });

  it('looks at the newest samples only', () => {
    const samples = [...Array<number>(100).fill(900_000), ...Array<number>(480).fill(80_000)];
    expect(fundingRate(instrument, samples)).toMatchObject({ samples: 480, average: 80_000n });
    expect(fundingRate(instrument, samples, 60)).toMatchObject({ samples: 60, average: 80_000n });
  });
});

describe('premium', () => {
  const thin = [{ ticks: 600_100, lots: 1 }];
  const thick = (ticks: number) => [{ ticks, lots: 1_000_000 }];

  it('a side that can not fill the impact notional counts as none', () => {
    const { impactBid8, premium } = premiumIndex(instrument, 600_000, thin, thick(600_200));
    expect({ impactBid8, premium }).toEqual({ impactBid8: null, premium: 0n });
    expect(premiumIndex(instrument, 600_000, [], []).premium).toBe(0n);
  });

  it('is above zero when buyers bid over the index, below when sellers ask under it', () => {
    expect(premiumIndex(instrument, 600_000, thick(600_600), thick(600_700)).premium).toBe(100_000n);
    expect(premiumIndex(instrument, 600_000, thick(599_000), thick(599_400)).premium).toBe(-100_000n);
    expect(premiumIndex(instrument, 600_000, thick(599_900), thick(600_100)).premium).toBe(0n);
  });

  it('one level that just fills it is the impact price', () => {
    const exact = testInstrument({ impactNotional: 600_100_000n });
    expect(premiumIndex(exact, 600_000, thin, []).impactBid8).toBe(600_100n * exact.tickSize);
  });
});
