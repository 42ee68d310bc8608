/** Referral codes, and who has brought whom. */
import { randomInt } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import type { PrismaQueryable, Queryable } from '../../platform/database/index.ts';

/** Without 0, 1, I and O: a code is also typed. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 8;

function makeCode(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}

/** The user's code, made at the first call. */
export async function ensureCode(db: Queryable, userId: number): Promise<string> {
  const { rows } = await db.query<{ code: string }>('SELECT code FROM referral_codes WHERE user_id = $1', [userId]);
  if (rows[0]) return rows[0].code;
  // Somebody else may have got the code, or another call of this user a code.
  await db.query('INSERT INTO referral_codes (user_id, code) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    userId,
    makeCode(),
  ]);
  return ensureCode(db, userId);
}

/** Who has the code; undefined when nobody does, or the account is gone or blocked. */
async function findReferrer(db: PrismaQueryable, code: string): Promise<bigint | undefined> {
  const rows = await db.$queryRaw<{ id: bigint }[]>`
    SELECT u.id FROM referral_codes JOIN users u ON u.id = user_id WHERE code = ${code} AND status = 'active'`;
  return rows[0]?.id;
}

/**
 * Notes in the transaction of a sign-up who has brought the new user.
 * @throws DomainError invalid_argument (referral): nobody has the code
 */
export async function recordReferral(db: PrismaQueryable, friendId: number, typed: string): Promise<void> {
  if (!(await recordKeptReferral(db, friendId, typed)))
    throw new DomainError('invalid_argument', { fields: { referral: ['Unknown referral code'] } });
}

/** As `recordReferral`, by a code that the new user has not typed. @returns false: nobody has it */
export async function recordKeptReferral(db: PrismaQueryable, friendId: number, code: string): Promise<boolean> {
  const referrerId = await findReferrer(db, code.trim().toUpperCase());
  if (referrerId === undefined) return false;
  await db.$executeRaw`INSERT INTO referrals (friend_id, referrer_id) VALUES (${BigInt(friendId)}, ${referrerId})`;
  return true;
}

/** The account was made by somebody else than its owner: nobody has brought the owner. */
export async function forgetReferrer(db: Queryable, friendId: number): Promise<void> {
  await db.query('DELETE FROM referrals WHERE friend_id = $1', [friendId]);
}
