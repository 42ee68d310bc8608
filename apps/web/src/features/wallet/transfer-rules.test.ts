import type { Balance } from '@pelican/shared/contracts/wallet';
import { expect, test } from 'vitest';
import { readTransferHash, transferHash } from '../../platform/hash-dialogs.ts';
import { amountProblem, isHeld, possibleWay, walletsOf, wayInto, withEnd } from './transfer-rules.ts';

const wallet = (futures_balance: string, futures_available: string) =>
  ({ futures_balance, futures_available }) as Balance;

test('an amount must be above zero and at most what may leave the wallet, to the last digit', () => {
  const problem = (typed: string, balance: Balance | undefined) => amountProblem(typed, balance, 'futures');
  expect(problem('', wallet('5', '5'))).toBe('missing');
  expect(problem('0.', wallet('5', '5'))).toBe('missing');
  expect(problem('5', wallet('5', '5'))).toBeNull();
  expect(problem('90071992547409.93', wallet('90071992547409.92', '90071992547409.92'))).toBe('insufficient');
  expect(problem('0.00000001', wallet('0', '0'))).toBe('insufficient');
  expect(problem('5', undefined)).toBeNull();
});

test('what backs positions and orders is in the wallet and cannot leave it', () => {
  expect(amountProblem('4', wallet('5', '3'), 'futures')).toBe('held');
  expect(amountProblem('6', wallet('5', '3'), 'futures')).toBe('insufficient');
  expect(isHeld(wallet('5', '3'), 'futures')).toBe(true);
  expect(isHeld(wallet('5', '5'), 'futures')).toBe(false);
});

test('the two ends of a way are never the same wallet', () => {
  expect(withEnd({ from: 'main', to: 'trade' }, 'to', 'futures')).toEqual({ from: 'main', to: 'futures' });
  expect(withEnd({ from: 'main', to: 'trade' }, 'to', 'main')).toEqual({ from: 'trade', to: 'main' });
  expect(withEnd({ from: 'main', to: 'trade' }, 'from', 'trade')).toEqual({ from: 'trade', to: 'main' });
});

test('an asset without a futures wallet cannot be sent there', () => {
  const wallets = walletsOf('LTC', ['USDT']);
  expect(wallets).toEqual(['main', 'trade']);
  expect(possibleWay({ from: 'main', to: 'futures' }, wallets)).toEqual({ from: 'main', to: 'trade' });
  expect(possibleWay({ from: 'futures', to: 'main' }, wallets)).toEqual({ from: 'main', to: 'trade' });
  expect(possibleWay({ from: 'trade', to: 'futures' }, walletsOf('USDT', ['USDT']))).toEqual({
    from: 'trade',
    to: 'futures',
  });
});

test('an address may name the wallet that is short of money', () => {
  expect(readTransferHash(transferHash('USDT', 'futures'))).toEqual({ ticker: 'USDT', to: 'futures' });
  expect(readTransferHash('#transfer')).toEqual({ ticker: '', to: null });
  expect(readTransferHash('#transfer/USDT/elsewhere')).toBeNull();
  expect(wayInto('futures')).toEqual({ from: 'main', to: 'futures' });
  expect(wayInto('main')).toEqual({ from: 'trade', to: 'main' });
  expect(wayInto(null)).toEqual({ from: 'main', to: 'trade' });
});
