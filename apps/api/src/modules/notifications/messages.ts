import type { Queryable } from '../../platform/database.ts';

export interface MailMessage {
  recipient: string;
  subject: string;
  text: string;
  html?: string;
}

/** Writes a mail in the transaction that causes it; the worker sends it after the commit. */
export async function enqueueMessage(transaction: Queryable, message: MailMessage): Promise<void> {
  await transaction.query(
    `INSERT INTO messages (channel, recipient, subject, text, html) VALUES ('mail', $1, $2, $3, $4)`,
    [message.recipient, message.subject, message.text, message.html ?? null],
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

/** The newest messages, those of one recipient when given; at most 100. */
export async function findMessages(db: Queryable, recipient: string | undefined): Promise<MailboxEntry[]> {
  const { rows } = await db.query<Omit<MailboxEntry, 'id' | 'created_at'> & { id: string; createdAt: Date }>(
    `SELECT id, recipient AS "to", channel, subject, text, html, created_at AS "createdAt" FROM messages
      WHERE $1::text IS NULL OR recipient = $1 ORDER BY id DESC LIMIT 100`,
    [recipient ?? null],
  );
  return rows.map(({ id, createdAt, ...message }) => ({
    ...message,
    id: Number(id),
    created_at: createdAt.toISOString(),
  }));
}
