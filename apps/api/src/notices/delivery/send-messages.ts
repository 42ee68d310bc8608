/** Sends what is in `messages`: at least once, each under one message id. */
import type pg from 'pg';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';

export interface Message {
  id: number;
  recipient: string;
  subject: string;
  text: string;
  html: string | null;
}

/** Hands one message to the server of its channel. */
export type SendMessage = (message: Message) => Promise<void>;

export interface MessageChannel {
  name: 'mail' | 'text';
  send: SendMessage;
  /** Gets each failure; the other messages are sent all the same. */
  onFailure(message: Message, error: unknown): void;
}

const attemptsMax = 12;

/** Sends every message of the channel that is due and returns how many. One that fails is tried again after 10 s, 40 s, 90 s ... */
export async function sendMessages(pool: pg.Pool, channel: MessageChannel): Promise<number> {
  let sent = 0;
  for (;;) {
    const outcome = await inTransaction(pool, (transaction) => sendNext(transaction, channel));
    if (outcome === 'none') return sent;
    if (outcome === 'sent') sent++;
  }
}

async function sendNext(
  transaction: Transaction,
  { name, send, onFailure }: MessageChannel,
): Promise<'sent' | 'failed' | 'none'> {
  const { rows } = await transaction.query<Omit<Message, 'id'> & { id: string }>(
    `SELECT id, recipient, subject, text, html FROM messages
      WHERE sent_at IS NULL AND channel = $2 AND attempts < $1
        AND created_at + attempts * attempts * interval '10 seconds' <= now()
      ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [attemptsMax, name],
  );
  if (!rows[0]) return 'none';
  const message = { ...rows[0], id: Number(rows[0].id) };
  try {
    await send(message);
  } catch (error) {
    onFailure(message, error);
    await transaction.query('UPDATE messages SET attempts = attempts + 1 WHERE id = $1', [message.id]);
    return 'failed';
  }
  await transaction.query('UPDATE messages SET attempts = attempts + 1, sent_at = now() WHERE id = $1', [message.id]);
  return 'sent';
}
