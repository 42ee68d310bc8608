/** Letting a perpetual, or one account, only close positions. */
import { type AccountSettings, type CommandOf, Op } from '@pelican/shared/engine/perpetual/commands.ts';
import { z } from 'zod';
import { inTransaction } from '../../../platform/database/index.ts';
import { canonicalJson, publishSettings } from '../../../shards/index.ts';
import { emailArgument, lockAccount, recordOps } from '../accounts.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { deliver, waitingText } from '../deliver.ts';
import { changeInstrument } from '../instruments.ts';
import { pairInput } from '../listing-input.ts';
import { OpsError, UsageError } from '../ops-errors.ts';

export const closeOnly = defineCommand({
  name: 'close-only',
  usage: '<pair> | <email> on|off',
  summary: 'Let a perpetual, or one account in all perpetuals, only close positions',
  arguments: ['subject', 'switch'],
  input: z.object({
    subject: z.string({ error: '<pair> or <email> is missing' }),
    switch: z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }).optional(),
  }),
  async run(context, { subject, switch: onOrOff }) {
    if (!subject.includes('@')) return closeMarket(context, argument(pairInput, subject), onOrOff);
    if (onOrOff === undefined) throw new UsageError("'on' or 'off' is missing");
    return switchAccount(context, argument(emailArgument, subject), onOrOff === 'on');
  },
});

/** @throws UsageError when the text does not fit */
function argument(schema: z.ZodType<string, string>, text: string): string {
  const parsed = schema.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new UsageError(parsed.error.issues.map(({ message }) => message).join('\n'));
}

async function closeMarket(context: OpsContext, pair: string, onOrOff: string | undefined): Promise<void> {
  if (onOrOff !== undefined) throw new UsageError(`${pair} is opened again by \`open ${pair}\``);
  const outcome = await changeInstrument(context, pair, { status: 'closeOnly' });
  context.print(`${pair} is close-only`);
  if (outcome.kind === 'waiting') context.print(waitingText);
}

async function switchAccount(context: OpsContext, email: string, isCloseOnly: boolean): Promise<void> {
  const subject = await inTransaction(context.pool, async (tx) => {
    const { id } = await lockAccount(tx, email);
    const [published] = await publishSettings(tx, 'perpetual', async () => () => [accountCommand(id, isCloseOnly)]);
    const action = isCloseOnly ? 'user.close_only' : 'user.close_only_ended';
    if (published !== undefined) await recordOps(context, tx, action, `user:${id}`);
    return `account:${id}`;
  });
  const outcome = await deliver(context, [subject]);
  if (outcome.kind === 'refused') throw new OpsError(`the engine refused it: ${outcome.reason}`);
  context.print(
    `${email} ${isCloseOnly ? 'can only close perpetual positions' : 'can open perpetual positions again'}`,
  );
  if (outcome.kind === 'waiting') context.print(waitingText);
}

function accountCommand(id: number, isCloseOnly: boolean) {
  const settings: AccountSettings = { kind: 'account', id, closeOnly: isCloseOnly };
  const command: CommandOf<typeof Op.configure> = { kind: Op.configure, user: 0, settings: canonicalJson(settings) };
  return { subject: `account:${id}`, command };
}
