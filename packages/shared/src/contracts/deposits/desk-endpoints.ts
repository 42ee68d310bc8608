/** Calls of operators about deposits from networks. */
import * as z from 'zod/mini';
import { ticker } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';

/** `frozen`: it came while deposits were closed; `unclaimed`: a transfer that is nobody's; `dropped`: its network has lost it. */
export const networkDepositStates = ['waiting', 'frozen', 'credited', 'dropped', 'unclaimed'] as const;
export type NetworkDepositState = (typeof networkDepositStates)[number];

const networkDeposit = z.object({
  /** Of the deposit; of the transfer where it is unclaimed. */
  id: z.number(),
  state: z.enum(networkDepositStates),
  /** Key of the network. */
  network: z.string(),
  ticker: z.string(),
  /** Whole units of the asset. */
  amount: z.string(),
  /** Null: nobody's. */
  user: z.nullable(z.object({ id: z.number(), email: z.string() })),
  address: z.string(),
  tx_hash: z.string(),
  confirmations: z.number(),
  confirmations_needed: z.number(),
  /** Why it waits or was dropped, as its user reads it. */
  reason: z.string(),
  /** Unix seconds */
  created_at: z.number(),
});
export type NetworkDeposit = z.infer<typeof networkDeposit>;

const networkDepositDetail = z.extend(networkDeposit, {
  fee: z.string(),
  memo: z.string(),
  explorer_link: z.string(),
  /** Of its block; null when it is in none. */
  block_height: z.nullable(z.number()),
  credited_at: z.nullable(z.number()),
});
export type NetworkDepositDetail = z.infer<typeof networkDepositDetail>;

const operators = { access: 'operator:money', tag: 'operations: money' } as const;
const id = z.coerce.number().check(z.int(), z.gte(1), z.lte(Number.MAX_SAFE_INTEGER));
const time = z.optional(z.coerce.number().check(z.gte(0), z.lte(100_000_000_000)));

export const depositDeskEndpoints = declareEndpoints({
  'GET /v2/ops/deposits': {
    ...operators,
    summary: 'Deposits from networks, the newest first',
    query: z.object({
      state: z._default(z.enum(networkDepositStates), 'waiting'),
      ticker: z.optional(ticker),
      /** Key of a network. */
      network: z.optional(z.string().check(z.maxLength(40))),
      user: z.optional(id),
      /** Of the transaction. */
      hash: z.optional(z.string().check(z.maxLength(200))),
      /** Unix seconds */
      since: time,
      until: time,
      /** Older than the one of this id: `next` of the page before. */
      before: z.optional(id),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    }),
    response: z.object({ result: z.array(networkDeposit), next: z.nullable(z.number()) }),
  },
  'GET /v2/ops/deposits/:id': {
    ...operators,
    summary: 'One of them that has a user; each look is an audit record',
    params: z.object({ id }),
    response: networkDepositDetail,
    errors: ['not_found'],
  },
});
