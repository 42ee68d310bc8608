/** The entries of the ledger as operators read them. What shows the money of one user is an audit record. */
import * as z from 'zod/mini';
import { ticker } from '../common.ts';

const money = { access: 'operator:money', tag: 'operations: money' } as const;
const id = z.coerce.number().check(z.int(), z.gte(1), z.lte(Number.MAX_SAFE_INTEGER));
const name = z.optional(z.string().check(z.regex(/^[a-z_]{1,40}$/)));
const time = z.optional(z.coerce.number().check(z.gte(0), z.lte(100_000_000_000)));

const ledgerLine = z.object({
  id: z.number(),
  /** Of movement: crypto_deposit, withdrawal_finished ... */
  kind: z.string(),
  /** What it was posted for: `deposit:5`. */
  reference: z.string(),
  /** Unix seconds */
  time: z.number(),
  /** What was moved of each asset; empty when the entry's month is no longer in the database. */
  amounts: z.array(z.object({ ticker: z.string(), amount: z.string() })),
});
export type LedgerLine = z.infer<typeof ledgerLine>;

const ledgerEntryDetail = z.extend(ledgerLine, {
  /** By which it is posted once. */
  key: z.string(),
  legs: z.array(
    z.object({
      /** Kind of the account. */
      account: z.string(),
      /** user, house, outside, shard */
      owner: z.string(),
      /** Null: of no user. */
      user: z.nullable(z.object({ id: z.number(), email: z.string() })),
      /** Of the domain: a network, a plan; null without one. */
      object: z.nullable(z.number()),
      shard: z.nullable(z.number()),
      ticker: z.string(),
      amount: z.string(),
    }),
  ),
  /** Of all legs, for each asset: zero. */
  sums: z.array(z.object({ ticker: z.string(), sum: z.string() })),
});
export type LedgerEntryDetail = z.infer<typeof ledgerEntryDetail>;

export const ledgerEndpoints = {
  'GET /v2/ops/ledger': {
    ...money,
    summary: 'Entries of the ledger, the newest first; those of one user are an audit record',
    query: z.object({
      /** Kind of an account that the entry touches, whose owner and asset are `user` and `ticker` where they are given. */
      account: name,
      user: z.optional(id),
      ticker: z.optional(ticker),
      kind: name,
      reference: z.optional(z.string().check(z.maxLength(200))),
      /** Unix seconds */
      since: time,
      until: time,
      /** Older than the entry of this id: `next` of the page before. */
      before: z.optional(id),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
    }),
    response: z.object({ result: z.array(ledgerLine), next: z.nullable(z.number()) }),
    errors: ['unknown_asset'],
  },
  'GET /v2/ops/ledger/:id': {
    ...money,
    summary: 'One entry with its legs; each look at the money of a user is an audit record',
    params: z.object({ id }),
    response: ledgerEntryDetail,
    errors: ['not_found'],
  },
} as const;
