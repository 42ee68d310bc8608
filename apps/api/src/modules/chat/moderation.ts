/** What operators do in the chat: delete messages, and let somebody write nothing for a time. */
import { DomainError } from '@pelican/shared/contracts';
import type { ChatMutes, ModeratedMessage } from '@pelican/shared/contracts/chat';
import type { SupportLanguage } from '@pelican/shared/contracts/support';
import { z } from 'zod';
import { type OperatorAction, recordAct } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { publishChat } from './pushes.ts';
import { type HistoryPage, type MessageRow, messageColumns, pageOf, viewMessage } from './rooms.ts';

const common = { permission: 'support', twoPersons: false } as const;

/** Deletes it for everybody, at once where it is shown. @throws DomainError not_found */
export const deleteMessage: OperatorAction<{ id: number }, SupportLanguage> = {
  ...common,
  name: 'chat.delete_message',
  payload: z.object({ id: z.int() }),
  async run(tx, act, { id }) {
    const { rows } = await tx.query<{ room: SupportLanguage; userId: string; message: string }>(
      `UPDATE chat_messages SET deleted_at = coalesce(deleted_at, now()) WHERE id = $1
        RETURNING room, user_id AS "userId", message`,
      [id],
    );
    const [message] = rows;
    if (!message) throw new DomainError('not_found');
    const details = { room: message.room, userId: Number(message.userId), message: message.message };
    await recordAct(tx, act, { action: 'chat.message_deleted', subject: `chat_message:${id}`, details });
    return message.room;
  },
  async afterCommit(deps, _act, { id }, room) {
    try {
      await publishChat(await deps.redis(), { kind: 'deleted', room, id });
    } catch (error) {
      deps.warn(`deleted, but shown until the page is read anew (${(error as Error).message})`);
    }
  },
};

/** In place of an earlier time. @throws DomainError not_found */
export const muteUser: OperatorAction<{ userId: number; minutes: number }, void> = {
  ...common,
  name: 'chat.mute',
  payload: z.object({ userId: z.int(), minutes: z.int() }),
  async run(tx, act, { userId, minutes }) {
    const { rowCount } = await tx.query(
      `INSERT INTO chat_mutes (user_id, until, reason, muted_by)
        SELECT id, now() + make_interval(mins => $2), $3, $4 FROM users WHERE id = $1
        ON CONFLICT (user_id) DO UPDATE SET until = excluded.until, reason = excluded.reason,
          muted_by = excluded.muted_by, created_at = now()`,
      [userId, minutes, act.reason ?? '', act.actor],
    );
    if (rowCount === 0) throw new DomainError('not_found');
    await writeNotices(tx, [{ userId, kind: 'chat_muted', payload: { minutes } }]);
    await recordAct(tx, act, { action: 'chat.muted', subject: `user:${userId}`, details: { minutes } });
  },
};

/** @throws DomainError not_found: the user may write */
export const endMute: OperatorAction<{ userId: number }, void> = {
  ...common,
  name: 'chat.end_mute',
  payload: z.object({ userId: z.int() }),
  async run(tx, act, { userId }) {
    const { rowCount } = await tx.query('DELETE FROM chat_mutes WHERE user_id = $1', [userId]);
    if (rowCount === 0) throw new DomainError('not_found');
    await writeNotices(tx, [{ userId, kind: 'chat_mute_ended', payload: {} }]);
    await recordAct(tx, act, { action: 'chat.mute_ended', subject: `user:${userId}` });
  },
};

/** As `readRoom`, with who wrote, and with what was deleted. */
export async function readModerated(db: Queryable, room: SupportLanguage, page: HistoryPage) {
  const { rows } = await db.query<
    MessageRow & { userId: string; account: string; isDeleted: boolean; mutedUntil: Date | null }
  >(
    `SELECT ${messageColumns}, message.user_id AS "userId", writer.email AS account,
        message.deleted_at IS NOT NULL AS "isDeleted", mute.until AS "mutedUntil"
      FROM chat_messages AS message JOIN users AS writer ON writer.id = message.user_id
        LEFT JOIN chat_mutes AS mute ON mute.user_id = message.user_id AND mute.until > now()
      WHERE message.room = $1 AND ($2::bigint IS NULL OR message.id < $2) ORDER BY message.id DESC LIMIT $3`,
    [room, page.before ?? null, page.limit],
  );
  const messages = rows.map(
    (row): ModeratedMessage => ({
      ...viewMessage(row),
      userId: Number(row.userId),
      account: row.account,
      deleted: row.isDeleted,
      mutedUntil: row.mutedUntil && row.mutedUntil.getTime() / 1_000,
    }),
  );
  return pageOf(messages, page.limit);
}

/** Who may not write at the moment. */
export async function listMutes(db: Queryable): Promise<ChatMutes['result']> {
  const { rows } = await db.query<{ userId: string; account: string; until: Date; reason: string; mutedBy: string }>(
    `SELECT mute.user_id AS "userId", users.email AS account, mute.until, mute.reason, mute.muted_by AS "mutedBy"
      FROM chat_mutes AS mute JOIN users ON users.id = mute.user_id WHERE mute.until > now()
      ORDER BY mute.until LIMIT 500`,
  );
  return rows.map(({ userId, until, ...mute }) => ({
    userId: Number(userId),
    until: until.getTime() / 1_000,
    ...mute,
  }));
}
