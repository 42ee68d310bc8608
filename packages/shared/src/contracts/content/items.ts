/** What operators write, and read of it. Times are Unix seconds. */
import * as z from 'zod/mini';
import { listOf, paging } from '../common.ts';
import { reasonText } from '../operations/schemas.ts';
import { submissionOf } from '../operations/submission.ts';
import { line, optionalLine, optionalParagraphs, paragraphs } from '../support/texts.ts';
import { type Language, languageCodes } from '../system/languages.ts';
import { slug } from './announcements.ts';
import { announcementCategories, contentKinds, contentPhases, contentStates } from './catalog.ts';
import * as facts from './facts.ts';

export const contentTitleMax = 160;
export const contentBodyMax = 20_000;

/** A tweet, or what an event asks for: plain text. */
export const contentNoteMax = 500;

/**
 * Title and text. `en` is what readers of any other language get where theirs is missing; of another language both are written, or neither.
 * @param max letters of the text
 */
function fullTexts(max: number) {
  const translation = z.object({ title: optionalLine(contentTitleMax), body: optionalParagraphs(max) }).check(
    z.refine(({ title, body }) => title === '' || body !== '', { path: ['body'], message: 'Field is required' }),
    z.refine(({ title, body }) => body === '' || title !== '', { path: ['title'], message: 'Field is required' }),
  );
  const english = z.object({ title: line(contentTitleMax), body: paragraphs(max) });
  return z.object({ en: english, hi: z.optional(translation) } satisfies Partial<Record<Language, z.ZodMiniType>>);
}

const position = z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(10_000)), 0);

const announcementItem = z.object({
  kind: z.literal('announcement'),
  /** Part of its address, which stays once it was published. */
  slug,
  category: z.enum(announcementCategories),
  pinned: z._default(z.boolean(), false),
  position,
  texts: fullTexts(contentBodyMax),
});

/** Of what has a name alone. */
const noBody = z._default(z.literal(''), '');
const nameTexts = z.object({
  en: z.object({ title: line(contentTitleMax), body: noBody }),
  hi: z.optional(z.object({ title: optionalLine(contentTitleMax), body: noBody })),
} satisfies Partial<Record<Language, z.ZodMiniType>>);

const noteTexts = fullTexts(contentNoteMax);
/** A title, and a text that may be left out. */
const openTexts = z.object({
  en: z.object({ title: line(contentTitleMax), body: optionalParagraphs(contentNoteMax) }),
  hi: z.optional(z.object({ title: optionalLine(contentTitleMax), body: optionalParagraphs(contentNoteMax) })),
} satisfies Partial<Record<Language, z.ZodMiniType>>);

export const contentItemRequest = z.discriminatedUnion('kind', [
  announcementItem,
  z.extend(facts.listingCardFacts, { kind: z.literal('listing_card'), position, texts: nameTexts }),
  z.extend(facts.newsFacts, { kind: z.literal('news'), position, texts: nameTexts }),
  z.extend(facts.partnerFacts, { kind: z.literal('partner'), position, texts: nameTexts }),
  z.object({ kind: z.literal('digest'), position, texts: fullTexts(contentBodyMax) }),
  z.extend(facts.eventFacts, { kind: z.literal('event'), position, texts: openTexts }),
  // Its title is who wrote it.
  z.extend(facts.tweetFacts, { kind: z.literal('tweet'), position, texts: noteTexts }),
  // Its title is for operators: the page names the pair.
  z.extend(facts.frontCurrencyFacts, { kind: z.literal('front_currency'), position, texts: nameTexts }),
  z.extend(facts.bannerFacts, { kind: z.literal('banner'), position, texts: openTexts }),
]);
export type ContentItemRequest = z.infer<typeof contentItemRequest>;

/** `version`: of the item as it was read. A change of another operator since then is a refusal. */
export const contentItemChange = z.object({ version: z.number().check(z.int(), z.gte(1)), item: contentItemRequest });

/** Publishes, schedules, ends or hides. Without `publish_at` it is published at once, or keeps the time of its first publication. */
export const contentStateRequest = z
  .object({
    version: z.number().check(z.int(), z.gte(1)),
    state: z.enum(['published', 'hidden']),
    publish_at: z.optional(facts.time),
    end_at: z.nullish(facts.time),
    reason: reasonText,
  })
  .check(
    z.refine(({ publish_at: from, end_at: to }) => from === undefined || !to || from < to, {
      path: ['end_at'],
      message: 'It ends before it begins',
    }),
  );

export const contentQuery = z.extend(paging, {
  kind: z._default(z.enum(contentKinds), 'announcement'),
  phase: z.optional(z.enum(contentPhases)),
  /** Part of a title in any language, or of the slug. */
  search: z.optional(z.string().check(z.maxLength(100))),
});
export const contentParams = z.object({ id: z.coerce.number().check(z.int(), z.gte(1)) });

export const contentItemView = z.object({
  id: z.number(),
  version: z.number(),
  kind: z.enum(contentKinds),
  state: z.enum(contentStates),
  publishAt: z.nullable(z.number()),
  endAt: z.nullable(z.number()),
  /** In English. */
  name: z.string(),
  languages: z.array(z.enum(languageCodes)),
  updatedBy: z.string(),
  updatedAt: z.number(),
});
export type ContentItemView = z.infer<typeof contentItemView>;

export const contentRecord = z.object({
  id: z.number(),
  at: z.number(),
  actor: z.string(),
  action: z.string(),
  reason: z.nullable(z.string()),
});
const writtenText = z.object({ title: z.string(), body: z.string() });
const writtenTexts = z.object({ en: writtenText, hi: z.optional(writtenText) } satisfies Partial<
  Record<Language, z.ZodMiniType>
>);
/** As it was written: all kinds have the first three, and each has some of the others. */
const writtenItem = z.object({
  kind: z.enum(contentKinds),
  position: z.number(),
  texts: writtenTexts,
  slug: z.optional(z.string()),
  category: z.optional(z.string()),
  pinned: z.optional(z.boolean()),
  ticker: z.optional(z.string()),
  link: z.optional(z.string()),
  image: z.optional(z.string()),
  pairs: z.optional(z.array(z.string())),
  place: z.optional(z.string()),
  places: z.optional(z.number()),
  start_time: z.optional(z.number()),
  pair: z.optional(z.string()),
  level: z.optional(z.string()),
  areas: z.optional(z.array(z.string())),
});

export const contentItemDetails = z.extend(contentItemView, {
  item: writtenItem,
  /** Its audit records, the newest first. */
  history: z.array(contentRecord),
});
export type ContentItemDetails = z.infer<typeof contentItemDetails>;

export const contentResponse = listOf(contentItemView);
export const contentSubmission = submissionOf({ content: contentItemDetails });
export const previewRequest = z.object({ text: optionalParagraphs(contentBodyMax) });
export const previewResponse = z.object({ html: z.string() });

export const imageResponse = z.object({ image: z.string(), width: z.number(), height: z.number() });
