/** What a transfer must satisfy before it is worth sending. The server checks all of it again. */
import type { Balance, TransferRequest } from '@pelican/shared/contracts/wallet.ts';
import { wireDecimal } from '../../ui/clean-decimal.ts';
import { compareDecimals, isZeroDecimal } from '../../ui/decimal-compare.ts';

export type Wallet = TransferRequest['from'];

/** What can leave a wallet at this moment. */
export function availableIn(balance: Balance | undefined, wallet: Wallet): string {
  if (!balance) return '0';
  return wallet === 'main' ? balance.main_balance : balance.trade_available;
}

export function otherWallet(wallet: Wallet): Wallet {
  return wallet === 'main' ? 'trade' : 'main';
}

export type AmountProblem = 'missing' | 'insufficient' | null;

export function amountProblem(typed: string, available: string): AmountProblem {
  const amount = wireDecimal(typed);
  if (isZeroDecimal(amount)) return 'missing';
  return compareDecimals(amount, available) > 0 ? 'insufficient' : null;
}
