/** Calls of operators about withdrawals. */
import * as z from 'zod/mini';
import { listOf, paging } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import { reasonText } from '../operations/schemas.ts';
import { submission, submissionStatuses } from '../operations/submission.ts';
import { withdrawalFailureNames, withdrawalRefusalNames } from './review.ts';
import { idParams, withdrawal } from './schemas.ts';

/** `paying`: approved, and not at its receiver yet; `stuck`: those of them that were tried and are not paid. */
export const withdrawalCaseStates = ['waiting', 'stuck', 'paying', 'finished', 'refused'] as const;
export type WithdrawalCaseState = (typeof withdrawalCaseStates)[number];

const payoutActions = ['retry', 'fail', 'paid_by_hand', 'settled'] as const;
export type PayoutAction = (typeof payoutActions)[number];

const withdrawalCase = z.object({
  ...withdrawal.shape,
  user_id: z.number(),
  email: z.string(),
  usd_value: z.string(),
  risks: z.array(z.string()),
  /** Whether two operators approve it. */
  two_persons: z.boolean(),
  /** The request of an operator that another one decides about; null without one. */
  request: z.nullable(z.object({ id: z.number(), maker: z.string() })),
  /** Why it is not paid: a code of payouts.ts; null when nothing stops it. */
  payout_problem: z.nullable(z.string()),
  /** When it is tried again, Unix seconds; null: not by itself. */
  payout_next: z.nullable(z.number()),
  /** Of a method of a payment provider: what names it there, and what the provider says of it; null for others. */
  provider_payout: z.nullable(
    z.object({
      provider: z.string(),
      reference: z.string(),
      /** The provider's own name of the payment; null until it has said that it has it. */
      payment_id: z.nullable(z.string()),
      outcome: z.nullable(z.enum(['paid', 'declined', 'paid_late', 'paid_twice'])),
    }),
  ),
  /** What two operators may do about an approved one. */
  payout_actions: z.array(z.enum(payoutActions)),
});
export type WithdrawalCase = z.infer<typeof withdrawalCase>;

const withdrawalDetail = z.object({
  ...withdrawalCase.shape,
  evidence: z.object({
    /** Of this user in the 24 hours before it, without it. */
    day_count: z.number(),
    day_usd: z.string(),
    /** Finished ones of this user to the address, and other users who have withdrawn to it. */
    to_address_before: z.number(),
    others_to_address: z.number(),
    is_saved: z.boolean(),
    /** Unix seconds */
    user_since: z.number(),
    withdrawals_locked_until: z.nullable(z.number()),
    recent_factors: z.array(z.object({ method: z.string(), added: z.number() })),
    /** Addresses of the last sign-ins, the newest first. */
    sign_ins: z.array(z.object({ ip: z.string(), time: z.number() })),
  }),
});
export type WithdrawalDetail = z.infer<typeof withdrawalDetail>;

const payoutDecision = {
  params: idParams,
  response: submission,
  statuses: submissionStatuses,
  errors: ['not_found', 'claimed', 'request_closed', 'payouts_stopped', 'forbidden'],
} as const;

const operators = { access: 'operator:money', tag: 'operations: money' } as const;

export const withdrawalsOperatorEndpoints = declareEndpoints({
  'GET /v2/ops/withdrawals': {
    ...operators,
    summary: 'Withdrawals: the one that has waited longest first, or the newest that was decided',
    query: z.extend(paging, {
      state: z._default(z.enum(withdrawalCaseStates), 'waiting'),
      /** Instead of a state: the number of a withdrawal, or what names it at a payment provider. */
      search: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    }),
    response: listOf(withdrawalCase),
    limits: { rows: 'page' },
  },
  'GET /v2/ops/withdrawals/:id': {
    ...operators,
    summary: 'One of them, with what is known of it; each look is an audit record',
    params: idParams,
    response: withdrawalDetail,
    errors: ['not_found'],
  },
  'POST /v2/ops/withdrawals/:id/approve': {
    ...operators,
    summary: 'Have a withdrawal paid that waits; a very large one is approved by another operator too',
    params: idParams,
    body: z.object({ reason: z.optional(reasonText) }),
    response: submission,
    statuses: submissionStatuses,
    errors: ['not_found', 'claimed', 'request_closed', 'payouts_stopped', 'forbidden'],
  },
  'POST /v2/ops/withdrawals/:id/reject': {
    ...operators,
    summary: "Refuse a withdrawal that waits: its money is its user's again, who reads why",
    params: idParams,
    body: z.object({ code: z.enum(withdrawalRefusalNames), reason: z.optional(reasonText) }),
    response: submission,
    statuses: submissionStatuses,
    errors: ['not_found', 'claimed', 'request_closed', 'payouts_stopped', 'forbidden'],
  },
  'POST /v2/ops/withdrawals/:id/retry': {
    ...operators,
    ...payoutDecision,
    summary: 'Have an approved withdrawal tried again; another operator approves it',
    body: z.object({ reason: reasonText }),
  },
  'POST /v2/ops/withdrawals/:id/fail': {
    ...operators,
    ...payoutDecision,
    summary:
      "End an approved withdrawal that no transaction can pay: its money is its user's again; another operator approves it",
    body: z.object({ code: z.enum(withdrawalFailureNames), reason: reasonText }),
  },
  'POST /v2/ops/withdrawals/:id/paid-by-hand': {
    ...operators,
    ...payoutDecision,
    summary: 'Record that an approved withdrawal was paid without the signer; another operator approves it',
    body: z.object({
      transaction: z.string().check(z.trim(), z.regex(/^[\w.:-]{1,100}$/, 'Must be the name of a transaction')),
      reason: reasonText,
    }),
  },
  'POST /v2/ops/withdrawals/:id/settled': {
    ...operators,
    ...payoutDecision,
    summary: 'Say that what a payment provider has paid in vain is settled; another operator approves it',
    body: z.object({ reason: reasonText }),
  },
});
