/** Deposits by payment providers on the wire. */
import * as z from 'zod/mini';
import { positiveDecimal, ticker } from '../common.ts';
import { type ProviderField, providerForms } from './terms.ts';

const text = (max: number) => z.string().check(z.trim(), z.minLength(1, 'Field is required'), z.maxLength(max));

const fields = {
  name: text(100),
  email: text(254).check(z.email('Email is not valid')),
  phone: text(20).check(z.regex(/^\+?\d{7,15}$/, 'Phone is not valid')),
  account: text(64).check(z.regex(/^[\w.@+-]+$/, 'Invalid account')),
} satisfies Record<ProviderField, z.ZodMiniType<string>>;

export const providerMethodParams = z.object({ ticker, paymentKey: z.string().check(z.maxLength(40)) });

/** POST /v3/balance/deposit-:ticker/:paymentKey: each field may be asked by the form of the method, which is checked with it. */
export const newProviderDeposit = z.object({
  amount: positiveDecimal,
  name: z.optional(z.string().check(z.maxLength(200))),
  email: z.optional(z.string().check(z.maxLength(300))),
  phone: z.optional(z.string().check(z.maxLength(100))),
  account: z.optional(z.string().check(z.maxLength(100))),
});
export type NewProviderDeposit = z.output<typeof newProviderDeposit>;

/** What the form of one method has to have. */
export function providerFormSchema(key: string) {
  const asked = (Object.hasOwn(providerForms, key) && providerForms[key]) || [];
  const own = Object.fromEntries(asked.map((field) => [field, fields[field]]));
  return z.object({ amount: positiveDecimal, ...own });
}

/** The client submits a form with the fields to the link, which takes the browser to the provider. */
export const startedDeposit = z.object({
  id: z.number(),
  hash: z.string(),
  redirectLink: z.string(),
  fields: z.record(z.string(), z.string()),
});
export type StartedDeposit = z.infer<typeof startedDeposit>;

export const pageParams = z.object({ hash: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'Unknown payment')) });

/** GET /v3/merchant/:hash: what everybody who has the link sees. */
export const merchantPayment = z.object({
  hash: z.string(),
  method: z.string(),
  ticker: z.string(),
  amount: z.string(),
  system_address: z.string(),
  memo: z.string(),
  status: z.enum(['pending', 'successful', 'unsuccessful', 'closed']),
  /** Unix seconds. */
  created_at: z.number(),
  expires_at: z.number(),
});
export type MerchantPayment = z.infer<typeof merchantPayment>;

/** POST /v3/balance/verify-transaction: an own deposit. */
export const transactionToVerify = z.object({ id: z.coerce.number().check(z.int(), z.gte(1)) });
export const verifiedTransaction = z.object({ id: z.number(), status: z.number(), reason: z.string() });

export const callbackParams = z.object({ provider: z.string().check(z.maxLength(40)) });
export const callbackAnswer = z.object({ status: z.number() });
