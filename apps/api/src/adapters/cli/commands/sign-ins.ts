/** The sign-in events of an account. */
import { z } from 'zod';
import { findUser, readSignInEvents } from '../../../identity/index.ts';
import { defineCommand } from '../command.ts';
import { recordLook } from '../look.ts';
import { OpsError } from '../ops-errors.ts';
import { formatTable } from '../output.ts';

export const signIns = defineCommand({
  name: 'sign-ins',
  usage: '<email> [--since TIME] [--count 50] [--json]',
  summary: 'Sign-ins, refusals, lock-outs and ends of sessions of an account in the last 90 days, the newest first',
  arguments: ['email'],
  options: { since: { type: 'string' }, count: { type: 'string' }, json: { type: 'boolean' } },
  input: z.object({
    email: z.string({ error: '<email> is missing' }),
    since: z.coerce.date({ error: 'must be a time like 2026-11-22 or 2026-11-22T10:00:00Z' }).optional(),
    count: z.coerce.number({ error: 'must be a whole number' }).int().min(1).max(10_000).default(50),
    json: z.boolean().default(false),
  }),
  async run(context, { email, since, count, json }) {
    const user = await findUser(context.pool, email);
    if (!user) throw new OpsError(`nobody has the e-mail ${email}`);
    await recordLook(context, { action: 'user.sign_ins_viewed', subject: `user:${user.id}` });
    const events = await readSignInEvents(context.pool, { userId: user.id, since, count });
    if (json) for (const event of events) context.print(JSON.stringify(event));
    else {
      const rows = events.map(({ createdAt, kind, reason, ip, userAgent }) => [
        createdAt.toISOString(),
        kind,
        reason,
        ip,
        userAgent,
      ]);
      for (const line of formatTable(['time', 'what', 'why', 'address', 'program'], rows)) context.print(line);
    }
  },
});
