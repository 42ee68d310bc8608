import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Debt, levelAt, levelPrice, pledgeRoom, stillNotified } from './levels.ts';
import { testTerms } from './testing/fixtures.ts';
import { ltvBasisPoints } from './units.ts';

const { units, levels } = testTerms();
const share = { numerator: 65n, denominator: 100n };
const money = 10n ** 8n;

const debts: fc.Arbitrary<Debt> = fc.record({
  units: fc.record({ money: fc.constantFrom(2, 6, 8), crypto: fc.constantFrom(6, 8, 18) }),
  payoff: fc.bigInt(1n, 10n ** 16n),
  pledge: fc.bigInt(1n, 10n ** 14n),
  levels: fc.constant(levels),
});

/** A debt of 78% at a price of 100. */
const debt: Debt = { units, payoff: 78n * money, pledge: money, levels };
const priceOf = (whole: bigint) => whole * money;

describe('levels', () => {
  it('are reached at the very share, unrounded', () => {
    expect(levelAt(debt, priceOf(100n))).toBe('call');
    expect(levelAt(debt, priceOf(100n) + 1n)).toBe('warning');
    // 78.00 for display, and yet not a call.
    expect(ltvBasisPoints(units, debt.payoff, debt.pledge, priceOf(100n) + 1n)).toBe(7800n);
    expect(levelAt({ ...debt, payoff: 85n * money }, priceOf(100n))).toBe('liquidation');
    expect(levelAt({ ...debt, payoff: 72n * money - 1n }, priceOf(100n))).toBe('ok');
  });

  it('the price of a level is the first on the grid that reaches it', () => {
    fc.assert(
      fc.property(debts, fc.bigInt(1n, 10n ** 9n), (one, step) => {
        const price = levelPrice(one, levels.liquidation, step);
        expect(price % step).toBe(0n);
        if (price > 0n) expect(levelAt(one, price)).toBe('liquidation');
        expect(levelAt(one, price + step)).not.toBe('liquidation');
      }),
    );
  });

  it('after a top-up, or a release of all that may go, the loan stands as one that begins, and closer it can not', () => {
    fc.assert(
      fc.property(debts, fc.bigInt(1n, 10n ** 15n), (one, price) => {
        const { topUp, releaseMax } = pledgeRoom(one, share, price);
        const isWithin = (pledge: bigint) => pledgeRoom({ ...one, pledge }, share, price).topUp === 0n;
        expect(topUp === 0n || releaseMax === 0n).toBe(true);
        expect(isWithin(one.pledge + topUp - releaseMax)).toBe(true);
        expect(isWithin(one.pledge + topUp - releaseMax - 1n)).toBe(false);
      }),
    );
  });
});

describe('notices of levels', () => {
  it('stay given until the debt is two points below', () => {
    const at = (payoff: bigint) => stillNotified({ ...debt, payoff }, 'call', priceOf(100n));
    expect(at(80n * money)).toBe('call');
    expect(at(76n * money + 1n)).toBe('call');
    expect(at(76n * money)).toBe('warning');
    expect(at(70n * money + 1n)).toBe('warning');
    expect(at(70n * money)).toBe('ok');
  });

  it('are not given by a price that falls', () => {
    expect(stillNotified(debt, 'ok', priceOf(1n))).toBe('ok');
    expect(stillNotified(debt, 'warning', priceOf(1n))).toBe('warning');
    expect(stillNotified(debt, 'liquidation', priceOf(1n))).toBe('liquidation');
  });
});
