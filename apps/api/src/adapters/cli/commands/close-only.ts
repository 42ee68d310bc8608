/** Letting a perpetual, or one account, only close positions. */
import { z } from 'zod';
import { pairInput } from '../../../catalog/index.ts';
import { type CloseOnlySwitch, changeInstrument, switchCloseOnly } from '../../../modules/perpetual/index.ts';
import { emailArgument } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { deliver, waitingText } from '../deliver.ts';
import { OpsError, UsageError } from '../ops-errors.ts';
import { reasonInput, reasonOption, submit } from '../submit-action.ts';
import { finishChange } from './instruments.ts';

export const closeOnly = defineCommand({
  name: 'close-only',
  usage: '<pair> | <email> on|off [--reason TEXT]',
  summary: 'Let a perpetual, or one account in all perpetuals, only close positions',
  arguments: ['subject', 'switch'],
  options: reasonOption,
  input: z.object({
    subject: z.string({ error: '<pair> or <email> is missing' }),
    switch: z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }).optional(),
    ...reasonInput,
  }),
  async run(context, { subject, switch: onOrOff, reason }) {
    if (!subject.includes('@')) return closeMarket(context, argument(pairInput, subject), { onOrOff, reason });
    if (onOrOff === undefined) throw new UsageError("'on' or 'off' is missing");
    const payload = { email: argument(emailArgument, subject), closeOnly: onOrOff === 'on' };
    return submit(context, switchCloseOnly, { payload, reason, finish: finishSwitch });
  },
});

/** @throws UsageError when the text does not fit */
function argument(schema: z.ZodType<string, string>, text: string): string {
  const parsed = schema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new UsageError(parsed.error.issues.map(({ message }) => message).join('\n'));
}

async function closeMarket(
  context: OpsContext,
  pair: string,
  { onOrOff, reason }: { onOrOff: string | undefined; reason: string | undefined },
): Promise<number> {
  if (onOrOff !== undefined) throw new UsageError(`${pair} is opened again by \`open ${pair}\``);
  const payload = { pair, change: { status: 'closeOnly' as const } };
  return submit(context, changeInstrument, { payload, reason, finish: finishChange(`${pair} is close-only`) });
}

export async function finishSwitch(context: OpsContext, wanted: CloseOnlySwitch, subject: string): Promise<void> {
  const outcome = await deliver(context, [subject]);
  if (outcome.kind === 'refused') throw new OpsError(`the engine refused it: ${outcome.reason}`);
  context.print(
    `${wanted.email} ${wanted.closeOnly ? 'can only close perpetual positions' : 'can open perpetual positions again'}`,
  );
  if (outcome.kind === 'waiting') context.print(waitingText);
}
