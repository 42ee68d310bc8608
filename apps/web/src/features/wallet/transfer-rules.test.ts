import { expect, test } from 'vitest';
import { readTransferHash, transferHash } from '../../platform/hash-dialogs.ts';
import { amountProblem, possibleWay, walletsOf, wayInto, withEnd } from './transfer-rules.ts';

test('an amount must be above zero and at most what the wallet holds, to the last digit', () => {
  expect(amountProblem('', '5')).toBe('missing');
  expect(amountProblem('0.', '5')).toBe('missing');
  expect(amountProblem('5', '5')).toBeNull();
  expect(amountProblem('90071992547409.93', '90071992547409.92')).toBe('insufficient');
  expect(amountProblem('0.00000001', '0')).toBe('insufficient');
  expect(amountProblem('5', null)).toBeNull();
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
