/** Sends what the transactions of others have written into `messages`: at least once, each under one message id. */
import type pg from 'pg';
import { inTransaction } from '../../platform/database/index.ts';

export interface Mail {
  id: number;
  recipient: string;
  subject: string;
  text: string;
  html: string | null;
}

/** Hands one mail to the mail server. */
export type SendMail = (mail: Mail) => Promise<void>;

const attemptsMax = 12;

/**
 * Sends every mail that is due; answers how many were sent. One that fails is tried again after 10 s, 40 s, 90 s ...
 * @param onFailure told of each failure; the others are sent all the same
 */
export async function sendMails(
  pool: pg.Pool,
  send: SendMail,
  onFailure: (mail: Mail, error: unknown) => void,
): Promise<number> {
  let sent = 0;
  for (;;) {
    const outcome = await sendNext(pool, send, onFailure);
    if (outcome === 'none') return sent;
    if (outcome === 'sent') sent++;
  }
}

function sendNext(
  pool: pg.Pool,
  send: SendMail,
  onFailure: (mail: Mail, error: unknown) => void,
): Promise<'sent' | 'failed' | 'none'> {
  return inTransaction(pool, async (transaction) => {
    const { rows } = await transaction.query<Omit<Mail, 'id'> & { id: string }>(
      `SELECT id, recipient, subject, text, html FROM messages
        WHERE sent_at IS NULL AND channel = 'mail' AND attempts < $1
          AND created_at + attempts * attempts * interval '10 seconds' <= now()
        ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [attemptsMax],
    );
    if (!rows[0]) return 'none';
    const mail = { ...rows[0], id: Number(rows[0].id) };
    try {
      await send(mail);
    } catch (error) {
      onFailure(mail, error);
      await transaction.query('UPDATE messages SET attempts = attempts + 1 WHERE id = $1', [mail.id]);
      return 'failed';
    }
    await transaction.query('UPDATE messages SET attempts = attempts + 1, sent_at = now() WHERE id = $1', [mail.id]);
    return 'sent';
  });
}
