/**
 * Writes notices in the transaction that causes them. The row is the in-app message; the worker sends mails, text
 * messages and pushes after the commit (dispatch-notices.ts).
 */
import { noticeCategories } from '@pelican/shared/contracts/notices';
import * as z from 'zod/mini';
import type { PrismaQueryable, Transaction } from '../platform/database/index.ts';
import { kindOf, type NoticeName, type PayloadOf } from './catalog.ts';

export type NewNotice = {
  [Name in NoticeName]: {
    userId: number;
    kind: Name;
    payload: PayloadOf<Name>;
    /** A second notice of the user with this key is not written. */
    key?: string;
  };
}[NoticeName];

/** Users that the database does not know are passed over: an engine may know more than a restored database. */
const insertNotices = `
  INSERT INTO notices (user_id, kind, payload, in_app, key)
  SELECT users.id, new.kind, new.payload,
      new.in_app = 'forced' OR new.in_app <> 'never' AND coalesce(choice.enabled, new.in_app = 'on'), new.key
    FROM jsonb_to_recordset($1::text::jsonb)
      AS new(place int, user_id bigint, kind text, payload jsonb, category text, in_app text, key text)
    JOIN users ON users.id = new.user_id
    LEFT JOIN notice_choices AS choice
      ON choice.user_id = users.id AND choice.category = new.category AND choice.channel = 'in_app'
   ORDER BY new.place
  ON CONFLICT (user_id, key) DO NOTHING`;

/**
 * @param transaction of pg or of Prisma, the one that causes the notices
 * @throws ZodError for a payload that its kind does not allow
 */
export async function writeNotices(
  transaction: Transaction | PrismaQueryable,
  notices: readonly NewNotice[],
): Promise<void> {
  if (notices.length === 0) return;
  const rows = JSON.stringify(notices.map(rowOf));
  if ('query' in transaction) await transaction.query({ name: 'insert-notices', text: insertNotices, values: [rows] });
  else await transaction.$executeRawUnsafe(insertNotices, rows);
}

function rowOf({ userId, kind: name, payload, key }: NewNotice, place: number) {
  const kind = kindOf(name);
  const inApp = kind.channels.includes('in_app') ? noticeCategories[kind.category].in_app : 'never';
  return {
    place,
    user_id: userId,
    kind: name,
    payload: z.parse(kind.payload, payload),
    category: kind.category,
    in_app: inApp,
    key: key ?? null,
  };
}
