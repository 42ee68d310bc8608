import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyHasher } from './key-hasher.ts';
import { KeyTable } from './key-table.ts';

function keyOf(number: number): KeyHasher {
  return Object.assign(new KeyHasher(), { h0: 1, h1: 2, h2: number & 7, h3: number >> 3 });
}

/** So many that buckets overflow in every run. */
const keyCount = 1500;
/** Numbers of keys: each is added when it is not there and removed when it is. */
const toggles = fc.array(fc.integer({ min: 0, max: keyCount - 1 }), { minLength: 4000, maxLength: 4000 });

describe('a table of keys', () => {
  it('finds every key that was added and not removed, and no other', () => {
    fc.assert(
      fc.property(toggles, (numbers) => {
        const table = new KeyTable();
        const known = new Map<number, number>();
        for (const number of numbers) {
          const entry = known.get(number);
          if (entry === undefined) known.set(number, table.add(7, keyOf(number)));
          else table.remove(entry);
          if (entry !== undefined) known.delete(number);
        }
        const found = Array.from({ length: keyCount }, (_, number) => table.find(7, keyOf(number)));
        expect(found).toEqual(Array.from({ length: keyCount }, (_, number) => known.get(number) ?? 0));
      }),
      { numRuns: 20 },
    );
  });
});
