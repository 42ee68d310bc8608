/** The audit trail. */
import * as z from 'zod/mini';
import { doneOf } from './submission.ts';

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
  'POST /v2/ops/records/exports': {
    ...records,
    summary: 'Ask for the audit trail as a file; that it was exported is a record too',
    description: 'Sets a cookie with which the file is read at `path`, once and within a minute.',
    body: z.object({ ...filter, format: z._default(z.enum(['ndjson', 'csv']), 'ndjson') }),
    response: doneOf({ path: z.string() }),
  },
  'GET /v2/ops/records/exports/:id': {
    access: 'open',
    tag: 'operations',
    summary: 'The file of an export, line by line',
    description:
      'For the browser that asked for it, by its cookie. A browser saves it as it comes, and a link can say who asks by a cookie alone.',
    params: z.object({ id: z.uuid() }),
    response: z.unknown(),
    errors: ['not_found'],
  },
} as const;
