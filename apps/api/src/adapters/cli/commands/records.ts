/** The audit trail: searched, and exported line by line. */
import { z } from 'zod';
import { demandCaller } from '../../../identity/index.ts';
import { inTransaction, readAuditRecords } from '../../../platform/database/index.ts';
import { defineCommand } from '../command.ts';

const time = z.coerce.date({ error: 'must be a time like 2026-11-22 or 2026-11-22T10:00:00Z' });

export const records = defineCommand({
  name: 'records',
  usage: '[--actor TEXT] [--action TEXT] [--subject TEXT] [--since TIME] [--until TIME] [--count 50] [--json]',
  summary: 'The audit trail, the newest first; texts are beginnings, as in --action wallet. or --actor ops:',
  options: {
    actor: { type: 'string' },
    action: { type: 'string' },
    subject: { type: 'string' },
    since: { type: 'string' },
    until: { type: 'string' },
    count: { type: 'string' },
    json: { type: 'boolean' },
  },
  input: z.object({
    actor: z.string().optional(),
    action: z.string().optional(),
    subject: z.string().optional(),
    since: time.optional(),
    until: time.optional(),
    count: z.coerce.number({ error: 'must be a whole number' }).int().min(1).max(1_000_000).default(50),
    json: z.boolean().default(false),
  }),
  async run(context, { count, json, ...filter }) {
    const caller = await context.caller();
    await inTransaction(context.pool, (tx) => demandCaller(tx, caller, 'records'));
    for await (const record of readAuditRecords(context.pool, filter, count)) {
      const { id, createdAt, actor, action, subject, details } = record;
      context.print(
        json
          ? JSON.stringify({ id, time: createdAt.toISOString(), actor, action, subject, details })
          : `${createdAt.toISOString()}  ${actor}  ${action}  ${subject}  ${JSON.stringify(details)}`,
      );
    }
  },
});
