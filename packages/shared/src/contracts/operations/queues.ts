/** Queues of the console, who works on what, and the signed-in operator. */
import * as z from 'zod/mini';
import type { OperatorAccess } from '../endpoint.ts';
import { permissions } from './permissions.ts';
import { doneOf } from './submission.ts';

const tag = 'operations';
const anyOperator = { access: 'operator' satisfies OperatorAccess, tag } as const;

export const operatorSelf = z.object({
  name: z.string(),
  permissions: z.array(z.enum(permissions)),
  /** Whether money and rights take two operators here. */
  two_persons: z.boolean(),
  /** Unix seconds at which a call needs another proof of who one is. */
  fresh_until: z.number(),
});
export type OperatorSelf = z.infer<typeof operatorSelf>;

const claim = z.object({
  id: z.string(),
  operator: z.string(),
  /** Unix seconds until which it is theirs. */
  expires: z.number(),
});
export type Claim = z.infer<typeof claim>;

export const queueStates = z.object({
  result: z.array(
    z.object({
      queue: z.string(),
      count: z.number(),
      /** Unix seconds since which the oldest one waits; null when none does. */
      oldest: z.nullable(z.number()),
      claims: z.array(claim),
    }),
  ),
});
export type QueueState = z.infer<typeof queueStates>['result'][number];

/** What of a queue somebody works on. */
const claimed = z.object({
  queue: z.string().check(z.regex(/^[a-z_]{1,32}$/)),
  id: z.string().check(z.regex(/^\d{1,18}$/)),
});

export const queueEndpoints = {
  'GET /v2/ops/me': { ...anyOperator, summary: 'The signed-in operator', response: operatorSelf },
  'GET /v2/ops/queues': {
    ...anyOperator,
    summary: 'What waits, in the queues that the operator may work on',
    response: queueStates,
  },
  'POST /v2/ops/claims': {
    ...anyOperator,
    summary: 'Claim what waits in a queue, for a quarter of an hour; again to keep it',
    body: claimed,
    response: doneOf({ expires: z.number() }),
    errors: ['claimed'],
  },
  'POST /v2/ops/claims/release': {
    ...anyOperator,
    summary: 'Leave to others what one has claimed',
    body: claimed,
    response: doneOf({}),
  },
} as const;
