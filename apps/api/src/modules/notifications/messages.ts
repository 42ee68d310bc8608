import type { PrismaQueryable } from '../../platform/database/index.ts';

export interface MailMessage {
  recipient: string;
  subject: string;
  text: string;
  html?: string;
}

/** Writes a mail in the transaction that causes it; the worker sends it after the commit. */
export async function enqueueMessage(transaction: PrismaQueryable, message: MailMessage): Promise<void> {
  await transaction.message.create({ data: message, select: { id: true } });
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
export async function findMessages(db: PrismaQueryable, recipient: string | undefined): Promise<MailboxEntry[]> {
  const messages = await db.message.findMany({
    where: recipient === undefined ? {} : { recipient },
    orderBy: { id: 'desc' },
    take: messagesMax,
  });
  return messages.map(({ id, recipient: to, channel, subject, text, html, createdAt }) => ({
    id: Number(id),
    to,
    channel,
    subject,
    text,
    html,
    created_at: createdAt.toISOString(),
  }));
}
