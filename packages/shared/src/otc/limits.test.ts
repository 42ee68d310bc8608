import fc from 'fast-check';
import { expect, it } from 'vitest';
import { otcCharges, otcTotal } from './charges.ts';
import { type OtcBounds, otcLimits } from './limits.ts';
import { openLegs } from './postings.ts';
import { payments, prices, rates } from './testing/arbitraries.ts';

const fiat = fc.bigInt(0n, 10n ** 9n);
const crypto = fc.bigInt(0n, 10n ** 11n);
const bounds: fc.Arbitrary<OtcBounds> = fc.record({
  min: fc.bigInt(1n, 10n ** 5n),
  max: fiat,
  remaining: crypto,
  makerCrypto: crypto,
  makerFiat: fiat,
  userCrypto: crypto,
  userFiat: fiat,
  orderCap: fiat,
  dayCap: fiat,
  usedToday: fc.bigInt(0n, 10n ** 8n),
});

it('what is allowed can be opened from what is there, and a step more breaks what is named', () => {
  fc.assert(
    fc.property(prices, payments, rates, bounds, (price, payment, given, all) => {
      const limits = otcLimits(price, payment, given, all);
      expect(limits.maxAmount % price.amountStep).toBe(0n);
      expect(limits.binding.length).toBeGreaterThan(0);
      const deal = (amount: bigint) => ({
        side: price.side,
        payment,
        amount,
        charges: otcCharges(price.side, otcTotal(price, amount), given),
      });
      const free = {
        'userMain crypto': all.userCrypto,
        'userMain fiat': all.userFiat,
        'makerDesk crypto': all.makerCrypto,
        'makerDesk fiat': all.makerFiat,
      };
      const isCovered = (amount: bigint) =>
        openLegs(deal(amount)).every(({ account, asset, amount: change }) => {
          return account.endsWith('Hold') || (free[`${account} ${asset}` as keyof typeof free] ?? 0n) + change >= 0n;
        });
      if (limits.maxAmount > 0n) {
        expect(isCovered(limits.maxAmount)).toBe(true);
        expect(limits.maxAmount).toBeLessThanOrEqual(all.remaining);
        expect(limits.maxTotal).toBeLessThanOrEqual(all.max);
        expect(limits.maxTotal).toBeLessThanOrEqual(all.orderCap);
        expect(limits.maxTotal + all.usedToday).toBeLessThanOrEqual(all.dayCap);
      }
      const more = limits.maxAmount + price.amountStep;
      const isBalance = limits.binding.some((limit) => limit.endsWith('_balance'));
      expect(isCovered(more)).toBe(!isBalance);
      expect(limits.binding.includes('remaining')).toBe(more > all.remaining);
      expect(limits.binding.includes('quotation_max')).toBe(otcTotal(price, more) > all.max);
      expect(limits.binding.includes('order_cap')).toBe(otcTotal(price, more) > all.orderCap);
    }),
  );
});

it('the least amount reaches the least total, and a step less does not', () => {
  fc.assert(
    fc.property(prices, payments, rates, bounds, (price, payment, given, all) => {
      const { minAmount, minTotal, maxAmount, isAvailable } = otcLimits(price, payment, given, all);
      expect(minTotal).toBeGreaterThanOrEqual(all.min);
      expect(otcTotal(price, minAmount - price.amountStep)).toBeLessThan(all.min);
      expect(isAvailable).toBe(maxAmount >= minAmount);
    }),
  );
});
