/** Calls of operators about what holds for the whole exchange. Each flag is set as a whole, and names the version that was read. */
import * as z from 'zod/mini';
import { declareEndpoints } from '../endpoint.ts';
import { reasonText } from '../operations/schemas.ts';
import { submission, submissionStatuses } from '../operations/submission.ts';
import { flagSchemas } from './flags.ts';

function stateOf<Value extends z.core.$ZodType>(value: Value) {
  return z.object({
    value,
    /** 0: as the deployment has it. */
    version: z.number(),
    updated_by: z.nullable(z.string()),
    updated_at: z.nullable(z.number()),
  });
}

const systemFlags = z.object({
  links: stateOf(flagSchemas.links),
  maintenance: stateOf(flagSchemas.maintenance),
  trading_pause: stateOf(flagSchemas.trading_pause),
  quick_swap: stateOf(flagSchemas.quick_swap),
  languages: stateOf(flagSchemas.languages),
});
export type SystemFlagsView = z.infer<typeof systemFlags>;

const bodyOf = <Value extends z.core.$ZodType>(value: Value) =>
  z.object({ value, version: z.int().check(z.nonnegative()), reason: z.optional(reasonText) });

const change = {
  tag: 'operations',
  response: submission,
  statuses: submissionStatuses,
  errors: ['invalid_argument', 'flag_changed'],
} as const;

export const systemOperatorEndpoints = declareEndpoints({
  'GET /v2/ops/system': {
    access: 'operator',
    tag: 'operations',
    summary: 'What is set for the whole exchange',
    response: systemFlags,
  },
  'POST /v2/ops/system/links': {
    ...change,
    access: 'operator:content',
    summary: 'Set the pages elsewhere that the footer leads to; one operator may only remove',
    body: bodyOf(flagSchemas.links),
  },
  'POST /v2/ops/system/maintenance': {
    ...change,
    access: 'operator:system',
    summary: 'Tell everybody of maintenance on every page, or end that',
    body: bodyOf(flagSchemas.maintenance),
  },
  'POST /v2/ops/system/trading_pause': {
    ...change,
    access: 'operator:listings',
    summary: 'Take no new orders of a venue, at once; or take them again, by two',
    body: bodyOf(flagSchemas.trading_pause),
  },
  'POST /v2/ops/system/quick_swap': {
    ...change,
    access: 'operator:listings',
    summary: 'Take no quick swaps, at once; or take them again, by two',
    body: bodyOf(flagSchemas.quick_swap),
  },
  'POST /v2/ops/system/languages': {
    ...change,
    access: 'operator:content',
    summary: 'Hide languages of the client from menus, addresses and search engines, or offer them again',
    body: bodyOf(flagSchemas.languages),
  },
});
