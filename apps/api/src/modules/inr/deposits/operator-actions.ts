/** What operators decide of deposits by bank transfer: money is credited here and nowhere else. */
import { DomainError } from '@pelican/shared/contracts';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { parseBigUnits, parseUnits, stripZeros } from '@pelican/shared/money';
import { z } from 'zod';
import { lockUser, type OperatorAct, type OperatorAction, plainText, recordAct } from '../../../identity/index.ts';
import { mainAccount, postEntry } from '../../../ledger/index.ts';
import { writeNotices } from '../../../notices/index.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import { bankAccount, findMethods, paymentFeesAccount, splitFee } from '../../payments/index.ts';
import { isForOneOperator } from '../one-operator.ts';
import { findBankTerms } from '../terms.ts';
import { type BankDeposit, findDeposit } from './repository.ts';

const decision = z.object({ email: z.string(), deposit: z.number().int() });
type Decision = z.infer<typeof decision>;

const approval = decision.extend({
  /** What has arrived, whole units: it may differ from the amount that the user reported. */
  amount: z.string(),
});
type Approval = z.infer<typeof approval>;

const ofOthers = { about: ({ email }: Decision) => email, neverAboutOneself: true } as const;
const ledgerScale = 18;

/**
 * Credits what has arrived, less the fee. Two operators from a sum on, and for more than was reported or than the limits allow.
 * @throws DomainError not_found, request_closed (it is decided), wrong_step, out_of_range, invalid_argument (the amount), forbidden
 */
export const approveInrDeposit: OperatorAction<Approval, void> = {
  name: 'inr.approve_deposit',
  permission: 'money',
  twoPersons: true,
  isForOne: async (tx, wanted, actor) => isForOne(tx, await lockWaiting(tx, wanted), { actor, amount: wanted.amount }),
  explainsItself: () => true,
  payload: approval,
  ...ofOthers,
  async run(tx, act, wanted) {
    const deposit = await lockWaiting(tx, wanted);
    const { amount, fee, net } = await splitArrived(tx, deposit, wanted.amount);
    const alone = await isForOne(tx, deposit, { actor: act.actor, amount });
    const { id, userId, assetId, methodId, ticker } = deposit;
    await tx.query(
      `UPDATE deposits SET reported_amount = nullif(amount, $2), amount = $2, fee = $3, status = $4, credited_at = clock_timestamp(), changed_at = clock_timestamp() WHERE id = $1`,
      [id, amount, fee, paymentStatus.successful],
    );
    const reference = `deposit:${id}`;
    const legs = [
      { account: bankAccount({ methodId, assetId }), amount: `-${amount}` },
      { account: mainAccount({ userId, assetId }), amount: net },
      { account: paymentFeesAccount(assetId), amount: fee },
    ].filter((leg) => /[1-9]/.test(leg.amount));
    await postEntry(tx, { kind: 'bank_deposit', reference, idempotencyKey: reference, legs });
    await writeNotices(tx, [
      { userId, kind: 'inr_deposit_credited', payload: { amount: net, fee, ticker }, key: reference },
    ]);
    await record(tx, act, {
      action: 'inr_deposit.approved',
      deposit,
      details: { reported: deposit.amount, amount, fee, alone },
    });
  },
};

/** Whether one operator credits it alone. */
async function isForOne(
  tx: Transaction,
  { userId, methodId, amount: reported }: BankDeposit,
  { actor, amount }: { actor: string; amount: string },
): Promise<boolean> {
  const { amountMax, amountDay } = await findBankTerms(tx, methodId, 'deposit');
  const units = (text: string) => parseBigUnits(text, ledgerScale);
  const isAbove = (limit: string) => limit !== '0' && units(amount) > units(limit);
  if (isAbove(reported) || isAbove(amountMax) || isAbove(amountDay)) return false;
  return isForOneOperator(tx, { actor, userId, methodId, action: 'deposit', amount });
}

const refusal = decision.extend({ text: plainText });
type Refusal = z.infer<typeof refusal>;

/**
 * Refuses one that has not arrived; its user reads the text. The id of the transfer may then be reported again, by the person who made the transfer.
 * @throws DomainError not_found, request_closed, forbidden
 */
export const rejectInrDeposit: OperatorAction<Refusal, void> = {
  name: 'inr.reject_deposit',
  permission: 'money',
  // Nobody gains anything by it.
  twoPersons: false,
  explainsItself: () => true,
  payload: refusal,
  ...ofOthers,
  async run(tx, act, { text, ...wanted }) {
    const deposit = await lockWaiting(tx, wanted);
    const { id, userId, amount, ticker, transactionId } = deposit;
    await tx.query(
      `UPDATE deposits SET status = $2, reason = $3, reference = $4, changed_at = clock_timestamp() WHERE id = $1`,
      [id, paymentStatus.unsuccessful, text, `${transactionId}:refused:${id}`],
    );
    const payload = { amount, ticker, reason: text };
    await writeNotices(tx, [{ userId, kind: 'inr_deposit_refused', payload, key: `deposit:${id}:refused` }]);
    await record(tx, act, { action: 'inr_deposit.rejected', deposit, details: { amount } });
  },
};

/** The user's row and that of the deposit are locked until the transaction ends. */
async function lockWaiting(tx: Transaction, { email, deposit: id }: Decision): Promise<BankDeposit> {
  const { id: userId } = await lockUser(tx, email);
  const deposit = await findDeposit(tx, id, 'FOR UPDATE OF deposit');
  if (deposit?.userId !== userId) throw new DomainError('not_found', { message: `there is no deposit ${id}` });
  if (deposit.status === paymentStatus.unconfirmedByAdmin) return deposit;
  throw new DomainError('request_closed', { message: 'The deposit is decided already.' });
}

/** By the fee of today. */
async function splitArrived(tx: Transaction, { assetId, methodId }: BankDeposit, given: string) {
  const { rows } = await tx.query<{ scale: number }>('SELECT scale FROM assets WHERE id = $1', [assetId]);
  const scale = rows[0]?.scale ?? 0;
  const parsed = parseUnits(given, scale);
  if ('problem' in parsed)
    throw new DomainError(parsed.problem === 'outOfRange' ? 'out_of_range' : 'invalid_argument', {
      fields: { amount: ['Must be a plain decimal number'] },
    });
  const method = (await findMethods(tx, assetId)).find(({ id }) => id === methodId);
  const terms = method?.terms.deposit;
  if (!terms || parsed.units <= 0)
    throw new DomainError('invalid_argument', { fields: { amount: ['Must be greater than zero'] } });
  const { fee, net } = splitFee(given, terms, { scale });
  return { amount: stripZeros(given), fee: stripZeros(fee), net: stripZeros(net) };
}

async function record(
  tx: Transaction,
  act: OperatorAct,
  {
    action,
    deposit,
    details,
  }: { action: 'inr_deposit.approved' | 'inr_deposit.rejected'; deposit: BankDeposit; details: object },
): Promise<void> {
  const { id, userId, transactionId, ticker } = deposit;
  await recordAct(tx, act, {
    action,
    subject: `user:${userId}`,
    details: { deposit: id, transactionId, ticker, ...details },
  });
}
