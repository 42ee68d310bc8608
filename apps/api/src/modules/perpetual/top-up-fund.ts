/**
 * Money from outside into the insurance fund. It takes the same path as a user's deposit: into the main wallet of the house's
 * own row among the users, and by a transfer from there into the perpetual shard.
 */
import { HouseUser } from '@pelican/shared/engine/perpetual';
import { addUser } from '../../identity/index.ts';
import { mainAccount, outside, postEntry } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { requestTransfer } from '../wallet/index.ts';

export interface TopUp {
  /** The settlement asset. */
  assetId: number;
  /** Whole units as a decimal string. */
  amount: string;
  /** What the money is for, or where it comes from. */
  reference: string;
  /** A repeat with the same key does nothing. */
  idempotencyKey: string;
}

/**
 * Writes the credit and begins the transfer; the worker, or the caller, delivers it to the engine.
 * @returns the transfer's id, undefined when the key was used before
 * @throws RangeError for an amount that is not one of the asset
 */
export async function topUpFund(tx: Transaction, topUp: TopUp): Promise<number | undefined> {
  const { assetId, amount, reference, idempotencyKey } = topUp;
  const userId = HouseUser.fund;
  // Blocked and without a password: no sign-in as the house is possible.
  const email = 'insurance-fund@house.invalid';
  await addUser(tx, { id: userId, email, passwordHash: '', nickname: 'Insurance fund', status: 'blocked' });
  await postEntry(tx, {
    kind: 'credit',
    reference,
    idempotencyKey: `fund:${idempotencyKey}`,
    legs: [
      { account: outside(assetId), amount: `-${amount}` },
      { account: mainAccount({ userId, assetId }), amount },
    ],
  });
  const begun = await requestTransfer(tx, {
    userId,
    assetId,
    amount,
    from: 'main',
    to: 'futures',
    idempotencyKey: `fund:${idempotencyKey}`,
  });
  return begun?.transfer.id;
}
