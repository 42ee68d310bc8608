/** Payouts that are stopped. */
import { z } from 'zod';
import {
  type MethodResumption,
  methodResumption,
  type Resumption,
  resumeMethodPayouts,
  resumePayouts,
} from '../../../modules/payouts/index.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { reasonInput, reasonOption, submit } from '../submit-action.ts';

export const resumePayoutsCommand = defineCommand({
  name: 'resume-payouts',
  usage: '<network> <nonce> [--reason TEXT]',
  summary: 'Let payouts of a network go on that has transactions of ours which the database lacks',
  arguments: ['network', 'nonce'],
  options: reasonOption,
  input: z.object({
    network: z.string({ error: '<network> is missing' }),
    nonce: z.coerce.number({ error: '<nonce> is missing' }).int().positive(),
    ...reasonInput,
  }),
  run: (context, { reason, ...payload }) => submit(context, resumePayouts, { payload, reason, finish: finishResume }),
});

export async function finishResume(context: OpsContext, { network, nonce }: Resumption): Promise<void> {
  context.print(`payouts of ${network} go on with nonce ${nonce}`);
}

export const resumeMethodPayoutsCommand = defineCommand({
  name: 'resume-method-payouts',
  usage: '<ticker> <method> [--reason TEXT]',
  summary: 'Let payouts by a bank or a provider go on after a restore, once its statement was compared',
  arguments: ['ticker', 'method'],
  options: reasonOption,
  input: z.object({
    ticker: z.string({ error: '<ticker> is missing' }),
    method: z.string({ error: '<method> is missing' }),
    ...reasonInput,
  }),
  async run(context, { reason, ...wanted }) {
    const payload = await methodResumption(context.pool, wanted);
    await submit(context, resumeMethodPayouts, { payload, reason, finish: finishMethodResume });
  },
});

export async function finishMethodResume(context: OpsContext, { ticker, method }: MethodResumption): Promise<void> {
  context.print(`payouts by ${method} of ${ticker} go on`);
}
