/** Sessions and refresh tokens in Postgres. */
import type { PrismaQueryable, Queryable } from '../../platform/database/index.ts';
import { isActiveUser } from '../users/active-user.ts';

export interface Device {
  ip: string;
  userAgent: string;
}

/** How a person has shown who they are, by the names of RFC 8176. */
export type SignInMethod = 'pwd' | 'otp' | 'sms' | 'mca' | 'hwk' | 'swk' | 'user' | 'mfa';

/** A refresh token by its SHA-256. */
export type TokenHash = Uint8Array<ArrayBuffer>;

export interface HeldToken extends Device {
  sessionId: string;
  userId: number;
  blocked: boolean;
  /** The session has ended, it or the token has run out, or it was not used for too long. */
  ended: boolean;
  usedSecondsAgo: number | null;
  sessionExpiresAt: Date;
  /** The time of the transaction, by the clock of Postgres. */
  now: Date;
}

type HeldTokenRow = Omit<HeldToken, 'userId'> & { userId: bigint };

const heldColumns = `s.id AS "sessionId", s.user_id AS "userId", s.ip, s.user_agent AS "userAgent",
  NOT ${isActiveUser('u')} AS blocked, s.expires_at AS "sessionExpiresAt", now() AS now`;

/**
 * What a sign-in has verified may have changed since: the account's row, locked until the transaction ends, so that a change
 * of password or a block comes either before this or after the session, which it then ends.
 */
export async function lockAccountForSession(
  transaction: PrismaQueryable,
  userId: number,
): Promise<{ passwordHash: string; blocked: boolean } | undefined> {
  const [row] = await transaction.$queryRawUnsafe<{ passwordHash: string; blocked: boolean }[]>(
    `SELECT password_hash AS "passwordHash", NOT ${isActiveUser()} AS blocked FROM users WHERE id = $1 FOR SHARE`,
    userId,
  );
  return row;
}

export async function insertSession(
  db: PrismaQueryable,
  session: Device & { id: string; userId: number; methods: SignInMethod[]; expiresAt: Date },
): Promise<void> {
  const { id, userId, methods, ip, userAgent, expiresAt } = session;
  await db.session.create({ data: { id, userId, methods, ip, userAgent, expiresAt }, select: { id: true } });
}

/** The person has added a second factor in this session, which goes on. That shows nothing of who they are: the time of the sign-in stays. */
export async function addMethods(db: Queryable, sessionId: string, methods: readonly SignInMethod[]): Promise<void> {
  await db.query(
    `UPDATE sessions SET
        methods = ARRAY(SELECT DISTINCT unnest(methods || $2::text[]) ORDER BY 1) WHERE id = $1 AND ended_at IS NULL`,
    [sessionId, [...methods, 'mfa']],
  );
}

/** A token is valid as long as its session: `expiresAt` is the session's. */
export async function insertRefreshToken(
  db: PrismaQueryable,
  token: { sessionId: string; tokenHash: TokenHash; expiresAt: Date },
): Promise<void> {
  await db.refreshToken.create({ data: token, select: { tokenHash: true } });
}

/** The session that a token belongs to. */
export async function findSessionOfToken(
  db: PrismaQueryable,
  tokenHash: TokenHash,
): Promise<{ sessionId: string; userId: number } | undefined> {
  const token = await db.refreshToken.findUnique({
    where: { tokenHash },
    select: { sessionId: true, session: { select: { userId: true } } },
  });
  return token ? { sessionId: token.sessionId, userId: Number(token.session.userId) } : undefined;
}

export async function findSession(
  db: PrismaQueryable,
  sessionId: string,
): Promise<{ sessionId: string; userId: number } | undefined> {
  const session = await db.session.findUnique({ where: { id: sessionId }, select: { userId: true } });
  return session ? { sessionId, userId: Number(session.userId) } : undefined;
}

/** The token and its session, locked until the transaction ends: of two racing refreshes the second sees the first. */
export async function lockRefreshToken(
  transaction: PrismaQueryable,
  tokenHash: TokenHash,
  idleDays: number,
): Promise<HeldToken | undefined> {
  const [row] = await transaction.$queryRawUnsafe<HeldTokenRow[]>(
    `SELECT ${heldColumns},
            s.ended_at IS NOT NULL OR s.expires_at <= now() OR t.expires_at <= now()
              OR s.last_used_at <= now() - make_interval(days => $2::int) AS ended,
            extract(epoch FROM now() - t.used_at)::float8 AS "usedSecondsAgo"
       FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
      WHERE t.token_hash = $1 FOR UPDATE OF t, s`,
    tokenHash,
    idleDays,
  );
  return row && { ...row, userId: Number(row.userId) };
}

/** The session of a token whose row was deleted, locked likewise: the token counts as used long ago. */
export async function lockSessionOfDeletedToken(
  transaction: PrismaQueryable,
  sessionId: string,
): Promise<HeldToken | undefined> {
  const [row] = await transaction.$queryRawUnsafe<HeldTokenRow[]>(
    `SELECT ${heldColumns}, s.ended_at IS NOT NULL OR s.expires_at <= now() AS ended,
            'Infinity'::float8 AS "usedSecondsAgo"
       FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1::uuid FOR UPDATE OF s`,
    sessionId,
  );
  return row && { ...row, userId: Number(row.userId) };
}

/** Whether the token is there and unused. */
export async function isUnused(transaction: PrismaQueryable, tokenHash: TokenHash): Promise<boolean> {
  return (await transaction.refreshToken.count({ where: { tokenHash, usedAt: null } })) === 1;
}

/** Deletes the session's tokens that were used before the time. */
export async function deleteUsedTokens(transaction: PrismaQueryable, sessionId: string, before: Date): Promise<void> {
  await transaction.refreshToken.deleteMany({ where: { sessionId, usedAt: { lt: before } } });
}

/** Marks the token used and moves the session to the device that used it. */
export async function spendRefreshToken(
  transaction: PrismaQueryable,
  use: Device & { tokenHash: TokenHash; sessionId: string; now: Date },
): Promise<void> {
  const { tokenHash, sessionId, now, ip, userAgent } = use;
  await transaction.refreshToken.update({ where: { tokenHash }, data: { usedAt: now }, select: { tokenHash: true } });
  await transaction.session.updateMany({ where: { id: sessionId }, data: { lastUsedAt: now, ip, userAgent } });
}

/** Ends the session; one that has ended stays as it is. Returns whether it had not ended yet. */
export async function markSessionEnded(db: PrismaQueryable, sessionId: string, reason: string): Promise<boolean> {
  const { count } = await db.session.updateMany({
    where: { id: sessionId, endedAt: null },
    data: { endedAt: new Date(), endReason: reason },
  });
  return count > 0;
}
