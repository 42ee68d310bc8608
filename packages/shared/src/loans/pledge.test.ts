import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lendableShare, pledgeFigures } from './pledge.ts';
import { exactMoney, exactValue, type LoanUnits, type Ratio } from './units.ts';

const percent = 1_000_000n;

const requests = fc.record({
  units: fc.record({ money: fc.constantFrom(2, 6, 8, 18), crypto: fc.constantFrom(0, 6, 8, 18) }),
  amount: fc.bigInt(1n, 10n ** 15n),
  share: fc
    .tuple(fc.bigInt(1n, 99n), fc.option(fc.bigInt(101n, 1000n)))
    .map(([ltv, pledge]) => lendableShare(ltv * percent, pledge === null ? null : pledge * percent)),
  volatilityRate: fc.bigInt(0n, 100n).map((value) => value * percent),
  sizePrice: fc.bigInt(1n, 10n ** 16n),
});

function isCovered(units: LoanUnits, amount: bigint, coins: bigint, price: bigint, share: Ratio): boolean {
  return exactMoney(units, amount) * share.denominator <= exactValue(units, coins, price) * share.numerator;
}

describe('pledge', () => {
  it('the least covers the loan, and one unit less does not', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const { units, amount, sizePrice, share } = request;
        const { least, proposed } = pledgeFigures({ ...request, agreed: null });
        expect(isCovered(units, amount, least, sizePrice, share)).toBe(true);
        expect(isCovered(units, amount, least - 1n, sizePrice, share)).toBe(false);
        expect(proposed >= least).toBe(true);
      }),
    );
  });

  it('holds what was agreed to between the least and ten times the least', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const { least } = pledgeFigures({ ...request, agreed: null });
        const heldOf = (agreed: bigint) => pledgeFigures({ ...request, agreed });
        expect(heldOf(least)).toMatchObject({ refusal: null, held: least });
        expect(heldOf(least - 1n)).toMatchObject({ refusal: 'pledge_too_small', held: null });
        expect(heldOf(least * 10n)).toMatchObject({ refusal: null, held: least * 10n });
        expect(heldOf(least * 10n + 1n)).toMatchObject({ refusal: 'pledge_too_large', held: null });
      }),
    );
  });

  it('without a cushion what is proposed is the least, with 100% twice as much', () => {
    const request = {
      units: { money: 2, crypto: 8 },
      amount: 100_000n,
      share: lendableShare(50n * percent, null),
      sizePrice: 100n * 100_000_000n,
      agreed: null,
    };
    expect(pledgeFigures({ ...request, volatilityRate: 0n })).toMatchObject({
      least: 2_000_000_000n,
      held: 2_000_000_000n,
    });
    expect(pledgeFigures({ ...request, volatilityRate: 100n * percent }).proposed).toBe(4_000_000_000n);
  });

  it('an offer can ask for more than its coin does, never for less', () => {
    const ltv = 65n * percent;
    expect(lendableShare(ltv, null)).toEqual({ numerator: ltv, denominator: 100n * percent });
    expect(lendableShare(ltv, 101n * percent)).toEqual({ numerator: ltv, denominator: 100n * percent });
    expect(lendableShare(ltv, 154n * percent)).toEqual({ numerator: 100n * percent, denominator: 154n * percent });
    expect(lendableShare(50n * percent, 200n * percent)).toEqual({
      numerator: 50n * percent,
      denominator: 100n * percent,
    });
  });
});
