/**
 * Sign-ins, refusals, lock-outs, ends of sessions and changes of passwords. Sessions and passwords
 * are recorded by triggers; what leaves no row behind is written here. Kept for 90 days, addresses too, so that a theft that is
 * noticed late can still be followed. Never a password or a token, and no e-mail that is nobody's.
 */
import { deleteInBatches, type Queryable } from '../platform/database/index.ts';

export interface RefusedSignIn {
  kind: 'refused' | 'locked_out';
  /** Undefined: no account has the e-mail. */
  userId: number | undefined;
  ip: string;
  userAgent: string;
}

export interface SignInEvent {
  id: number;
  kind: 'signed_in' | 'session_ended' | 'password_changed' | RefusedSignIn['kind'];
  sessionId: string | null;
  ip: string | null;
  userAgent: string | null;
  /** Why a session ended. */
  reason: string | null;
  createdAt: Date;
}

/** So long addresses of sign-ins are kept, in sessions that are over too. */
export const signInKeptDays = 90;

/** The caller bounds how often. */
export async function recordRefusedSignIn(
  db: Queryable,
  { kind, userId, ip, userAgent }: RefusedSignIn,
): Promise<void> {
  await db.query('INSERT INTO sign_in_events (user_id, kind, ip, user_agent) VALUES ($1, $2, $3, $4)', [
    userId ?? null,
    kind,
    ip.slice(0, 64),
    userAgent.slice(0, 256),
  ]);
}

/** The newest first. @param options.before those older than this one */
export async function readSignInEvents(
  db: Queryable,
  {
    userId,
    since,
    before,
    count,
  }: { userId: number; since: Date | undefined; before?: number | undefined; count: number },
): Promise<SignInEvent[]> {
  const { rows } = await db.query<Omit<SignInEvent, 'id'> & { id: string }>(
    `SELECT id, kind, session_id AS "sessionId", ip, user_agent AS "userAgent", reason, created_at AS "createdAt"
      FROM sign_in_events WHERE user_id = $1 AND ($2::timestamptz IS NULL OR created_at >= $2)
        AND ($3::bigint IS NULL OR id < $3) ORDER BY id DESC LIMIT $4`,
    [userId, since ?? null, before ?? null, count],
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Several workers may do so at once: what another has deleted is no longer there. @returns how many rows that were */
export function deleteOldSignInEvents(db: Queryable): Promise<number> {
  return deleteInBatches(
    db,
    `DELETE FROM sign_in_events WHERE id IN (
      SELECT id FROM sign_in_events WHERE created_at < now() - interval '${signInKeptDays} days' ORDER BY created_at LIMIT $1)`,
  );
}
