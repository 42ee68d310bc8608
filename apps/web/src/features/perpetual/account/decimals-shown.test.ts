import { expect, test } from 'vitest';
import { averageDecimals, moneyDecimals } from './decimals-shown.ts';

test('money has cents, and more only where cents would hide it', () => {
  expect(['12.3456', '-1.5', '0.0012', '-0.5', '0'].map(moneyDecimals)).toEqual([2, 2, 4, 4, 4]);
});

test('an average price has eight digits', () => {
  expect(['92523.3692', '3148.2712725', '2.31051234', '0.012345678'].map(averageDecimals)).toEqual([3, 4, 7, 7]);
});
