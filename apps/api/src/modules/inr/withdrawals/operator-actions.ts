/** What operators do with withdrawals of rupees: they take a batch to the bank, and say what became of each transfer. */
import { DomainError } from '@pelican/shared/contracts';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { z } from 'zod';
import { lockUserRow, type OperatorAct, type OperatorAction, plainText, recordAct } from '../../../identity/index.ts';
import type { Transaction } from '../../../platform/database/index.ts';
import { failWithdrawal, finishWithdrawal, markSent, takeForBank, takeMaybePaid } from '../../withdrawals/index.ts';
import { isForOneOperator } from '../one-operator.ts';
import {
  demandBatchCompared,
  insertBatch,
  lockPayout,
  markDownloaded,
  type Payout,
  writeReference,
} from './repository.ts';

/** Of a batch: as much as one person compares with the statement of a bank. */
const batchMax = 100;

const taking = z.object({ method: z.number().int() });

/** Takes what is ready to be paid, the oldest first. @returns the id of the batch @throws DomainError request_closed: nothing is ready */
export const takeInrBatch: OperatorAction<z.infer<typeof taking>, number> = {
  name: 'inr.take_batch',
  permission: 'money',
  // Another operator has approved what is large, and each transfer is reported by itself.
  twoPersons: false,
  explainsItself: () => true,
  payload: taking,
  async run(tx, act, { method: methodId }) {
    const withdrawals = await takeForBank(tx, methodId, batchMax);
    if (withdrawals.length === 0)
      throw new DomainError('request_closed', { message: 'No withdrawal is ready to be paid.' });
    const id = await insertBatch(tx, { methodId, takenBy: act.actor, withdrawals });
    await recordAct(tx, act, { action: 'inr_batch.taken', subject: `inr_batch:${id}`, details: { withdrawals } });
    return id;
  },
};

const downloading = z.object({ batch: z.number().int() });

/**
 * Hands out the file of a batch, which names accounts in full. Again it needs a reason: a file that is handed to the bank twice is paid twice.
 * @throws DomainError not_found, invalid_argument (no reason), payouts_stopped
 */
export const downloadInrBatch: OperatorAction<z.infer<typeof downloading>, void> = {
  name: 'inr.download_batch',
  permission: 'money',
  twoPersons: false,
  explainsItself: () => true,
  payload: downloading,
  async run(tx, act, { batch: id }) {
    const isFirst = await markDownloaded(tx, id);
    await demandBatchCompared(tx, id);
    if (!isFirst && act.reason === undefined)
      throw new DomainError('invalid_argument', {
        message: 'The file was downloaded before: say why it is needed again.',
        fields: { reason: ['Field is required'] },
      });
    const subject = `inr_batch:${id}`;
    await (isFirst
      ? recordAct(tx, act, { action: 'inr_batch.downloaded', subject })
      : recordAct(tx, act, { action: 'inr_batch.downloaded_again', subject }));
  },
};

const decision = z.object({ email: z.string(), withdrawal: z.number().int() });
type Decision = z.infer<typeof decision>;

/** Nobody decides about their own money. From a sum on two operators do. */
const aboutMoney = {
  permission: 'money',
  about: ({ email }: Decision) => email,
  neverAboutOneself: true,
  explainsItself: () => true,
  isForOne: async (tx: Transaction, wanted: Decision, actor: string) =>
    isForOne(tx, await lockDecidable(tx, wanted), actor),
} as const;

const payment = decision.extend({
  /** The reference that the bank has given the transfer. */
  utr: z.string(),
});

/**
 * The bank has paid it: the money leaves the books. After a restore also one that is in no batch: the batch was lost.
 * @throws DomainError not_found, request_closed (it is decided), inr_transaction_id_exists, forbidden
 */
export const payInrWithdrawal: OperatorAction<z.infer<typeof payment>, void> = {
  ...aboutMoney,
  name: 'inr.pay_withdrawal',
  twoPersons: true,
  payload: payment,
  async run(tx, act, { utr, ...wanted }) {
    const found = await lockDecidable(tx, wanted);
    const alone = await isForOne(tx, found, act.actor);
    const payout = found.batchId === null ? await takeFound(tx, found, act.actor) : found;
    const { id } = payout;
    await writeReference(tx, id, utr);
    await markSent(tx, { id, transactionHash: utr });
    await finishWithdrawal(tx, { id });
    await record(tx, act, { action: 'inr_withdrawal.paid', payout, details: { utr, alone } });
  },
};

const failure = decision.extend({ text: plainText });

/**
 * The bank has not paid it, and will not: the money is its user's again, who reads the text.
 * @throws DomainError not_found, request_closed (it is decided), forbidden, payouts_stopped
 */
export const failInrWithdrawal: OperatorAction<z.infer<typeof failure>, void> = {
  ...aboutMoney,
  name: 'inr.fail_withdrawal',
  twoPersons: true,
  payload: failure,
  async run(tx, act, { text, ...wanted }) {
    const payout = await lockDecidable(tx, wanted);
    const alone = await isForOne(tx, payout, act.actor);
    await failWithdrawal(tx, { id: payout.id, reason: text });
    await record(tx, act, { action: 'inr_withdrawal.failed', payout, details: { alone } });
  },
};

/** Two decide what is in no batch. */
async function isForOne(tx: Transaction, payout: Payout, actor: string): Promise<boolean> {
  const { userId, methodId, amount, batchId } = payout;
  const isAlone = await isForOneOperator(tx, { actor, userId, methodId, action: 'withdraw', amount });
  return isAlone && batchId !== null;
}

/** Puts it into a batch that no file is made of. */
async function takeFound(tx: Transaction, found: Payout, takenBy: string): Promise<Payout> {
  const { id, methodId } = found;
  if (!(await takeMaybePaid(tx, id))) throw decided();
  const batchId = await insertBatch(tx, { methodId, takenBy, withdrawals: [id] });
  await markDownloaded(tx, batchId);
  return { ...found, batchId };
}

const decided = () => new DomainError('request_closed', { message: 'The withdrawal is paid or has failed already.' });

/** The user's row and that of the withdrawal are locked until the transaction ends. */
async function lockDecidable(tx: Transaction, { email, withdrawal: id }: Decision): Promise<Payout> {
  const { rows } = await tx.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
  const userId = Number(rows[0]?.id);
  // No stronger lock: who takes a batch has rows of withdrawals locked and writes notices of their users.
  await lockUserRow(tx, userId);
  const payout = await lockPayout(tx, id);
  const isThere = payout?.userId === userId && (payout.batchId !== null || payout.mayBePaid);
  if (!isThere) throw new DomainError('not_found', { message: `there is no payout ${id}` });
  if (payout.batchId === null || payout.status === paymentStatus.sent) return payout;
  throw decided();
}

async function record(
  tx: Transaction,
  act: OperatorAct,
  given: { action: 'inr_withdrawal.paid' | 'inr_withdrawal.failed'; payout: Payout; details: object },
): Promise<void> {
  const { action, payout, details } = given;
  const { id, userId, batchId, amount, fee, ticker } = payout;
  await recordAct(tx, act, {
    action,
    subject: `user:${userId}`,
    details: { withdrawal: id, batch: batchId, amount, fee, ticker, ...details },
  });
}
