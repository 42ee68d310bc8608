/**
 * What is sent to calls of loans. Amounts are decimal strings, of money with two decimals at most; percentages are of a day, in percent.
 * Limits of a currency are rows in Postgres: the server compares with them.
 */
import * as z from 'zod/mini';
import { loanStates } from '../../loans/loan.ts';
import { decimalPattern, parseBigUnits } from '../../money/decimal.ts';
import { plainId, ticker } from '../common.ts';

const lengthMax = 50;
/** With 18 decimals. */
const hundred = 100n * 10n ** 18n;
const typed = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value) => String(value)),
);

/** A decimal above zero. */
function decimalOf(decimalsMax: number) {
  return z.pipe(
    typed,
    z.string().check(
      z.maxLength(lengthMax, `Max length is ${lengthMax}`),
      z.refine((text) => text.length > lengthMax || decimalPattern.test(text), 'Must be a plain decimal number'),
      z.refine((text) => !decimalPattern.test(text) || /[1-9]/.test(text), 'Must be greater than zero'),
      z.refine((text) => (text.split('.')[1] ?? '').length <= decimalsMax, 'Too many decimals'),
    ),
  );
}

export const moneyAmount = decimalOf(2);
export const coinAmount = decimalOf(18);
export const percent = decimalOf(2);
export const wholeDays = z.pipe(
  z.pipe(typed, z.string().check(z.regex(/^\d{1,3}$/, 'Must be a whole number of days'))),
  z.transform(Number),
);

/** A list, or a text with commas; each once. */
export const tickers = z.pipe(
  z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.transform((value) => (typeof value === 'string' ? value.split(',').filter((part) => part !== '') : value)),
  ),
  z.array(ticker).check(
    z.minLength(1, 'Field is required'),
    z.maxLength(lengthMax, `Max length is ${lengthMax}`),
    z.refine((list) => new Set(list).size === list.length, 'Each currency once'),
  ),
);

const fiatCurrency = z._default(ticker, 'USDT');

const pledgeRules = {
  currency: tickers,
  /** A stricter pledge than the currencies ask for: its value, in percent of the money. */
  oks_percent: z.optional(percent),
  /** Whether a bid of at least `auto_percent` becomes a loan at once; false: the lender decides each. */
  auto_approve: z.optional(z.boolean()),
  auto_percent: z.optional(percent),
  /** Whether repaid money is offered again. */
  relend: z.optional(z.boolean()),
  expires_days: z.optional(wholeDays),
};

/** POST /p2p/create-order */
export const newOrder = z.object({
  fiat_currency: fiatCurrency,
  amount_from: moneyAmount,
  amount_to: moneyAmount,
  /** All of the offer. */
  amount: z.optional(moneyAmount),
  days_from: wholeDays,
  days_to: wholeDays,
  percent_from: percent,
  percent_to: percent,
  ...pledgeRules,
});
export type NewOrder = z.output<typeof newOrder>;

/** POST /p2p/create-loan-request: the same in the other words. */
export const newLoanRequest = z.object({
  fiat_currency: fiatCurrency,
  amount: moneyAmount,
  amount_min: moneyAmount,
  amount_max: moneyAmount,
  day_min: wholeDays,
  day_max: wholeDays,
  percent,
  ...pledgeRules,
});
export type NewLoanRequest = z.output<typeof newLoanRequest>;

/** POST /p2p/update-loan-request/{id}: what is to be another, in either words, and the version that was read. */
export const editedOrder = z.object({
  version: z.int().check(z.positive()),
  ...z.partial(z.omit(z.object({ ...newOrder.shape, ...newLoanRequest.shape }), { fiat_currency: true })).shape,
});
export type EditedOrder = z.output<typeof editedOrder>;

/** What a borrower asks for. */
const credit = {
  currency: ticker,
  amount: moneyAmount,
  days: wholeDays,
  pay_percent: percent,
  /** A cushion against price moves until the loan begins; 1 by default. */
  volatility_percent: z.optional(
    z.pipe(
      typed,
      z.string().check(
        z.regex(decimalPattern, 'Must be a plain decimal number'),
        z.refine((text) => (text.split('.')[1] ?? '').length <= 2, 'Too many decimals'),
        z.refine((text) => !decimalPattern.test(text) || parseBigUnits(text, 18) <= hundred, 'Minimum 0, maximum 100'),
      ),
    ),
  ),
  /** Coins that the borrower has seen and agreed to. */
  amount_crypto: z.optional(coinAmount),
};

/** POST /p2p/take-credit/{id} */
export const bid = z.object({
  ...credit,
  /** Of the offer that was read: a bid from an earlier one is refused when something of its terms is another now. */
  version: z.optional(z.int().check(z.positive())),
});
export type Bid = z.output<typeof bid>;

/** POST /p2p/create-borrow-request: the same without an offer. */
export const newBorrowRequest = z.object({ fiat_currency: fiatCurrency, ...credit });
export type NewBorrowRequest = z.output<typeof newBorrowRequest>;

/** POST /p2p/borrow-request/{id}: 1 approves, 2 rejects. */
export const requestAction = z.object({ action: z.union([z.literal(1), z.literal(2)]) });
/** POST /p2p/cancel-borrow-request/{id}: 10 withdraws a request, 20 repays a loan in full. */
export const cancelAction = z.object({ action: z._default(z.union([z.literal(10), z.literal(20)]), 10) });
/** Without an amount: everything. */
export const repayment = z.object({ amount: z.optional(coinAmount) });
export const pledgeChange = z.object({ amount: coinAmount });

/** POST /p2p/user-notification: which were read; all without `ids`. */
export const checkedIds = z.object({
  ids: z.optional(z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(100))),
});

export const idParams = z.object({ id: plainId });

/** `offset` and `limit` of the lists: ten rows a page. */
const pageFields = {
  offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000)), 0),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 10),
};
export const page = z.object(pageFields);
export type Page = z.output<typeof page>;

const searchFields = {
  fiat_currency: fiatCurrency,
  currency: z.optional(tickers),
  amount_from: z.optional(moneyAmount),
  amount_to: z.optional(moneyAmount),
  days_from: z.optional(wholeDays),
  days_to: z.optional(wholeDays),
  percent_from: z.optional(percent),
  percent_to: z.optional(percent),
  oks_from: z.optional(percent),
  oks_to: z.optional(percent),
  sort: z._default(z.enum(['percent', 'amount', 'days', 'date']), 'percent'),
};

/** GET /p2p/lend-search: ranges that overlap match. */
export const search = z.object({ ...pageFields, ...searchFields });
export type Search = z.output<typeof search>;
/** GET /p2p/show-more-lend: the rest of the same. */
export const searchMore = z.object({
  ...searchFields,
  limit: pageFields.limit,
  offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000)), 10),
});

/** GET /p2p/quote: what take-credit or create-borrow-request would be sent. */
export const quoteQuery = z.object({
  offer: z.optional(plainId),
  fiat_currency: fiatCurrency,
  ...credit,
});
export type QuoteQuery = z.output<typeof quoteQuery>;

/** GET /p2p/borrow-request-list: of one money, and pledges. */
export const openRequestFilter = z.object({
  ...pageFields,
  fiat_currency: z.optional(ticker),
  currency: z.optional(tickers),
});
export type OpenRequestFilter = z.output<typeof openRequestFilter>;

export const stateFilter = z.object({ ...pageFields, state: z.optional(z.enum(loanStates)) });
/** GET /p2p/deals-history */
export const historyFilter = z.object({
  ...pageFields,
  /** waiting: requests alone, the oldest first. */
  tab: z._default(z.enum(['all', 'arbitration', 'finished', 'in_process', 'waiting']), 'all'),
  role: z.optional(z.enum(['lend', 'borrow'])),
  /** Unix seconds. */
  date_from: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(99_999_999_999))),
  date_to: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(99_999_999_999))),
});
export type HistoryFilter = z.output<typeof historyFilter>;
