/** What operators set for the whole exchange while it runs: a declared list of flags, each with its shape and its value until it is set. */
import * as z from 'zod/mini';
import { clientLanguageCodes } from './client-language-codes.ts';
import { languageCodes } from './languages.ts';
import { maySetLink } from './links.ts';

export const socialNames = ['twitter', 'facebook', 'instagram', 'linkedin', 'telegram', 'medium'] as const;
export const storeNames = ['ios', 'android'] as const;

const address = z.string().check(z.maxLength(300), z.refine(maySetLink, 'must be an https address without a user'));

/** Pages of the exchange elsewhere; a name without an address is not shown. */
const links = z.strictObject({
  social: z.partialRecord(z.enum(socialNames), address),
  stores: z.partialRecord(z.enum(storeNames), address),
  blog: z.nullable(address),
});

const noteText = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(300), z.regex(/^[^\p{Cc}\p{Cf}]+$/u, 'must be plain text on one line'));
/** A note of maintenance, shown on every page. */
const maintenance = z.strictObject({
  on: z.boolean(),
  /** By language; a missing one is shown in English. */
  texts: z.partialRecord(z.enum(languageCodes), noteText),
  /** Unix seconds; null: nobody knows. */
  until: z.nullable(z.int().check(z.positive())),
});

/** Venues that take no new orders. Cancels go on, and so do orders that close a position. */
const tradingPause = z.strictObject({ spot: z.boolean(), perpetual: z.boolean() });

/** Languages of the client that stand neither in menus nor in addresses. English, which every page falls back to, is always offered. */
const languages = z.strictObject({
  hidden: z.array(z.enum(clientLanguageCodes)).check(
    z.refine((codes) => !codes.includes('en'), 'English stays'),
    z.refine((codes) => new Set(codes).size === codes.length, 'must be different'),
  ),
});

export const flagSchemas = {
  links,
  maintenance: maintenance.check(
    z.refine(({ on, texts }) => !on || texts.en !== undefined, { path: ['texts', 'en'], message: 'is required' }),
  ),
  trading_pause: tradingPause,
  /** No swap is taken on /exchange and /stable; the order book goes on. */
  quick_swap: z.strictObject({ paused: z.boolean() }),
  languages,
  /** What is taken of loans between users: bids on offers, and new offers. */
  p2p_loans: z.strictObject({ take: z.boolean(), create: z.boolean() }),
};
export type FlagKey = keyof typeof flagSchemas;
export type FlagValues = { [Key in FlagKey]: z.output<(typeof flagSchemas)[Key]> };
export const flagKeys = Object.keys(flagSchemas) as FlagKey[];

/** Until an operator sets them. */
export const unsetFlags: FlagValues = {
  links: { social: {}, stores: {}, blog: null },
  maintenance: { on: false, texts: {}, until: null },
  trading_pause: { spot: false, perpetual: false },
  quick_swap: { paused: false },
  languages: { hidden: [] },
  p2p_loans: { take: false, create: false },
};
