/** Random deals of the OTC desk, for its tests. */
import fc from 'fast-check';
import type { OtcPayment, OtcPrice, OtcRates, OtcSide } from '../terms.ts';

export const sides = fc.constantFrom<OtcSide>('buy', 'sell');
export const payments = fc.constantFrom<OtcPayment>('wallet', 'bank');

/** Fee and GST as they are, and up to a quarter; with roundings that fall together. */
export const rates: fc.Arbitrary<OtcRates> = fc.record({
  fee: fc.oneof(fc.constant(200_000n), fc.bigInt(0n, 25_000_000n)),
  gst: fc.oneof(fc.constant(18_000_000n), fc.bigInt(0n, 25_000_000n)),
  tdsUser: fc.constantFrom(0n, 1_000_000n, 3_333_333n),
  tdsMaker: fc.constantFrom(0n, 1_000_000n, 3_333_333n),
});

/** From coins of a paisa to bitcoin; a step is worth from far less than 0.01 to much more. */
export const prices: fc.Arbitrary<OtcPrice> = fc.record({
  side: sides,
  price8: fc.oneof(fc.bigInt(1n, 10n ** 6n), fc.bigInt(10n ** 6n, 10n ** 15n)),
  coin: fc.constant(100_000_000n),
  amountStep: fc.constantFrom(1n, 1000n, 1_000_000n, 50_000_000n),
});
