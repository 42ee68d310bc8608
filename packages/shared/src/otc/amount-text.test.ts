import { expect, it } from 'vitest';
import { readOtcAmount } from './amount-text.ts';

it('reads plain decimals only, and says what is wrong in the words of the specification', () => {
  expect(readOtcAmount('0.0123700', 8, 'BTC')).toBe(1_237_000n);
  for (const missing of [undefined, null, '']) expect(readOtcAmount(missing, 8, 'BTC')).toBe('Field is required');
  for (const text of ['1e5', '1,5', 'NaN', '.5', '5.', ' 1', '+1', '0x1', '१', `${2n ** 70n}`, 5, [1], {}, true])
    expect(readOtcAmount(text, 8, 'BTC')).toBe('Current value is not supported');
  for (const text of ['0', '0.000', '-1', '-0.00000000001', `-${10n ** 19n}`])
    expect(readOtcAmount(text, 8, 'BTC')).toBe('Should be more then zero');
  expect(readOtcAmount('0.000000001', 8, 'BTC')).toBe('Fill in correct amount for BTC');
  expect(readOtcAmount(`0.${'0'.repeat(18)}1`, 20, 'BTC')).toBe('Fill in correct amount for BTC');
});
