/** The audit trail. */
import * as z from 'zod/mini';

const records = { access: 'operator:records', tag: 'operations' } as const;
const begin = z.optional(z.string().check(z.maxLength(200)));
const time = z.optional(z.coerce.number().check(z.gte(0), z.lte(100_000_000_000)));

/** Texts are beginnings: `wallet.` finds every action on wallets. Times are Unix seconds. */
const filter = { actor: begin, action: begin, subject: begin, since: time, until: time };

export const auditRecordView = z.object({
  id: z.number(),
  time: z.number(),
  actor: z.string(),
  action: z.string(),
  subject: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditRecordView = z.infer<typeof auditRecordView>;

export const recordsEndpoints = {
  'GET /v2/ops/records': {
    ...records,
    summary: 'The audit trail, the newest first',
    query: z.object({
      ...filter,
      /** Older than the record of this id: `next` of the page before. */
      before: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    }),
    response: z.object({ result: z.array(auditRecordView), next: z.nullable(z.number()) }),
  },
  'GET /v2/ops/records/export': {
    ...records,
    summary: 'The audit trail as a file, line by line; that it was exported is a record too',
    query: z.object({ ...filter, format: z._default(z.enum(['ndjson', 'csv']), 'ndjson') }),
    response: z.unknown(),
  },
} as const;
