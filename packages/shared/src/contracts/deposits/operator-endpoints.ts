/** Calls of operators about transfers that have arrived and belong to nobody. */
import * as z from 'zod/mini';
import { listOf, paging, ticker } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import { reasonText } from '../operations/schemas.ts';
import { submission, submissionStatuses } from '../operations/submission.ts';

/** `assigned`: it has become a deposit of a user; `returned`: it was sent back by hand. */
export const unclaimedStates = ['open', 'assigned', 'returned'] as const;
export type UnclaimedState = (typeof unclaimedStates)[number];

const unclaimedTransfer = z.object({
  id: z.number(),
  /** Key of the network. */
  network: z.string(),
  ticker: z.string(),
  /** Whole units of the asset. */
  amount: z.string(),
  address: z.string(),
  memo: z.string(),
  tx_hash: z.string(),
  explorer_link: z.string(),
  confirmations: z.number(),
  confirmations_needed: z.number(),
  state: z.enum(unclaimedStates),
  /** Why it was sent back; empty otherwise. */
  reason: z.string(),
  /** Whom it was assigned to; null otherwise. */
  user: z.nullable(z.object({ id: z.number(), email: z.string(), deposit: z.number() })),
  /** Unix seconds */
  created_at: z.number(),
  decided_at: z.nullable(z.number()),
  /** The request of an operator that another one decides about; null without one. */
  request: z.nullable(z.object({ id: z.number(), maker: z.string() })),
});
export type UnclaimedTransfer = z.infer<typeof unclaimedTransfer>;

const operators = { access: 'operator:money', tag: 'operations: money' } as const;
const params = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });
const decided = {
  params,
  response: submission,
  statuses: submissionStatuses,
} as const;

export const depositsOperatorEndpoints = declareEndpoints({
  'GET /v2/ops/unclaimed-transfers': {
    ...operators,
    summary: 'Coins that have arrived and belong to nobody: the oldest first, or the newest that was decided',
    query: z.extend(paging, {
      state: z._default(z.enum(unclaimedStates), 'open'),
      /** Key of a network. */
      network: z.optional(z.string().check(z.maxLength(40))),
      ticker: z.optional(ticker),
    }),
    response: listOf(unclaimedTransfer),
    limits: { rows: 'page' },
  },
  'GET /v2/ops/unclaimed-transfers/:id': {
    ...operators,
    summary: 'One of them; each look is an audit record',
    params,
    response: unclaimedTransfer,
    errors: ['not_found'],
  },
  'POST /v2/ops/unclaimed-transfers/:id/assign': {
    ...operators,
    ...decided,
    summary: 'Make it a deposit of a user, who gets it after its confirmations; another operator approves it',
    body: z.object({ email: z.string().check(z.maxLength(254)), reason: z.optional(reasonText) }),
    errors: ['not_found', 'claimed', 'request_closed', 'forbidden', 'out_of_range'],
  },
  'POST /v2/ops/unclaimed-transfers/:id/return': {
    ...operators,
    ...decided,
    summary: 'Write down that it was sent back by hand, and why; another operator approves it',
    body: z.object({ reason: reasonText }),
    errors: ['not_found', 'claimed', 'request_closed', 'forbidden'],
  },
});
