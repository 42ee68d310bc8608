/** The tax centre on the wire. Rupees and amounts are decimal strings, times unix seconds. */
import * as z from 'zod/mini';
import { listOf, paging, signedDecimal } from '../common.ts';
import { taxYearMax, taxYearMin } from './periods.ts';
import { gstStates } from './states.ts';

const pageSize = 30;
const year = z.coerce.number().check(z.int(), z.gte(taxYearMin), z.lte(taxYearMax));
const quarter = z.coerce.number().check(z.int(), z.gte(1), z.lte(4));

/** The year is that in which the financial year begins; without a quarter all of it. */
export const taxPeriodQuery = z.object({ year, quarter: z.optional(quarter) });
export const taxListQuery = z.object({
  year,
  quarter: z.optional(quarter),
  offset: paging.shape.offset,
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), pageSize),
});
export const taxInvoicesQuery = z.omit(taxListQuery, { quarter: true });

const taxRule = z.object({ key: z.string(), value: z.string(), section: z.string(), validFrom: z.string() });
export type TaxRuleView = z.infer<typeof taxRule>;

export const taxSummary = z.object({
  year: z.number(),
  quarter: z.nullable(z.number()),
  /** Everything before is counted; null before the first count. */
  countedUntil: z.nullable(z.number()),
  isCounting: z.boolean(),
  /** Whether the customer pays tax in India, by the verified country, else by the declared one. */
  isIndian: z.boolean(),
  /** GST code of the state; empty until it is chosen. */
  state: z.string(),
  gains: z.object({
    transfers: z.number(),
    proceeds: signedDecimal,
    cost: signedDecimal,
    /** Of transfers with a gain; losses are not set off. */
    gain: signedDecimal,
    loss: signedDecimal,
    /** Estimates of the tax on the gain. */
    tax: signedDecimal,
    cess: signedDecimal,
    /** Transfers whose cost, or whose value, is not on record. */
    unknown: z.number(),
  }),
  tds: signedDecimal,
  income: signedDecimal,
  fees: z.object({ fee: signedDecimal, gst: signedDecimal }),
  futures: z.object({
    realisedPnl: signedDecimal,
    funding: signedDecimal,
    fees: signedDecimal,
    other: signedDecimal,
    net: signedDecimal,
  }),
  /** Those in force at the end of the period, or now. */
  rules: z.array(taxRule),
});
export type TaxSummary = z.infer<typeof taxSummary>;

const deduction = z.object({
  id: z.number(),
  time: z.number(),
  source: z.string(),
  reference: z.string(),
  ticker: z.string(),
  gross: signedDecimal,
  /** What the rate applies to: of a sale the value less fee and GST in the same currency, else the whole value. */
  base: signedDecimal,
  rate: signedDecimal,
  section: z.string(),
  amount: signedDecimal,
  inr: signedDecimal,
  quarter: z.number(),
  state: z.enum(['deducted', 'deposited', 'issued']),
  challan: z.string(),
  /** yyyy-mm-dd, empty before. */
  depositedOn: z.string(),
  issuedOn: z.string(),
});
export type TaxDeduction = z.infer<typeof deduction>;
export const taxDeductions = listOf(deduction);

const disposal = z.object({
  id: z.number(),
  time: z.number(),
  kind: z.string(),
  reference: z.string(),
  ticker: z.string(),
  quantity: signedDecimal,
  /** Null where nothing was transferred in the sense of the tax: to a wallet outside, say. */
  proceeds: z.nullable(signedDecimal),
  cost: signedDecimal,
  gain: z.nullable(signedDecimal),
  isKnown: z.boolean(),
  /** Where the rupee value comes from. */
  valuedBy: z.string(),
  lots: z.array(
    z.object({
      id: z.number(),
      acquiredAt: z.number(),
      kind: z.string(),
      quantity: signedDecimal,
      cost: signedDecimal,
      isKnown: z.boolean(),
    }),
  ),
  /** All of its lots; `lots` has the first ones. */
  lotsTotal: z.number(),
});
export type TaxDisposal = z.infer<typeof disposal>;
export const taxDisposals = listOf(disposal);

export const taxLotsQuery = z.object({
  /** Only those whose cost is not on record. */
  unknown: z.optional(z.union([z.literal('true'), z.literal('')])),
  offset: paging.shape.offset,
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), pageSize),
});
const lot = z.object({
  id: z.number(),
  acquiredAt: z.number(),
  kind: z.string(),
  reference: z.string(),
  ticker: z.string(),
  quantity: signedDecimal,
  remaining: signedDecimal,
  cost: signedDecimal,
  isKnown: z.boolean(),
  valuedBy: z.string(),
  /** The user may enter what it cost. */
  mayEnter: z.boolean(),
});
export type TaxLot = z.infer<typeof lot>;
export const taxLots = listOf(lot);

const income = z.object({
  id: z.number(),
  time: z.number(),
  source: z.string(),
  reference: z.string(),
  ticker: z.string(),
  amount: signedDecimal,
  inr: signedDecimal,
  section: z.string(),
  valuedBy: z.string(),
});
export type TaxIncome = z.infer<typeof income>;
export const taxIncomes = listOf(income);

const invoice = z.object({
  /** '2026-27/1' in the address of its PDF. */
  year: z.number(),
  number: z.number(),
  name: z.string(),
  /** yyyy-mm-01 */
  month: z.string(),
  issuedAt: z.number(),
  fee: signedDecimal,
  igst: signedDecimal,
  cgst: signedDecimal,
  sgst: signedDecimal,
  total: signedDecimal,
  state: z.string(),
});
export type TaxInvoice = z.infer<typeof invoice>;
export const taxInvoices = listOf(invoice);
export const taxInvoiceParams = z.object({
  year,
  number: z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'Unknown invoice')), z.coerce.number()),
});
export const taxYearParams = z.object({ year });
export const taxInvoiceFile = z.unknown();

export const countTaxBody = z.object({ from_beginning: z.optional(z.boolean()) });

const rupees = z.string().check(z.regex(/^\d{1,12}(\.\d{1,2})?$/, 'Rupees with at most two decimals'));
export const taxCostBody = z.object({
  reference: z.string().check(z.minLength(1), z.maxLength(300)),
  /** Rupees for the whole lot; empty: not known after all. */
  cost: z.union([rupees, z.literal('')]),
});

export const taxProfileBody = z.object({
  state: z.string().check(z.refine((code) => Object.hasOwn(gstStates, code), 'Choose a state')),
});
