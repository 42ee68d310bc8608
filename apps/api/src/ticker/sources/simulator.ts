/**
 * The demo's index: a small random walk from a seed and the second, so that its price is its only state, and
 * the next ticker continues from it. An operator may set it; then it stays there for a while, and continues from there.
 */

import type { SimulatorConfig } from '../source-settings.ts';
import { createRandom } from './random.ts';
import { readPrice } from './source-price.ts';

/** Rate of reversion to where the walk began, per minute. */
const reversion = 0.000_4;
const secondsPerMinute = 60;

/** A price that an operator has set: kept in Redis under `setPricesKey`, a field a market. */
export interface SetPrice {
  /** Distinguishes it from earlier ones. */
  id: string;
  price: string;
  /** For how long (ms) the price stays as it is set. */
  holdMs: number;
}
export const setPricesKey = 'simulator:set';

export interface SimulatedPrice {
  /** Times 10^8, in digits. */
  price: string;
  /** The mean that the walk reverts to. */
  anchor: string;
  /** The newest SetPrice that has been applied. */
  setId: string;
  heldUntilMs: number;
}

/**
 * The price of second `n`.
 * @param isStill the price does not change by itself (DEMO_INDEX_STILL)
 */
export function nextSimulatedPrice(
  before: SimulatedPrice | undefined,
  set: SetPrice | undefined,
  config: SimulatorConfig,
  n: number,
  isStill: boolean,
): SimulatedPrice {
  const setPrice = set && set.id !== before?.setId ? readPrice(set.price) : undefined;
  if (set && setPrice !== undefined) {
    const price = String(setPrice);
    return { price, anchor: price, setId: set.id, heldUntilMs: n * 1000 + set.holdMs };
  }
  if (!before) {
    const start = String(readPrice(config.start) ?? 0n);
    return { price: start, anchor: start, setId: '', heldUntilMs: 0 };
  }
  if (isStill || isHeld(before, n)) return before;
  const random = createRandom((config.seed * 1_000_003 + n) >>> 0);
  const pull = (reversion / secondsPerMinute) * Math.log(Number(before.anchor) / Number(before.price));
  const move = (config.volatility / Math.sqrt(secondsPerMinute)) * random.normal();
  const price = Math.max(1, Math.round(Number(before.price) * Math.exp(pull + move)));
  return { ...before, price: BigInt(price).toString() };
}

/** An operator has just set it. */
export function isHeld({ heldUntilMs }: SimulatedPrice, n: number): boolean {
  return n * 1000 < heldUntilMs;
}
