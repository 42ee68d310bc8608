import { describe, expect, it } from 'vitest';
import { Random } from '../../testing/random.ts';
import { SortedList } from './sorted-list.ts';

describe('a sorted list', () => {
  it('is what sorting an array after each change gives', () => {
    const random = new Random(7);
    const list = new SortedList<number>((a, b) => a - b);
    const plain: number[] = [];
    for (let step = 1; step <= 8000; step++) {
      // It grows to several blocks and then shrinks to nothing.
      const isAdding = plain.length === 0 || random.fraction() < (step < 4000 ? 0.9 : 0.3);
      if (isAdding) {
        const item = random.fraction();
        list.add(item);
        plain.push(item);
      } else {
        const [item] = plain.splice(Math.floor(random.fraction() * plain.length), 1);
        list.remove(item as number);
      }
      expect(list.size).toBe(plain.length);
      if (step % 500 === 0) compare(list, plain);
    }
    for (const item of plain) list.remove(item);
    expect([...list.items()]).toEqual([]);
    list.add(1);
    expect([...list.items()]).toEqual([1]);
  });
});

function compare(list: SortedList<number>, plain: readonly number[]): void {
  const sorted = [...plain].sort((a, b) => a - b);
  expect([...list.items()]).toEqual(sorted);
  for (const index of [0, Math.floor(sorted.length / 3), sorted.length - 1]) {
    const item = sorted[index] as number;
    expect(list.at(index)).toBe(item);
    expect(list.countBefore(item)).toBe(index);
    expect([...list.items(item)]).toEqual(sorted.slice(index));
  }
  expect(() => list.at(sorted.length)).toThrow(RangeError);
  expect(list.countBefore(2)).toBe(sorted.length);
  expect([...list.items(2)]).toEqual([]);
}
