import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amountWorth, otcCharges, otcTotal } from './charges.ts';
import { byAmount, byFiat } from './order-amounts.ts';
import type { OtcPrice, OtcRates } from './terms.ts';
import { prices, rates } from './testing/arbitraries.ts';

const fiats = fc.oneof(fc.bigInt(1n, 2000n), fc.bigInt(1n, 10n ** 10n));

function chargesAt(price: OtcPrice, given: OtcRates, amount: bigint) {
  return otcCharges(price.side, otcTotal(price, amount), given);
}

it('what is bought for a sum is all that it pays for: a step more costs more', () => {
  fc.assert(
    fc.property(prices, rates, fiats, (any, given, fiat) => {
      const price: OtcPrice = { ...any, side: 'buy' };
      const bought = byFiat(price, given, fiat);
      if (bought) expect(bought.userPays).toBeLessThanOrEqual(fiat);
      const more = (bought?.amount ?? 0n) + price.amountStep;
      expect(chargesAt(price, given, more).userPays).toBeGreaterThan(fiat);
    }),
  );
});

it('what is sold for a sum brings it, and no smaller amount does', () => {
  fc.assert(
    fc.property(prices, rates, fiats, (any, given, fiat) => {
      const price: OtcPrice = { ...any, side: 'sell' };
      const sold = byFiat(price, given, fiat);
      if (!sold) throw new Error('rates of this size leave something');
      expect(sold.userReceives).toBeGreaterThanOrEqual(fiat);
      // Amounts below have the totals below; one amount of each is enough.
      for (let total = sold.total; total > 0n && total > sold.total - 30n; total--) {
        const amount = amountWorth(price, total);
        if (amount < sold.amount) expect(chargesAt(price, given, amount).userReceives).toBeLessThan(fiat);
      }
    }),
  );
});

it('an amount is taken as it is, or refused', () => {
  fc.assert(
    fc.property(prices, rates, fc.bigInt(1n, 10n ** 12n), (price, given, amount) => {
      const taken = byAmount(price, given, amount);
      if (amount % price.amountStep !== 0n || otcTotal(price, amount) === 0n) expect(taken).toBeNull();
      else expect(taken).toEqual({ amount, ...chargesAt(price, given, amount) });
    }),
  );
});

it('nothing can be sold where charges take everything', () => {
  const price: OtcPrice = { side: 'sell', price8: 10n ** 10n, coin: 10n ** 8n, amountStep: 1n };
  expect(byFiat(price, { fee: 10n ** 8n, gst: 0n, tdsUser: 0n, tdsMaker: 0n }, 1n)).toBeNull();
});
