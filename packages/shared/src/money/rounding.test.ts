import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ceilDiv, floorDiv, halfUpDiv, mulCeil, mulFloor } from './rounding.ts';

describe('rounding', () => {
  it('brackets the quotient, for either sign', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 80n), 2n ** 80n), fc.bigInt(1n, 2n ** 70n), (a, b) => {
        const floor = floorDiv(a, b);
        expect(floor * b <= a && a < (floor + 1n) * b).toBe(true);
        expect(ceilDiv(a, b)).toBe(floor * b === a ? floor : floor + 1n);
        const twiceOff = 2n * (halfUpDiv(a, b) * b - a);
        expect(twiceOff <= b && twiceOff >= -b).toBe(true);
      }),
    );
  });

  it('takes a half away from zero', () => {
    expect([halfUpDiv(5n, 2n), halfUpDiv(-5n, 2n), halfUpDiv(7n, 3n), halfUpDiv(-7n, 3n)]).toEqual([3n, -3n, 2n, -2n]);
  });

  it('multiplies by a rate of 10^-8', () => {
    expect([mulCeil(1n, 1n), mulFloor(1n, 1n), mulCeil(-1n, 1n), mulFloor(-1n, 1n)]).toEqual([1n, 0n, 0n, -1n]);
  });
});
