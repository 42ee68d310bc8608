/** What calls of loans answer. Amounts and percentages are decimal strings, times Unix seconds; null is what is not known. */
import * as z from 'zod/mini';
import { loanStates } from '../../loans/loan.ts';
import { sale } from './sales.ts';

const decimal = z.string();
const unknown = z.nullable(decimal);

const offerFields = {
  id: z.number(),
  username: z.string(),
  is_mine: z.boolean(),
  fiat_currency: z.string(),
  /** All of it: free, reserved and lent. */
  amount: decimal,
  amount_from: decimal,
  amount_min: decimal,
  amount_to: decimal,
  /** What can be taken now, of `amount_to`. */
  amount_max: decimal,
  free_amount: decimal,
  available: decimal,
  percent_from: decimal,
  percent_to: decimal,
  percent: decimal,
  days_from: z.number(),
  day_min: z.number(),
  days_to: z.number(),
  day_max: z.number(),
  /** "3-30" */
  days: z.string(),
  /** "BTC,ETH" */
  currency: z.string(),
  /** By currency: what may be lent, in percent of the pledge's value. */
  lvt: z.record(z.string(), decimal),
  /** The pledge's value that is needed at least, in percent of the money, and for the most that can be taken. */
  oks_percent: decimal,
  oks_value: decimal,
  /** Of one coin, in the money. */
  price: z.record(z.string(), unknown),
  price_usd: z.record(z.string(), unknown),
  auto_approve: z.boolean(),
  auto_percent: decimal,
  relend: z.boolean(),
  status: z.enum(['active', 'finish', 'close']),
  status_code: z.number(),
  state: z.enum(['open', 'finishing', 'closed']),
  date: z.number(),
  expires_at: z.number(),
  version: z.number(),
};
/** Of the lender's own. */
const ownFigures = {
  reserved: z.optional(decimal),
  lent: z.optional(decimal),
  loans: z.optional(z.number()),
  requests: z.optional(z.number()),
  estimated: z.optional(decimal),
  daily_charged: z.optional(decimal),
  total_freeze: z.optional(unknown),
};
export const offer = z.object({ ...offerFields, ...ownFigures });
export type OfferView = z.infer<typeof offer>;

const payment = z.object({
  /** From 1; of changes of the pledge below zero, which have an order of their own. */
  id: z.number(),
  date: z.number(),
  day: z.nullable(z.number()),
  kind: z.enum(['interest', 'late', 'principal', 'pledge', 'waiver']),
  /** Of a change of the pledge in the coin, below zero for what was released; of all others in the money. */
  amount: decimal,
  paid: decimal,
  /** Tax on interest, out of what was paid: docs/loans.md. */
  tds: decimal,
  status: z.enum(['successful', 'unsuccessful', 'closed', 'finished']),
});

export const loan = z.object({
  id: z.number(),
  id_borrow: z.number(),
  loan_id: z.number(),
  /** Null: it began as an open request. */
  offer_id: z.nullable(z.number()),
  role: z.enum(['lend', 'borrow']),
  /** Of the other side; null while nobody has accepted an open request, whose borrower others know by the first letter until then: `b***`. */
  username: z.nullable(z.string()),
  amount: decimal,
  amount_fiat: decimal,
  fiat_ticker: z.string(),
  amount_crypto: decimal,
  crypto_ticker: z.string(),
  currency: z.string(),
  days: z.number(),
  percent: decimal,
  pay_percent: decimal,
  status: z.enum(['pending', 'borrowed', 'approve', 'completed', 'complete', 'canceled']),
  status_code: z.number(),
  state: z.enum(loanStates),
  date: z.number(),
  date_start: z.nullable(z.number()),
  date_end: z.nullable(z.number()),
  overdue_at: z.nullable(z.number()),
  ended_at: z.nullable(z.number()),
  expires_at: z.nullable(z.number()),
  price: unknown,
  ltv: unknown,
  level: z.nullable(z.enum(['ok', 'warning', 'call', 'liquidation'])),
  warning_price: unknown,
  call_price: unknown,
  liquidation_price: unknown,
  top_up: unknown,
  release_max: unknown,
  principal: decimal,
  interest_paid: decimal,
  interest_unpaid: decimal,
  /** All that is owed now. */
  repay_amount: decimal,
  daily_charged: decimal,
  fee: decimal,
  gst: decimal,
  payout: decimal,
  version: z.number(),
  /** Whether a dispute is open. */
  dispute: z.boolean(),
  /** In lists, of a request that waits: how loans of its borrower have ended so far, for who decides about it. */
  record: z.optional(z.object({ repaid: z.number(), liquidated: z.number(), defaulted: z.number() })),
  paymentHistory: z.optional(z.array(payment)),
  sale: z.optional(z.nullable(sale)),
});
export type LoanView = z.infer<typeof loan>;

/** What depends on a price is null without a fresh one; what depends on the coins that are held, where those that were named are refused. */
export const quote = z.object({
  fiat_currency: z.string(),
  currency: z.string(),
  amount: decimal,
  days: z.number(),
  pay_percent: decimal,
  fee: decimal,
  gst: decimal,
  payout: decimal,
  day_interest: decimal,
  interest_total: decimal,
  repay_total: decimal,
  /** Interest of 365 days, in percent, not compounded. */
  apr: decimal,
  /** What may be lent, in percent of the pledge's value; and the other way round. */
  ltv: decimal,
  oks_percent: decimal,
  warning: decimal,
  call: decimal,
  liquidation: decimal,
  price: unknown,
  pledge_min: unknown,
  /** With the cushion. */
  pledge: unknown,
  /** Coins that would be held. */
  amount_crypto: unknown,
  /** Why the pledge would be refused. */
  code: z.nullable(z.enum(['pledge_too_small', 'pledge_too_large', 'price_unavailable'])),
  start_ltv: unknown,
  warning_price: unknown,
  call_price: unknown,
  liquidation_price: unknown,
  /** Of the term: when unpaid interest alone would sell the pledge, at a price that stays. */
  liquidation_day: z.nullable(z.number()),
});
export type Quote = z.infer<typeof quote>;

const ok = { status: z.literal('ok'), id: z.number(), amount_fiat: decimal, fiat_ticker: z.string() };
export const createdOrder = z.object({ ...ok, order: offer });
export type CreatedOrder = z.infer<typeof createdOrder>;
export const takenCredit = z.object({ ...ok, amount_crypto: decimal, crypto_ticker: z.string(), loan });
export type TakenCredit = z.infer<typeof takenCredit>;

function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return {
    count: z.number(),
    data: z.array(item),
    offset: z.number(),
    limit: z.number(),
    /** From 1. */
    currentpage: z.number(),
    lastpage: z.number(),
  };
}
export const offerList = z.object(pageOf(offer));
export type OfferList = z.infer<typeof offerList>;
export const loanList = z.object(pageOf(loan));
export type LoanList = z.infer<typeof loanList>;

/** By the money that is lent. Interest is received by a lender; paid, below zero, by a borrower. */
const stats = z.object({ credit: decimal, guarantee: unknown, in_progress: z.number(), profit: decimal });
export type LoanStats = z.infer<typeof stats>;
const statsByMoney = z.record(z.string(), stats);
export const ownOffers = z.object({ ...pageOf(offer), stats: statsByMoney });
export const ownLoans = z.object({ ...pageOf(loan), stats: statsByMoney });

const currency = { currency_id: z.number(), ticker: z.string(), image: z.string() };
const pair = z.object({
  fiat_currency: z.string(),
  ltv: decimal,
  warning: decimal,
  call: decimal,
  liquidation: decimal,
  price: unknown,
  price_at: z.nullable(z.number()),
  fresh: z.boolean(),
});
export const currencyList = z.object({
  fiat: z.array(
    z.object({
      ...currency,
      amount_min: decimal,
      amount_max: decimal,
      repay_min: decimal,
      days_min: z.number(),
      days_max: z.number(),
      /** Of a day. */
      percent_min: decimal,
      percent_max: decimal,
      fee_rate: decimal,
      gst_rate: decimal,
    }),
  ),
  crypto: z.array(z.object({ ...currency, pairs: z.array(pair) })),
  /** Of days and percentages the widest of all money: each money has its own in `fiat`. */
  limits: z.object({
    days_min: z.number(),
    days_max: z.number(),
    percent_min: decimal,
    percent_max: decimal,
    oks_min: decimal,
    oks_max: decimal,
    open_offers: z.number(),
    pending_requests: z.number(),
  }),
  block_take: z.boolean(),
  block_create: z.boolean(),
});
export type CurrencyList = z.infer<typeof currencyList>;

const balance = z.object({ ...currency, main_balance: decimal, main_balance_usdt: unknown, p2p_freeze: decimal });
export const currencyBalances = z.object({ CRYPTO: z.array(balance), FIAT: z.array(balance) });
export type CurrencyBalances = z.infer<typeof currencyBalances>;

/** `available` is on offer, `deposit` lent now, `payout` all that was ever received, `profit` the interest of it; dollars are null without a price. */
const funds = z.object({
  available: decimal,
  deposit: decimal,
  payout: decimal,
  profit: decimal,
  /** On offer and lent. */
  total: decimal,
  available_usd: unknown,
  deposit_usd: unknown,
  payout_usd: unknown,
  profit_usd: unknown,
  total_usd: unknown,
});
export type LenderFunds = z.infer<typeof funds>;
export const fundsByMoney = z.record(z.string(), funds);

const notification = z.object({
  id_notification: z.number(),
  /** 1 to a lender, 2 to a borrower, 3 about interest. */
  type: z.number(),
  /** What has happened: docs/loans.md. */
  status: z.number(),
  loan_id: z.number(),
  price: unknown,
  days: z.number(),
  percent: decimal,
  is_checked: z.boolean(),
  created_at: z.number(),
});
export type LoanNotification = z.infer<typeof notification>;
export const notificationList = z.object({ ...pageOf(notification), unread: z.number() });
export type LoanNotificationList = z.infer<typeof notificationList>;
export const checkedNotifications = z.object({ status: z.literal('ok'), unread: z.number() });

export const totalData = z.object({
  public: z.record(
    z.string(),
    z.object({
      offers: z.number(),
      free: decimal,
      lent: decimal,
      loans: z.number(),
      overdue: z.number(),
      /** Of what is lent, in percent. */
      overdue_share: decimal,
      /** What lenders have lost by loans that ended in a month (2026-11), the newest first, of a year: principal and interest. */
      losses: z.array(z.object({ month: z.string(), amount: decimal })),
    }),
  ),
  user: z.nullable(z.object({ lend: statsByMoney, borrow: statsByMoney })),
});
export type TotalData = z.infer<typeof totalData>;
