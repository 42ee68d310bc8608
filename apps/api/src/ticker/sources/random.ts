/** Small seeded random numbers for the demo's prices: the same seed draws the same month. Never for secrets. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** Roughly standard normal. */
  normal(): number;
  between(low: number, high: number): number;
}

/** Mulberry32: 32 bits of state, good enough for plausible charts. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  return {
    next,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    between: (low, high) => low + (high - low) * next(),
  };
}
