/** Money from outside into the budget for rewards. */
import { outside, postEntry } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { promotionsAccount } from './accounts.ts';

export interface PromotionsFilling {
  assetId: number;
  /** Whole units as a decimal string. */
  amount: string;
  /** What the money is for, or where it comes from. */
  reference: string;
}

/** @returns false when the reference was used before @throws DomainError repeated_with_other_content */
export async function fillPromotions(
  tx: Transaction,
  { assetId, amount, reference }: PromotionsFilling,
): Promise<boolean> {
  const { repeated } = await postEntry(tx, {
    kind: 'promotions_top_up',
    reference,
    idempotencyKey: `promotions:${reference}`,
    legs: [
      { account: outside(assetId), amount: `-${amount}` },
      { account: promotionsAccount(assetId), amount },
    ],
  });
  return !repeated;
}
