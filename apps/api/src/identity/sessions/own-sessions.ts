/** Sessions as their owner sees and ends them. */
import { DomainError } from '@pelican/shared/contracts';
import { countRows, type Queryable, type Transaction } from '../../platform/database/index.ts';
import { signInKeptDays } from '../sign-in-events.ts';
import { lockUserRow } from '../users/find-users.ts';
import type { Device } from './repository.ts';

export interface OwnSession extends Device {
  id: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

/** A page of those that have not ended: the current one first, then the last used. */
export async function findSessions(
  db: Queryable,
  userId: number,
  currentId: string,
  { offset, limit, idleDays }: { offset: number; limit: number; idleDays: number },
): Promise<{ sessions: OwnSession[]; total: number }> {
  const live = `SELECT id, ip, user_agent AS "userAgent", created_at AS "createdAt", last_used_at AS "lastUsedAt", expires_at AS "expiresAt"
      FROM sessions WHERE user_id = $1 AND ended_at IS NULL AND expires_at > now()
        AND last_used_at > now() - make_interval(days => $2)`;
  const { rows } = await db.query<OwnSession>(
    `${live} ORDER BY id = $3::uuid DESC, last_used_at DESC, id OFFSET $4 LIMIT $5`,
    [userId, idleDays, currentId, offset, limit],
  );
  return { sessions: rows, total: await countRows(db, live, [userId, idleDays], { offset, limit }) };
}

/** A session and its user, as one call has them. */
export interface SessionOfUser {
  userId: number;
  sessionId: string;
}

/**
 * Locks the row of the account until the transaction ends, in a session that has not ended: what gives access to an account comes before a
 * recovery that ends its sessions, which then removes it, or not at all.
 * @throws DomainError invalid_token
 */
export async function lockLiveSession(tx: Transaction, { userId, sessionId }: SessionOfUser): Promise<void> {
  await lockUserRow(tx, userId);
  const { rowCount } = await tx.query({
    name: 'session-is-live',
    text: 'SELECT FROM sessions WHERE id = $1 AND user_id = $2 AND ended_at IS NULL AND expires_at > now()',
    values: [sessionId, userId],
  });
  if (rowCount !== 1) throw new DomainError('invalid_token');
}

/**
 * Whether the session was opened by the first sign-in of its user. Of an account that is older than what is kept of sessions nobody can say so.
 */
export async function isFirstSession(db: Queryable, userId: number, sessionId: string): Promise<boolean> {
  const { rows } = await db.query<{ isFirst: boolean }>(
    `SELECT u.created_at > now() - make_interval(days => $3) AND NOT EXISTS (
        SELECT FROM sessions earlier WHERE earlier.user_id = u.id AND earlier.id <> s.id AND earlier.created_at <= s.created_at) AS "isFirst"
       FROM users u JOIN sessions s ON s.user_id = u.id WHERE u.id = $1 AND s.id = $2`,
    [userId, sessionId, signInKeptDays],
  );
  return rows[0]?.isFirst ?? false;
}

/** Ends a session of this user alone. @returns its id; none when the user has no such session that goes on */
export function endOwnSession(tx: Transaction, userId: number, sessionId: string, reason: string): Promise<string[]> {
  return end(tx, 'id = $3::uuid', [userId, reason, sessionId]);
}

/** Ends all sessions of the user but one. @returns their ids, to be announced after the commit */
export function endOtherSessions(tx: Transaction, userId: number, kept: string, reason: string): Promise<string[]> {
  return end(tx, 'id <> $3::uuid', [userId, reason, kept]);
}

/** Ends every session of the user. @returns their ids, to be announced after the commit */
export function endEverySession(tx: Transaction, userId: number, reason: string): Promise<string[]> {
  return end(tx, 'true', [userId, reason]);
}

async function end(tx: Transaction, which: string, values: [number, string, string?]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `UPDATE sessions SET ended_at = now(), end_reason = $2
      WHERE user_id = $1 AND ${which} AND ended_at IS NULL AND expires_at > now() RETURNING id`,
    values,
  );
  return rows.map(({ id }) => id);
}
