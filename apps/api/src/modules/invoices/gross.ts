/** The deposit that leaves an amount. */
import { fiatDecimals } from '@pelican/shared/contracts/payments';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import { type PaymentTerms, splitFee } from '../payments/index.ts';

/** The least amount in cents of which the net amount is left, for a fee that is less than the amount. */
export function grossOf(net: string, terms: PaymentTerms, { scale }: { scale: number }): string {
  const cent = 10n ** BigInt(scale - Math.min(scale, fiatDecimals));
  const wanted = parseBigUnits(net, scale);
  const roundUp = (units: bigint) => ((units + cent - 1n) / cent) * cent;
  const isEnough = (units: bigint) =>
    parseBigUnits(splitFee(formatBigUnits(units, scale), terms, { scale }).net, scale) >= wanted;
  let [low, high] = [roundUp(wanted), roundUp(wanted)];
  // A fee that eats everything is refused with the deposit.
  for (let turn = 0; !isEnough(high) && turn < 64; turn += 1) [low, high] = [high, high * 2n];
  while (high - low > cent) {
    const middle = roundUp((low + high) / 2n);
    if (middle >= high) break;
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return formatBigUnits(isEnough(low) ? low : high, scale);
}
