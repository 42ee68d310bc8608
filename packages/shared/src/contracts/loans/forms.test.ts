import { expect, test } from 'vitest';
import { bid } from './forms.ts';

const valid = { currency: 'BTC', amount: '500', days: 10, pay_percent: '0.1' };
const faultsOf = (volatility_percent: unknown) =>
  bid.safeParse({ ...valid, volatility_percent }).error?.issues.map(({ message }) => message) ?? [];

test('a cushion is compared without a float', () => {
  for (const fine of ['0', '0.01', '100', '100.00', 100]) expect(faultsOf(fine)).toEqual([]);
  // As floats both are 100.
  expect(faultsOf('100.000000000000000001')).toContain('Minimum 0, maximum 100');
  expect(faultsOf('100.01')).toEqual(['Minimum 0, maximum 100']);
  expect(faultsOf('1e2')).toEqual(['Must be a plain decimal number']);
});
