import { expect, test } from 'vitest';
import {
  decimalsOfStep,
  formatCompact,
  formatFixed,
  formatPercent,
  formatTotal,
  formatUpTo,
  shortLabel,
  signOf,
} from './format.ts';

test('a price keeps its column’s decimals, rounds half up and groups thousands', () => {
  expect(formatFixed('64120.5', 2)).toBe('64,120.50');
  expect(formatFixed('0.005', 2)).toBe('0.01');
  expect(formatFixed('999.999', 2)).toBe('1,000.00');
  expect(formatFixed('12', 0)).toBe('12');
});

test('rupees are grouped by lakh and crore', () => {
  expect(formatFixed('1234567.891', 2, 'indian')).toBe('12,34,567.89');
  expect(formatFixed('123456789', 0, 'indian')).toBe('12,34,56,789');
  expect(formatFixed('999', 0, 'indian')).toBe('999');
});

test('digits beyond the reach of a float stay exact', () => {
  expect(formatFixed('12345678901234567890.12345678', 8)).toBe('12,345,678,901,234,567,890.12345678');
});

test('the minus is a minus sign, and minus zero is zero', () => {
  expect(formatFixed('-1.5', 2)).toBe('−1.50');
  expect(formatFixed('-0.001', 2)).toBe('0.00');
});

test('what is unknown is a dash and never a zero', () => {
  for (const value of [null, undefined, '', 'NaN', '1e5']) expect(formatFixed(value, 2)).toBe('–');
});

test('a balance is cut, never rounded up', () => {
  expect(formatUpTo('0.999999999', 8)).toBe('0.99999999');
  expect(formatUpTo('1.50000000', 8)).toBe('1.5');
});

test('a change has a sign unless it shows as zero', () => {
  expect(formatPercent('1.2')).toBe('+1.20 %');
  expect(formatPercent('-0.5')).toBe('−0.50 %');
  expect(formatPercent('0.001')).toBe('0.00 %');
  expect([signOf('0.004'), signOf('0.005'), signOf('-2')]).toEqual([0, 1, -1]);
});

test('volumes are shortened in the units of their money', () => {
  expect(formatCompact('1234567.8')).toBe('1.23M');
  expect(formatCompact('1234567.8', 'indian')).toBe('12.35 L');
  expect(formatCompact('123456789', 'indian')).toBe('12.35 Cr');
  expect(formatCompact('12.3456')).toBe('12.345');
});

test('steps tell their decimals; long labels are shortened to fourteen letters', () => {
  expect(['0.01', '0.0100', '1', '10'].map(decimalsOfStep)).toEqual([2, 2, 0, 0]);
  expect(shortLabel('A very long coin name')).toBe('A very long co…');
});

test('a total that was not counted to the end says so', () => {
  expect([0, 9_999, 10_000, 10_101].map(formatTotal)).toEqual(['0', '9999', '10000+', '10101+']);
});
