/** Users as operators see them. Each look at a person is an audit record. */
import * as z from 'zod/mini';
import { listOf, paging, positiveDecimal, ticker } from '../common.ts';
import { formKinds, formStates } from '../support/forms.ts';
import { ticketStatus } from '../support/tickets.ts';
import { adjustmentKinds } from '../wallet/adjustments.ts';
import { reasonText } from './schemas.ts';
import { doneOf, submission, submissionStatuses } from './submission.ts';

const users = { access: 'operator:users', tag: 'operations: people' } as const;
const accounts = { access: 'operator:accounts', tag: 'operations: people', statuses: submissionStatuses } as const;
const money = { access: 'operator:money', tag: 'operations: money', statuses: submissionStatuses } as const;
const id = z.coerce.number().check(z.int(), z.gte(1), z.lte(Number.MAX_SAFE_INTEGER));
const params = z.object({ id });
const line = z.string().check(z.regex(/^[^\p{Cc}\p{Cf}]+$/u, 'must be plain text on one line'));
const why = z.object({ reason: reasonText });

export const personStatuses = ['active', 'blocked', 'suspended'] as const;

export const personLine = z.object({
  id: z.number(),
  email: z.string(),
  nickname: z.string(),
  status: z.enum(personStatuses),
  kyc: z.string(),
  is_operator: z.boolean(),
  created: z.number(),
});
export type PersonLine = z.infer<typeof personLine>;

const balance = z.object({
  asset: z.string(),
  main: z.string(),
  held: z.string(),
  transit: z.string(),
  /** In own loan offers, pledged for requests and loans, and in sales of pledges. */
  loans: z.string(),
  trade: z.string(),
  frozen: z.string(),
  futures: z.string(),
});
export const person = z.extend(personLine, {
  phone: z.nullable(z.string()),
  country: z.nullable(z.string()),
  kyc_country: z.nullable(z.string()),
  locale: z.string(),
  email_verified: z.boolean(),
  suspended_until: z.nullable(z.number()),
  open_orders: z.number(),
  open_positions: z.number(),
  sessions: z.array(
    z.object({
      id: z.string(),
      ip: z.string(),
      user_agent: z.string(),
      /** Browser and system, as far as `user_agent` says. */
      device: z.string(),
      methods: z.array(z.string()),
      created: z.number(),
      last_used: z.number(),
    }),
  ),
  api_keys: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      scopes: z.array(z.string()),
      allowed_ips: z.array(z.string()),
      enabled: z.boolean(),
      last_used: z.nullable(z.number()),
    }),
  ),
  balances: z.array(balance),
  /** A sign-up bonus that waits for the verification. */
  sign_up_bonus: z.nullable(z.object({ asset: z.string(), amount: z.string(), expires: z.number() })),
  /** The newest case of its verification. */
  kyc_case: z.nullable(z.number()),
  /** The newest of them. */
  tickets: z.array(z.object({ id: z.number(), topic: z.string(), status: ticketStatus })),
  forms: z.array(z.object({ id: z.number(), kind: z.enum(formKinds), state: z.enum(formStates) })),
  notes: z.array(z.object({ id: z.number(), author: z.string(), text: z.string(), created: z.number() })),
});
export type Person = z.infer<typeof person>;

/** What a line of the timeline is about. */
export const evidenceKinds = [
  'sign_in',
  'order',
  'trade',
  'perpetual_order',
  'perpetual_trade',
  'transfer',
  'money',
  'notice',
  'ticket',
  'kyc',
  'security',
  'audit',
  'note',
] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

export const evidence = z.object({
  kind: z.enum(evidenceKinds),
  /** In its own table. */
  id: z.string(),
  time: z.number(),
  /** What happened, as its table says. */
  facts: z.record(z.string(), z.nullable(z.union([z.string(), z.number(), z.boolean()]))),
});
export type Evidence = z.infer<typeof evidence>;

export const peopleEndpoints = {
  'GET /v2/ops/users': {
    ...users,
    summary: 'Find users by id, phone, or the beginning of an e-mail or a nickname',
    query: z.extend(paging, { search: z.string().check(z.minLength(1), z.maxLength(254)) }),
    response: listOf(personLine),
    limits: { rows: 'page' },
  },
  'GET /v2/ops/users/:id': {
    ...users,
    summary: 'A user: account, sessions, keys, money, notes',
    params,
    response: person,
    errors: ['not_found'],
  },
  'GET /v2/ops/users/:id/timeline': {
    ...users,
    summary: 'What happened to a user and what they did, in one list, the newest first',
    params,
    query: z.object({
      /** With commas between them; all when absent. */
      kinds: z.optional(z.string().check(z.maxLength(300))),
      /** Where the page before ended: its `next`. */
      before: z.optional(z.string().check(z.regex(/^\d{1,17}\.[a-z_]{1,20}\.[\w:-]{1,80}$/))),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    }),
    response: z.object({ result: z.array(evidence), next: z.nullable(z.string()) }),
    errors: ['not_found'],
  },
  'POST /v2/ops/users/:id/notes': {
    ...users,
    summary: 'Write something down about a user; it stays',
    params,
    body: z.object({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)) }),
    response: doneOf({ id: z.number() }),
    errors: ['not_found'],
  },
  'POST /v2/ops/users/:id/freeze': {
    ...accounts,
    summary: 'End all sessions and refuse sign-ins and API keys, at once',
    description: 'Open orders and money stay. An operator is blocked by two.',
    params,
    body: why,
    response: submission,
    errors: ['not_found', 'forbidden', 'invalid_argument'],
  },
  'POST /v2/ops/users/:id/unfreeze': {
    ...accounts,
    summary: 'Let a user in again; ends a suspension too',
    params,
    body: why,
    response: submission,
    errors: ['not_found', 'forbidden', 'invalid_argument'],
  },
  'POST /v2/ops/users/:id/suspend': {
    ...accounts,
    summary: 'Shut an operator out for a day',
    params,
    body: why,
    response: submission,
    errors: ['not_found', 'forbidden', 'invalid_argument'],
  },
  'POST /v2/ops/users/:id/reset-password': {
    ...accounts,
    summary: "End a user's password, sessions and API keys; the user chooses the next password by mail",
    description:
      'Nobody learns a password by it. Withdrawals are locked for withdrawal.lock_hours of GET /systemParams.',
    params,
    body: why,
    response: submission,
    errors: ['not_found', 'forbidden', 'invalid_argument'],
  },
  'POST /v2/ops/users/:id/revoke-bonus': {
    ...money,
    summary: 'Take back a sign-up bonus that is not released yet',
    description: 'It returns to the budget for rewards. Another operator approves it.',
    params,
    body: why,
    response: submission,
    errors: ['not_found', 'forbidden', 'invalid_argument'],
  },
  'POST /v2/ops/users/:id/adjust': {
    ...money,
    summary: 'Take money out of a main wallet, or correct it against the house; another operator approves it',
    description:
      'Never more than is available. A repeat with the same reference changes nothing. An operator adjusts 20 times and 100,000 dollars in 24 hours at most.',
    params,
    body: z.object({
      kind: z.enum(adjustmentKinds),
      ticker,
      amount: positiveDecimal,
      reference: line.check(z.trim(), z.minLength(1), z.maxLength(100)),
      /** What the user reads. */
      text: line.check(z.trim(), z.minLength(1), z.maxLength(200)),
      ...why.shape,
    }),
    response: submission,
    errors: [
      'not_found',
      'insufficient_balance',
      'repeated_with_other_content',
      'too_many_requests',
      'invalid_argument',
    ],
  },
  'POST /v2/ops/users/:id/revoke-api-key': {
    ...accounts,
    summary: "Turn a user's API key off for good",
    params,
    body: z.object({ key: z.string().check(z.minLength(1), z.maxLength(100)), reason: reasonText }),
    response: submission,
    errors: ['not_found', 'forbidden', 'invalid_argument'],
  },
} as const;
