/** Users in Postgres, as sign-up and sign-in need them. */
import type { PrismaQueryable } from '../../platform/database/index.ts';

export interface NewUser {
  email: string;
  passwordHash: string;
  nickname: string;
  country: string;
  locale: string;
}

/** The new user's id, or undefined when the e-mail is taken. */
export async function insertUser(transaction: PrismaQueryable, user: NewUser): Promise<number | undefined> {
  // Of two that sign up at once the second adds nothing; `create` would break the transaction.
  const [added] = await transaction.user.createManyAndReturn({
    data: user,
    skipDuplicates: true,
    select: { id: true },
  });
  return added && Number(added.id);
}

export interface Credentials {
  id: number;
  passwordHash: string;
  passwordChangedAt: Date;
}

export async function findCredentials(db: PrismaQueryable, email: string): Promise<Credentials | undefined> {
  const user = await db.user.findUnique({
    where: { email },
    select: { id: true, passwordHash: true, passwordChangedAt: true },
  });
  return user ? { ...user, id: Number(user.id) } : undefined;
}

/** Marks the e-mail as verified. False when the account has another e-mail by now, or is gone. */
export async function markEmailVerified(db: PrismaQueryable, userId: number, email: string): Promise<boolean> {
  const account = { id: userId, email };
  const marked = await db.user.updateMany({
    where: { ...account, emailVerifiedAt: null },
    data: { emailVerifiedAt: new Date() },
  });
  return marked.count === 1 || (await db.user.count({ where: account })) === 1;
}

/**
 * Whether the user has signed in before, and never from this address with this browser. Devices that ended long ago are forgotten
 * with their sessions.
 */
export async function isNewDevice(
  db: PrismaQueryable,
  userId: number,
  { ip, userAgent }: { ip: string; userAgent: string },
): Promise<boolean> {
  const known = await db.session.findFirst({ where: { userId }, select: { id: true } });
  return (
    known !== null && (await db.session.findFirst({ where: { userId, ip, userAgent }, select: { id: true } })) === null
  );
}
