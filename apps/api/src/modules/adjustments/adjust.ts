/** Adjustments of a main wallet by two operators: a debit undoes a credit, a correction moves money between a user and the house. */
import { adjustmentKinds } from '@pelican/shared/contracts/wallet';
import { stripZeros } from '@pelican/shared/money';
import { z } from 'zod';
import { lockUser, type OperatorAction, plainText, recordAct } from '../../identity/index.ts';
import { type AccountName, mainAccount, outside, postEntry } from '../../ledger/index.ts';
import { writeNotices } from '../../notices/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { correctionsAccount, findCreditAsset } from '../wallet/index.ts';
import { demandWithinDay } from './limit.ts';

const payload = z.object({
  email: z.string(),
  ticker: z.string(),
  /** Whole units as a decimal string, above zero. */
  amount: z.string(),
  kind: z.enum(adjustmentKinds),
  /** What it is known by. A repeat with the same reference changes nothing. */
  reference: plainText.max(100),
  /** Why, in the words that its user reads. */
  text: plainText.max(200),
});
export type Adjustment = z.infer<typeof payload>;

/**
 * Takes no more than is available: what is held for a withdrawal or an order of the user stays theirs.
 * @throws DomainError not_found, unknown_asset, invalid_argument (the amount), insufficient_balance, repeated_with_other_content,
 * price_unknown, too_many_requests (the limit of an operator's day)
 */
export const adjustWallet: OperatorAction<Adjustment, { isRepeat: boolean }> = {
  name: 'wallet.adjust',
  permission: 'money',
  twoPersons: true,
  neverAboutOneself: true,
  payload,
  about: ({ email }) => email,
  async run(tx, act, wanted) {
    const { id: userId } = await lockUser(tx, wanted.email);
    const asset = await findCreditAsset(tx, wanted.ticker, wanted.amount);
    const amount = stripZeros(wanted.amount);
    const { repeated } = await post(tx, wanted, { userId, assetId: asset.id, amount });
    if (repeated) return { isRepeat: true };
    const usdValue = await demandWithinDay(tx, { actor: act.actor, ticker: asset.ticker, amount });
    const { ticker, kind, reference, text } = wanted;
    await recordAct(tx, act, {
      action: 'wallet.adjusted',
      subject: `user:${userId}`,
      details: { kind, ticker, amount, reference, text, usdValue },
    });
    const notice = kind === 'give' ? 'wallet_given' : 'wallet_taken';
    await writeNotices(tx, [
      { userId, kind: notice, payload: { amount, ticker, text }, key: `adjustment:${reference}` },
    ]);
    return { isRepeat: false };
  },
};

async function post(
  tx: Transaction,
  { kind, reference }: Adjustment,
  { userId, assetId, amount }: { userId: number; assetId: number; amount: string },
): Promise<{ repeated: boolean }> {
  const own = mainAccount({ userId, assetId });
  const idempotencyKey = `ops:adjust:${reference}`;
  if (kind === 'debit') {
    const legs = moved(own, outside(assetId), amount);
    return postEntry(tx, { kind: 'debit', reference, idempotencyKey, legs });
  }
  const house = correctionsAccount(assetId);
  const legs = kind === 'take' ? moved(own, house, amount) : moved(house, own, amount);
  return postEntry(tx, { kind: 'correction', reference, idempotencyKey, legs });
}

function moved(from: AccountName, to: AccountName, amount: string) {
  return [
    { account: from, amount: `-${amount}` },
    { account: to, amount },
  ];
}
