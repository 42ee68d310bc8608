/** Invoices on the wire. Their ids are random names. */
import * as z from 'zod/mini';
import { factorCode, factorNames } from '../auth/step-up.ts';
import { listOf, paging, positiveDecimal, ticker } from '../common.ts';
import { optionalLine } from '../support/texts.ts';
import { invoiceDescriptionMax, invoiceHoursMax, invoiceStates, invoicesPageSize } from './terms.ts';

const hash = z.string().check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'Unknown invoice'));
export const idParams = z.object({ id: hash });
export const hashParams = z.object({ hash });

/** POST /v3/invoices */
export const newInvoice = z.object({
  ticker,
  amount: positiveDecimal,
  description: optionalLine(invoiceDescriptionMax),
  hours: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(invoiceHoursMax)), 24),
});
export type NewInvoice = z.output<typeof newInvoice>;

/** `pending`: can be paid; `finished`: paid; `closed`: canceled, or its time is over. */
const status = z.enum(['pending', 'finished', 'closed']);

/** What everybody who has the id sees. */
export const invoice = z.object({
  id: z.string(),
  ticker: z.string(),
  amount: z.string(),
  description: z.string(),
  /** Public name of the one who is paid. */
  owner: z.string(),
  /** The number at the end of it. */
  owner_id: z.number(),
  status,
  /** Why it is closed, otherwise ''. `unavailable`: the one who is paid takes no payments at present. */
  reason: z.enum(['', 'expired', 'canceled', 'unavailable']),
  /** Unix seconds. */
  created_at: z.number(),
  expires_at: z.number(),
});
export type Invoice = z.infer<typeof invoice>;

/** Made by this user, or paid by this user. */
const side = z.enum(['made', 'paid']);

export const ownInvoice = z.object({
  ...invoice.shape,
  side,
  ended_at: z.nullable(z.number()),
});
export type OwnInvoice = z.infer<typeof ownInvoice>;
export const ownInvoices = listOf(ownInvoice);
export const invoicesQuery = z.object({
  /** Of both where it is left out. */
  side: z.optional(side),
  state: z.optional(z.enum(invoiceStates)),
  offset: paging.shape.offset,
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), invoicesPageSize),
});

export const invoiceStatus = z.object({ status });

/** A code of six digits was sent by mail. */
export const sentCode = z.object({ to: z.string(), expires: z.number(), retry_after: z.number() });

/** POST /confirminnerinvoice/:id: the code of the mail, and a second factor of those who have one. */
export const confirmation = z.object({
  code: z.string().check(z.trim(), z.regex(/^\d{6}$/, 'The code has 6 digits')),
  factor: z.optional(z.enum(factorNames)),
  factor_code: z.optional(factorCode),
});
export type InvoiceConfirmation = z.output<typeof confirmation>;

/** POST /makefiatpayment: by a payment provider, whose method names it. */
export const fiatPayment = z.object({
  invoice: hash,
  paymentMethodId: z.coerce.number().check(z.int(), z.gte(1)),
  name: z.optional(z.string().check(z.maxLength(200))),
  email: z.optional(z.string().check(z.maxLength(300))),
  phone: z.optional(z.string().check(z.maxLength(100))),
  account: z.optional(z.string().check(z.maxLength(100))),
});
export type FiatPayment = z.output<typeof fiatPayment>;
