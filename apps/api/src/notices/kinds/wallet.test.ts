import { expect, test } from 'vitest';
import { walletNotices } from './wallet.ts';

test('amounts are grouped in the way of their asset and lose no digit', () => {
  const titleOf = (amount: string, ticker: string) => walletNotices.wallet_credited.text.en({ amount, ticker }).title;
  expect(titleOf('100000', 'USDT')).toBe('100,000 USDT credited');
  expect(titleOf('2500000.5', 'INR')).toBe('25,00,000.5 INR credited');
  expect(titleOf('12345678901234567.123456789012345678', 'ETH')).toBe(
    '12,345,678,901,234,567.123456789012345678 ETH credited',
  );
});
