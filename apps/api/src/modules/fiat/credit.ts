/** Puts what a provider was paid into the main wallet of the depositor: the only place that does. */
import { mainAccount, postEntry } from '../../ledger/index.ts';
import { writeNotices } from '../../notices/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { bankAccount, paymentFeesAccount } from '../payments/index.ts';
import { markCredited, type ProviderDeposit } from './repository.ts';

export interface Credit {
  /** Whole units; the amount is the fee and the net. */
  amount: string;
  fee: string;
  net: string;
  status: number;
}

/** With the status in the caller's transaction, which holds the deposit's row locked; the entry has a key of the deposit's own. */
export async function creditDeposit(tx: Transaction, deposit: ProviderDeposit, credit: Credit): Promise<void> {
  const { id, userId, assetId, methodId, ticker } = deposit;
  const { amount, fee, net } = credit;
  await markCredited(tx, id, credit);
  const reference = `deposit:${id}`;
  const legs = [
    { account: bankAccount({ methodId, assetId }), amount: `-${amount}` },
    { account: mainAccount({ userId, assetId }), amount: net },
    { account: paymentFeesAccount(assetId), amount: fee },
  ].filter((leg) => /[1-9]/.test(leg.amount));
  await postEntry(tx, { kind: 'provider_deposit', reference, idempotencyKey: reference, legs });
  await writeNotices(tx, [
    { userId, kind: 'provider_deposit_credited', payload: { amount: net, fee, ticker, id }, key: reference },
  ]);
}
