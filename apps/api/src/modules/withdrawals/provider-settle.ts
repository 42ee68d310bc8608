/**
 * What a payment provider says of a withdrawal, and what follows. The worker alone moves money, by the answer to its own question: a report that
 * a provider sends has it ask at once. Each step is in the caller's transaction, locks the withdrawal's row and may be repeated. What was answered to an
 * earlier claim of the payout changes nothing: what has happened since, it does not know.
 */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { PayoutProblem } from '@pelican/shared/contracts/withdrawals';
import { parseBigUnits } from '@pelican/shared/money';
import type { Transaction } from '../../platform/database/index.ts';
import { demandUnpaid } from './end.ts';
import { failWithdrawal, finishWithdrawal, forgetProblem, markSent, setProblem } from './payout.ts';
import { type ProviderLimits, refusalOfOrder } from './provider-limits.ts';
import {
  askWithin,
  type ClaimedPayout,
  endPayout,
  isOrderable,
  lockPayoutRow,
  markAccepted,
  markOrdered,
  type PayoutRow,
  stopAsking,
} from './provider-payouts.ts';
import { lockWithdrawal, type Withdrawal } from './repository.ts';

const ledgerScale = 18;
/** One that its provider has for so long and does not end is shown to operators. */
const lateMs = 86_400_000;
/** Room in the hour is looked for so often. */
const limitSeconds = 60;
const refusedReason = 'The payment provider could not pay it. Please check whom it was for and try again.';

/** What a provider knows of a payout. */
export interface PayoutAnswer {
  /** The provider's own name of it. */
  paymentId: string;
  outcome: 'pending' | 'paid' | 'declined';
  ticker: string;
  /** Whole units. */
  amount: string;
}

/** What is ordered from the provider. */
export interface PayoutOrder {
  ticker: string;
  /** Whole units without needless zeros. */
  amount: string;
  methodKey: string;
  methodName: string;
  /** Names the receiver at the provider. */
  token: string;
  /** The receiver as lists show it. */
  receiver: string;
}

/** For the log: what operators have to look at. */
export type PayoutAlarm = 'paid_late' | 'paid_twice' | 'reversed' | 'changed' | 'unknown';

/**
 * The provider does not know the payout. Until the caller's transaction ends nobody ends the withdrawal, and for a minute after it no operator does.
 * @returns what to order; undefined: nothing is ordered
 */
export async function beginOrder(
  tx: Transaction,
  { id, attempt }: ClaimedPayout,
  limits: ProviderLimits,
): Promise<{ order?: PayoutOrder; alarm?: PayoutAlarm | undefined }> {
  const withdrawal = await lockWithdrawal(tx, id);
  const row = await lockPayoutRow(tx, id, attempt);
  if (!withdrawal || !row) return {};
  if (!isOpen(withdrawal)) {
    // An order that was on its way when operators ended it may still arrive.
    if (!row.mayArrive) await stopAsking(tx, id);
    return {};
  }
  if (row.isAccepted) return { alarm: await halt(tx, withdrawal, 'unknown') };
  demandUnpaid(withdrawal);
  // The account may have been blocked, or the way closed, while the provider did not answer.
  if (!(await isOrderable(tx, id))) return {};
  const refusal = await refusalOfOrder(tx, id, limits);
  if (refusal) {
    await setProblem(tx, withdrawal, refusal);
    if (refusal === 'limit') await askWithin(tx, id, limitSeconds);
    return {};
  }
  await markOrdered(tx, id);
  const { ticker, net: amount, methodKey, methodName, memo: token, address: receiver } = withdrawal;
  return { order: { ticker, amount, methodKey, methodName, token, receiver } };
}

/** @returns what operators have to look at @throws DomainError payouts_stopped: it is not given back before operators have compared */
export async function settleAnswer(
  tx: Transaction,
  { id, attempt }: ClaimedPayout,
  answer: PayoutAnswer,
): Promise<PayoutAlarm | undefined> {
  const withdrawal = await lockWithdrawal(tx, id);
  const row = await lockPayoutRow(tx, id, attempt);
  if (!withdrawal || !row) return undefined;
  if (!isOpen(withdrawal)) return afterEnd(tx, withdrawal, { row, answer });
  if (await differs(tx, withdrawal, { row, answer })) {
    await markAccepted(tx, id);
    return halt(tx, withdrawal, 'changed');
  }
  await markAccepted(tx, id, answer.paymentId);
  if (answer.outcome === 'declined') {
    await failWithdrawal(tx, { id, reason: refusedReason });
    await endPayout(tx, id, { outcome: 'declined' });
    return undefined;
  }
  await markSent(tx, { id, transactionHash: answer.paymentId });
  if (answer.outcome === 'paid') {
    await finishWithdrawal(tx, { id });
    await endPayout(tx, id, { outcome: 'paid', paidAmount: answer.amount });
  } else if (Date.now() - (withdrawal.takenAt?.getTime() ?? 0) > lateMs) {
    await setProblem(tx, withdrawal, 'unanswered');
  } else if (withdrawal.payoutProblem !== null) await forgetProblem(tx, id);
  return undefined;
}

/** The provider has not answered: nobody knows whether it has the payout, and it is asked again. */
export async function noteSilence(tx: Transaction, { id, attempt }: ClaimedPayout): Promise<void> {
  const withdrawal = await lockWithdrawal(tx, id);
  const row = await lockPayoutRow(tx, id, attempt);
  if (withdrawal && row && isOpen(withdrawal)) await setProblem(tx, withdrawal, 'unanswered');
}

function isOpen({ status }: Withdrawal): boolean {
  return status === paymentStatus.inProcess || status === paymentStatus.sent;
}

/** Undefined where a provider writes no plain decimal. */
function unitsOf(text: string): bigint | undefined {
  try {
    return parseBigUnits(text, ledgerScale);
  } catch {
    return undefined;
  }
}

interface Answered {
  row: PayoutRow;
  answer: PayoutAnswer;
}

/** Another sum, another currency, another payment than before, or one that another withdrawal has. */
async function differs(
  tx: Transaction,
  { id, net, ticker, methodId }: Withdrawal,
  { row, answer }: Answered,
): Promise<boolean> {
  if (answer.ticker !== ticker || unitsOf(answer.amount) !== unitsOf(net)) return true;
  if (row.paymentId !== null) return row.paymentId !== answer.paymentId;
  const { rowCount } = await tx.query(
    `SELECT FROM provider_payouts other JOIN payment_methods method ON method.id = $1 AND method.provider = other.provider
      WHERE other.payment_id = $2 AND other.withdrawal_id <> $3`,
    [methodId, answer.paymentId, id],
  );
  return rowCount !== 0;
}

async function halt(
  tx: Transaction,
  withdrawal: Withdrawal,
  problem: Extract<PayoutProblem, PayoutAlarm>,
): Promise<Extract<PayoutProblem, PayoutAlarm>> {
  await setProblem(tx, withdrawal, problem);
  await stopAsking(tx, withdrawal.id);
  return problem;
}

/** Its money has left or was given back: what the provider says now is for operators. */
async function afterEnd(
  tx: Transaction,
  { id, status, transactionHash }: Withdrawal,
  { row, answer }: Answered,
): Promise<PayoutAlarm | undefined> {
  // Until the provider has decided it may pay what was given back.
  if (answer.outcome === 'pending') return undefined;
  await stopAsking(tx, id);
  const hasLeft = status === paymentStatus.successful || status === paymentStatus.successfulManual;
  if (answer.outcome === 'declined') {
    // Of one that was paid in another way, as operators have recorded, that is as it should be.
    const wasItsOwn = row.outcome !== null || paidAs(transactionHash, { row, answer }) === 'paid';
    return hasLeft && wasItsOwn ? 'reversed' : undefined;
  }
  if (row.outcome !== null && row.outcome !== 'declined') return undefined;
  const outcome = hasLeft ? paidAs(transactionHash, { row, answer }) : 'paid_late';
  await endPayout(tx, id, { outcome, paidAmount: answer.amount, paymentId: answer.paymentId });
  return outcome === 'paid' ? undefined : outcome;
}

/** Operators who have recorded the payment of the provider itself name it as the provider or we do; another name is another payment. */
function paidAs(recorded: string, { row, answer }: Answered): 'paid' | 'paid_twice' {
  return recorded === answer.paymentId || recorded === row.reference ? 'paid' : 'paid_twice';
}
