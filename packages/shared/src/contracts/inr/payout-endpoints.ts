/** Withdrawals of rupees as operators pay them, on the wire. */
import * as z from 'zod/mini';
import { listOf, paging } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import { reasonText } from '../operations/schemas.ts';
import { submission, submissionOf, submissionStatuses } from '../operations/submission.ts';
import { transactionId } from './deposit-schemas.ts';
import { accountTypes, bankParams } from './schemas.ts';

/** `taken`: it is in a batch, and what became of the transfer is not known yet. */
export const payoutStates = ['ready', 'taken', 'paid', 'failed'] as const;
export type InrPayoutState = (typeof payoutStates)[number];

const payoutCase = z.object({
  /** Of the withdrawal. */
  id: z.number(),
  user_id: z.number(),
  email: z.string(),
  ticker: z.string(),
  amount: z.string(),
  fee: z.string(),
  /** What is paid to the bank. */
  net: z.string(),
  /** The bank account in one line, with the last digits alone. */
  bank: z.string(),
  state: z.enum(payoutStates),
  reason: z.string(),
  /** Of the batch that it is in; null while it is ready. */
  batch: z.nullable(z.number()),
  /** The bank's own reference of the transfer; null until it is paid. */
  utr: z.nullable(z.string()),
  /** Since when it may be paid, and when it was taken. Unix seconds. */
  confirmed_at: z.number(),
  taken_at: z.nullable(z.number()),
  /** Payouts are stopped since a restore, and it is older: the bank may have paid it. It can be reported as paid alone. */
  may_be_paid: z.boolean(),
  /** The request that another operator has to approve. */
  request: z.nullable(z.object({ id: z.number(), maker: z.string() })),
});
export type InrPayoutCase = z.infer<typeof payoutCase>;

const payoutDetail = z.object({
  ...payoutCase.shape,
  full_name: z.string(),
  account_number: z.string(),
  ifsc_code: z.string(),
  account_type: z.enum(accountTypes),
});
export type InrPayoutDetail = z.infer<typeof payoutDetail>;

const batch = z.object({
  id: z.number(),
  taken_by: z.string(),
  /** Unix seconds */
  taken_at: z.number(),
  /** Whether its file was handed out before: again it needs a reason. */
  is_downloaded: z.boolean(),
  count: z.number(),
  /** What is paid for all of them. */
  net: z.string(),
  /** How many are neither paid nor failed. */
  open: z.number(),
});
export type InrBatch = z.infer<typeof batch>;

const operators = { access: 'operator:money', tag: 'operations: money' } as const;
const decided = {
  ...operators,
  params: bankParams,
  response: submission,
  statuses: submissionStatuses,
} as const;

export const payoutEndpoints = declareEndpoints({
  'GET /v2/ops/inr-payouts': {
    ...operators,
    summary:
      'Withdrawals of rupees that are approved: the one that has waited longest first, or the newest that was decided',
    query: z.extend(paging, { state: z._default(z.enum(payoutStates), 'ready') }),
    response: z.extend(listOf(payoutCase), {
      /** Since when nothing is paid, because Postgres was restored; until operators have compared. Unix seconds. */
      stopped_at: z.nullable(z.number()),
    }),
    limits: { rows: 'page' },
  },
  'POST /v2/ops/inr-payouts/resume': {
    ...operators,
    summary:
      'What the bank has paid before a restore is known: rupees are paid again once another operator has approved it',
    body: z.object({ reason: reasonText.check(z.minLength(1)) }),
    response: submission,
    statuses: submissionStatuses,
    errors: ['request_closed', 'forbidden'],
  },
  'GET /v2/ops/inr-payouts/:id': {
    ...operators,
    summary: 'One of them, with the number of the bank account; each look is an audit record',
    params: bankParams,
    response: payoutDetail,
    errors: ['not_found'],
  },
  'POST /v2/ops/inr-payouts/:id/pay': {
    ...decided,
    summary:
      'The bank has paid it, by the transfer with this reference; from a configured sum on another operator approves it',
    body: z.object({ utr: transactionId, reason: z.optional(reasonText) }),
    errors: ['not_found', 'claimed', 'request_closed', 'inr_transaction_id_exists', 'forbidden'],
  },
  'POST /v2/ops/inr-payouts/:id/fail': {
    ...decided,
    summary:
      "The bank has not paid it: the money is its user's again, who reads the reason; from a configured sum on another operator approves it",
    body: z.object({ reason: reasonText.check(z.minLength(1)) }),
    errors: ['not_found', 'claimed', 'request_closed', 'payouts_stopped', 'forbidden'],
  },
  'GET /v2/ops/inr-payout-batches': {
    ...operators,
    summary: 'Batches of withdrawals that were taken to the bank, the newest first',
    query: paging,
    response: listOf(batch),
    limits: { rows: 'page' },
  },
  'POST /v2/ops/inr-payout-batches': {
    ...operators,
    summary: 'Take what is ready to be paid, the oldest first, as one batch',
    response: submissionOf({ batch }),
    statuses: submissionStatuses,
    errors: ['request_closed', 'forbidden'],
  },
  'POST /v2/ops/inr-payout-batches/:id/file': {
    ...operators,
    summary: 'The file of a batch for the bank, as CSV; a second time needs a reason, and each time is an audit record',
    params: bankParams,
    body: z.object({ reason: z.optional(reasonText) }),
    response: submissionOf({ name: z.string(), text: z.string() }),
    statuses: submissionStatuses,
    errors: ['not_found', 'payouts_stopped', 'forbidden'],
  },
});
