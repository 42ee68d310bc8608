/** Mails and text messages on their way: written with the notice's dispatch, sent by the worker, shown at /dev/mailbox. */
import type { Queryable, Transaction } from '../platform/database/index.ts';

export interface NewMessage {
  /** Null for a mail to somebody without an account. */
  noticeId: number | null;
  channel: 'mail' | 'text';
  recipient: string;
  subject: string;
  text: string;
  html: string | null;
  /** Of one that holds a code: not sent afterwards. */
  expiresAt?: Date | null;
}

/** A notice has one message of each channel. */
export async function insertMessage(transaction: Transaction, message: NewMessage): Promise<void> {
  const { noticeId, channel, recipient, subject, text, html, expiresAt } = message;
  await transaction.query(
    `INSERT INTO messages (notice_id, channel, recipient, subject, text, html, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (notice_id, channel) DO NOTHING`,
    [noticeId, channel, recipient, subject, text, html, expiresAt ?? null],
  );
}

export interface MailboxEntry {
  id: number;
  to: string;
  channel: string;
  subject: string;
  text: string;
  html: string | null;
  created_at: string;
}

const messagesMax = 100;

/** The newest messages, those of one recipient when given; at most 100. */
export async function findMessages(db: Queryable, recipient: string | undefined): Promise<MailboxEntry[]> {
  const { rows } = await db.query<Omit<MailboxEntry, 'created_at' | 'id'> & { id: string; createdAt: Date }>(
    `SELECT id, recipient AS "to", channel, subject, text, html, created_at AS "createdAt" FROM messages
      WHERE $1::text IS NULL OR recipient = $1 ORDER BY messages.id DESC LIMIT $2`,
    [recipient ?? null, messagesMax],
  );
  return rows.map(({ createdAt, id, ...message }) => ({
    id: Number(id),
    ...message,
    created_at: createdAt.toISOString(),
  }));
}
