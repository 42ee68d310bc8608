/** A user's settings in Postgres: the profile by Prisma, what is decided together with the outbox by pg. */
import type { Prisma } from '@pelican/prisma/client.ts';
import type { Configure, UserSettings } from '@pelican/shared/engine/spot';
import { changeProfile, type ProfileChange } from '../../identity/index.ts';
import type { PrismaQueryable, Queryable, Transaction } from '../../platform/database/index.ts';

const profileColumns = {
  id: true,
  email: true,
  nickname: true,
  locale: true,
  country: true,
  emailVerifiedAt: true,
  phone: true,
  phoneAskedAt: true,
  theme: true,
  timeZone: true,
  updatesConsentAt: true,
  kycStatus: true,
  kycCountry: true,
  customFee: true,
  futuresQuizPassedAt: true,
  role: true,
  deletionDueAt: true,
} satisfies Prisma.UserSelect;

type ProfileRow = Prisma.UserGetPayload<{ select: typeof profileColumns }>;

export interface Profile extends Omit<ProfileRow, 'id' | 'futuresQuizPassedAt'> {
  id: number;
  quizPassed: boolean;
}

export async function findProfile(db: PrismaQueryable, userId: number): Promise<Profile | undefined> {
  const row = await db.user.findUnique({ where: { id: userId }, select: profileColumns });
  return row ? toProfile(row) : undefined;
}

/** Changes what is given; answers the profile as it is then, or undefined when the account is gone. */
export async function updateProfile(
  db: PrismaQueryable,
  userId: number,
  change: ProfileChange,
): Promise<Profile | undefined> {
  const row = await changeProfile(db, userId, change, profileColumns);
  return row && toProfile(row);
}

function toProfile({ id, futuresQuizPassedAt, ...row }: ProfileRow): Profile {
  return { ...row, id: Number(id), quizPassed: futuresQuizPassedAt !== null };
}

/** The newest sign-in before the one of the session. */
export async function findLastSignIn(
  db: Queryable,
  userId: number,
  sessionId: string | undefined,
): Promise<{ time: number; ip: string } | null> {
  const { rows } = await db.query<{ ip: string | null; createdAt: Date }>(
    `SELECT ip, created_at AS "createdAt" FROM sign_in_events
      WHERE user_id = $1 AND kind = 'signed_in' AND session_id IS DISTINCT FROM $2 ORDER BY id DESC LIMIT 1`,
    [userId, sessionId ?? null],
  );
  return rows[0] ? { time: rows[0].createdAt.getTime() / 1000, ip: rows[0].ip ?? '' } : null;
}

/** The settings of the user that were published last; undefined when none were. */
export async function findUserSettings(db: Queryable, userId: number): Promise<UserSettings | undefined> {
  const { rows } = await db.query<{ command: Configure }>(
    `SELECT command FROM outbox_commands
      WHERE split_part(key, ':', 1) || ':' || split_part(key, ':', 2) = $1 AND shard_id IN (SELECT id FROM shards WHERE kind = 'spot') ORDER BY id DESC LIMIT 1`,
    [`user:${userId}`],
  );
  return rows[0]?.command.settings as UserSettings | undefined;
}

export async function insertUserSettings(transaction: Transaction, command: Configure, version: string): Promise<void> {
  await transaction.query(
    `INSERT INTO outbox_commands (shard_id, key, command) SELECT id, $1, $2 FROM shards WHERE kind = 'spot'`,
    [`user:${command.user}:${version}`, JSON.stringify(command)],
  );
}
