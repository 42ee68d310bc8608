/** Payouts that are stopped. */
import { z } from 'zod';
import {
  type MethodResumption,
  methodResumption,
  type Resumption,
  resumeMethodPayouts,
  resumePayouts,
  unknownOf,
} from '../../../modules/payouts/index.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { reasonInput, reasonOption, submit } from '../submit-action.ts';

export const resumePayoutsCommand = defineCommand({
  name: 'resume-payouts',
  usage: '<network> [<seen>] [--reason TEXT]',
  summary: 'Show which transactions of ours the database lacks; with what it prints as <seen>, let payouts go on',
  arguments: ['network', 'seen'],
  options: reasonOption,
  input: z.object({
    network: z.string({ error: '<network> is missing' }),
    seen: z.string().optional(),
    ...reasonInput,
  }),
  async run(context, { reason, network, seen }) {
    if (seen === undefined) return showUnknown(context, network);
    await submit(context, resumePayouts, { payload: { network, seen }, reason, finish: finishResume });
  },
});

async function showUnknown(context: OpsContext, network: string): Promise<void> {
  const { items, waiting, seen } = await unknownOf(context.pool, network);
  for (const item of items) context.print(item);
  if (items.length === 0) context.print('nothing: the network has lost what was unknown');
  if (waiting !== null) context.print(`not mined yet: ${waiting}`);
  context.print(`seen: ${seen}`);
}

export async function finishResume(context: OpsContext, { network }: Resumption): Promise<void> {
  context.print(
    `payouts of ${network} go on; after a restore once it has as many new blocks as a payout has confirmations`,
  );
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
