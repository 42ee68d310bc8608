import { afterEach, describe, expect, it } from 'vitest';
import { KeyHasher } from './key-hasher.ts';
import { type KeyEntries, KeyIndex } from './key-index.ts';
import { placementSeed } from './placement-seed.ts';

/** Keys of one owner that all have one tag under the seed 0, as somebody who knows the seed can choose them. */
function aimedKey(number: number): KeyHasher {
  const h0 = Math.imul(number, 0x2545f491);
  const left = Math.imul(h0, 0x9e3779b1);
  return Object.assign(new KeyHasher(), { h0, h1: (7 - (left ^ (left >>> 15))) | 0 });
}

/** Keys by entry; counts how often the index compares one. */
class Keys implements KeyEntries {
  comparisons = 0;

  isKey(entry: number, _owner: number, key: KeyHasher): boolean {
    this.comparisons++;
    return aimedKey(entry).h0 === key.h0;
  }

  ownerOf(): number {
    return 1;
  }

  readKey(entry: number, key: KeyHasher): void {
    Object.assign(key, aimedKey(entry));
  }
}

const keyCount = 500;

/** How many entries a search reads for one more aimed key. */
function comparisonsUnder(seed: readonly [number, number]): number {
  placementSeed.set(seed);
  const keys = new Keys();
  const index = new KeyIndex(keys);
  for (let entry = 1; entry <= keyCount; entry++) index.add(1, aimedKey(entry), entry);
  expect(index.find(1, aimedKey(keyCount + 1))).toBe(0);
  return keys.comparisons;
}

describe('keys chosen to lie in one place', () => {
  afterEach(() => placementSeed.fill(0));

  it('slow a search down only under the seed that they were chosen for', () => {
    expect(comparisonsUnder([0, 0])).toBe(keyCount);
    for (let seed = 1; seed <= 20; seed++) {
      expect(comparisonsUnder([Math.imul(seed, 0x9e3779b1), seed]), `seed ${seed}`).toBeLessThanOrEqual(1);
    }
  });
});
