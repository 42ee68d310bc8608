import { expect, test } from 'vitest';
import { percentText } from './periods.ts';

test('a rate in percent is exact', () => {
  const rates = {
    '0.28': '28',
    '0.07': '7',
    '0.01': '1',
    '0.175': '17.5',
    '0.0005': '0.05',
    '1': '100',
    '0': '0',
    '0.300': '30',
  };
  expect(Object.keys(rates).map(percentText)).toEqual(Object.values(rates));
});
