import { expect, test } from 'vitest';
import { nextReadCount, readCountMax, readCountMin } from './read-size.ts';
import { comparePositions, positionNumber, positionTimeMs } from './stream-position.ts';

test('positions are compared as numbers, by time and then by number', () => {
  expect(comparePositions('9-0', '10-0')).toBeLessThan(0);
  expect(comparePositions('10-9', '10-10')).toBeLessThan(0);
  expect(comparePositions('10-10', '10-10')).toBe(0);
  expect([positionTimeMs('1790000000000-17'), positionNumber('1790000000000-17')]).toEqual([1_790_000_000_000, 17]);
});

test('a reader asks for more while entries are small and for less when they are large', () => {
  expect(nextReadCount(16, 3, 300)).toBe(16);
  expect(nextReadCount(16, 16, 1_600)).toBe(32);
  expect(nextReadCount(1_024, 1_024, 100_000)).toBe(readCountMax);
  expect(nextReadCount(64, 64, 64 * 256 * 1024)).toBe(readCountMin);
  expect(nextReadCount(64, 64, 64 * 64 * 1024)).toBe(32);
});
