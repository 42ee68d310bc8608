/** Saved withdrawal addresses on the wire. Times are unix seconds. */
import * as z from 'zod/mini';
import { besideOthers, listOf, paging, ticker } from '../common.ts';
import { givenReceiver } from '../fiat/receiver-schemas.ts';
import { address, id, memo } from '../withdrawals/schemas.ts';
import { savedAddressesPageSize } from './terms.ts';

const paymentKey = z.string().check(z.minLength(1, 'Field is required'), z.maxLength(40));

/** GET /v3/profile/addresses-management */
export const savedAddressesQuery = z.object({
  offset: paging.shape.offset,
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), savedAddressesPageSize),
  /** Of one currency alone. */
  ticker: z.optional(ticker),
  /** Of one payment method alone, by its key. */
  payment_method: z.optional(paymentKey),
});

const savedAddress = z.object({
  id: z.number(),
  name: z.string(),
  ticker: z.string(),
  /** Name of the currency. */
  currency: z.string(),
  /** Name of the network. */
  network: z.string(),
  paymentMethodKey: z.string(),
  paymentMethodName: z.string(),
  /** An address of a network; of a payment provider the masked number of a card, or what names the account. */
  savedData: z.object({ address: z.string(), memo: z.string(), cardNumber: z.string(), account: z.string() }),
  createdAt: z.number(),
  /** From when on it counts for API keys, and where withdrawals go to saved addresses alone. */
  usableAt: z.number(),
});
export type SavedAddress = z.infer<typeof savedAddress>;
export const savedAddressAnswer = savedAddress;

/** Whether withdrawals go to saved addresses alone. */
export const allowList = z.object({
  enabled: z.boolean(),
  /** It was switched off and ends then; null otherwise. */
  endsAt: z.nullable(z.number()),
  /** How long a new address waits, and the switch after it was turned off. */
  waitHours: z.number(),
});
export type AllowList = z.infer<typeof allowList>;

export const savedAddressList = z.object({
  ...listOf(savedAddress).shape,
  /** What the own addresses can be filtered by, whatever the filters of this call are. */
  filters: z.object({
    tickers: z.array(z.string()),
    methods: z.array(z.object({ key: z.string(), name: z.string() })),
  }),
  allowList,
});
export type SavedAddressList = z.infer<typeof savedAddressList>;

/** POST /v3/profile/add-addresses-management */
export const newSavedAddress = z
  .object({
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Field is required'),
        z.maxLength(60, 'Max length is 60'),
        z.regex(/^[^\p{Cc}\p{Cf}]*$/u, 'Current value is not supported'),
      ),
    ticker,
    payment_method: paymentKey,
    /** Of a network. */
    address: z.optional(address),
    memo: z.optional(memo),
    /** The receiver needs none, although the currency has memos. */
    without_memo: z.optional(z.boolean()),
    /** Whom a payment provider pays: what the form of its method asks. It is handed to the provider; what is kept names it in lists. */
    receiver: z.optional(givenReceiver),
  })
  .check(
    z.refine(({ address: typed, receiver }) => Boolean(typed) || receiver !== undefined, {
      path: ['address'],
      error: 'Field is required',
      ...besideOthers,
    }),
  );
export type NewSavedAddress = z.output<typeof newSavedAddress>;

export const addressParams = z.object({ id });
export const allowListSwitch = z.object({ enabled: z.boolean() });
