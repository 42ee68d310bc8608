/** SQL of sessions and refresh tokens. */
import type { Queryable } from '../../platform/database.ts';

export interface Device {
  ip: string;
  userAgent: string;
}

export interface HeldToken {
  sessionId: string;
  userId: number;
  blocked: boolean;
  /** The session has ended, or it or the token has run out. */
  ended: boolean;
  usedSecondsAgo: number | null;
  ip: string;
  userAgent: string;
}

/** Opens a session and forgets the user's long dead ones. */
export async function insertSession(
  db: Queryable,
  session: Device & { id: string; userId: number; days: number },
): Promise<void> {
  await db.query(`DELETE FROM sessions WHERE user_id = $1 AND expires_at < now() - interval '90 days'`, [
    session.userId,
  ]);
  await db.query(
    `INSERT INTO sessions (id, user_id, ip, user_agent, expires_at)
     VALUES ($1, $2, $3, $4, now() + make_interval(days => $5))`,
    [session.id, session.userId, session.ip, session.userAgent, session.days],
  );
}

/** A token lives as long as its session. */
export async function insertRefreshToken(db: Queryable, sessionId: string, tokenHash: Buffer): Promise<void> {
  await db.query(
    `INSERT INTO refresh_tokens (token_hash, session_id, expires_at)
     SELECT $2, id, expires_at FROM sessions WHERE id = $1`,
    [sessionId, tokenHash],
  );
}

/** The token and its session, locked until the transaction ends: of two racing refreshes the second sees the first. */
export async function lockRefreshToken(transaction: Queryable, tokenHash: Buffer): Promise<HeldToken | undefined> {
  const { rows } = await transaction.query<Omit<HeldToken, 'userId'> & { userId: string }>(
    `SELECT s.id AS "sessionId", s.user_id AS "userId", s.ip, s.user_agent AS "userAgent", u.status <> 'active' AS blocked,
            s.ended_at IS NOT NULL OR s.expires_at <= now() OR t.expires_at <= now() AS ended,
            extract(epoch FROM now() - t.used_at)::float8 AS "usedSecondsAgo"
       FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
      WHERE t.token_hash = $1 FOR UPDATE OF t, s`,
    [tokenHash],
  );
  return rows[0] && { ...rows[0], userId: Number(rows[0].userId) };
}

/** Marks the token used, which it stays, and moves the session to the device that used it. */
export async function spendRefreshToken(
  transaction: Queryable,
  use: Device & { tokenHash: Buffer; sessionId: string },
): Promise<void> {
  await transaction.query('UPDATE refresh_tokens SET used_at = coalesce(used_at, now()) WHERE token_hash = $1', [
    use.tokenHash,
  ]);
  await transaction.query('UPDATE sessions SET last_used_at = now(), ip = $2, user_agent = $3 WHERE id = $1', [
    use.sessionId,
    use.ip,
    use.userAgent,
  ]);
}

/** Ends the session. False when it had ended before. */
export async function markSessionEnded(db: Queryable, sessionId: string, reason: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE sessions SET ended_at = now(), end_reason = $2 WHERE id = $1 AND ended_at IS NULL',
    [sessionId, reason],
  );
  return rowCount === 1;
}
