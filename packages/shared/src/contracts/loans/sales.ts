/** Sales of pledges, as the sides of a loan see them. Amounts are decimal strings, times Unix seconds. */
import * as z from 'zod/mini';

const decimal = z.string();

/** Why the market has refused an order of a sale; `other`: by a code that no order of a sale is expected to meet. */
export const orderRefusals = [
  'market_closed',
  'out_of_range',
  'amount_too_small',
  'amount_too_large',
  'total_too_small',
  'price_too_high',
  'too_many_open_orders',
  'insufficient_balance',
  'other',
] as const;
export type OrderRefusal = (typeof orderRefusals)[number];

/** What holds up a sale for now. */
export const saleProblems = [
  'price_unavailable',
  /** An order may have reached the engine, and nobody knows yet. */
  'outcome_unknown',
  'transfer_pending',
  'transfer_refused',
  'market_closed',
  'trading_paused',
  /** By an error that is in the log. */
  'failed',
  ...orderRefusals.map((refusal) => `refused_${refusal}` as const),
] as const;
export const saleProblem = z.enum(saleProblems);
export type SaleProblem = z.infer<typeof saleProblem>;

const saleOrder = z.object({
  number: z.number(),
  index: decimal,
  limit: decimal,
  amount: decimal,
  /** Coins, and money; null while nobody knows. */
  sold: z.nullable(decimal),
  proceeds: z.nullable(decimal),
  date: z.number(),
});

/** How the proceeds were divided. Money, but for coins. */
const receipt = z.object({
  tds_sale: decimal,
  to_lender: decimal,
  tds_interest: decimal,
  fee: decimal,
  gst: decimal,
  to_borrower: decimal,
  coins_back: decimal,
  /** By a decision, for what was still owed. */
  coins_to_lender: decimal,
  shortfall: decimal,
  set_off: decimal,
  owed: decimal,
});

export const sale = z.object({
  cause: z.enum(['level', 'grace', 'borrower', 'operator', 'arbitration']),
  /** in: on the way to the market; out: on the way back. */
  step: z.enum(['in', 'selling', 'out', 'done']),
  date: z.number(),
  /** When it began. */
  ltv: decimal,
  price: decimal,
  pledge: decimal,
  interest: decimal,
  /** What it has to bring after tax, with the fee and its GST. */
  cost: decimal,
  sold: decimal,
  proceeds: decimal,
  orders: z.array(saleOrder),
  receipt: z.nullable(receipt),
});
export type SaleView = z.infer<typeof sale>;
