/** What operators decide of withdrawals that wait for them. */
import { DomainError } from '@pelican/shared/contracts';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { withdrawalRefusalNames, withdrawalRefusals } from '@pelican/shared/contracts/withdrawals';
import { z } from 'zod';
import { lockUserRow, type OperatorAct, type OperatorAction, recordAct } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { endUnpaid } from './end.ts';
import { noticePayload } from './notices.ts';
import { lockWithdrawal, setStatus, type Withdrawal } from './repository.ts';

const decision = z.object({ email: z.string(), withdrawal: z.number().int() });
type Decision = z.infer<typeof decision>;

/** Nobody decides about their own money. */
const ofOthers = { about: ({ email }: Decision) => email, neverAboutOneself: true } as const;

const isForTwo = ({ risks }: Withdrawal): boolean => risks.includes('very_large');

/**
 * Has it paid. Two operators where the amount is very large.
 * @throws DomainError not_found, request_closed (it is decided, or was canceled), forbidden
 */
export const approveWithdrawal: OperatorAction<Decision, void> = {
  name: 'withdrawals.approve',
  permission: 'money',
  twoPersons: true,
  isForOne: async (tx, wanted) => !isForTwo(await lockWaiting(tx, wanted)),
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
