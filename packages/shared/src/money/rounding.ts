/** Division of bigints with a stated rounding. Divisors are above zero. A rate is a bigint in 10^-8: 1 is `rateOne`. */

export const rateOne = 100_000_000n;

/** a / b, up (towards plus infinity). */
export function ceilDiv(a: bigint, b: bigint): bigint {
  return -floorDiv(-a, b);
}

/** a / b, down (towards minus infinity). */
export function floorDiv(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a < 0n && quotient * b !== a ? quotient - 1n : quotient;
}

/** a / b to the nearest; a half goes away from zero. */
export function halfUpDiv(a: bigint, b: bigint): bigint {
  return a < 0n ? -halfUpDiv(-a, b) : (2n * a + b) / (2n * b);
}

/** amount x rate, up. */
export function mulCeil(amount: bigint, rate: bigint): bigint {
  return ceilDiv(amount * rate, rateOne);
}

/** amount x rate, down. */
export function mulFloor(amount: bigint, rate: bigint): bigint {
  return floorDiv(amount * rate, rateOne);
}

export function minOf(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function maxOf(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export function clampTo(value: bigint, low: bigint, high: bigint): bigint {
  return maxOf(low, minOf(high, value));
}

export function sumOf(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n);
}
