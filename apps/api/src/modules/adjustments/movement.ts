/** What credits and adjustments have in common: whose wallet, how much of what, and the two legs of it. */
import { stripZeros } from '@pelican/shared/money';
import { lockUser } from '../../identity/index.ts';
import type { AccountName } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { findCreditAsset } from '../wallet/index.ts';

export interface WantedMovement {
  email: string;
  ticker: string;
  /** Whole units as a decimal string. */
  amount: string;
}

/** The user stays locked until the transaction ends. @throws DomainError not_found, unknown_asset, invalid_argument (the amount) */
export async function lockMovement(tx: Transaction, { email, ticker, amount }: WantedMovement) {
  const { id: userId } = await lockUser(tx, email);
  const asset = await findCreditAsset(tx, ticker, amount);
  return { userId, asset, amount: stripZeros(amount) };
}

export function legsOf(from: AccountName, to: AccountName, amount: string) {
  return [
    { account: from, amount: `-${amount}` },
    { account: to, amount },
  ];
}
