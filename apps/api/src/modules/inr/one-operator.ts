/** What one operator decides alone about rupees: from a sum on, another operator approves it. */
import type { PaymentAction } from '@pelican/shared/contracts/payments';
import { parseBigUnits } from '@pelican/shared/money';
import type { Transaction } from '../../platform/database/index.ts';
import { findBankTerms } from './terms.ts';

/** Actions that move rupees; their audit records have `amount` and `alone`. */
const recorded: Record<PaymentAction, readonly string[]> = {
  deposit: ['inr_deposit.approved'],
  withdraw: ['inr_withdrawal.paid', 'inr_withdrawal.failed'],
};

const ledgerScale = 18;

export interface MovedRupees {
  /** 'ops:<name>' */
  actor: string;
  userId: number;
  methodId: number;
  action: PaymentAction;
  /** Whole units. */
  amount: string;
}

/**
 * Parts of a sum are counted as the sum is: with all that was decided about the user's rupees in 24 hours it stays below the amount of two
 * persons, and with all that the operator has decided alone within that of one operator. Where nobody has set these amounts, two decide.
 * The caller has the user's row locked.
 */
export async function isForOneOperator(tx: Transaction, moved: MovedRupees): Promise<boolean> {
  const { actor, userId, methodId, action, amount } = moved;
  const { twoPersonAmount, operatorDayAmount } = await findBankTerms(tx, methodId, action);
  // Two decisions of one operator at once would each not know of the other.
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`inr:${actor}`]);
  const { ofUser, ofOperator } = await sumsOfDay(tx, { actor, subject: `user:${userId}`, actions: recorded[action] });
  const units = (text: string) => parseBigUnits(text, ledgerScale);
  return (
    units(ofUser) + units(amount) < units(twoPersonAmount) &&
    units(ofOperator) + units(amount) <= units(operatorDayAmount)
  );
}

async function sumsOfDay(
  tx: Transaction,
  { actor, subject, actions }: { actor: string; subject: string; actions: readonly string[] },
): Promise<{ ofUser: string; ofOperator: string }> {
  const { rows } = await tx.query<{ ofUser: string; ofOperator: string }>(
    `SELECT coalesce(sum((details ->> 'amount')::numeric) FILTER (WHERE subject = $1), 0)::text AS "ofUser",
        coalesce(sum((details ->> 'amount')::numeric) FILTER (WHERE actor = $2 AND (details ->> 'alone')::boolean), 0)::text AS "ofOperator"
      FROM audit_records WHERE (subject = $1 OR actor = $2) AND action = ANY ($3) AND created_at > now() - interval '24 hours'`,
    [subject, actor, actions],
  );
  return rows[0] ?? { ofUser: '0', ofOperator: '0' };
}
