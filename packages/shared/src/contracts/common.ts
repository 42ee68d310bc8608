/** Shapes that every domain's contracts use. Names on the wire live in this folder and nowhere else. */
import * as z from 'zod/mini';
import { decimalPattern } from '../money/decimal.ts';
import { challenge } from './auth/step-up.ts';

/** For a check that compares fields of an object: it is made although other fields are wrong, so that all is said at once. */
export const besideOthers = { when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null };

/** As answers carry it: may be negative. */
export const signedDecimal = z.string().check(z.regex(/^-?\d+(\.\d+)?$/));
/** A decimal above zero, from a JSON string or (for the convenience of bots) a JSON number without an exponent. */
export const positiveDecimal = z.pipe(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value) => String(value)),
  ),
  z.string().check(
    z.regex(decimalPattern, 'Must be a plain decimal number'),
    z.refine((text) => /[1-9]/.test(text), 'Must be greater than zero'),
  ),
);
/** An id in a path or a query: one spelling alone, not 1.0, 0x1 or 1e0. */
export const plainId = z.pipe(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value) => String(value)),
  ),
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'Must be a whole number')),
    z.pipe(z.transform(Number), z.number().check(z.lte(Number.MAX_SAFE_INTEGER))),
  ),
);
/** STOCK_MONEY */
export const pairName = z.string().check(z.regex(/^[A-Z0-9]{2,12}_[A-Z0-9]{2,12}$/, 'Unknown pair'));
/** Of a coin's short name. */
export const tickerPattern = /^[A-Z0-9]{2,12}$/;
export const ticker = z.string().check(z.regex(tickerPattern, 'Unknown currency'));

/** The caller's own name of an order. */
export const clientId = z.string().check(z.regex(/^[A-Za-z0-9_.:-]{1,36}$/, 'Up to 36 letters, digits and _ . : -'));
/** The client that an order came from. */
export const orderSource = z
  .string()
  .check(z.regex(/^[A-Za-z0-9 ._-]{1,31}$/, 'Up to 31 letters, digits, spaces and . _ -'));

export const defaultLimit = 100;
/** `offset` and `limit` of a list, from a query string. */
export const paging = z.object({
  offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000)), 0),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), defaultLimit),
});

export function listOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({ result: z.array(item), total: z.number(), offset: z.number(), limit: z.number() });
}

export const errorBody = z.object({
  errors: z.catchall(z.object({ message: z.array(z.string()) }), z.array(z.string())),
  code: z.string(),
  /** With `sign_in_again` where a challenge lets the caller go on. */
  challenge: z.optional(challenge),
});

export const done = z.object({ status: z.literal('success') });
