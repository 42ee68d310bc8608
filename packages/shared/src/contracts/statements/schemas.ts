/** What has moved in a user's wallets, on the wire. Amounts are decimal strings of whole units, times unix seconds. */
import * as z from 'zod/mini';
import { listOf, paging, signedDecimal, ticker } from '../common.ts';

const historyPageSize = 30;

const historyKind = z.enum(['deposit', 'withdrawal', 'transfer']);
export type HistoryKind = z.infer<typeof historyKind>;

const pageOf30 = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), historyPageSize);

/** An empty filter is none. The end is exclusive. */
export const walletHistoryQuery = z.object({
  offset: paging.shape.offset,
  limit: pageOf30,
  kind: z.optional(z.union([historyKind, z.literal('')])),
  ticker: z.optional(z.union([ticker, z.literal('')])),
  /** The key of a payment method; a transfer has none. */
  payment_method: z.optional(z.string().check(z.maxLength(40))),
  status: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(14))),
  start: z.optional(z.coerce.number().check(z.gte(0), z.lte(9_000_000_000))),
  end: z.optional(z.coerce.number().check(z.gte(0), z.lte(9_000_000_000))),
});

const walletName = z.enum(['main', 'trade', 'futures']);

/** A deposit, a withdrawal or a transfer between two wallets. */
const walletRecord = z.object({
  kind: historyKind,
  id: z.number(),
  ticker: z.string(),
  currency: z.string(),
  isFiat: z.boolean(),
  amount: signedDecimal,
  /** What of the amount is kept; its receiver gets the rest. */
  fee: signedDecimal,
  createdAt: z.number(),
  /** 1 to 14: see statuses.ts of payments. */
  status: z.number(),
  method: z.string(),
  address: z.string(),
  memo: z.string(),
  txHash: z.string(),
  /** Empty where the network has no explorer. */
  explorerLink: z.string(),
  /** Of a transfer; null for others. */
  from: z.nullable(walletName),
  to: z.nullable(walletName),
});
export type WalletRecord = z.infer<typeof walletRecord>;
export const walletHistory = listOf(walletRecord);

export const walletRecordParams = z.object({
  kind: historyKind,
  id: z.pipe(z.string().check(z.regex(/^\d{1,15}$/, 'Unknown record')), z.coerce.number()),
});

/** One step of a record's way. */
const historyStep = z.object({
  key: z.enum([
    'requested',
    'paid',
    'seen',
    'confirmed',
    'reviewed',
    'sent',
    'confirmations',
    'credited',
    'received',
    'arrived',
  ]),
  state: z.enum(['done', 'current', 'ahead', 'failed']),
  at: z.nullable(z.number()),
});
export type HistoryStep = z.infer<typeof historyStep>;

export const walletRecordDetail = z.extend(walletRecord, {
  steps: z.array(historyStep),
  /** Where the money is. */
  place: z.enum(['wallet', 'held', 'network', 'bank', 'provider', 'between', 'receiver', 'none']),
  /** When the next step usually is done; null when it does not depend on time, or there is none. */
  expectedAt: z.nullable(z.number()),
  /** Until when it waits at least. */
  waitsUntil: z.nullable(z.number()),
  /** When it usually is where it goes to; null while that does not depend on time. */
  arrivesAt: z.nullable(z.number()),
  /** Why an open one waits; null when it goes its usual way. */
  wait: z.nullable(
    z.object({
      why: z.enum([
        'code',
        'payer',
        'review',
        'locked',
        'address',
        'closed',
        'unread',
        'still',
        'payouts_stopped',
        'funds',
        'operator',
      ]),
      until: z.nullable(z.number()),
      /** What operators say about it. */
      text: z.string(),
    }),
  ),
  /** Why it waits, was refused or has failed. */
  reason: z.string(),
  confirmations: z.nullable(z.object({ have: z.number(), need: z.number() })),
});
export type WalletRecordDetail = z.infer<typeof walletRecordDetail>;

export const movementsQuery = z.object({
  wallet: walletName,
  ticker,
  limit: pageOf30,
  /** `next` of the page before. */
  cursor: z.optional(z.string().check(z.maxLength(300))),
});
export type WalletName = z.infer<typeof walletName>;

/** One posting, or what one trade has changed of the asset. */
const movement = z.object({
  id: z.string(),
  time: z.number(),
  kind: z.string(),
  reference: z.string(),
  change: signedDecimal,
  /** Of the wallet, after it. */
  balance: signedDecimal,
});
export type Movement = z.infer<typeof movement>;
export const movements = z.object({
  result: z.array(movement),
  /** Null on the last page. */
  next: z.nullable(z.string()),
  /** On the last page, the balance before the oldest movement: what months that are archived have left. */
  opening: z.nullable(signedDecimal),
});
export type Movements = z.infer<typeof movements>;
