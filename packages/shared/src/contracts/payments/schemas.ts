/** Payment methods and their terms on the wire. */
import * as z from 'zod/mini';
import { listOf, paging, positiveDecimal, signedDecimal, ticker } from '../common.ts';

/** Banks and payment providers take and pay cents, whatever the ledger keeps. */
export const fiatDecimals = 2;

export const paymentAction = z.enum(['deposit', 'withdraw']);
export type PaymentAction = z.infer<typeof paymentAction>;

/** In the asset's whole units; a percent is of the amount, and limited by flexMin and flexMax ("0": no limit). */
export const methodFee = z.object({
  fixed: signedDecimal,
  flexMin: signedDecimal,
  flexMax: signedDecimal,
  flexPercent: signedDecimal,
});

/** A way in or out for one asset. "0" as a limit means none. */
export const paymentMethod = z.object({
  id: z.number(),
  key: z.string(),
  type: z.enum(['crypto', 'bank', 'provider']),
  action: paymentAction,
  enabled: z.boolean(),
  name: z.string(),
  description: z.string(),
  tooltip: z.string(),
  logo: z.string(),
  minAmount: signedDecimal,
  maxAmount: signedDecimal,
  fee: methodFee,
  /** Of a network: what makes a payment final, and how long that usually takes. */
  network: z.nullable(
    z.object({
      key: z.string(),
      name: z.string(),
      confirmations: z.number(),
      seconds: z.number(),
      is_memo: z.boolean(),
      contract: z.string(),
    }),
  ),
  /** Where deposits of the caller arrive, null before an address was asked for. In depositdata and withdrawaldata alone, as `savedForms`. */
  address: z.optional(z.nullable(z.object({ address: z.string(), memo: z.string() }))),
  /** Saved addresses of the caller by this method, the newest first; of a payment provider `address` names the receiver. */
  savedForms: z.optional(
    z.array(z.object({ id: z.number(), name: z.string(), address: z.string(), memo: z.string() })),
  ),
});
export type PaymentMethod = z.infer<typeof paymentMethod>;

export const tickerParams = z.object({ ticker });

/** GET /v3/profile/depositdata/:ticker and withdrawaldata/:ticker */
export const paymentData = z.object({
  /** Pairs in which the asset trades. */
  marketList: z.array(z.string()),
  paymentList: z.array(paymentMethod),
  action: z.enum(['DEPOSIT', 'WITHDRAW']),
});
export type PaymentData = z.infer<typeof paymentData>;

/** GET /v2/currency-fee/:ticker: `transaction_method` is the key of a method, `type` an action. */
export const currencyFeeQuery = z.object({
  transaction_method: z.string().check(z.maxLength(40)),
  type: paymentAction,
});
export const currencyFee = z.object({
  min: signedDecimal,
  max: signedDecimal,
  fixed: signedDecimal,
  flex: z.object({ minFee: signedDecimal, maxFee: signedDecimal, percent: signedDecimal }),
});

export const calculateFeeParams = z.object({ ticker, paymentKey: z.string().check(z.maxLength(40)) });
export const calculateFeeBody = z.object({ amount: positiveDecimal, action: paymentAction });
/** `amount` is `fee` and what is left of it. */
export const calculatedFee = z.object({ amount: signedDecimal, fee: signedDecimal, net: signedDecimal });

/** One row of the fee table: an asset by one method. */
const feeRow = z.object({
  ticker: z.string(),
  label: z.string(),
  method: z.string(),
  depositFee: z.nullable(methodFee),
  withdrawalFee: z.nullable(methodFee),
  depositMin: signedDecimal,
  depositMax: signedDecimal,
  withdrawalMin: signedDecimal,
  withdrawalMax: signedDecimal,
});
export type FeeRow = z.infer<typeof feeRow>;

export const feeScheduleQuery = z.extend(paging, { search: z._default(z.string().check(z.maxLength(40)), '') });
export const feeSchedule = listOf(feeRow);
