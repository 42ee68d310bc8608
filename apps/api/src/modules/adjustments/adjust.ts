/** Adjustments of a main wallet by two operators: a debit undoes a credit, a correction moves money between a user and the house. */
import { adjustmentKinds } from '@pelican/shared/contracts/wallet';
import { z } from 'zod';
import { type OperatorAction, plainText, recordAct } from '../../identity/index.ts';
import { mainAccount, outside, postEntry } from '../../ledger/index.ts';
import { writeNotices } from '../../notices/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { correctionsAccount } from '../wallet/index.ts';
import { demandWithinDay } from './limit.ts';
import { legsOf, lockMovement } from './movement.ts';

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
    const { userId, asset, amount } = await lockMovement(tx, wanted);
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
    const legs = legsOf(own, outside(assetId), amount);
    return postEntry(tx, { kind: 'debit', reference, idempotencyKey, legs });
  }
  const house = correctionsAccount(assetId);
  const legs = kind === 'take' ? legsOf(own, house, amount) : legsOf(house, own, amount);
  return postEntry(tx, { kind: 'correction', reference, idempotencyKey, legs });
}
