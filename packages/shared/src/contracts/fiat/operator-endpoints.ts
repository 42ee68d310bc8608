/** Calls of operators about deposits by payment providers. */
import * as z from 'zod/mini';
import { listOf, paging, positiveDecimal } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import { reasonText } from '../operations/schemas.ts';
import { submission, submissionStatuses } from '../operations/submission.ts';

/** `further`: whatever has become of it, more than one payment was reported; while it waits, and for 30 days. */
export const providerDepositStates = ['waiting', 'further', 'credited', 'refused'] as const;
export type ProviderDepositState = (typeof providerDepositStates)[number];

const providerDepositCase = z.object({
  id: z.number(),
  user_id: z.number(),
  email: z.string(),
  method: z.string(),
  /** Name of the adapter. */
  provider: z.string(),
  ticker: z.string(),
  /** Whole units that were asked of the payer, or that were credited. */
  amount: z.string(),
  fee: z.string(),
  /** What the provider says that was paid; null before it has reported a payment. */
  paid: z.nullable(z.object({ amount: z.string(), ticker: z.string() })),
  status: z.number(),
  /** Why it waits, or what its user reads of a refusal. */
  reason: z.string(),
  /** The account is erased: the payment can only be sent back. */
  is_erased: z.boolean(),
  /** Unix seconds */
  created_at: z.number(),
  /** The request that another operator has to approve. */
  request: z.nullable(z.object({ id: z.number(), maker: z.string() })),
});
export type ProviderDepositCase = z.infer<typeof providerDepositCase>;

const providerDepositDetail = z.object({
  ...providerDepositCase.shape,
  /** Our name of the payment, by which the provider knows it. */
  reference: z.string(),
  address: z.string(),
  memo: z.string(),
  expires_at: z.number(),
  /** Every payment that the provider has reported for it, the oldest first. */
  reports: z.array(
    z.object({
      payment_id: z.string(),
      amount: z.string(),
      ticker: z.string(),
      reported_at: z.number(),
      /** The one that the decision is about; others are further payments. */
      is_first: z.boolean(),
      /** The same payment was reported for these deposits too. */
      others: z.array(z.number()),
    }),
  ),
});
export type ProviderDepositDetail = z.infer<typeof providerDepositDetail>;

const operators = { access: 'operator:money', tag: 'operations: money' } as const;
const params = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });
const decided = { params, response: submission, statuses: submissionStatuses } as const;

export const fiatOperatorEndpoints = declareEndpoints({
  'GET /v2/ops/provider-deposits': {
    ...operators,
    summary:
      'Deposits by payment providers whose report does not fit: the oldest first, or the newest that was decided',
    query: z.extend(paging, {
      state: z._default(z.enum(providerDepositStates), 'waiting'),
      /** The beginning of an e-mail, or a name of a payment, ours or the provider's. */
      search: z._default(z.string().check(z.trim(), z.maxLength(254)), ''),
    }),
    response: listOf(providerDepositCase),
    limits: { rows: 'page' },
  },
  'GET /v2/ops/provider-deposits/:id': {
    ...operators,
    summary: 'One of them, with every payment that was reported for it; each look is an audit record',
    params,
    response: providerDepositDetail,
    errors: ['not_found'],
  },
  'POST /v2/ops/provider-deposits/:id/approve': {
    ...operators,
    ...decided,
    summary: 'Credit what was paid, less the fee; another operator approves it',
    body: z.object({ amount: positiveDecimal, reason: z.optional(reasonText) }),
    errors: ['not_found', 'claimed', 'request_closed', 'invalid_argument', 'out_of_range', 'forbidden'],
  },
  'POST /v2/ops/provider-deposits/:id/reject': {
    ...operators,
    ...decided,
    summary: 'End one without money; its user reads the reason',
    body: z.object({ reason: reasonText.check(z.minLength(1)) }),
    errors: ['not_found', 'claimed', 'request_closed', 'forbidden'],
  },
});
