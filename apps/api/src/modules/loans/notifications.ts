/** A user's notices about loans, in the response shape of GET /p2p/user-notification. */
import type { LoanNotification, LoanNotificationList, Page } from '@pelican/shared/contracts/loans';
import { countRows, type Queryable } from '../../platform/database/index.ts';
import { secondsOf } from './decimals.ts';
import { pageOf } from './paging.ts';

/** Of `notices`, of the user $1: those that say which loan they are about, and are in the user's list. */
const ofLoans = `FROM notices WHERE user_id = $1 AND in_app AND kind LIKE 'loan\\_%' AND payload ? 'loanId'`;

interface NotificationRow extends Omit<LoanNotification, 'id_notification' | 'created_at'> {
  id: string;
  createdAt: Date;
}

/** The newest first. */
export async function listNotifications(db: Queryable, userId: number, page: Page): Promise<LoanNotificationList> {
  const [{ rows }, count, unread] = await Promise.all([
    db.query<NotificationRow>(
      `SELECT id, (payload ->> 'type')::integer AS type, (payload ->> 'status')::integer AS status,
          (payload ->> 'loanId')::integer AS loan_id, payload ->> 'price' AS price, (payload ->> 'days')::integer AS days,
          payload ->> 'percent' AS percent, read_at IS NOT NULL AS is_checked, created_at AS "createdAt"
        ${ofLoans} ORDER BY id DESC OFFSET $2 LIMIT $3`,
      [userId, page.offset, page.limit],
    ),
    countRows(db, `SELECT ${ofLoans}`, [userId], page),
    countUnread(db, userId),
  ]);
  const data = rows.map(({ id, createdAt, ...row }) => {
    return { id_notification: Number(id), ...row, created_at: secondsOf(createdAt) };
  });
  return { ...pageOf(data, count, page), unread };
}

/** @param ids null: all of them; those of others, and other notices, stay as they are @returns how many are unread then */
export async function checkNotifications(
  db: Queryable,
  userId: number,
  ids: readonly number[] | null,
): Promise<number> {
  await db.query(
    `UPDATE notices SET read_at = now() WHERE read_at IS NULL AND ($2::bigint[] IS NULL OR id = ANY ($2)) AND id IN (SELECT id ${ofLoans})`,
    [userId, ids],
  );
  return countUnread(db, userId);
}

async function countUnread(db: Queryable, userId: number): Promise<number> {
  const { rows } = await db.query<{ unread: number }>(
    `SELECT count(*)::integer AS unread ${ofLoans} AND read_at IS NULL`,
    [userId],
  );
  return rows[0]?.unread ?? 0;
}
