import { expect, test } from 'vitest';
import { readSort, writeSort } from './market-sort.ts';

test('the sort of the address survives the way there and back; unknown columns are none', () => {
  expect(writeSort({ column: 'change', descending: true })).toBe('-change');
  expect(readSort('-change')).toEqual({ column: 'change', descending: true });
  expect(readSort('name')).toEqual({ column: 'name', descending: false });
  expect(readSort('-constructor')).toBeUndefined();
  expect(readSort(null)).toBeUndefined();
});
