/** Writing in the chat. */
import { DomainError } from '@pelican/shared/contracts';
import type { ChatMessage } from '@pelican/shared/contracts/chat';
import type { SupportLanguage } from '@pelican/shared/contracts/support';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Logger } from 'pino';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import { takeShared } from '../../platform/http/index.ts';
import { publicName } from './public-name.ts';
import { publishChat } from './pushes.ts';

const limits = [
  { name: 'burst', max: 5, seconds: 15 },
  { name: 'hour', max: 60, seconds: 3_600 },
] as const;

export interface SendDeps {
  pool: pg.Pool;
  redis: Pick<Redis, 'eval' | 'publish'>;
  log: Pick<Logger, 'warn'>;
}

export interface NewChatMessage {
  userId: number;
  room: SupportLanguage;
  message: string;
}

/**
 * Stores a message and pushes it to everybody in the room.
 * @throws DomainError email_unconfirmed, chat_muted (details.retryAfterMs: how long), too_many_requests
 */
export async function sendMessage({ pool, redis, log }: SendDeps, given: NewChatMessage): Promise<ChatMessage> {
  await takeShared(
    redis,
    limits.map(({ name, ...window }) => ({ name: `chat:${name}:${given.userId}`, ...window })),
  );
  const message = await inTransaction(pool, (tx) => insertMessage(tx, given));
  try {
    await publishChat(redis, { kind: 'message', room: given.room, message });
  } catch (error) {
    // It is stored: readers find it with their next look at the history.
    log.warn({ err: error }, 'a message of the chat was not pushed');
  }
  return message;
}

async function insertMessage(tx: Transaction, { userId, room, message }: NewChatMessage): Promise<ChatMessage> {
  const writer = await findWriter(tx, userId);
  const userName = publicName(writer);
  // In the order of their commits: who has read up to an id has missed none before it.
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`chat:${room}`]);
  const { rows } = await tx.query<{ id: string; createdAt: Date }>(
    `INSERT INTO chat_messages (room, user_id, user_name, message) VALUES ($1, $2, $3, $4)
      RETURNING id, created_at AS "createdAt"`,
    [room, userId, userName, message],
  );
  const { id, createdAt } = rows[0] as { id: string; createdAt: Date };
  return { id: Number(id), userName, message, dateAt: createdAt.getTime() / 1_000, staff: writer.isStaff };
}

async function findWriter(tx: Transaction, userId: number) {
  const { rows } = await tx.query<{
    email: string;
    nickname: string;
    isStaff: boolean;
    isConfirmed: boolean;
    mutedUntil: Date | null;
  }>(
    `SELECT email, nickname, role = 'operator' AS "isStaff", email_verified_at IS NOT NULL AS "isConfirmed",
        (SELECT until FROM chat_mutes WHERE user_id = users.id AND until > now()) AS "mutedUntil"
      FROM users WHERE id = $1`,
    [userId],
  );
  const [writer] = rows;
  if (!writer) throw new DomainError('invalid_token');
  if (!writer.isConfirmed) throw new DomainError('email_unconfirmed');
  if (writer.mutedUntil) {
    const retryAfterMs = writer.mutedUntil.getTime() - Date.now();
    throw new DomainError('chat_muted', { details: { retryAfterMs } });
  }
  return { id: userId, ...writer };
}
