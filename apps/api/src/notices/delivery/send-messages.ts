/**
 * Sends what is in `messages`: at least once, each under one message id. Several are on their way at once, so that a slow
 * answer delays no other message; each is complete by itself, so the order in which they arrive does not matter.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Queryable } from '../../platform/database/index.ts';
import { retryDelayMs } from '../retry-delay.ts';

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
  /** Whether the text of a message that holds a code is erased once it was sent. */
  erasesCodes?: boolean;
  /** Gets each failure; the other messages are sent all the same. */
  onFailure(message: Message, error: unknown): void;
}

/** The message cannot be sent by another attempt either. */
export class PermanentFailure extends Error {}

/** About three days; the last attempt ends them. */
export const attemptsMax = 300;
/** Messages on their way at once, of a channel and worker. */
const sendingMax = 5;
const pollMs = 200;
/** How often, and after which pause, a message that was sent is marked so. */
const marksMax = 5;
const markRetryMs = 1_000;
/** A message that a worker has taken is left to it this long, which is longer than its server may take to answer. */
const claimedMs = 300_000;

/**
 * Sends every message of the channel that is due or becomes due meanwhile.
 * @param stopping those that are under way when it aborts are the last
 * @returns how many were sent
 */
export async function sendMessages(pool: pg.Pool, channel: MessageChannel, stopping?: AbortSignal): Promise<number> {
  const sending = new Set<Promise<void>>();
  let sent = 0;
  try {
    for (;;) {
      const room = stopping?.aborted ? 0 : sendingMax - sending.size;
      const claimed = await claimDue(pool, channel.name, room);
      for (const message of claimed) {
        const one = sendOne(pool, channel, message).then((isSent) => {
          sending.delete(one);
          if (isSent) sent++;
        });
        sending.add(one);
      }
      if (sending.size === 0) return sent;
      await Promise.race([...sending, delay(pollMs)]);
    }
  } finally {
    await Promise.all(sending);
  }
}

interface ClaimedMessage extends Message {
  /** This one included. */
  attempts: number;
}

/**
 * Nothing is locked while a message is on its way: a worker that dies with it leaves it to the next attempt. A millisecond is
 * added because Postgres rounds the time of the attempt to one, upwards too.
 */
async function claimDue(db: Queryable, channel: MessageChannel['name'], limit: number): Promise<ClaimedMessage[]> {
  if (limit === 0) return [];
  const { rows } = await db.query<Omit<ClaimedMessage, 'id'> & { id: string }>(
    `UPDATE messages SET attempts = attempts + 1, claimed_until = now() + interval '${claimedMs} ms',
            next_attempt_at = CASE WHEN attempts + 1 < $3 THEN now() + interval '${claimedMs} ms' END
      WHERE id IN (
        SELECT id FROM messages WHERE sent_at IS NULL AND channel = $1 AND next_attempt_at <= now() + interval '1 ms' AND (expires_at IS NULL OR expires_at > now())
         ORDER BY next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING id, recipient, subject, text, html, attempts`,
    [channel, limit, attemptsMax],
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Never rejects. @returns whether it was sent */
async function sendOne(db: Queryable, channel: MessageChannel, message: ClaimedMessage): Promise<boolean> {
  try {
    await channel.send(message);
    await markSent(db, channel, message);
    return true;
  } catch (error) {
    channel.onFailure(message, error);
    await postpone(db, message, error).catch((cause: unknown) => channel.onFailure(message, cause));
    return false;
  }
}

/** Tried again for a while: without the mark the message would go out a second time. */
async function markSent(db: Queryable, { erasesCodes = false }: MessageChannel, { id }: ClaimedMessage): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await db.query(
        `UPDATE messages SET sent_at = now(), claimed_until = NULL, error = NULL,
                text = CASE WHEN $2 AND expires_at IS NOT NULL THEN '' ELSE text END,
                html = CASE WHEN $2 AND expires_at IS NOT NULL THEN NULL ELSE html END WHERE id = $1`,
        [id, erasesCodes],
      );
      return;
    } catch (error) {
      if (attempt === marksMax) throw error;
      await delay(markRetryMs);
    }
  }
}

/** Another attempt would fail too: the server has refused this recipient for good. */
function isPermanent(error: unknown): boolean {
  if (error instanceof PermanentFailure) return true;
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  return code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 500;
}

/** Records the error, and the next attempt unless the message is given up. An attempt that another has followed records nothing. */
async function postpone(db: Queryable, { id, attempts }: ClaimedMessage, error: unknown): Promise<void> {
  await db.query(
    `UPDATE messages SET error = $2, claimed_until = NULL,
            next_attempt_at = CASE WHEN next_attempt_at IS NOT NULL AND NOT $5 THEN now() + make_interval(secs => $3) END
      WHERE id = $1 AND sent_at IS NULL AND attempts = $4`,
    [
      id,
      error instanceof Error ? error.message : String(error),
      retryDelayMs(attempts) / 1000,
      attempts,
      isPermanent(error),
    ],
  );
}
