/** What users change of their own accounts, in Prisma's transactions. */
import type { Prisma } from '@pelican/prisma/client.ts';
import type { PrismaQueryable } from '../../platform/database/index.ts';

export interface SignUp {
  email: string;
  passwordHash: string;
  nickname: string;
  country: string;
  locale: string;
  /** In the form of E.164. */
  phone: string | undefined;
  wantsUpdates: boolean;
}

/**
 * The new user's id, or undefined when the e-mail is taken. Not by Prisma's own insert, which writes every column: the API may
 * write these, and not who is an operator.
 */
export async function signUpUser(
  transaction: PrismaQueryable,
  { email, passwordHash, nickname, country, locale, phone, wantsUpdates }: SignUp,
): Promise<number | undefined> {
  // Of two that sign up at once the second adds nothing; an error would break the transaction.
  const [added] = await transaction.$queryRaw<{ id: bigint }[]>`
    INSERT INTO users (email, password_hash, nickname, country, locale, unverified_phone, updates_consent_at)
    VALUES (${email}, ${passwordHash}, ${nickname}, ${country}, ${locale}, ${phone ?? null}, CASE WHEN ${wantsUpdates} THEN now() END)
    ON CONFLICT DO NOTHING RETURNING id`;
  return added && Number(added.id);
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

export interface ProfileChange {
  nickname?: string | undefined;
  locale?: string | undefined;
  theme?: string | undefined;
  timeZone?: string | null | undefined;
  antiPhishingCode?: string | null | undefined;
  updatesConsentAt?: Date | null | undefined;
  phoneAskedAt?: Date | undefined;
}

/** Changes what is given; answers the columns as they are then, or undefined when the account is gone. */
export async function changeProfile<const Columns extends Prisma.UserSelect>(
  db: PrismaQueryable,
  userId: number,
  change: ProfileChange,
  columns: Columns,
): Promise<Prisma.UserGetPayload<{ select: Columns }> | undefined> {
  const [row] = await db.user.updateManyAndReturn({
    where: { id: userId },
    // Prisma leaves a column as it is for undefined, but its types do not say so.
    data: change as Prisma.UserUpdateManyMutationInput,
    select: columns,
  });
  return row as Prisma.UserGetPayload<{ select: Columns }> | undefined;
}
