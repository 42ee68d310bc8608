/** Accounts in Postgres, as sign-in needs them. */
import { isActiveUser, signInKeptDays } from '../../identity/index.ts';
import type { PrismaQueryable } from '../../platform/database/index.ts';

const dayMs = 86_400_000;

export interface Credentials {
  id: number;
  email: string;
  passwordHash: string;
  passwordChangedAt: Date;
  isEmailVerified: boolean;
  isBlocked: boolean;
}

/** By e-mail, or by the id of a person who has shown who they are otherwise. */
export async function findCredentials(
  db: PrismaQueryable,
  account: { email: string } | { id: number },
): Promise<Credentials | undefined> {
  const [column, value] = 'email' in account ? ['email', account.email] : ['id', account.id];
  const [row] = await db.$queryRawUnsafe<(Omit<Credentials, 'id'> & { id: bigint })[]>(
    `SELECT id, email, password_hash AS "passwordHash", password_changed_at AS "passwordChangedAt",
            email_verified_at IS NOT NULL AS "isEmailVerified", NOT ${isActiveUser()} AS "isBlocked"
       FROM users WHERE ${column} = $1`,
    value,
  );
  return row && { ...row, id: Number(row.id) };
}

export async function findEmail(db: PrismaQueryable, id: number): Promise<string> {
  return (await db.user.findUniqueOrThrow({ where: { id }, select: { email: true } })).email;
}

/**
 * Whether the user has signed in before, and never from this address with this browser. Devices are forgotten with their sessions, some time after
 * these are over; of an account that is older than that nobody can say that it has never been signed in to.
 */
export async function isNewDevice(
  db: PrismaQueryable,
  userId: number,
  { ip, userAgent }: { ip: string; userAgent: string },
): Promise<boolean> {
  const forgottenAt = new Date(Date.now() - signInKeptDays * dayMs);
  const isOldOrKnown = [{ createdAt: { lt: forgottenAt } }, { sessions: { some: {} } }];
  const known = await db.user.findFirst({ where: { id: userId, OR: isOldOrKnown }, select: { id: true } });
  return (
    known !== null && (await db.session.findFirst({ where: { userId, ip, userAgent }, select: { id: true } })) === null
  );
}
