/** The bounds that keep every number of the core an exact integer. */

export const safeMax = Number.MAX_SAFE_INTEGER;
/** A balance is high x limb + low; see `balanceLimb` in the events. */
export const limb = 2 ** 48;
/** All that was ever transferred in minus out stays below 2^63 - 2^48 an asset, so no balance can pass that. */
export const totalHighMax = 2 ** 15 - 1;
export const ratePpmMax = 1_000_000;
export const openOrdersMaxDefault = 10_000;
export const clientIdLengthMax = 36;
export const sourceLengthMax = 31;
/** So many commands are read ahead at once: what they need has to fit into the first cache. */
export const readAheadCount = 32;
/** A transfer's key is remembered this long by the journal's clock. */
export const transferMemoryMs = 7 * 24 * 60 * 60 * 1000;

/** The nearest safe integer of an integer, so that it fits a field of an event; 0 for NaN and infinities. */
export function saturated(value: number | bigint): number {
  if (typeof value === 'number' && !Number.isFinite(value)) return 0;
  if (value > safeMax) return safeMax;
  return value < -safeMax ? -safeMax : Number(value);
}

/** True for 1, 2, ... 2^53 - 1; false for NaN, infinities, fractions and everything else. */
export function isPositiveSafe(value: number): boolean {
  return value >= 1 && value <= safeMax && Math.floor(value) === value;
}
