import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatBalance, formatBigUnits, formatUnits, parseBigUnits, parseUnits, stripZeros } from './decimal.ts';

test('units read and written again are the same units, whatever the scale', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 0, max: 15 }), (units, scale) => {
      expect(parseUnits(formatUnits(units, scale), scale)).toEqual({ units });
      expect(parseBigUnits(formatBigUnits(BigInt(units), scale), scale)).toBe(BigInt(units));
      expect(formatBigUnits(BigInt(units), scale)).toBe(formatUnits(units, scale));
    }),
  );
});

test('a text that is no plain decimal is refused', () => {
  for (const text of [
    '',
    '-1',
    '+1',
    'NaN',
    'Infinity',
    '1e400',
    '1,5',
    '.5',
    '5.',
    ' 1',
    '0x10',
    '1'.repeat(40),
    '<script>',
  ]) {
    expect(parseUnits(text, 8)).toEqual({ problem: 'notDecimal' });
  }
});

test('a digit too many is an error and never a cut, but zeros may follow', () => {
  expect(parseUnits('1.123456789', 8)).toEqual({ problem: 'tooManyDecimals' });
  expect(parseUnits('1.100000000000', 2)).toEqual({ units: 110 });
});

test('what does not fit a safe integer is out of range', () => {
  expect(parseUnits('90071992.54740992', 8)).toEqual({ problem: 'outOfRange' });
  expect(parseUnits('90071992.54740991', 8)).toEqual({ units: Number.MAX_SAFE_INTEGER });
});

test('a two-limb balance is written exactly', () => {
  expect(formatBalance(5, 0, 8)).toBe('0.00000005');
  expect(formatBalance(0, 1, 8)).toBe('2814749.76710656');
  expect(formatBalance(7, 32_767, 8)).toBe(formatBigUnits(32_767n * 2n ** 48n + 7n, 8));
});

test('trailing zeros go, digits stay', () => {
  expect(stripZeros('1.500000000000000000')).toBe('1.5');
  expect(stripZeros('100')).toBe('100');
  expect(stripZeros('100.000')).toBe('100');
  expect(stripZeros('0.000')).toBe('0');
});
