/** Whole-number arithmetic of the model. Money is in 10^-8 USDT, a rate is times 10^8; everything is a bigint. */

export const one = 100_000_000n;

/** a / b towards plus infinity; b above zero. */
export function up(a: bigint, b: bigint): bigint {
  return a > 0n ? (a + b - 1n) / b : a / b;
}

/** a / b towards minus infinity; b above zero. */
export function down(a: bigint, b: bigint): bigint {
  return -up(-a, b);
}

/** a / b to the nearest, a half away from zero; b of either sign. */
export function near(a: bigint, b: bigint): bigint {
  if (b < 0n) return near(-a, -b);
  return a >= 0n ? (a * 2n + b) / (b * 2n) : -((-a * 2n + b) / (b * 2n));
}

export function least(...values: bigint[]): bigint {
  return values.toSorted(ascending)[0] as bigint;
}

export function most(...values: bigint[]): bigint {
  return values.toSorted(ascending).at(-1) as bigint;
}

/** For sorting. */
export function ascending(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function total(values: Iterable<bigint>): bigint {
  let sum = 0n;
  for (const value of values) sum += value;
  return sum;
}

/** The fee on a notional: a charge is rounded up, a rebate down in magnitude. */
export function fee(notional: bigint, rate: bigint): bigint {
  return up(notional * rate, one);
}

/** The lowest whole number from `low` on for which the condition holds; it must hold from some number on. */
export function lowest(low: bigint, holds: (value: bigint) => boolean): bigint {
  let step = 1n;
  let high = low;
  while (!holds(high)) {
    high += step;
    step *= 2n;
  }
  let bottom = low - 1n;
  while (high - bottom > 1n) {
    const middle = (bottom + high) / 2n;
    if (holds(middle)) high = middle;
    else bottom = middle;
  }
  return high;
}
