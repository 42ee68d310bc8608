/** Requests of operators that wait for another one. */
import * as z from 'zod/mini';
import { listOf, paging } from '../common.ts';
import { permissions } from './permissions.ts';
import { reasonText } from './schemas.ts';
import { doneOf } from './submission.ts';

const anyOperator = { access: 'operator', tag: 'operations' } as const;

export const requestStatuses = ['pending', 'done', 'rejected', 'expired'] as const;

export const requestView = z.object({
  id: z.number(),
  /** wallet.credit, operators.create ... */
  action: z.string(),
  /** As it will be done; secrets are not shown. */
  payload: z.unknown(),
  /** SHA-256 (hex) of action and payload. */
  hash: z.string(),
  reason: z.string(),
  /** Names of operators. */
  maker: z.string(),
  checker: z.nullable(z.string()),
  status: z.enum(requestStatuses),
  created: z.number(),
  expires: z.number(),
  /** What it takes to approve it; null: this release does not know the action. */
  permission: z.nullable(z.enum(permissions)),
  /** The caller's own: it can be withdrawn, and is approved by another operator. */
  mine: z.boolean(),
});
export type RequestView = z.infer<typeof requestView>;

const params = z.object({ id: z.coerce.number().check(z.int(), z.gte(1)) });

export const approvalsEndpoints = {
  'GET /v2/ops/requests': {
    ...anyOperator,
    summary: 'Requests that the operator made or may decide, the oldest that waits first',
    query: z.extend(paging, { status: z._default(z.enum(['pending', 'decided']), 'pending') }),
    response: listOf(requestView),
    limits: { rows: 'page' },
  },
  'GET /v2/ops/requests/:id': { ...anyOperator, summary: 'One of them', params, response: requestView },
  'POST /v2/ops/requests/:id/approve': {
    ...anyOperator,
    summary: 'Do what another operator asks for',
    description: 'The hash says that it is the request that was read.',
    params,
    body: z.object({ hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)), reason: reasonText }),
    /** `warning`: it is done, but an engine has not answered, or refuses. */
    response: doneOf({ warning: z.nullable(z.string()) }),
    errors: ['request_closed', 'forbidden', 'not_found'],
  },
  'POST /v2/ops/requests/:id/reject': {
    ...anyOperator,
    summary: "Refuse a request, or withdraw one's own",
    params,
    body: z.object({ reason: reasonText }),
    response: doneOf({}),
    errors: ['request_closed', 'forbidden', 'not_found'],
  },
} as const;
