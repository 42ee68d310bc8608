/** Wallets on the wire. */
import * as z from 'zod/mini';
import { positiveDecimal, ticker } from '../common.ts';

/** GET /v3/profile/balance: one row an asset. */
export const balance = z.object({
  currency_id: z.number(),
  action: z.literal('DEPOSIT'),
  label: z.string(),
  ticker: z.string(),
  image: z.string(),
  is_defi: z.boolean(),
  is_erc20: z.boolean(),
  is_fiat: z.boolean(),
  is_int: z.boolean(),
  is_memo: z.boolean(),
  is_top: z.boolean(),
  is_depositable: z.boolean(),
  is_withdrawal: z.boolean(),
  full_balance: z.string(),
  main_balance: z.string(),
  /** The main balance less what is held of it: what a transfer or a withdrawal can take. */
  main_available: z.string(),
  trade_balance: z.string(),
  trade_available: z.string(),
  trade_freeze: z.string(),
  trade_p2p_freeze: z.string(),
  futures_balance: z.string(),
  futures_available: z.string(),
  futures_freeze: z.string(),
  futures_total_eq: z.string(),
  futures_tradingBalance: z.string(),
  /** How much may still be withdrawn within 24 hours, in whole units; '0' where nothing may, or no price is known. */
  withdrawalLimit: z.string(),
  isUnverifiedAbleWithdraw: z.boolean(),
  /** Value of one unit and of the full balance in INR, "0" when no price is known. */
  actual_inr_value: z.string(),
  inr_value: z.string(),
  /** The same in dollars. */
  actual_usd_value: z.string(),
  usd_value: z.string(),
  signup_bonus_amount: z.string(),
});
export type Balance = z.infer<typeof balance>;
export const balanceResponse = z.object({
  result: z.array(balance),
  totalInrVal: z.string(),
  totalUsdVal: z.optional(z.string()),
});
export type BalanceResponse = z.infer<typeof balanceResponse>;

export const tickerParams = z.object({ ticker });

/** What one action by one payment method may be and costs; "0" as a limit is none. */
const methodTerms = z.object({
  key: z.string(),
  min: z.string(),
  max: z.string(),
  fixed: z.string(),
  flex: z.object({ minFee: z.string(), maxFee: z.string(), percent: z.string() }),
});

/** Where deposits of an asset arrive. */
export const depositPlace = z.object({
  /** Of the first network, once an address was asked for; empty before, and for assets without a network. */
  address: z.string(),
  memo: z.string(),
  system_address: z.string(),
  /** Of the newest block of this network; null while the network does not answer. */
  height: z.nullable(z.number()),
});
export type DepositPlace = z.infer<typeof depositPlace>;

/** GET /v3/profile/balance/:ticker */
export const tickerBalance = z.object({
  ...balance.shape,
  ...depositPlace.shape,
  deposit: z.array(methodTerms),
  withdraw: z.array(methodTerms),
});
export type TickerBalance = z.infer<typeof tickerBalance>;

/** GET /v3/profile/countrylist */
export const countryNames = z.record(z.string(), z.string());

const movementBetween = <const Wallet extends string>(wallets: readonly [Wallet, ...Wallet[]]) =>
  z.object({ ticker, amount: positiveDecimal, from: z.enum(wallets), to: z.enum(wallets) });

/** POST /v2/profile/transfer */
export const transferRequest = movementBetween(['main', 'trade']);
export type TransferRequest = z.infer<typeof transferRequest>;

/** POST /v2/profile/transfer-futures */
export const futuresTransferRequest = movementBetween(['main', 'futures']);

/** POST /v2/profile/transfer-trade-futures */
export const tradeFuturesTransferRequest = movementBetween(['trade', 'futures']);

/** POST /v2/profile/balance-transfer: from any wallet to any other. */
export const anyTransferRequest = movementBetween(['main', 'trade', 'futures']);
export type AnyTransferRequest = z.infer<typeof anyTransferRequest>;

export const transferResponse = z.object({
  id: z.number(),
  ticker: z.string(),
  amount: z.string(),
  from: z.string(),
  to: z.string(),
  status: z.enum(['pending', 'completed', 'rejected']),
  time: z.number(),
});
export type TransferResponse = z.infer<typeof transferResponse>;

/**
 * A repeat with the same key answers the first transfer; without a key every call is a transfer of its own. Keys of the
 * exchange itself have a space, which no key of a client may have.
 */
export const transferHeaders = z.looseObject({
  'idempotency-key': z.optional(z.string().check(z.regex(/^[!-~]{1,100}$/, 'Up to 100 printable characters'))),
});
