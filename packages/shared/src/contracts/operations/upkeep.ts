/** Jobs that were given up, and messages that could not be sent. */
import * as z from 'zod/mini';
import { listOf, paging } from '../common.ts';
import { messageOutcomes } from '../notices/delivery-reports.ts';
import { reasonText } from './schemas.ts';
import { submission, submissionOf, submissionStatuses } from './submission.ts';

const system = { access: 'operator:system', tag: 'operations' } as const;
const change = { ...system, statuses: submissionStatuses } as const;
const id = z.string().check(z.regex(/^\d{1,18}$/));

export const jobView = z.object({
  id: z.string(),
  name: z.string(),
  key: z.nullable(z.string()),
  attempts: z.number(),
  due: z.number(),
  /** The first line of what went wrong. */
  error: z.nullable(z.string()),
});
export type JobView = z.infer<typeof jobView>;
export const jobDetails = z.extend(jobView, {
  payload: z.unknown(),
  /** The whole error. */
  trace: z.nullable(z.string()),
  created: z.number(),
  finished: z.nullable(z.number()),
  /** Steps of it that have been done. */
  steps: z.array(z.string()),
});

export const messageView = z.object({
  id: z.string(),
  channel: z.string(),
  recipient: z.string(),
  subject: z.string(),
  attempts: z.number(),
  /** Null once it is given up, and once it was sent. */
  next: z.nullable(z.number()),
  /** What the provider reported after it had taken the message; null when the message was not taken. */
  outcome: z.nullable(z.enum(messageOutcomes)),
  error: z.nullable(z.string()),
});
export type MessageView = z.infer<typeof messageView>;

const params = z.object({ id });
const why = z.object({ reason: reasonText });

export const upkeepEndpoints = {
  'GET /v2/ops/jobs': {
    ...system,
    summary: 'Jobs that were given up, the newest first',
    query: paging,
    response: listOf(jobView),
    limits: { rows: 'page' },
  },
  'GET /v2/ops/jobs/:id': { ...system, summary: 'One of them', params, response: jobDetails },
  'POST /v2/ops/jobs/:id/repeat': { ...change, summary: 'Run it again', params, body: why, response: submission },
  'POST /v2/ops/jobs/:id/drop': { ...change, summary: 'Drop it', params, body: why, response: submission },
  'GET /v2/ops/messages': {
    ...system,
    summary: 'Mails and text messages that could not be sent or came back, the newest first',
    query: paging,
    response: listOf(messageView),
    limits: { rows: 'page' },
  },
  'POST /v2/ops/messages/repeat': {
    ...change,
    summary: 'Send one that could not be sent again, or all of them',
    body: z.object({ which: z.union([id, z.literal('all')]), reason: reasonText }),
    response: submissionOf({ count: z.number() }),
  },
  'POST /v2/ops/messages/drop': {
    ...change,
    summary: 'Drop one of them, or all; notices stay in the lists of users',
    body: z.object({ which: z.union([id, z.literal('all')]), reason: reasonText }),
    response: submissionOf({ count: z.number() }),
  },
} as const;
