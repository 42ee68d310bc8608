import { describe, expect, it } from 'vitest';
import { underPlacementSeed } from '../../testing/under-placement-seed.ts';
import { KeyHasher } from './key-hasher.ts';
import { type KeyEntries, KeyIndex } from './key-index.ts';

/** Keys of one owner that all have one tag under the seed 0, as a client who knows the seed can choose them. */
function collidingKey(number: number): KeyHasher {
  const h0 = Math.imul(number, 0x2545f491);
  const left = Math.imul(h0, 0x9e3779b1);
  return Object.assign(new KeyHasher(), { h0, h1: (7 - (left ^ (left >>> 15))) | 0 });
}

/** Keys by entry; counts how often the index compares one. */
class Keys implements KeyEntries {
  comparisons = 0;

  isKey(entry: number, _owner: number, key: KeyHasher): boolean {
    this.comparisons++;
    return collidingKey(entry).h0 === key.h0;
  }

  ownerOf(): number {
    return 1;
  }

  readKey(entry: number, key: KeyHasher): void {
    Object.assign(key, collidingKey(entry));
  }
}

const keyCount = 500;

/** How many entries a search for one more of the colliding keys reads. */
function comparisonsUnder(seed: readonly [number, number]): number {
  const keys = new Keys();
  const index = underPlacementSeed(seed, () => new KeyIndex(keys));
  for (let entry = 1; entry <= keyCount; entry++) index.add(1, collidingKey(entry), entry);
  expect(index.find(1, collidingKey(keyCount + 1))).toBe(0);
  return keys.comparisons;
}

describe('keys that collide under one seed', () => {
  it('are all compared under that seed', () => {
    expect(comparisonsUnder([0, 0])).toBe(keyCount);
  });

  it('do not collide under another', () => {
    for (let seed = 1; seed <= 20; seed++) {
      expect(comparisonsUnder([Math.imul(seed, 0x9e3779b1), seed]), `seed ${seed}`).toBeLessThanOrEqual(1);
    }
  });
});
