/** Who is an operator, with which permissions. */
import * as z from 'zod/mini';
import { email } from '../auth/schemas.ts';
import { permissions } from './permissions.ts';
import { reasonText } from './schemas.ts';
import { submission, submissionStatuses } from './submission.ts';

const operators = { access: 'operator:operators', tag: 'operations' } as const;
const change = { ...operators, statuses: submissionStatuses } as const;
const permissionList = z.array(z.enum(permissions)).check(z.maxLength(permissions.length));

export const operatorView = z.object({
  user_id: z.number(),
  name: z.string(),
  email: z.string(),
  permissions: z.array(z.enum(permissions)),
  status: z.enum(['active', 'blocked', 'suspended']),
  /** Unix seconds of the last use of a session; null: none is known. */
  last_seen: z.nullable(z.number()),
});
export type OperatorView = z.infer<typeof operatorView>;

export const newOperatorRequest = z.object({
  email,
  name: z.string().check(z.regex(/^[a-z][a-z0-9._-]{1,31}$/, 'A short name in small letters, like jane')),
  permissions: permissionList,
  reason: reasonText,
});

export const staffEndpoints = {
  'GET /v2/ops/operators': {
    ...operators,
    summary: 'All operators',
    response: z.object({ result: z.array(operatorView) }),
  },
  'POST /v2/ops/operators': {
    ...change,
    summary: 'Make somebody an operator',
    description: 'The new operator chooses a password by a mail: nobody else knows one.',
    body: newOperatorRequest,
    response: submission,
  },
  'POST /v2/ops/operators/permissions': {
    ...change,
    summary: 'Change what an operator may do',
    body: z.object({
      email,
      permissions: permissionList,
      /** As the operator has read them: the change is refused where there are others by now. */
      before: z.optional(permissionList),
      reason: reasonText,
    }),
    response: submission,
    errors: ['not_found', 'figures_changed', 'invalid_argument', 'forbidden'],
  },
} as const;
