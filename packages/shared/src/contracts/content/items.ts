/** What operators write, and read of it. Times are Unix seconds. */
import * as z from 'zod/mini';
import { listOf, paging, pairName, ticker } from '../common.ts';
import { reasonText } from '../operations/schemas.ts';
import { submissionOf } from '../operations/submission.ts';
import { httpsLink, line, optionalLine, optionalParagraphs, paragraphs } from '../support/texts.ts';
import { type Language, languageCodes } from '../system/languages.ts';
import { slug } from './announcements.ts';
import { announcementCategories, cardPlaces, contentKinds, contentPhases, contentStates } from './catalog.ts';

export const contentTitleMax = 160;
export const contentBodyMax = 20_000;

const english = z.object({ title: line(contentTitleMax), body: paragraphs(contentBodyMax) });
/** Of another language: both or none. */
const translation = z.object({ title: optionalLine(contentTitleMax), body: optionalParagraphs(contentBodyMax) }).check(
  z.refine(({ title, body }) => title === '' || body !== '', { path: ['body'], message: 'Field is required' }),
  z.refine(({ title, body }) => body === '' || title !== '', { path: ['title'], message: 'Field is required' }),
);

/** `en` is what readers of any other language get where theirs is missing. */
const fullTexts = z.object({ en: english, hi: z.optional(translation) } satisfies Partial<
  Record<Language, z.ZodMiniType>
>);

const position = z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(10_000)), 0);

const announcementItem = z.object({
  kind: z.literal('announcement'),
  /** Part of its address, which stays once it was published. */
  slug,
  category: z.enum(announcementCategories),
  pinned: z._default(z.boolean(), false),
  position,
  texts: fullTexts,
});

const pairsMax = 10;
/** Of what has a name alone. */
const noBody = z._default(z.literal(''), '');
const nameTexts = z.object({
  en: z.object({ title: line(contentTitleMax), body: noBody }),
  hi: z.optional(z.object({ title: optionalLine(contentTitleMax), body: noBody })),
} satisfies Partial<Record<Language, z.ZodMiniType>>);

/** What only a listing card has, as it is written and as a row has it. */
export const listingCardFacts = z.object({
  ticker,
  /** The project's own site; '' for none. */
  link: z._default(z.union([z.literal(''), httpsLink]), ''),
  pairs: z.array(pairName).check(z.maxLength(pairsMax, `At most ${pairsMax} pairs`)),
  place: z.enum(cardPlaces),
});
const listingCardItem = z.extend(listingCardFacts, {
  kind: z.literal('listing_card'),
  position,
  texts: nameTexts,
});

export const contentItemRequest = z.discriminatedUnion('kind', [announcementItem, listingCardItem]);
export type ContentItemRequest = z.infer<typeof contentItemRequest>;

/** `version`: of the item as it was read. A change of another operator since then is a refusal. */
export const contentItemChange = z.object({ version: z.number().check(z.int(), z.gte(1)), item: contentItemRequest });

const time = z.number().check(z.int(), z.gte(0), z.lte(4_102_444_800));
/** Publishes, schedules, ends or hides. Without `publish_at` it is published at once, or keeps the time of its first publication. */
export const contentStateRequest = z
  .object({
    version: z.number().check(z.int(), z.gte(1)),
    state: z.enum(['published', 'hidden']),
    publish_at: z.optional(time),
    end_at: z.nullish(time),
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
/** As it was written. */
const writtenAnnouncement = z.object({
  kind: z.literal('announcement'),
  slug: z.string(),
  category: z.enum(announcementCategories),
  pinned: z.boolean(),
  position: z.number(),
  texts: writtenTexts,
});
const writtenCard = z.object({
  kind: z.literal('listing_card'),
  ticker: z.string(),
  link: z.string(),
  pairs: z.array(z.string()),
  place: z.enum(cardPlaces),
  position: z.number(),
  texts: writtenTexts,
});

export const contentItemDetails = z.extend(contentItemView, {
  item: z.discriminatedUnion('kind', [writtenAnnouncement, writtenCard]),
  /** Its audit records, the newest first. */
  history: z.array(contentRecord),
});
export type ContentItemDetails = z.infer<typeof contentItemDetails>;

export const contentResponse = listOf(contentItemView);
export const contentSubmission = submissionOf({ content: contentItemDetails });
export const previewRequest = z.object({ text: optionalParagraphs(contentBodyMax) });
export const previewResponse = z.object({ html: z.string() });
