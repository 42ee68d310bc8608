/** What an operator does with mails and text messages that were given up: lists, repeats, drops. Written into the audit records. */
import { DomainError } from '@pelican/shared/contracts';
import { z } from 'zod';
import { type OperatorAct, type OperatorAction, recordAct } from '../identity/index.ts';
import type { Queryable, Transaction } from '../platform/database/index.ts';

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
export async function failedMessages(db: Queryable, limit: number, offset = 0): Promise<FailedMessage[]> {
  const { rows } = await db.query<FailedMessage>(
    `SELECT id, channel, recipient, subject, attempts, next_attempt_at AS "nextAttemptAt", error FROM messages
      WHERE ${lastAttemptFailed} ORDER BY id DESC LIMIT $1 OFFSET $2`,
    [limit, offset],
  );
  return rows;
}

export async function countFailedMessages(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM messages WHERE ${lastAttemptFailed}`,
  );
  return rows[0]?.count ?? 0;
}

/** One of them, or all whose last attempt failed. */
type WhichMessages = string;

const payload = z.object({ which: z.string().regex(/^(\d{1,18}|all)$/) });

/**
 * Sends messages whose last attempt failed again at once, with all their attempts. The result is how many.
 * @throws DomainError not_found
 */
export const repeatMessages: OperatorAction<{ which: WhichMessages }, number> = {
  name: 'messages.repeat',
  permission: 'system',
  twoPersons: false,
  payload,
  run: (tx, act, { which }) =>
    changeFailed(tx, act, {
      which,
      change: 'UPDATE messages SET attempts = 0, next_attempt_at = now()',
      action: 'messages.repeated',
    }),
};

/**
 * Deletes messages whose last attempt failed; their notices stay in the users' lists. The result is how many.
 * @throws DomainError not_found
 */
export const dropMessages: OperatorAction<{ which: WhichMessages }, number> = {
  name: 'messages.drop',
  permission: 'system',
  twoPersons: false,
  payload,
  run: (tx, act, { which }) =>
    changeFailed(tx, act, { which, change: 'DELETE FROM messages', action: 'messages.dropped' }),
};

async function changeFailed(
  tx: Transaction,
  act: OperatorAct,
  { which, change, action }: { which: WhichMessages; change: string; action: string },
): Promise<number> {
  // What a worker is sending is its own: repeated it would go out twice, dropped it would go out all the same.
  const { rowCount } = await tx.query(
    `${change} WHERE ${lastAttemptFailed}
        AND (claimed_until IS NULL OR claimed_until <= now()) AND ($1::bigint IS NULL OR id = $1)`,
    [which === 'all' ? null : which],
  );
  const count = rowCount ?? 0;
  if (count === 0) throw new DomainError('not_found', { message: 'no such message has failed, or it is being sent' });
  await recordAct(tx, act, { action, subject: `messages:${which}`, details: { count } });
  return count;
}
