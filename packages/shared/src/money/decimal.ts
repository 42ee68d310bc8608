/**
 * Decimal strings of the wire and integers of the engine. A decimal string is plain digits with an optional fraction;
 * what is sent out has its trailing zeros stripped and never an exponent.
 */

/** What we accept as an amount or a price: no sign, no exponent, at most 20 digits before and 18 behind the point. */
export const decimalPattern = /^\d{1,20}(\.\d{1,18})?$/;

const powers: number[] = [];
for (let i = 0, power = 1; i <= 15; i++, power *= 10) powers.push(power);

/**
 * An integer count of 10^-scale units as a decimal string, trailing zeros stripped.
 * @param units safe integer, may be negative
 */
export function formatUnits(units: number, scale: number): string {
  if (units < 0) return `-${formatUnits(-units, scale)}`;
  if (scale === 0 || units === 0) return String(units);
  if (scale > 15) return formatBigUnits(BigInt(units), scale);
  const power = powers[scale] as number;
  const fraction = units % power;
  const whole = (units - fraction) / power;
  if (fraction === 0) return String(whole);
  let digits = String(fraction);
  if (digits.length < scale) digits = '0'.repeat(scale - digits.length) + digits;
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 48) end--;
  return `${whole}.${end === digits.length ? digits : digits.slice(0, end)}`;
}

/** As `formatUnits`, for amounts beyond 2^53. */
export function formatBigUnits(units: bigint, scale: number): string {
  if (units < 0n) return `-${formatBigUnits(-units, scale)}`;
  const digits = units.toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** A two-limb engine balance (high * 2^48 + low) as a decimal string. */
export function formatBalance(low: number, high: number, scale: number): string {
  if (high === 0) return formatUnits(low, scale);
  return formatBigUnits(BigInt(high) * 281_474_976_710_656n + BigInt(low), scale);
}

/** A decimal string (Postgres numeric, say) without trailing zeros: "1.500" -> "1.5". */
export function stripZeros(decimal: string): string {
  if (!decimal.includes('.')) return decimal;
  return decimal.replace(/\.?0+$/, '');
}

export type ParsedUnits = { units: number } | { problem: 'notDecimal' | 'tooManyDecimals' | 'outOfRange' };

/**
 * A decimal string as an integer count of 10^-scale units. Never cuts: a digit too many is a problem, not a rounding.
 */
export function parseUnits(text: string, scale: number): ParsedUnits {
  if (!decimalPattern.test(text)) return { problem: 'notDecimal' };
  const point = text.indexOf('.');
  const whole = point < 0 ? text : text.slice(0, point);
  const fraction = point < 0 ? '' : text.slice(point + 1);
  if (fraction.length > scale && /[1-9]/.test(fraction.slice(scale))) return { problem: 'tooManyDecimals' };
  const units = Number(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  return Number.isSafeInteger(units) ? { units } : { problem: 'outOfRange' };
}

/** As `parseUnits`, without the 2^53 ceiling. @throws RangeError when the text is no decimal of that scale */
export function parseBigUnits(text: string, scale: number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) throw new RangeError(`not a decimal: ${text}`);
  const fraction = match[3] ?? '';
  if (/[1-9]/.test(fraction.slice(scale))) throw new RangeError(`more than ${scale} decimals: ${text}`);
  const units = BigInt((match[2] as string) + fraction.slice(0, scale).padEnd(scale, '0'));
  return match[1] ? -units : units;
}
