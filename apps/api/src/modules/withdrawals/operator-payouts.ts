/** What operators decide of approved withdrawals that are not paid by themselves: each takes two of them. */
import { DomainError } from '@pelican/shared/contracts';
import { type PaymentStatus, paymentStatus } from '@pelican/shared/contracts/payments';
import { withdrawalFailureNames, withdrawalFailures } from '@pelican/shared/contracts/withdrawals';
import { z } from 'zod';
import { lockUserRow, type OperatorAct, type OperatorAction, recordAct } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { areInputsLost, isBatchEnded, isSigned, lockSignatures } from '../signer/index.ts';
import { failUndone, isUndone, payUndoneByHand } from './finished-payout.ts';
import { isLostForLong } from './lost-outputs.ts';
import { failWithdrawal, finishByHand, tryAgain } from './payout.ts';
import { ensureAsked, lockPayoutRow, markSettled } from './provider-payouts.ts';
import { lockWithdrawal, type Withdrawal } from './repository.ts';
import { isUntaken } from './view.ts';

const decision = z.object({ email: z.string(), withdrawal: z.number().int() });
type Decision = z.infer<typeof decision>;

const shared = {
  permission: 'money',
  about: ({ email }: Decision) => email,
  neverAboutOneself: true,
} as const;

const failure = decision.extend({ code: z.enum(withdrawalFailureNames) });
type Failure = z.infer<typeof failure>;

/** Ends one that is not paid, or whose payment a re-organisation has undone: the money is its user's again. @throws DomainError not_found, request_closed, forbidden, payouts_stopped */
export const failPayout: OperatorAction<Failure, void> = {
  ...shared,
  name: 'withdrawals.fail',
  twoPersons: true,
  payload: failure,
  async run(tx, act, { code, ...wanted }) {
    const withdrawal = await lockUnpaid(tx, wanted);
    const reason = withdrawalFailures[code];
    if (!isUndone(withdrawal)) await failWithdrawal(tx, { id: withdrawal.id, reason });
    else if (!(await failUndone(tx, withdrawal, reason))) throw closed();
    await ensureAsked(tx, withdrawal.id);
    await record(tx, act, 'withdrawal.failed', withdrawal, { code });
  },
};

/** Has it tried again. @throws DomainError not_found, request_closed, forbidden */
export const retryPayout: OperatorAction<Decision, void> = {
  ...shared,
  name: 'withdrawals.retry',
  twoPersons: true,
  payload: decision,
  async run(tx, act, wanted) {
    const withdrawal = await lockPayout(tx, wanted);
    const isAsked = withdrawal.methodKind === 'provider' && withdrawal.takenAt !== null;
    if (!isAsked && !isRetryable(withdrawal.payoutProblem)) throw closed();
    await tryAgain(tx, withdrawal.id);
    if (isAsked) await ensureAsked(tx, withdrawal.id);
    await record(tx, act, 'withdrawal.retried', withdrawal, { problem: withdrawal.payoutProblem });
  },
};

/** What waits for its outputs goes on by itself once they are back. */
export const isRetryable = (problem: Withdrawal['payoutProblem']): boolean =>
  problem !== null && problem !== 'input_lost';

const handPayment = decision.extend({ transaction: z.string().regex(/^[\w.:-]{1,100}$/) });
type HandPayment = z.infer<typeof handPayment>;

/** It was paid without the signer, also in the place of a payment that a re-organisation has undone, or by its provider without a report: then `transaction` is the provider's name of the payment. The money leaves the books. @throws DomainError not_found, request_closed, forbidden */
export const payByHand: OperatorAction<HandPayment, void> = {
  ...shared,
  name: 'withdrawals.paid_by_hand',
  twoPersons: true,
  payload: handPayment,
  async run(tx, act, { transaction, ...wanted }) {
    const withdrawal = await lockUnpaid(tx, wanted);
    if (!isUndone(withdrawal)) await finishByHand(tx, { id: withdrawal.id, transactionHash: transaction });
    else if (!(await payUndoneByHand(tx, withdrawal, transaction))) throw closed();
    // Whether its provider pays it too.
    await ensureAsked(tx, withdrawal.id);
    await record(tx, act, 'withdrawal.paid_by_hand', withdrawal, { transaction });
  },
};

/** Its provider has paid it although it had ended, and the money is where it belongs again: back at the provider, or taken from the user. @throws DomainError not_found, request_closed, forbidden */
export const settleDoubled: OperatorAction<Decision, void> = {
  ...shared,
  name: 'withdrawals.doubled_settled',
  twoPersons: true,
  payload: decision,
  async run(tx, act, wanted) {
    const withdrawal = await lockOwn(tx, wanted);
    if (!(await markSettled(tx, withdrawal.id))) throw closed();
    await record(tx, act, 'withdrawal.doubled_settled', withdrawal, {});
  },
};

const { inProcess, sent }: Record<'inProcess' | 'sent', PaymentStatus> = paymentStatus;

const closed = () =>
  new DomainError('request_closed', { message: 'The withdrawal has ended, or its network may still pay it.' });

/** No transaction of it is signed before the caller's transaction ends. */
async function lockOwn(tx: Transaction, { email, withdrawal: id }: Decision): Promise<Withdrawal> {
  const { rows } = await tx.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
  if (!rows[0]) throw new DomainError('not_found');
  await lockUserRow(tx, Number(rows[0].id));
  await lockSignatures(tx);
  const withdrawal = await lockWithdrawal(tx, id);
  if (withdrawal?.userId !== Number(rows[0].id)) throw new DomainError('not_found');
  return withdrawal;
}

/** Approved, not at its end. @param more.orUndone also one whose payment was undone after its end */
async function lockPayout(tx: Transaction, wanted: Decision, { orUndone = false } = {}): Promise<Withdrawal> {
  const withdrawal = await lockOwn(tx, wanted);
  if (orUndone && isUndone(withdrawal)) return withdrawal;
  // After a restore the row may be older than its confirmation.
  const isOpen = [inProcess, sent].includes(withdrawal.status) || (withdrawal.mayBePaid && isUntaken(withdrawal));
  // What a bank pays is decided about where its payments are.
  if (isOpen && withdrawal.methodKind !== 'bank') return withdrawal;
  throw closed();
}

/**
 * One that no transaction can pay: nothing was signed, what was signed has failed, or a re-organisation has taken what it spends, for so long that it does not
 * come back. Of one that a payment provider has the two operators know by
 * its own lists that it does not pay it; while an order may be on its way to the provider they do not.
 */
async function lockUnpaid(tx: Transaction, wanted: Decision): Promise<Withdrawal> {
  const withdrawal = await lockPayout(tx, wanted, { orUndone: true });
  if (withdrawal.methodKind === 'provider') {
    if (!(await lockPayoutRow(tx, withdrawal.id))?.isOrdering) return withdrawal;
    throw new DomainError('request_closed', { message: 'The provider is being asked to pay it: wait a minute.' });
  }
  if (withdrawal.payoutProblem === 'network_failed' || !(await isSigned(tx, withdrawal.id))) return withdrawal;
  if (await isLost(tx, withdrawal.id)) return withdrawal;
  throw closed();
}

/** What spends lost outputs, or belongs to a transaction which is handed in no more because another payment of it was ended. */
async function isLost(tx: Transaction, id: number): Promise<boolean> {
  const { rows } = await tx.query<{ isEnded: boolean; inputsAreBack: boolean }>(
    `SELECT ${isBatchEnded('signed')} AS "isEnded", inputs_are_back AS "inputsAreBack"
      FROM withdrawals withdrawal JOIN signed_payouts signed ON signed.withdrawal_id = withdrawal.id JOIN payment_methods method ON method.id = method_id JOIN networks network ON network.id = method.network_id
      WHERE withdrawal.id = $1 AND ${isLostForLong}`,
    [id],
  );
  if (!rows[0]) return false;
  const { isEnded, inputsAreBack } = rows[0];
  // What has changed since the worker looked has lasted for no block.
  return (await areInputsLost(tx, id)) ? !inputsAreBack : isEnded && inputsAreBack;
}

async function record(
  tx: Transaction,
  act: OperatorAct,
  action: 'withdrawal.failed' | 'withdrawal.retried' | 'withdrawal.paid_by_hand' | 'withdrawal.doubled_settled',
  { id, userId, amount, ticker, address }: Withdrawal,
  more: object,
): Promise<void> {
  await recordAct(tx, act, {
    action,
    subject: `user:${userId}`,
    details: { withdrawal: id, amount, ticker, address, ...more },
  });
}
