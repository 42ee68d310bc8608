/** Withdrawals on the wire. Amounts are decimal strings, times unix milliseconds. */
import * as z from 'zod/mini';
import { optionalProof } from '../auth/step-up.ts';
import { listOf, paging, positiveDecimal, signedDecimal, ticker } from '../common.ts';
import { givenReceiver } from '../fiat/receiver-schemas.ts';
import { memoLengthMax, withdrawalsPageSize } from './terms.ts';

/** Addresses and memos are single words or lines of visible ASCII: the network's own check follows on the server. */
export const address = z
  .string()
  .check(z.trim(), z.maxLength(200, 'Max length is 200'), z.regex(/^[!-~]*$/, 'Invalid address'));
export const memo = z
  .string()
  .check(
    z.trim(),
    z.maxLength(memoLengthMax, `Max length is ${memoLengthMax}`),
    z.regex(/^[ -~]*$/, 'Current value is not supported'),
  );
export const id = z.coerce.number().check(z.int(), z.gte(1), z.lte(Number.MAX_SAFE_INTEGER));

export const paymentParams = z.object({ ticker, paymentKey: z.string().check(z.maxLength(40)) });
export const idParams = z.object({ id });

/** What a person fills in for a network, a bank or a payment provider. */
export const withdrawalForm = z.object({
  amount: positiveDecimal,
  /** The fee that its user was shown, whole units: the request is refused when it has changed since. */
  fee: z.optional(signedDecimal),
  /** Or the id of a saved one. */
  address: z.optional(address),
  address_id: z.optional(id),
  memo: z.optional(memo),
  /** The receiver needs none, although the currency has memos. */
  without_memo: z.optional(z.boolean()),
  /** An own active bank account, of a method of banks, which demands that the terms are accepted. */
  bank_id: z.optional(id),
  terms: z.optional(z.boolean()),
  /** Whom a payment provider pays: what the form of its method asks. It is handed to the provider and not kept. */
  receiver: z.optional(givenReceiver),
});
export type WithdrawalForm = z.output<typeof withdrawalForm>;

/** POST /v3/balance/withdrawal-:ticker/:paymentKey. `code` is one of a second factor, which accounts that have one need. */
export const withdrawalRequest = z.object({ ...withdrawalForm.shape, ...optionalProof.shape });
export type WithdrawalRequest = z.output<typeof withdrawalRequest>;

/** POST /v2/profile/withdraw: the same with the method in the body. */
export const namedWithdrawalRequest = z.object({
  ...withdrawalRequest.shape,
  ticker,
  payment_method: z.string().check(z.maxLength(40)),
});

/** Calls whose path names the payment method. */
export const keyedWithdrawalRequest = z.object({ ...withdrawalRequest.shape, ticker });
/** POST /v2/edr/withdraw: the path names the currency. */
export const edrWithdrawalRequest = z.object({
  ...withdrawalRequest.shape,
  payment_method: z.string().check(z.maxLength(40)),
});

/** 1 to 14: the client has their texts. */
const status = z.int().check(z.gte(1), z.lte(14));

export const withdrawal = z.object({
  id: z.number(),
  ticker: z.string(),
  createdAt: z.number(),
  /** Name of the currency. */
  currency: z.string(),
  /** What leaves the wallet; the receiver gets `net`. */
  amount: signedDecimal,
  fee: signedDecimal,
  net: signedDecimal,
  status,
  address: z.string(),
  memo: z.string(),
  txHash: z.string(),
  explorerLink: z.string(),
  isFiat: z.boolean(),
  paymentMethodKey: z.string(),
  paymentMethodName: z.string(),
  /** Why it waits, was refused or has failed. */
  reason: z.string(),
  /** Until when it may be confirmed; null once it is. */
  expiresAt: z.nullable(z.number()),
  /** Over what it may be confirmed, the usual one first; empty once it is. */
  confirmBy: z.array(z.enum(['mail', 'text'])),
  canCancel: z.boolean(),
});
export type WithdrawalView = z.infer<typeof withdrawal>;

/** Where the last code went, and until when it counts. Unix seconds. */
const sentCode = z.object({ to: z.string(), expires: z.number(), retry_after: z.number() });

export const requestedWithdrawal = z.object({
  ...withdrawal.shape,
  /** It was requested by an earlier call with this key. */
  repeated: z.boolean(),
  /** Null where no code was sent: ask for one. */
  sent: z.nullable(sentCode),
});
export type RequestedWithdrawal = z.infer<typeof requestedWithdrawal>;

/** POST /confirmWithdraw: the token of the mail's link, or in a session a code and what it confirms. */
export const confirmation = z
  .object({
    token: z.optional(z.string().check(z.regex(/^\d{1,15}\.[\w-]{43}$/, 'Your link is not full'))),
    id: z.optional(id),
    code: z.optional(z.string().check(z.trim(), z.regex(/^\d{6}$/, 'The code has 6 digits'))),
  })
  .check(
    z.refine(({ token, id: of, code }) => token !== undefined || (of !== undefined && code !== undefined), {
      path: ['token'],
      error: 'Token is required',
    }),
  );
export type Confirmation = z.output<typeof confirmation>;

export const withdrawalId = z.object({ id });
export const resentCode = z.object({ status: z.literal('success'), ...sentCode.shape });

export const withdrawalsQuery = z.object({
  offset: paging.shape.offset,
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), withdrawalsPageSize),
  ticker: z.optional(ticker),
});
export const withdrawalList = listOf(withdrawal);

/** GET /v3/profile/withdraw_kyc_limit: in USD, of the last 24 hours. */
export const withdrawalLimit = z.object({
  tier: z.enum(['new', 'basic', 'enhanced']),
  limit: signedDecimal,
  used: signedDecimal,
  left: signedDecimal,
  /** Those of the tiers, for the way to the next one. */
  basic: signedDecimal,
  enhanced: signedDecimal,
});
export type WithdrawalLimit = z.infer<typeof withdrawalLimit>;
