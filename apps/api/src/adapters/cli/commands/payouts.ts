/** Payouts on networks. */
import { z } from 'zod';
import { type Resumption, resumePayouts } from '../../../modules/payouts/index.ts';
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
