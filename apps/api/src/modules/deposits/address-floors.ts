/** Memos of a floor of modules/payments/timeline.ts. */

/** A second of time has as many indexes of addresses. */
const indexesPerSecond = 1_000_000;

/** A block of a hundred million numbers, all of ten digits and below 2^32. Two restores have one in common by chance alone. */
export function memosOf(floor: number): { min: number; max: number } {
  const min = 1_000_000_000 + (Math.floor(floor / indexesPerSecond) % 32) * 100_000_000;
  return { min, max: min + 99_999_999 };
}
