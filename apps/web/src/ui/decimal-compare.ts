/** Decimal strings compared exactly, without a decimal library. */
import { parseBigUnits } from '@pelican/shared/money';

const scale = 18;

/** Below zero when a < b, above when a > b. @throws RangeError for what is no plain decimal */
export function compareDecimals(a: string, b: string): number {
  const difference = parseBigUnits(a, scale) - parseBigUnits(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function isZeroDecimal(text: string): boolean {
  return !/[1-9]/.test(text);
}
