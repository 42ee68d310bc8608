/** Texts of the client as operators see them. */
import * as z from 'zod/mini';
import { listOf, paging } from '../common.ts';
import { clientLanguageCodes } from '../system/client-language-codes.ts';
import { textMax } from './rules.ts';
import { textIdPattern } from './text-id.ts';

const language = z.enum(clientLanguageCodes);
/** All; what is changed; what is changed and is shown no more, because its original is gone or has other places. */
export const textSelections = ['all', 'changed', 'stale'] as const;
export type TextSelection = (typeof textSelections)[number];

export const textsQuery = z.extend(paging, {
  language: z.optional(language),
  /** A part of the client, as GET /v2/locale has it. */
  area: z.optional(z.string().check(z.maxLength(40))),
  /** Part of the key, of the text, of its original or of the English one. */
  search: z.optional(z.string().check(z.maxLength(200))),
  which: z._default(z.enum(textSelections), 'all'),
});

export const textParams = z.object({
  id: z.string().check(z.maxLength(300), z.regex(textIdPattern, 'Unknown text')),
});

/** `version` as it was read; 0: nobody has changed the text. */
const version = z.int().check(z.nonnegative());
export const textChange = z.object({ text: z.string().check(z.trim(), z.maxLength(textMax)), version });
export const textReturn = z.object({ version });

const changed = z.object({
  text: z.string(),
  version: z.number(),
  updatedBy: z.string(),
  updatedAt: z.number(),
  /** False: it is not shown, because its original is gone or has other places now. */
  fits: z.boolean(),
});

export const textView = z.object({
  id: z.string(),
  language,
  /** Null where the original is gone. */
  area: z.nullable(z.string()),
  /** `namespace:key` */
  key: z.string(),
  /** As the catalogue of the language has it; null: this release has none. */
  original: z.nullable(z.string()),
  english: z.nullable(z.string()),
  changed: z.nullable(changed),
});
export type TextView = z.infer<typeof textView>;

export const textsResponse = z.extend(listOf(textView), {
  /** The parts of the client whose texts may be changed. */
  areas: z.array(z.string()),
});

export const textDetails = z.extend(textView, {
  history: z.array(
    z.object({
      id: z.number(),
      at: z.number(),
      actor: z.string(),
      action: z.string(),
      before: z.nullable(z.string()),
      after: z.nullable(z.string()),
    }),
  ),
});
export type TextDetails = z.infer<typeof textDetails>;
