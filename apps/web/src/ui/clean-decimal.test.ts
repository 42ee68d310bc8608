import { expect, test } from 'vitest';
import { cleanDecimal, wireDecimal } from './clean-decimal.ts';

test('commas group thousands as the site shows them; else one comma is a decimal point', () => {
  expect(cleanDecimal('50,000', 2)).toBe('50000');
  expect(cleanDecimal('250,000 USDT', 2)).toBe('250000');
  expect(cleanDecimal('0,125', 3)).toBe('0.125');
  expect(cleanDecimal('1.234,5', 2)).toBe('');
  expect(cleanDecimal('1,2,3', 2)).toBe('');
  expect(cleanDecimal('1,5', 2)).toBe('1.5');
  expect(cleanDecimal('1,234.56', 2)).toBe('1234.56');
  expect(cleanDecimal('12,34,567', 2)).toBe('1234567');
});

test('digits beyond the step are cut and nothing but digits and one point stays', () => {
  expect(cleanDecimal('0.123456', 4)).toBe('0.1234');
  expect(cleanDecimal('15<b>', 2)).toBe('15');
  expect(cleanDecimal('1.2.3', 4)).toBe('1.23');
  expect(cleanDecimal('12.7', 0)).toBe('12');
});

test.each(['-5', '−5', ' -0.5', '1e3', '1E-3', '2.5e+4', '-1e5<b>'])('%s is no other number', (text) => {
  expect(cleanDecimal(text, 4)).toBe('');
});

test('zeros in front go, a point in front gets one', () => {
  expect(cleanDecimal('007', 2)).toBe('7');
  expect(cleanDecimal('.5', 2)).toBe('0.5');
  expect(cleanDecimal('0', 2)).toBe('0');
});

test('an empty or unfinished text goes out as a plain decimal', () => {
  expect(wireDecimal('')).toBe('0');
  expect(wireDecimal('1.')).toBe('1');
  expect(wireDecimal('0.05')).toBe('0.05');
});
