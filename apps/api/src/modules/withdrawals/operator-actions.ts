/** What operators decide of withdrawals that wait for them. */
import { DomainError } from '@pelican/shared/contracts';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { withdrawalRefusalNames, withdrawalRefusals } from '@pelican/shared/contracts/withdrawals';
import { z } from 'zod';
import { lockUserRow, type OperatorAct, type OperatorAction, recordAct } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import type { WithdrawalRules } from '../../platform/config/index.ts';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import { endUnpaid } from './end.ts';
import { noticePayload } from './notices.ts';
import { lockWithdrawal, setStatus, type Withdrawal } from './repository.ts';

const decision = z.object({ email: z.string(), withdrawal: z.number().int() });
type Decision = z.infer<typeof decision>;

/** Nobody decides about their own money. */
const ofOthers = { about: ({ email }: Decision) => email, neverAboutOneself: true } as const;

/** Whatever the operator. */
export const isForTwo = ({ risks }: Pick<Withdrawal, 'risks'>): boolean => risks.includes('very_large');

/**
 * Has it paid. Takes two operators, unless `approvalAlone` lets one do it.
 * @throws DomainError not_found, request_closed (it is decided, or was canceled), forbidden
 */
export const approveWithdrawal: OperatorAction<Decision, void> = {
  name: 'withdrawals.approve',
  permission: 'money',
  twoPersons: true,
  explainsItself: () => true,
  payload: decision,
  ...ofOthers,
  async run(tx, act, wanted) {
    const withdrawal = await lockWaiting(tx, wanted);
    const { id, userId } = withdrawal;
    await setStatus(tx, id, paymentStatus.inProcess);
    const payload = noticePayload(withdrawal);
    await writeNotices(tx, [{ userId, kind: 'withdrawal_confirmed', key: `withdrawal_approved:${id}`, payload }]);
    await record(tx, act, 'withdrawal.approved', withdrawal);
  },
};

/**
 * The same by one operator, where the amount is not very large and what the operator has approved alone in 24 hours stays below the limit of
 * two.
 */
export function approvalAlone({ twoPersonsUsd }: Pick<WithdrawalRules, 'twoPersonsUsd'>): typeof approveWithdrawal {
  return {
    ...approveWithdrawal,
    async isForOne(tx, wanted, actor) {
      // Two approvals at once would each not know of the other.
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`withdrawals.approve:${actor}`]);
      const withdrawal = await lockWaiting(tx, wanted);
      return !(await isForTwoOf(tx, withdrawal, { actor, twoPersonsUsd }));
    },
  };
}

/** Whether another operator has to approve it beside this one. */
export async function isForTwoOf(
  db: Queryable,
  withdrawal: Pick<Withdrawal, 'risks' | 'usdValue'>,
  { actor, twoPersonsUsd }: { actor: string; twoPersonsUsd: number },
): Promise<boolean> {
  if (isForTwo(withdrawal)) return true;
  const { rows } = await db.query<{ isAbove: boolean }>(
    `SELECT coalesce(sum(usd_value), 0) + $2::numeric >= $3 AS "isAbove" FROM withdrawals WHERE id IN (
        SELECT (details ->> 'withdrawal')::bigint FROM audit_records
         WHERE actor = $1 AND action = 'withdrawal.approved' AND created_at > now() - interval '24 hours')
      AND NOT EXISTS (SELECT FROM operator_requests WHERE status = 'done' AND action = $4 AND payload ->> 'withdrawal' = withdrawals.id::text)`,
    [actor, withdrawal.usdValue, twoPersonsUsd, approveWithdrawal.name],
  );
  return rows[0]?.isAbove === true;
}

const refusal = decision.extend({ code: z.enum(withdrawalRefusalNames) });
type Refusal = z.infer<typeof refusal>;

/** Refuses it: the money is its user's again. @throws DomainError not_found, request_closed, forbidden */
export const rejectWithdrawal: OperatorAction<Refusal, void> = {
  name: 'withdrawals.reject',
  permission: 'money',
  // The money stays where it is.
  twoPersons: false,
  explainsItself: () => true,
  payload: refusal,
  ...ofOthers,
  async run(tx, act, { code, ...wanted }) {
    const withdrawal = await lockWaiting(tx, wanted);
    await endUnpaid(tx, withdrawal, {
      status: paymentStatus.canceledByValidation,
      reason: withdrawalRefusals[code],
    });
    await record(tx, act, 'withdrawal.rejected', withdrawal, { code });
  },
};

async function lockWaiting(tx: Transaction, { email, withdrawal: id }: Decision): Promise<Withdrawal> {
  const { rows } = await tx.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
  if (!rows[0]) throw new DomainError('not_found');
  await lockUserRow(tx, Number(rows[0].id));
  const withdrawal = await lockWithdrawal(tx, id);
  if (withdrawal?.userId !== Number(rows[0].id)) throw new DomainError('not_found');
  if (withdrawal.status === paymentStatus.unconfirmedByAdmin) return withdrawal;
  throw new DomainError('request_closed', { message: 'The withdrawal waits for no decision any more.' });
}

async function record(
  tx: Transaction,
  act: OperatorAct,
  action: 'withdrawal.approved' | 'withdrawal.rejected',
  { id, userId, amount, ticker, address, risks }: Withdrawal,
  more: object = {},
): Promise<void> {
  const details = { withdrawal: id, amount, ticker, address, risks, ...more };
  await recordAct(tx, act, { action, subject: `user:${userId}`, details });
}
