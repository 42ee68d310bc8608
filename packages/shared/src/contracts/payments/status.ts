/** Which ways in and out are open, on the wire. Amounts are whole units, times unix seconds. */
import * as z from 'zod/mini';
import { listOf, paging, signedDecimal, ticker } from '../common.ts';
import { methodFee, paymentAction } from './schemas.ts';

export const paymentStates = ['open', 'suspended', 'delayed'] as const;
/** `delayed`: it is taken, and moves later than usual. */
export const paymentState = z.enum(paymentStates);
export type PaymentState = z.infer<typeof paymentState>;

/** `unread`: nobody has read the network for minutes; `still`: the network makes no blocks. */
export const paymentCause = z.enum(['operator', 'unread', 'still', 'payouts_stopped']);
export type PaymentCause = z.infer<typeof paymentCause>;

/** Deposits or withdrawals of an asset by one method. */
const wayStatus = z.object({
  state: paymentState,
  /** Null for one that is open. */
  cause: z.nullable(paymentCause),
  /** What operators say about it; empty when they said nothing. */
  reason: z.string(),
  /** When operators expect it to be open again. */
  expectedAt: z.nullable(z.number()),
  /** Since when it is in this state; null when that is not known. */
  since: z.nullable(z.number()),
  /** "0": no limit. */
  minAmount: signedDecimal,
  maxAmount: signedDecimal,
  fee: methodFee,
});
export type WayStatus = z.infer<typeof wayStatus>;

export const assetStatus = z.object({
  ticker: z.string(),
  label: z.string(),
  key: z.string(),
  method: z.string(),
  type: z.enum(['crypto', 'bank', 'provider']),
  /** Null where the method has no such way. */
  deposit: z.nullable(wayStatus),
  withdrawal: z.nullable(wayStatus),
  network: z.nullable(
    z.object({
      key: z.string(),
      confirmations: z.number(),
      /** What the confirmations usually take. */
      seconds: z.number(),
      /** The newest block that is known, and when it was new; null before the network was read first. */
      height: z.nullable(z.number()),
      blockAt: z.nullable(z.number()),
    }),
  ),
});
export type AssetStatus = z.infer<typeof assetStatus>;

/** `disturbed`: at least one way of the method is not open. */
export const assetsStatusQuery = z.extend(paging, {
  search: z._default(z.string().check(z.maxLength(40)), ''),
  ticker: z.optional(ticker),
  state: z._default(z.enum(['all', 'disturbed']), 'all'),
});
export const assetsStatus = z.extend(listOf(assetStatus), {
  /** Of all methods, whatever is searched for. */
  disturbed: z.number(),
  /** When it was looked up. */
  time: z.number(),
});
export type AssetsStatus = z.infer<typeof assetsStatus>;

/** Days of which changes are shown. */
export const incidentDays = 30;

const incident = z.object({
  id: z.number(),
  ticker: z.string(),
  method: z.string(),
  action: paymentAction,
  from: paymentState,
  to: paymentState,
  cause: z.nullable(paymentCause),
  reason: z.string(),
  time: z.number(),
});
export type PaymentIncident = z.infer<typeof incident>;
export const incidentsQuery = z.extend(paging, { ticker: z.optional(ticker) });
export const incidents = listOf(incident);
