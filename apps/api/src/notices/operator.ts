/** What an operator does with mails and text messages that did not arrive: lists, repeats, drops. Written into the audit records. */
import { DomainError } from '@pelican/shared/contracts';
import type { MessageOutcome } from '@pelican/shared/contracts/notices';
import { z } from 'zod';
import { type OperatorAct, type OperatorAction, recordAct } from '../identity/index.ts';
import type { Queryable, Transaction } from '../platform/database/index.ts';

export interface FailedMessage {
  id: string;
  channel: string;
  recipient: string;
  subject: string;
  attempts: number;
  /** Null once it is given up, and once it was sent. */
  nextAttemptAt: Date | null;
  /** What the provider reported after it had taken the message; null when the message was not taken. */
  outcome: MessageOutcome | null;
  /** Of the last attempt, or the provider's reason. */
  error: string | null;
}

/** It is tried again, or was given up. */
export const lastAttemptFailed = '(sent_at IS NULL AND (next_attempt_at IS NULL OR error IS NOT NULL))';

/** It could not be handed in, or its provider reports that it did not reach its reader. */
const isFailedMessage = `(${lastAttemptFailed} OR outcome <> 'delivered')`;

/** Nothing is tried with it any more. */
const isOver = `(sent_at IS NULL AND next_attempt_at IS NULL OR outcome <> 'delivered')`;

/** The newest messages that failed: those that are tried again, those that were given up, and those that came back. */
export async function failedMessages(db: Queryable, limit: number, offset = 0): Promise<FailedMessage[]> {
  const { rows } = await db.query<FailedMessage>(
    `SELECT id, channel, recipient, subject, attempts, outcome,
        CASE WHEN sent_at IS NULL THEN next_attempt_at END AS "nextAttemptAt", coalesce(nullif(outcome_reason, ''), error) AS error
      FROM messages WHERE ${isFailedMessage} ORDER BY id DESC LIMIT $1 OFFSET $2`,
    [limit, offset],
  );
  return rows;
}

export async function countFailedMessages(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM messages WHERE ${isFailedMessage}`,
  );
  return rows[0]?.count ?? 0;
}

/** One of them, or all. */
type WhichMessages = string;

const payload = z.object({ which: z.string().regex(/^(\d{1,18}|all)$/) });

/**
 * Sends messages whose last attempt failed again at once, with all their attempts; one that came back would come back again under its id. The
 * result is how many.
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
      change: `UPDATE messages SET attempts = 0, next_attempt_at = now() WHERE ${lastAttemptFailed}`,
      action: 'messages.repeated',
    }),
};

/**
 * Deletes a message that failed or came back, or all of these that are not tried again; their notices stay in the users' lists. The result is how many.
 * @throws DomainError not_found
 */
export const dropMessages: OperatorAction<{ which: WhichMessages }, number> = {
  name: 'messages.drop',
  permission: 'system',
  twoPersons: false,
  payload,
  run: (tx, act, { which }) =>
    changeFailed(tx, act, {
      which,
      change: `DELETE FROM messages WHERE ${which === 'all' ? isOver : isFailedMessage}`,
      action: 'messages.dropped',
    }),
};

async function changeFailed(
  tx: Transaction,
  act: OperatorAct,
  { which, change, action }: { which: WhichMessages; change: string; action: string },
): Promise<number> {
  // What a worker is sending is its own: repeated it would go out twice, dropped it would go out all the same.
  const { rowCount } = await tx.query(
    `${change}
        AND (claimed_until IS NULL OR claimed_until <= now()) AND ($1::bigint IS NULL OR id = $1)`,
    [which === 'all' ? null : which],
  );
  const count = rowCount ?? 0;
  if (count === 0) throw new DomainError('not_found', { message: 'no such message has failed, or it is being sent' });
  await recordAct(tx, act, { action, subject: `messages:${which}`, details: { count } });
  return count;
}
