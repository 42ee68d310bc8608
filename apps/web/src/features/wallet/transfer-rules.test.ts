import { expect, test } from 'vitest';
import { amountProblem } from './transfer-rules.ts';

test('an amount must be above zero and at most what the wallet holds, to the last digit', () => {
  expect(amountProblem('', '5')).toBe('missing');
  expect(amountProblem('0.', '5')).toBe('missing');
  expect(amountProblem('5', '5')).toBeNull();
  expect(amountProblem('90071992547409.93', '90071992547409.92')).toBe('insufficient');
  expect(amountProblem('0.00000001', '0')).toBe('insufficient');
});
