/** What an operator does with mails and text messages that were given up: lists, repeats, drops. Written into the audit records. */
import { type Queryable, recordAudit, type Transaction } from '../platform/database/index.ts';

export interface FailedMessage {
  id: string;
  channel: string;
  recipient: string;
  subject: string;
  attempts: number;
  /** Null once it is given up. */
  nextAttemptAt: Date | null;
  error: string | null;
}

const lastAttemptFailed = 'sent_at IS NULL AND (next_attempt_at IS NULL OR error IS NOT NULL)';

/** The newest messages whose last attempt failed: those that are tried again, and those that were given up. */
export async function failedMessages(db: Queryable, limit: number): Promise<FailedMessage[]> {
  const { rows } = await db.query<FailedMessage>(
    `SELECT id, channel, recipient, subject, attempts, next_attempt_at AS "nextAttemptAt", error FROM messages
      WHERE ${lastAttemptFailed} ORDER BY id DESC LIMIT $1`,
    [limit],
  );
  return rows;
}

export interface MessagesAct {
  /** One of them, or all whose last attempt failed. */
  which: string | 'all';
  /** For the audit record, as in `AuditEntry`. */
  actor: string;
  reason: string;
}

/** Sends messages whose last attempt failed again at once, with all their attempts. @returns how many */
export function repeatMessages(transaction: Transaction, act: MessagesAct): Promise<number> {
  const repeat = 'UPDATE messages SET attempts = 0, next_attempt_at = now()';
  return changeFailed(transaction, repeat, 'messages.repeated', act);
}

/** Deletes messages whose last attempt failed; their notices stay in the users' lists. @returns how many */
export function dropMessages(transaction: Transaction, act: MessagesAct): Promise<number> {
  return changeFailed(transaction, 'DELETE FROM messages', 'messages.dropped', act);
}

async function changeFailed(
  transaction: Transaction,
  change: string,
  action: string,
  { which, actor, reason }: MessagesAct,
): Promise<number> {
  // What a worker is sending is its own: repeated it would go out twice, dropped it would go out all the same.
  const { rowCount } = await transaction.query(
    `${change} WHERE ${lastAttemptFailed}
        AND (claimed_until IS NULL OR claimed_until <= now()) AND ($1::bigint IS NULL OR id = $1)`,
    [which === 'all' ? null : which],
  );
  const count = rowCount ?? 0;
  if (count > 0)
    await recordAudit(transaction, { actor, action, subject: `messages:${which}`, details: { count, reason } });
  return count;
}
