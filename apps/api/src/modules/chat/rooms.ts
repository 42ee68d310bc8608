/** Messages of the public chat as rows: a room a language. */
import { DomainError } from '@pelican/shared/contracts';
import type { ChatHistory, ChatMessage } from '@pelican/shared/contracts/chat';
import { isSupportLanguage, type SupportLanguage } from '@pelican/shared/contracts/support';
import type { Queryable } from '../../platform/database/index.ts';

/** @throws DomainError not_found: there is no room of this language */
export function roomOf(languageCode: string): SupportLanguage {
  if (!isSupportLanguage(languageCode)) throw new DomainError('not_found');
  return languageCode;
}

export interface MessageRow {
  id: string;
  userName: string;
  message: string;
  createdAt: Date;
  isStaff: boolean;
}

/** Of tables that are called `message` and `writer`. */
export const messageColumns = `message.id, message.user_name AS "userName", message.message,
  message.created_at AS "createdAt", writer.role = 'operator' AS "isStaff"`;

export interface HistoryPage {
  before: number | undefined;
  limit: number;
}

/** The newest messages of a room that are older than `before`, the oldest of them first. */
export async function readRoom(db: Queryable, room: SupportLanguage, page: HistoryPage): Promise<ChatHistory> {
  const { rows } = await db.query<MessageRow>(
    `SELECT ${messageColumns} FROM chat_messages AS message JOIN users AS writer ON writer.id = message.user_id
      WHERE message.room = $1 AND message.deleted_at IS NULL AND ($2::bigint IS NULL OR message.id < $2)
      ORDER BY message.id DESC LIMIT $3`,
    [room, page.before ?? null, page.limit],
  );
  return pageOf(rows.map(viewMessage), page.limit);
}

/** @param newestFirst as Postgres gave them */
export function pageOf<Message extends { id: number }>(newestFirst: Message[], limit: number) {
  const next = newestFirst.length < limit ? null : (newestFirst.at(-1)?.id ?? null);
  return { messages: newestFirst.reverse(), next };
}

export function viewMessage({ id, userName, message, createdAt, isStaff }: MessageRow): ChatMessage {
  return { id: Number(id), userName, message, dateAt: createdAt.getTime() / 1_000, staff: isStaff };
}
