import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PriceLevels } from './price-levels.ts';

function read(levels: PriceLevels): [number, number][] {
  const rows: [number, number][] = [];
  levels.walk((price, lots) => rows.push([price, lots]) > 0);
  return rows;
}

describe('price levels', () => {
  it('equal a sorted map after any sequence of additions and removals', () => {
    const change = fc.tuple(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 50 }), fc.boolean());
    fc.assert(
      fc.property(fc.boolean(), fc.array(change, { minLength: 500, maxLength: 3000 }), (descending, changes) => {
        const levels = new PriceLevels(descending);
        const expected = new Map<number, number>();
        for (const [price, lots, remove] of changes) {
          const now = expected.get(price) ?? 0;
          const delta = remove ? -Math.min(now, lots) : lots;
          if (delta === 0) continue;
          levels.add(price, delta);
          if (now + delta === 0) expected.delete(price);
          else expected.set(price, now + delta);
        }
        const sorted = [...expected].sort((a, b) => (descending ? b[0] - a[0] : a[0] - b[0]));
        expect(read(levels)).toEqual(sorted);
        expect(levels.size).toBe(sorted.length);
        expect(levels.best()).toBe(sorted[0]?.[0]);
        for (const [price, lots] of sorted) expect(levels.lotsAt(price)).toBe(lots);
      }),
      { numRuns: 60 },
    );
  });

  it('refuse to lose more than they hold', () => {
    const levels = new PriceLevels(false);
    levels.add(10, 5);
    expect(() => levels.add(10, -6)).toThrow(RangeError);
    expect(() => levels.add(11, -1)).toThrow(RangeError);
    expect(read(levels)).toEqual([[10, 5]]);
  });
});
