/** The caller's futures wallet, funding payments, liquidation receipts and quiz on the wire; units as in orders.ts. */
import * as z from 'zod/mini';
import { listOf, paging, pairName, signedDecimal } from '../common.ts';
import { mode, position } from './terms.ts';

/** GET /v3/futures-quiz: the five questions; POST /v3/futures-quiz {answers: one index a question}. */
export const quiz = z.object({
  passed: z.boolean(),
  questions: z.array(z.object({ id: z.string(), question: z.string(), answers: z.array(z.string()) })),
});
export type Quiz = z.infer<typeof quiz>;
export const quizRequest = z.object({ answers: z.record(z.string(), z.coerce.number().check(z.int(), z.gte(0))) });
export const quizResponse = z.object({ passed: z.boolean(), wrong: z.array(z.string()) });

/** GET /v3/profile/futures-balance: one row an asset that futures wallets hold. */
export const futuresBalance = z.object({
  ticker: z.string(),
  futures_balance: z.string(),
  futures_available: signedDecimal,
  futures_freeze: z.string(),
  futures_total_eq: signedDecimal,
  futures_tradingBalance: z.string(),
  /** Sum of isolated margin and cross initial margin; unrealised profit of all positions. */
  margin: z.string(),
  profit_unreal: signedDecimal,
  seq: z.number(),
});
export type FuturesBalance = z.infer<typeof futuresBalance>;
export const futuresBalances = z.object({ result: z.array(futuresBalance) });
const ownRecordsQuery = z.extend(paging, { market: z.optional(z.union([pairName, z.literal('')])) });

/** GET /v3/funding-payments?offset=&limit=&market= : what positions of this person paid or received, newest first. */
export const fundingPaymentsQuery = ownRecordsQuery;

export const fundingPayment = z.object({
  id: z.number(),
  time: z.number(),
  market: z.string(),
  mode,
  position,
  position_id: z.number(),
  /** Fraction; positive: longs pay shorts. */
  rate: signedDecimal,
  sz: z.string(),
  notional: z.string(),
  /** Above zero was received. */
  amount: signedDecimal,
});
export type FundingPayment = z.infer<typeof fundingPayment>;
export const fundingPayments = listOf(fundingPayment);

export const liquidationStage = z.enum([
  'orders_canceled',
  'started',
  'netted',
  'reduced',
  'taken_over',
  'recovered',
  'deleveraged',
]);

/**
 * GET /v3/liquidations?offset=&limit=&market= : the receipts of what liquidation and deleveraging did, step by step,
 * newest first. `position_id` 0 (and market "") where the whole cross account is meant.
 */
export const liquidationsQuery = ownRecordsQuery;

export const liquidationReceipt = z.object({
  id: z.number(),
  time: z.number(),
  stage: liquidationStage,
  market: z.string(),
  mode,
  position,
  position_id: z.number(),
  mark_price: z.string(),
  index_price: z.string(),
  /** Equity over requirement at that moment; "" of a deleveraging. */
  margin_ratio: z.string(),
  /** The price at which a deleveraging closed the position. */
  bankruptcy_price: z.string(),
  sz: z.string(),
  pnl: signedDecimal,
  fee: signedDecimal,
  /** What the insurance fund received. */
  fund_amount: signedDecimal,
});
export type LiquidationReceipt = z.infer<typeof liquidationReceipt>;
export const liquidationReceipts = listOf(liquidationReceipt);
