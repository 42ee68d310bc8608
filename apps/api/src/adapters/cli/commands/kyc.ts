/** Decisions on KYC. */
import { z } from 'zod';
import { approveKyc as approve, type KycOutcome, rejectKyc as reject } from '../../../modules/kyc/index.ts';
import { isCountry } from '../../../modules/system/index.ts';
import { emailArgument } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { deliver, waitingText } from '../deliver.ts';
import { OpsError } from '../ops-errors.ts';
import { reasonInput, reasonOption, submit } from '../submit-action.ts';

export const approveKyc = defineCommand({
  name: 'approve-kyc',
  usage: '<email> [--country IN] [--reason TEXT]',
  summary: 'Let somebody trade; the country is that of the sign-up unless given',
  arguments: ['email'],
  options: { country: { type: 'string' }, ...reasonOption },
  input: z.object({
    email: emailArgument,
    country: z.string().toUpperCase().refine(isCountry, 'is not a country code like IN or DE').optional(),
    ...reasonInput,
  }),
  run: (context, { reason, ...payload }) => submit(context, approve, { payload, reason, finish: finishKyc }),
});

export const rejectKyc = defineCommand({
  name: 'reject-kyc',
  usage: '<email> [--reason TEXT]',
  summary: 'Take the permission to trade away, or refuse it',
  arguments: ['email'],
  options: reasonOption,
  input: z.object({ email: emailArgument, ...reasonInput }),
  run: (context, { reason, ...payload }) => submit(context, reject, { payload, reason, finish: finishKyc }),
});

export async function finishKyc(context: OpsContext, { email }: { email: string }, outcome: KycOutcome): Promise<void> {
  const { status, country } = outcome.decision;
  const delivered = await deliver(context, [`user:${outcome.userId}`]);
  context.print(`KYC of ${email} is ${status}${country ? ` for ${country}` : ''}`);
  if (delivered.kind === 'refused')
    throw new OpsError(`the engine refused the user's tax setting: ${delivered.reason}`);
  if (delivered.kind === 'waiting') context.print(waitingText);
}
