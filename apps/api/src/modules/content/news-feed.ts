/**
 * News of others, from a feed that the worker reads. The browser asks nobody else for anything, so pictures of the feed are left out, and
 * of its texts only one plain line is kept.
 */
import { createHash } from 'node:crypto';
import type { News } from '@pelican/shared/contracts/content';
import * as z from 'zod/mini';
import type { Queryable } from '../../platform/database/index.ts';

const askMs = 5_000;
const answerBytesMax = 1_000_000;
const itemsMax = 50;
const titleMax = 200;
const linkMax = 500;
/** A date that lies farther ahead would keep an item on top for ever. */
const aheadSecondsMax = 600;

const feedItem = z.object({
  id: z.string(),
  title: z.string().check(z.minLength(1), z.maxLength(titleMax)),
  link: z.string().check(z.maxLength(linkMax), z.refine(isWebLink)),
  date: z.number(),
});
type FeedItem = z.infer<typeof feedItem>;

/** An entry of JSON Feed 1.1, or of a list of {title, link, date}; a date is ISO 8601 or in Unix seconds. */
const entry = z.object({
  title: z.string(),
  url: z.optional(z.string()),
  link: z.optional(z.string()),
  date_published: z.optional(z.union([z.string(), z.number()])),
  date: z.optional(z.union([z.string(), z.number()])),
});
const feed = z.union([z.array(z.unknown()), z.object({ items: z.array(z.unknown()) })]);

function isWebLink(link: string): boolean {
  if (!URL.canParse(link)) return false;
  const { protocol, username, password } = new URL(link);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

/**
 * @param text JSON, or a JSON string of it
 * @param now Unix seconds
 * @returns what of it is fit to be shown
 * @throws Error: it is no feed, or nothing in it is fit
 */
export function feedItemsOf(text: string, now: number): FeedItem[] {
  const first: unknown = JSON.parse(text);
  const parsed = feed.parse(typeof first === 'string' ? JSON.parse(first) : first);
  const entries = Array.isArray(parsed) ? parsed : parsed.items;
  const items = entries.slice(0, itemsMax).flatMap((one) => itemOf(one, now));
  if (entries.length > 0 && items.length === 0) throw new Error('no entry of the feed is as it should be');
  return items;
}

function itemOf(given: unknown, now: number): FeedItem[] {
  const read = entry.safeParse(given);
  if (!read.success) return [];
  const { title, url, link = url ?? '', date_published, date = date_published } = read.data;
  const item = feedItem.safeParse({
    id: createHash('sha256').update(link).digest('hex').slice(0, 16),
    title: plainLine(title),
    link: isWebLink(link) ? new URL(link).href : '',
    date: Math.min(secondsOfDate(date), now + aheadSecondsMax),
  });
  return item.success ? [item.data] : [];
}

function secondsOfDate(date: string | number | undefined): number {
  return typeof date === 'number' ? date : Math.floor(Date.parse(date ?? '') / 1000);
}

/** Without what moves a cursor or turns the direction of reading. It is text: nothing of it becomes HTML. */
function plainLine(text: string): string {
  const plain = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/(?![\u200c\u200d])[\p{Cf}\p{Cs}]|\p{M}{8,}/gu, '')
    .trim();
  return [...plain].slice(0, titleMax / 2).join('');
}

/** @throws Error: it does not answer with 200, in time, within its bounds */
async function askFeed(url: string, stopping: AbortSignal): Promise<string> {
  const answer = await fetch(url, {
    signal: AbortSignal.any([stopping, AbortSignal.timeout(askMs)]),
    redirect: 'error',
    headers: { accept: 'application/feed+json, application/json' },
  });
  if (answer.status !== 200) throw new Error(`the feed answers ${answer.status}`);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > answerBytesMax) throw new Error(`the answer of the feed is longer than ${answerBytesMax} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/**
 * Reads the feed and keeps what is fit of it; the last good answer stays where that fails.
 * @throws Error: it could not be read, of which the row has the time
 */
export async function fetchFeed(db: Queryable, url: string, stopping: AbortSignal): Promise<void> {
  try {
    const items = feedItemsOf(await askFeed(url, stopping), Math.floor(Date.now() / 1000));
    await db.query(
      `INSERT INTO news_feed (id, items, fetched_at) VALUES (1, $1, now())
        ON CONFLICT (id) DO UPDATE SET items = EXCLUDED.items, fetched_at = EXCLUDED.fetched_at, failed_at = NULL`,
      [JSON.stringify(items)],
    );
  } catch (error) {
    await db.query(
      `INSERT INTO news_feed (id, failed_at) VALUES (1, now()) ON CONFLICT (id) DO UPDATE SET failed_at = EXCLUDED.failed_at`,
    );
    throw error;
  }
}

/** Nothing of a feed that operators have turned off stays on the page. */
export async function forgetFeed(db: Queryable): Promise<void> {
  await db.query(`UPDATE news_feed SET items = '[]', failed_at = NULL WHERE id = 1 AND items <> '[]'`);
}

/** The feed's last good answer, however old. Its rows are checked where they are read, too. */
export async function readFeed(db: Queryable): Promise<News[]> {
  const { rows } = await db.query<{ items: unknown }>('SELECT items FROM news_feed WHERE id = 1');
  const items = Array.isArray(rows[0]?.items) ? rows[0].items : [];
  return items.flatMap((one): News[] => {
    const item = feedItem.safeParse(one);
    return item.success ? [{ ...item.data, image: null, lang: 'en' }] : [];
  });
}
