/** The in-app messages of one user. */
import type { NoticeCategory, NoticesResponse, NoticeView } from '@pelican/shared/contracts/notices';
import type { Queryable } from '../platform/database/index.ts';
import { kindsIn, viewNotice } from './catalog.ts';

/** More unread ones are not counted. */
const unreadMax = 100;

type NoticeRow = Omit<Parameters<typeof viewNotice>[0], 'id'> & { id: string };

interface NoticesWanted {
  /** Only notices older than this one. */
  before: number | undefined;
  category: NoticeCategory | undefined;
  limit: number;
}

/** A page of the user's notices, newest first. */
export async function findNotices(
  db: Queryable,
  userId: number,
  { before, category, limit }: NoticesWanted,
): Promise<NoticesResponse> {
  const { rows } = await db.query<NoticeRow>(
    `SELECT notices.id, kind, payload, notices.created_at AS "createdAt", read_at AS "readAt", locale
      FROM notices JOIN users ON users.id = user_id
      WHERE user_id = $1 AND in_app AND ($2::bigint IS NULL OR notices.id < $2)
        AND ($4::text[] IS NULL OR kind = ANY ($4)) ORDER BY notices.id DESC LIMIT $3`,
    [userId, before ?? null, limit + 1, category ? kindsIn(category) : null],
  );
  const page = rows.slice(0, limit).map((row) => ({ ...row, id: Number(row.id) }));
  const last = page.at(-1);
  return {
    result: page.flatMap(viewKnown),
    next: rows.length > limit && last ? last.id : null,
    unread: await countUnread(db, userId),
  };
}

/** A kind that this release does not know, of a later one for example, hides none of the others. */
function viewKnown(notice: Parameters<typeof viewNotice>[0]): NoticeView[] {
  try {
    return [viewNotice(notice)];
  } catch {
    return [];
  }
}

export async function countUnread(db: Queryable, userId: number): Promise<number> {
  const { rows } = await db.query<{ unread: number }>(
    `SELECT count(*)::integer AS unread FROM (
      SELECT FROM notices WHERE user_id = $1 AND in_app AND read_at IS NULL LIMIT $2) AS newest`,
    [userId, unreadMax],
  );
  return rows[0]?.unread ?? 0;
}

/** Returns false when the user has no such notice. */
export async function markRead(db: Queryable, userId: number, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE notices SET read_at = coalesce(read_at, now()) WHERE user_id = $1 AND id = $2 AND in_app',
    [userId, id],
  );
  return rowCount === 1;
}

/** @param upTo the newest notice to be marked */
export async function markAllRead(db: Queryable, userId: number, upTo: number): Promise<void> {
  await db.query('UPDATE notices SET read_at = now() WHERE user_id = $1 AND id <= $2 AND in_app AND read_at IS NULL', [
    userId,
    upTo,
  ]);
}
