/** Deposits by payment providers that wait for operators. */
import { z } from 'zod';
import { plainText } from '../../../identity/index.ts';
import {
  approveProviderDeposit,
  findFurther,
  findReviewed,
  rejectProviderDeposit,
} from '../../../modules/fiat/index.ts';
import { emailArgument } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { reasonInput, reasonOption, submit } from '../submit-action.ts';

const deposit = z.coerce.number({ error: '<id> is missing' }).int().min(1);

export const deposits = defineCommand({
  name: 'deposits',
  usage: '',
  summary: 'Payments at providers that differ from what was asked, or came beside the first one',
  input: z.object({}),
  async run(context) {
    const waiting = await findReviewed(context.pool);
    if (waiting.length === 0) context.print('no deposit waits');
    for (const { id, email, amount, ticker, paidAmount, paidTicker, provider, paymentId, reason } of waiting)
      context.print(
        `${id}  ${email}: asked ${amount} ${ticker}, paid ${paidAmount} ${paidTicker} at ${provider} as ${paymentId ?? 'another payment'}. ${reason}.`,
      );
    for (const { id, email, amount, ticker, provider, paymentId, reportedAt, status } of await findFurther(
      context.pool,
    ))
      context.print(
        `${id}  ${email}: also paid ${amount} ${ticker} at ${provider} as ${paymentId}, reported ${reportedAt.toISOString()}; status ${status}.`,
      );
  },
});

export const approveDeposit = defineCommand({
  name: 'approve-deposit',
  usage: '<email> <id> <amount> [--reason TEXT]',
  summary: 'Credit what was paid at a provider, less the fee',
  arguments: ['email', 'deposit', 'amount'],
  options: reasonOption,
  input: z.object({ email: emailArgument, deposit, amount: z.string(), ...reasonInput }),
  run: (context, { reason, ...payload }) =>
    submit(context, approveProviderDeposit, { payload, reason, finish: finishDeposit }),
});

export const rejectDeposit = defineCommand({
  name: 'reject-deposit',
  usage: '<email> <id> --reason TEXT',
  summary: 'End a payment at a provider without money; its user reads the reason',
  arguments: ['email', 'deposit'],
  options: reasonOption,
  input: z.object({ email: emailArgument, deposit, reason: plainText.max(500) }),
  run: (context, { reason, ...payload }) =>
    submit(context, rejectProviderDeposit, {
      payload: { ...payload, text: reason },
      reason,
      finish: (to, { deposit: id }) => to.print(`deposit ${id} is refused`),
    }),
});

export function finishDeposit(context: OpsContext, wanted: { deposit: number; amount: string }): void {
  context.print(`deposit ${wanted.deposit} is credited with ${wanted.amount}`);
}
