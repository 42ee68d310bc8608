/** Calls of operators about bank accounts in India. */
import * as z from 'zod/mini';
import { listOf, paging } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import { reasonText } from '../operations/schemas.ts';
import { submission, submissionStatuses } from '../operations/submission.ts';
import { arrivedAmount, depositStates, inrDepositCase, inrDepositDetail } from './deposit-schemas.ts';
import { accountTypes, bankParams } from './schemas.ts';

const inrBankCase = z.object({
  id: z.number(),
  user_id: z.number(),
  email: z.string(),
  status: z.enum(['pending', 'active', 'canceled']),
  bank_name: z.string(),
  ifsc_code: z.string(),
  last_digits: z.string(),
  name_matches: z.boolean(),
  /** Unix seconds */
  created: z.number(),
});
export type InrBankCase = z.infer<typeof inrBankCase>;

const inrBankDetail = z.object({
  ...inrBankCase.shape,
  full_name: z.string(),
  account_number: z.string(),
  account_type: z.enum(accountTypes),
  /** Of the verified identity; null where it was verified without documents. */
  passport_name: z.nullable(z.string()),
  is_branch_known: z.boolean(),
  /** Users who have added the same account too. */
  others: z.number(),
  reason: z.string(),
  /** The request that another operator has to approve. */
  request: z.nullable(z.object({ id: z.number(), maker: z.string() })),
});
export type InrBankDetail = z.infer<typeof inrBankDetail>;

const operators = { access: 'operator:money', tag: 'operations: money' } as const;

export const inrOperatorEndpoints = declareEndpoints({
  'GET /v2/ops/inr-banks': {
    ...operators,
    summary: 'Bank accounts in India by status: the one that has waited longest first',
    query: z.extend(paging, { status: z._default(z.enum(['pending', 'active', 'canceled']), 'pending') }),
    response: listOf(inrBankCase),
    limits: { rows: 'page' },
  },
  'GET /v2/ops/inr-banks/:id': {
    ...operators,
    summary: 'One of them, with its number; each look is an audit record',
    params: bankParams,
    response: inrBankDetail,
    errors: ['not_found'],
  },
  'POST /v2/ops/inr-banks/:id/approve': {
    ...operators,
    summary: 'Make a bank account active that waits',
    params: bankParams,
    body: z.object({ reason: z.optional(reasonText) }),
    response: submission,
    statuses: submissionStatuses,
    errors: ['not_found', 'claimed', 'request_closed', 'inr_bank_added', 'forbidden'],
  },
  'POST /v2/ops/inr-banks/:id/reject': {
    ...operators,
    summary: 'Refuse a bank account that waits; its user reads the reason',
    params: bankParams,
    body: z.object({ reason: reasonText.check(z.minLength(1)) }),
    response: submission,
    statuses: submissionStatuses,
    errors: ['not_found', 'claimed', 'request_closed', 'forbidden'],
  },
  'GET /v2/ops/inr-deposits': {
    ...operators,
    summary: 'Deposits by bank transfer: the one that has waited longest first, or the newest that was decided',
    query: z.extend(paging, {
      state: z._default(z.enum(depositStates), 'waiting'),
      /** The beginning of the id of the transfer. */
      search: z._default(z.string().check(z.maxLength(40)), ''),
    }),
    response: listOf(inrDepositCase),
    limits: { rows: 'page' },
  },
  'GET /v2/ops/inr-deposits/:id': {
    ...operators,
    summary: 'One of them, with the number of the bank account; each look is an audit record',
    params: bankParams,
    response: inrDepositDetail,
    errors: ['not_found'],
  },
  'POST /v2/ops/inr-deposits/:id/approve': {
    ...operators,
    summary: 'Credit what has arrived; from a configured amount on another operator approves it',
    params: bankParams,
    body: z.object({ amount: arrivedAmount, reason: z.optional(reasonText) }),
    response: submission,
    statuses: submissionStatuses,
    errors: ['not_found', 'claimed', 'request_closed', 'wrong_step', 'out_of_range', 'forbidden'],
  },
  'POST /v2/ops/inr-deposits/:id/reject': {
    ...operators,
    summary: 'Refuse a deposit that has not arrived; its user reads the reason',
    params: bankParams,
    body: z.object({ reason: reasonText.check(z.minLength(1)) }),
    response: submission,
    statuses: submissionStatuses,
    errors: ['not_found', 'claimed', 'request_closed', 'forbidden'],
  },
});
