/** Mails and text messages that could not be sent or came back, and what becomes of them. */
import { z } from 'zod';
import { plainText } from '../../../identity/index.ts';
import { dropMessages, failedMessages, repeatMessages } from '../../../notices/index.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { formatTable } from '../output.ts';
import { submit } from '../submit-action.ts';

const listedMax = 100;
const which = z
  .string({ error: "<id> is missing: a number, or 'all'" })
  .regex(/^(\d{1,18}|all)$/, "must be the number of a message, or 'all'");
const reason = z.string({ error: 'is missing: --reason TEXT' }).pipe(plainText.max(500));

export const messages = defineCommand({
  name: 'messages',
  usage: 'list | repeat <id>|all --reason TEXT | drop <id>|all --reason TEXT',
  summary: 'Mails and text messages that could not be sent or came back: list, send again, drop',
  arguments: ['action', 'which'],
  options: { reason: { type: 'string' } },
  input: z.discriminatedUnion(
    'action',
    [
      z.strictObject({ action: z.literal('list') }),
      z.strictObject({ action: z.literal('repeat'), which, reason }),
      z.strictObject({ action: z.literal('drop'), which, reason }),
    ],
    { error: 'say list, repeat or drop' },
  ),
  async run(context, input) {
    if (input.action === 'list') {
      await list(context);
      return 0;
    }
    const change = input.action === 'repeat' ? repeatMessages : dropMessages;
    return submit(context, change, {
      payload: { which: input.which },
      reason: input.reason,
      finish(_, _payload, count) {
        context.print(`${count} ${input.action === 'repeat' ? 'sent again' : 'dropped'}`);
      },
    });
  },
});

async function list(context: OpsContext): Promise<void> {
  const found = await failedMessages(context.pool, listedMax);
  if (found.length === 0) return context.print('no message has failed');
  const lines = formatTable(
    ['id', 'channel', 'to', 'subject', 'attempts', 'next', 'error'],
    found.map(({ id, channel, recipient, subject, attempts, nextAttemptAt, outcome, error }) => [
      id,
      channel,
      recipient,
      subject,
      attempts,
      outcome ?? nextAttemptAt?.toISOString() ?? 'given up',
      error?.split('\n')[0] ?? null,
    ]),
  );
  for (const line of lines) context.print(line);
}
