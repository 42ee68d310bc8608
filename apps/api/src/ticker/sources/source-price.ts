/** A source's price and the time that it is of. */
import { decimalPattern } from '@pelican/shared/money';

const scale = 8;

export interface SourcePrice {
  /** Times 10^8. */
  price: bigint;
  /** Unix milliseconds. */
  timeMs: number;
}

/** A decimal times 10^8, what is finer cut off; undefined for what is no decimal above zero. */
export function readPrice(value: unknown): bigint | undefined {
  const text = typeof value === 'number' ? plainText(value) : value;
  if (typeof text !== 'string' || !decimalPattern.test(text)) return undefined;
  const [whole = '', fraction = ''] = text.split('.');
  const units = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  return units > 0n ? units : undefined;
}

/** Without an exponent, which small numbers have otherwise. */
function plainText(value: number): string {
  return value < 1e-6 ? value.toFixed(scale) : String(value);
}

/** Seconds, milliseconds or an ISO date as Unix milliseconds; undefined for anything else. */
export function readTime(value: unknown): number | undefined {
  const given = typeof value === 'string' && !/^\d+(\.\d+)?$/.test(value) ? Date.parse(value) : Number(value);
  if (!Number.isFinite(given) || given <= 0) return undefined;
  // Seconds pass this in the year 5138, milliseconds did in 1973.
  return given < 1e11 ? given * 1000 : given;
}

/** What stands at a path like "data.0.price"; undefined where it leads nowhere. */
export function valueAt(document: unknown, path: string): unknown {
  let value = document;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
