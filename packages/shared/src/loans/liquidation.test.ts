import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateOne } from '../money/rounding.ts';
import { distribute, type SaleMarket, saleAmount, saleCost, saleEnd, saleLimit } from './liquidation.ts';
import { exactMoney, exactValue, proceedsOf } from './units.ts';

const gstRate = 18_000_000n;
const units = { money: 8, crypto: 8 };
const market: SaleMarket = { priceStep: 1_000_000n, amountStep: 100n, amountMin: 1000n, totalMin: 100_000_000n };
const one = 100_000_000n;

const sums = fc.bigInt(0n, 10n ** 13n);
const sales = fc
  .record({
    principal: sums,
    interest: fc.bigInt(0n, 10n ** 12n),
    feeRate: fc.bigInt(0n, 5_000_000n),
    taxRate: fc.constantFrom(0n, 1_000_000n, 333_333n),
    proceeds: sums,
    wallet: fc.bigInt(0n, 10n ** 12n),
  })
  .map((drawn) => {
    const cost = saleCost(drawn.principal + drawn.interest, drawn.feeRate, gstRate);
    return { ...drawn, ...cost };
  });

describe('distribution of a sale', () => {
  it('divides all proceeds; the lender gets no more than the debt, and the house nothing before that', () => {
    fc.assert(
      fc.property(sales, (sale) => {
        const parts = distribute(sale, sale, { gstRate }, sale.wallet);
        const { tdsSale, principal, interest, fee, gst, toBorrower, shortfall, setOff, owed } = parts;
        expect(tdsSale + principal + interest + fee + gst + toBorrower).toBe(sale.proceeds);
        for (const part of Object.values(parts)) expect(part >= 0n).toBe(true);
        expect(principal + interest + shortfall).toBe(sale.principal + sale.interest);
        expect(setOff + owed).toBe(shortfall);
        expect(setOff <= sale.wallet).toBe(true);
        expect(fee <= sale.fee && gst <= sale.gst).toBe(true);
        if (fee + gst > 0n) expect(shortfall).toBe(0n);
        if (toBorrower > 0n) expect({ fee, gst }).toEqual({ fee: sale.fee, gst: sale.gst });
        if (parts.setOffInterest > 0n) expect(principal + parts.setOffPrincipal).toBe(sale.principal);
      }),
    );
  });

  it('a fee that is not covered keeps its GST inside', () => {
    const sale = { fee: 100n, gst: 18n, taxRate: 0n, proceeds: 1059n };
    const parts = distribute({ principal: 1000n, interest: 0n }, sale, { gstRate }, 0n);
    expect(parts).toMatchObject({ fee: 50n, gst: 9n, toBorrower: 0n, shortfall: 0n });
  });
});

describe('orders of a sale', () => {
  it('go down by two percent each, to ten at most, to the step', () => {
    const limits = [1, 2, 4, 5, 6, 50].map((n) => saleLimit(100n * one, n, market.priceStep));
    expect(limits).toEqual([98n, 96n, 92n, 90n, 90n, 90n].map((price) => price * one));
    expect(saleLimit(9_999_999_999n, 1, market.priceStep)).toBe(9_799_000_000n);
  });

  it('sell just enough to cover the rest after tax at their limit', () => {
    const taxRate = 1_000_000n;
    fc.assert(
      fc.property(fc.bigInt(10n * one, 10n ** 12n), fc.bigInt(1n, 10n ** 6n), (cost, ticks) => {
        const limit = ticks * market.priceStep;
        const sale = { cost, taxRate, sold: 0n, proceeds: 0n };
        const pledge = 10n ** 18n;
        const sell = saleAmount(units, pledge, sale, market, limit);
        const brings = (sold: bigint) => exactValue(units, sold, limit) * (rateOne - taxRate);
        const rest = exactMoney(units, cost) * rateOne;
        expect(sell % market.amountStep).toBe(0n);
        expect(brings(sell) >= rest).toBe(true);
        const sold = { ...sale, sold: sell, proceeds: proceedsOf(units, sell, limit) };
        expect(saleEnd(units, pledge, sold, market, limit)).toBe('covered');
        const less = sell - market.amountStep;
        const isTaken = less >= market.amountMin && proceedsOf(units, less, limit) >= market.totalMin;
        if (isTaken) expect(brings(less) < rest).toBe(true);
      }),
    );
  });

  it('sell at least what the market takes, and at most what is left', () => {
    const owing = { cost: 1n, taxRate: 0n, sold: 0n, proceeds: 0n };
    expect(saleAmount(units, 10n ** 12n, owing, market, 50n * one)).toBe(2_000_000n);
    expect(saleAmount(units, 10n ** 12n, owing, market, 10n ** 8n * one)).toBe(market.amountMin);
    expect(saleAmount(units, 2_000_050n, { ...owing, cost: 10n ** 12n }, market, 50n * one)).toBe(2_000_000n);
  });

  it('end when the debt is covered, or when too little is left', () => {
    const sale = { cost: 10n * one, taxRate: 0n, sold: 0n, proceeds: 0n };
    const end = (pledge: bigint, fields: object = {}) =>
      saleEnd(units, pledge, { ...sale, ...fields }, market, 50n * one);
    expect(end(one)).toBeNull();
    expect(end(one, { proceeds: 10n * one - 1n })).toBeNull();
    expect(end(one, { proceeds: 10n * one })).toBe('covered');
    expect(end(2_000_000n)).toBeNull();
    expect(end(1_999_999n)).toBe('exhausted');
    expect(end(one, { sold: one - 999n })).toBe('exhausted');
    // Tax makes the same proceeds too little.
    expect(end(one, { proceeds: 10n * one, taxRate: 1n })).toBeNull();
  });
});
