/** Deposits from networks on the wire. */
import * as z from 'zod/mini';
import { signedDecimal, ticker } from '../common.ts';
import { paymentData } from '../payments/schemas.ts';
import { depositPlace } from '../wallet/schemas.ts';

export const tickerParams = z.object({ ticker });
export const methodParams = z.object({ ticker, paymentKey: z.string().check(z.maxLength(40)) });

/** GET /v2/balance/deposit-:ticker: the ways in, and where deposits of the caller arrive by the first network among them. */
export const depositData = z.extend(paymentData, depositPlace.shape);
export type DepositData = z.infer<typeof depositData>;

/** The key of a network; without one the asset's first network. */
const network = z.optional(z.string().check(z.maxLength(40)));
export const networkQuery = z.object({ network });
export const networkBody = z.object({ ticker, network });

export const depositAddress = z.object({
  ticker: z.string(),
  /** Key of the network. */
  network: z.string(),
  address: z.string(),
  /** Empty where the network has none; otherwise a deposit without it reaches nobody. */
  memo: z.string(),
  system_address: z.string(),
  /** Whether a deposit has arrived, so that a new address may be created. */
  is_used: z.boolean(),
  explorer_link: z.string(),
  /** Whether the network gives test coins. */
  has_faucet: z.boolean(),
});
export type DepositAddress = z.infer<typeof depositAddress>;

export const blockHeight = z.object({ network: z.string(), height: z.number() });

export const cryptoDeposit = z.object({
  id: z.number(),
  ticker: z.string(),
  network: z.string(),
  amount: signedDecimal,
  fee: signedDecimal,
  /** 1 to 14 */
  status: z.number(),
  address: z.string(),
  memo: z.string(),
  txHash: z.string(),
  explorerLink: z.string(),
  confirmations: z.number(),
  confirmations_needed: z.number(),
  /** Why it waits or was refused; often empty. */
  reason: z.string(),
  createdAt: z.string(),
});
export type CryptoDeposit = z.infer<typeof cryptoDeposit>;

export const recentDeposits = z.object({ result: z.array(cryptoDeposit) });
export const faucetPayment = z.object({ amount: signedDecimal, txHash: z.string() });
