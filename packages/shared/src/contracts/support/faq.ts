/** The FAQ on the wire. */
import * as z from 'zod/mini';
import { line, paragraphs } from './texts.ts';
import { categoryId, language } from './tickets.ts';

/** GET /v2/faq: `search` finds entries that have each of its words in the question or the answer. */
export const faqQuery = z.object({
  lang: z.catch(z._default(language, 'en'), 'en'),
  search: z.optional(z.string().check(z.maxLength(100))),
});

export const faqItem = z.object({
  slug: z.string(),
  supportCategoryId: z.number(),
  category: z.string(),
  question: z.string(),
  /** Plain text; an empty line separates paragraphs. */
  answer: z.string(),
});
export type FaqItem = z.infer<typeof faqItem>;

/** `lang`: the language of the entries, English where nothing is written in the wanted one. */
export const faqResponse = z.object({ lang: language, result: z.array(faqItem) });
export type FaqResponse = z.infer<typeof faqResponse>;

/** What an operator writes. */
export const faqEntryRequest = z.object({
  slug: z
    .string('Field is required')
    .check(
      z.regex(/^[a-z0-9]+(-[a-z0-9]+){0,9}$/, 'Only small letters, digits and -'),
      z.maxLength(60, 'Max length is 60'),
    ),
  language,
  supportCategoryId: categoryId,
  question: line(200),
  answer: paragraphs(5_000),
  position: z._default(z.number().check(z.int(), z.gte(0), z.lte(10_000)), 0),
  published: z._default(z.boolean(), true),
});
export type FaqEntryRequest = z.infer<typeof faqEntryRequest>;

export const faqEntryView = z.object({
  id: z.number(),
  slug: z.string(),
  language,
  supportCategoryId: z.number(),
  question: z.string(),
  answer: z.string(),
  position: z.number(),
  published: z.boolean(),
  updatedBy: z.string(),
  updatedAt: z.number(),
});
export type FaqEntryView = z.infer<typeof faqEntryView>;
