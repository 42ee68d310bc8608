/** Announcements that anybody may read. */
import { DomainError } from '@pelican/shared/contracts';
import type { Announcement, AnnouncementCategory } from '@pelican/shared/contracts/content';
import type { Language } from '@pelican/shared/contracts/system';
import { countRows, type Queryable } from '../../platform/database/index.ts';
import { excerptOf } from './excerpt.ts';
import { renderedOf } from './html.ts';
import { isLive, secondsOf, textIn } from './store.ts';

interface AnnouncementRow {
  id: string;
  slug: string;
  title: string;
  body: string;
  category: AnnouncementCategory;
  pinned: boolean;
  date: Date;
  lang: Language;
}

/** What an announcement is called and how it begins, as plain text. */
export interface AnnouncementSummary {
  title: string;
  description: string;
}

const columns = `item.id, item.slug, item.facts->>'category' AS category, item.pinned, item.publish_at AS date,
  text.title, text.body, text.language AS lang`;
const live = `item.kind = 'announcement' AND ${isLive}`;

interface AnnouncementsQuery {
  category?: AnnouncementCategory | undefined;
  lang: Language;
  offset: number;
  limit: number;
}

/** Those that visitors see now: the pinned ones first, then the newest. */
export async function listAnnouncements(db: Queryable, { category, lang, ...page }: AnnouncementsQuery) {
  const where = `${live} AND ($1::text IS NULL OR item.facts->>'category' = $1)`;
  const { rows } = await db.query<AnnouncementRow>(
    `SELECT ${columns} FROM content_items AS item ${textIn('$2')} WHERE ${where}
      ORDER BY item.pinned DESC, item.publish_at DESC, item.id DESC OFFSET $3 LIMIT $4`,
    [category ?? null, lang, page.offset, page.limit],
  );
  const total = await countRows(db, `SELECT FROM content_items AS item WHERE ${where}`, [category ?? null], page);
  return { result: rows.map(viewAnnouncement), total, ...page };
}

/** @throws DomainError not_found: there is none, or visitors do not see it now */
export async function readAnnouncement(db: Queryable, slug: string, lang: Language): Promise<Announcement> {
  const { rows } = await db.query<AnnouncementRow>(
    `SELECT ${columns} FROM content_items AS item ${textIn('$2')} WHERE ${live} AND item.slug = $1`,
    [slug, lang],
  );
  if (!rows[0]) throw new DomainError('not_found');
  return viewAnnouncement(rows[0]);
}

/** Of all that visitors see now, the newest first: the number of changes by slug. */
export async function findLiveSlugs(db: Queryable): Promise<Map<string, number>> {
  const { rows } = await db.query<{ slug: string; version: number }>(
    `SELECT item.slug, item.version FROM content_items AS item WHERE ${live} ORDER BY item.publish_at DESC, item.id DESC`,
  );
  return new Map(rows.map(({ slug, version }) => [slug, version]));
}

/** @returns undefined for one that visitors do not see now */
export async function readSummary(
  db: Queryable,
  slug: string,
  lang: Language,
): Promise<AnnouncementSummary | undefined> {
  const { rows } = await db.query<{ title: string; body: string }>(
    `SELECT text.title, text.body FROM content_items AS item ${textIn('$2')} WHERE ${live} AND item.slug = $1`,
    [slug, lang],
  );
  return rows[0] && { title: rows[0].title, description: excerptOf(rows[0].body) };
}

function viewAnnouncement({ id, body, date, ...row }: AnnouncementRow): Announcement {
  return { ...row, id: Number(id), body: renderedOf(body), excerpt: excerptOf(body), date: secondsOf(date) };
}
