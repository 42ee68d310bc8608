/** Money from the outside world into a person's wallet: what deposits do by themselves elsewhere. */
import { z } from 'zod';
import { plainText } from '../../../identity/index.ts';
import { type Credit, type CreditResult, creditWallet } from '../../../modules/adjustments/index.ts';
import { emailArgument } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { deliver, waitingText } from '../deliver.ts';
import { OpsError } from '../ops-errors.ts';
import { reasonInput, reasonOption, submit } from '../submit-action.ts';

export const credit = defineCommand({
  name: 'credit',
  usage: '<email> <ticker> <amount> --reference TEXT [--wallet main|trade|futures|unexplained] [--reason TEXT]',
  summary: 'Bring money in from the outside, once a reference',
  arguments: ['email', 'ticker', 'amount'],
  options: { wallet: { type: 'string' }, reference: { type: 'string' }, ...reasonOption },
  input: z.object({
    email: emailArgument,
    ticker: z.string().toUpperCase(),
    amount: z.string(),
    wallet: z
      .enum(['main', 'trade', 'futures', 'unexplained'], { error: 'must be main, trade, futures or unexplained' })
      .default('main'),
    reference: plainText.max(100),
    ...reasonInput,
  }),
  run(context, { reason, ...payload }) {
    return submit(context, creditWallet, { payload, reason, finish: finishCredit });
  },
});

/** Takes the money on to its wallet and prints what became of it. */
export async function finishCredit(context: OpsContext, wanted: Credit, result: CreditResult): Promise<void> {
  const { transferId, isRepeat } = result;
  const place = wanted.wallet === 'unexplained' ? 'what is unexplained' : `the ${wanted.wallet} wallet`;
  const what = `${wanted.amount} ${wanted.ticker} to ${place} of ${wanted.email}`;
  if (transferId !== undefined) await followTransfer(context, transferId, wanted);
  context.print(`credited ${what}${isRepeat ? ' (done before under this reference)' : ''}`);
}

async function followTransfer(context: OpsContext, transferId: number, wanted: Credit): Promise<void> {
  const outcome = await deliver(context, [`transfer:${transferId}`]);
  const { rows } = await context.pool.query<{ status: string }>('SELECT status FROM transfers WHERE id = $1', [
    transferId,
  ]);
  const status = rows[0]?.status;
  if (outcome.kind === 'refused' || status === 'rejected') {
    throw new OpsError(`the engine refused transfer ${transferId}: the money is in the main wallet of ${wanted.email}`);
  }
  if (status !== 'completed') throw new OpsError(`transfer ${transferId} is on its way. ${waitingText}`);
}
