/** Calls of operators about invoices. */
import * as z from 'zod/mini';
import { listOf, paging } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import { invoiceStates } from './terms.ts';

const person = z.object({ id: z.number(), email: z.string() });

const invoiceCase = z.object({
  id: z.number(),
  /** Its name in links. */
  hash: z.string(),
  ticker: z.string(),
  /** Whole units. */
  amount: z.string(),
  description: z.string(),
  state: z.enum(invoiceStates),
  owner: person,
  payer: z.nullable(person),
  /** Unix seconds */
  created_at: z.number(),
  expires_at: z.number(),
  ended_at: z.nullable(z.number()),
});
export type InvoiceCase = z.infer<typeof invoiceCase>;

const invoiceDetail = z.object({
  ...invoiceCase.shape,
  /** What it counted in the payer's limit of withdrawals; null unless it is paid. */
  usd_value: z.nullable(z.string()),
  /** What the payment has moved; null without one. Its legs are empty once their month is detached. */
  entry: z.nullable(
    z.object({
      id: z.number(),
      created_at: z.number(),
      legs: z.array(z.object({ account: z.string(), user_id: z.nullable(z.number()), amount: z.string() })),
    }),
  ),
});
export type InvoiceDetail = z.infer<typeof invoiceDetail>;

const operators = { access: 'operator:money', tag: 'operations: money' } as const;

export const invoicesOperatorEndpoints = declareEndpoints({
  'GET /v2/ops/invoices': {
    ...operators,
    summary: 'Invoices by their id or by the beginning of the e-mail of one of both sides, the newest first',
    query: z.extend(paging, {
      search: z._default(z.string().check(z.trim(), z.maxLength(254)), ''),
      state: z.optional(z.enum(invoiceStates)),
    }),
    response: listOf(invoiceCase),
    limits: { rows: 'page' },
  },
  'GET /v2/ops/invoices/:id': {
    ...operators,
    summary: 'One of them, with its ledger entry; each look is an audit record',
    params: z.object({ id: z.coerce.number().check(z.int(), z.positive()) }),
    response: invoiceDetail,
    errors: ['not_found'],
  },
});
