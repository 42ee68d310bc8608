/** Announcements on the wire. */
import * as z from 'zod/mini';
import { listOf, paging } from '../common.ts';
import { languageCodes } from '../system/languages.ts';
import { announcementCategories } from './catalog.ts';
import { contentLanguage } from './language.ts';

export const slug = z
  .string('Field is required')
  .check(
    z.regex(/^[a-z0-9]+(-[a-z0-9]+){0,15}$/, 'Only small letters, digits and -'),
    z.maxLength(80, 'Max length is 80'),
  );

export const announcementsQuery = z.extend(paging, {
  category: z.optional(z.enum(announcementCategories)),
  lang: contentLanguage,
});

export const announcement = z.object({
  id: z.number(),
  slug: z.string(),
  title: z.string(),
  /** HTML of a few harmless elements, made of Markdown and sanitised by the server. */
  body: z.string(),
  /** How its paragraphs and lists begin, as plain text. */
  excerpt: z.string(),
  category: z.enum(announcementCategories),
  pinned: z.boolean(),
  /** When it was published: Unix seconds. */
  date: z.number(),
  /** Of title and body: English where it is not written in the wanted language. */
  lang: z.enum(languageCodes),
});
export type Announcement = z.infer<typeof announcement>;
export const announcementsResponse = listOf(announcement);

export const announcementParams = z.object({ slug });
export const announcementQuery = z.object({ lang: contentLanguage });
