import { placementSeed } from '../core/kernel/placement-seed.ts';

/** What `construct` returns; the indexes of keys in it keep `seed`, those constructed later have the earlier seed. */
export function underPlacementSeed<Value>(seed: readonly [number, number], construct: () => Value): Value {
  const before = placementSeed.slice();
  placementSeed.set(seed);
  try {
    return construct();
  } finally {
    placementSeed.set(before);
  }
}
