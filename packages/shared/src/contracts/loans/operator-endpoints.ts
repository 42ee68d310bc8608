/** Calls of operators about loans between users. Amounts are decimal strings, times Unix seconds. */
import * as z from 'zod/mini';
import { loanStates } from '../../loans/loan.ts';
import { listOf, paging, plainId } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import { reasonText } from '../operations/schemas.ts';
import { submission, submissionStatuses } from '../operations/submission.ts';
import { attachmentId } from '../support/attachments.ts';
import { flagSchemas } from '../system/flags.ts';
import { dispute, disputeDecision } from './disputes.ts';
import { idParams } from './forms.ts';
import { sale, saleProblem } from './sales.ts';

const decimal = z.string();
const unknown = z.nullable(decimal);

const side = z.object({ id: z.number(), email: z.string() });
const loanRow = z.object({
  id: z.number(),
  state: z.enum(loanStates),
  /** Null: an open request that nobody has accepted. */
  lender: z.nullable(side),
  borrower: side,
  money: z.string(),
  pledge: z.string(),
  amount: decimal,
  principal: decimal,
  coins: decimal,
  /** At which all of the pledge is sold; null when nothing is watched. */
  liquidation_price: unknown,
  /** By which it is watched, and since when. */
  price: unknown,
  price_at: z.nullable(z.number()),
  /** By how many percent the price may fall until the sale; below zero: it has passed it. */
  distance: unknown,
  notified: z.string(),
  dispute: z.boolean(),
  sale_wanted: z.nullable(z.string()),
  started_at: z.nullable(z.number()),
  overdue_at: z.nullable(z.number()),
  ended_at: z.nullable(z.number()),
});
export type OperatorLoan = z.infer<typeof loanRow>;

const pairAtRisk = z.object({
  money: z.string(),
  pledge: z.string(),
  price: unknown,
  price_at: z.nullable(z.number()),
  loans: z.number(),
  principal: decimal,
  /** How many of them, and what of their principal, would be sold if the price fell by so much. */
  falls: z.array(z.object({ percent: z.number(), loans: z.number(), principal: decimal })),
});
export type PairAtRisk = z.infer<typeof pairAtRisk>;

const openSale = z.object({ loan: loanRow, sale, problem: z.nullable(saleProblem) });
export type OpenSale = z.infer<typeof openSale>;

const moneyRow = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const settings = z.object({
  moneys: z.array(moneyRow),
  pledges: z.array(moneyRow),
  switches: z.object({ value: flagSchemas.p2p_loans, version: z.number() }),
  /** What loans hold, by kind of account and asset. */
  holdings: z.array(z.object({ account: z.string(), asset: z.string(), balance: decimal })),
});
export type LoanSettings = z.infer<typeof settings>;

const read = { access: 'operator:money', tag: 'operations' } as const;
const reason = z.optional(reasonText);
const change = { ...read, response: submission, statuses: submissionStatuses } as const;
const ofLoan = { ...change, params: idParams, body: z.object({ reason }) } as const;
const aboutFigures =
  'Figures have the names of the settings without underscores (amountMin), shares as decimals: 0.0007 is 0.07%. `before` has figures as the ' +
  'operator has read them; one that differs meanwhile is a refusal.';

export const loansOperatorEndpoints = declareEndpoints({
  'GET /v2/ops/p2p/loans': {
    ...read,
    summary: 'Loans and requests, the newest first; of a user, or in a state',
    query: z.extend(paging, {
      state: z.optional(z.enum(loanStates)),
      user: z.optional(plainId),
    }),
    response: listOf(loanRow),
    limits: { rows: 'page' },
  },
  'GET /v2/ops/p2p/loans/:id': {
    ...read,
    summary: 'One loan with its sale, what holds that up, and its disputes. The look is an audit record',
    params: idParams,
    response: z.object({
      loan: loanRow,
      sale: z.nullable(sale),
      problem: z.nullable(saleProblem),
      disputes: z.array(dispute),
    }),
    limits: { rows: 100 },
    errors: ['loan_not_found'],
  },
  'GET /v2/ops/p2p/at-risk': {
    ...read,
    summary: 'Running loans, those nearest to their sale first, and what a fall of prices would do',
    query: paging,
    response: z.extend(listOf(loanRow), { pairs: z.array(pairAtRisk) }),
    limits: { rows: 'page' },
  },
  'GET /v2/ops/p2p/sales': {
    ...read,
    summary: 'Pledges that are being sold, the oldest sale first',
    query: paging,
    response: listOf(openSale),
    limits: { rows: 'page' },
  },
  'GET /v2/ops/p2p/disputes': {
    ...read,
    summary: 'Disputes that wait, the oldest first',
    query: paging,
    response: listOf(
      z.object({ loan: loanRow, reason: z.string(), opened_at: z.number(), ordered: z.nullable(z.string()) }),
    ),
    limits: { rows: 'page' },
  },
  'GET /v2/ops/p2p/loans/:id/files/:file': {
    ...read,
    summary: 'A picture of a dispute. The look is an audit record',
    params: z.extend(idParams, { file: attachmentId }),
    response: z.unknown(),
    errors: ['not_found'],
  },
  'GET /v2/ops/p2p/settings': {
    ...read,
    summary: 'What may be lent and pledged, and what loans hold',
    response: settings,
  },
  'POST /v2/ops/p2p/loans/:id/sell': {
    ...ofLoan,
    summary: 'Have a pledge sold with the next fresh price, by two',
    errors: ['loan_not_found', 'loan_ended', 'loan_liquidating'],
  },
  'POST /v2/ops/p2p/loans/:id/take-back': {
    ...ofLoan,
    summary: 'Take back the order to sell a pledge, by two; it lapses by itself after a day',
    errors: ['loan_not_found', 'not_found'],
  },
  'POST /v2/ops/p2p/loans/:id/end-sale': {
    ...ofLoan,
    summary: 'End a sale that finds no buyers, by two',
    errors: ['loan_not_found', 'loan_ended'],
  },
  'POST /v2/ops/p2p/loans/:id/write-off': {
    ...ofLoan,
    summary: 'Give up what a defaulted loan still owes, by two',
    errors: ['loan_not_found', 'loan_ended', 'loan_liquidating', 'invalid_argument'],
  },
  'POST /v2/ops/p2p/loans/:id/decide': {
    ...ofLoan,
    summary:
      'Decide the open dispute of a loan; by two, unless it is dismissed or extended and nothing was decided before',
    description: '`dispute` is the one that was read: another one that is open meanwhile is not decided.',
    body: z.object({ decision: disputeDecision, dispute: z.optional(z.int().check(z.gte(1))), reason }),
    errors: [
      'loan_not_found',
      'dispute_not_open',
      'loan_ended',
      'loan_liquidating',
      'invalid_argument',
      'price_unavailable',
      'insufficient_balance',
    ],
  },
  'POST /v2/ops/p2p/settings/money': {
    ...change,
    summary: 'Change by which terms a money is lent from now on, by two; one person may only close it',
    description: aboutFigures,
    body: z.object({ ticker: z.string(), change: moneyRow, before: z.optional(moneyRow), reason }),
    errors: ['not_found', 'figures_changed', 'invalid_argument'],
  },
  'POST /v2/ops/p2p/settings/pledge': {
    ...change,
    summary: 'Change at which levels something is pledged from now on, by two; one person may only close it',
    description: aboutFigures,
    body: z.object({
      money: z.string(),
      ticker: z.string(),
      change: moneyRow,
      before: z.optional(moneyRow),
      reason,
    }),
    errors: ['not_found', 'figures_changed', 'invalid_argument'],
  },
  'POST /v2/ops/p2p/compensation': {
    ...change,
    summary: 'Money from outside to compensate sides of loans with, by two',
    body: z.object({ ticker: z.string(), amount: decimal, reference: z.string().check(z.maxLength(100)), reason }),
    errors: ['unknown_asset', 'invalid_argument', 'repeated_with_other_content'],
  },
  'POST /v2/ops/p2p/switches': {
    ...change,
    summary: 'Whether bids and new offers are taken: off at once, on by two',
    body: z.object({ value: flagSchemas.p2p_loans, version: z.int().check(z.nonnegative()), reason }),
    errors: ['invalid_argument', 'flag_changed'],
  },
});
