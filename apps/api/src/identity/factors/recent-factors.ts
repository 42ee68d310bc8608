/**
 * A second factor that was added within the last days may be somebody else's, who had a session for a moment. It does not hold the owner of
 * the mailbox off who recovers the password, and does not outlive that, nor a change of the password by somebody who did not add it. Of operators every factor counts, and none is removed: who has
 * lost theirs is helped by two others, and a mailbox alone opens no console.
 */
import type { FactorName } from '@pelican/shared/contracts/auth';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import { forgetPhone } from '../users/change-users.ts';
import { deleteRecoveryCodes } from './recovery-codes.ts';
import { findAccountFactors, type SwitchedMethod } from './second-factors.ts';

export const recentDays = 7;
/** For which nothing is withdrawn after factors were removed: they may have been the owner's, and a stolen mailbox enough to remove them. */
export const removedFactorsLockHours = recentDays * 24;
/** Of `users u`: a time within the last days, which is asked of those alone who are no operators. */
const isRecent = (time: string) =>
  `(u.operator_name IS NULL AND coalesce(${time} > now() - interval '${recentDays} days', false))`;

/** Of `users u`: since when the telephone is theirs, as far as it is judged by its age. */
const phoneSince = 'greatest(u.phone_verified_at, u.phone_new_since)';

/** Of `second_factors f` and `users u`. Codes by text message are as old as the number that they go to. */
const isRecentMethod = `(${isRecent('f.enabled_at')} OR f.method = 'sms_code' AND ${isRecent(phoneSince)})`;

/** The enabled second factors added more than `recentDays` ago, with `recovery_code` if codes of that age are left; empty if there are none. */
export async function findSettledFactors(db: Queryable, userId: number): Promise<FactorName[]> {
  const { rows } = await db.query<{ second: FactorName[]; hasCodes: boolean }>(
    `SELECT ARRAY(SELECT f.method FROM second_factors f WHERE f.user_id = u.id AND f.enabled_at IS NOT NULL
            AND NOT ${isRecentMethod} ORDER BY f.method DESC)
          || ARRAY(SELECT 'passkey' FROM passkeys WHERE user_id = u.id AND NOT ${isRecent('created_at')} LIMIT 1) AS second,
        EXISTS (SELECT FROM recovery_codes WHERE user_id = u.id AND used_at IS NULL AND NOT ${isRecent('created_at')}) AS "hasCodes"
       FROM users u WHERE u.id = $1`,
    [userId],
  );
  const { second = [], hasCodes = false } = rows[0] ?? {};
  return second.length > 0 && hasCodes ? [...second, 'recovery_code'] : second;
}

/** The ids of the passkeys added more than `recentDays` ago. */
export async function findSettledPasskeys(db: Queryable, userId: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT p.id FROM passkeys p JOIN users u ON u.id = p.user_id WHERE u.id = $1 AND NOT ${isRecent('p.created_at')}`,
    [userId],
  );
  return rows.map(({ id }) => id);
}

export interface RecentFactor {
  method: SwitchedMethod | 'passkey';
  /** Of a passkey. */
  name: string | null;
  addedAt: Date;
}

/** The enabled second factors added within `recentDays`, the oldest first. */
export async function findRecentFactors(db: Queryable, userId: number): Promise<RecentFactor[]> {
  const { rows } = await db.query<RecentFactor>(
    `SELECT f.method, NULL AS name, CASE f.method WHEN 'sms_code' THEN greatest(f.enabled_at, ${phoneSince}) ELSE f.enabled_at END AS "addedAt"
       FROM second_factors f JOIN users u ON u.id = f.user_id WHERE u.id = $1 AND f.enabled_at IS NOT NULL AND ${isRecentMethod}
     UNION ALL
     SELECT 'passkey', p.name, p.created_at FROM passkeys p JOIN users u ON u.id = p.user_id WHERE u.id = $1 AND ${isRecent('p.created_at')}
     ORDER BY 3`,
    [userId],
  );
  return rows;
}

/** Since when the telephone is the account's, or counts as new, where that was within `recentDays`. */
export async function findRecentPhone(db: Queryable, userId: number): Promise<Date | undefined> {
  const { rows } = await db.query<{ addedAt: Date }>({
    name: 'recent-phone',
    text: `SELECT ${phoneSince} AS "addedAt" FROM users u WHERE id = $1 AND phone IS NOT NULL AND ${isRecent(phoneSince)}`,
    values: [userId],
  });
  return rows[0]?.addedAt;
}

/**
 * Takes away a telephone that `findRecentPhone` finds: its number may be that of somebody who had a session for a moment, and texts and
 * codes go to it.
 * @returns the number; undefined when the telephone is older, or there is none
 */
export async function removeRecentPhone(tx: Transaction, userId: number): Promise<string | undefined> {
  const { rows } = await tx.query<{ phone: string }>(
    `SELECT phone FROM users u WHERE id = $1 AND phone IS NOT NULL AND ${isRecent(phoneSince)} FOR NO KEY UPDATE`,
    [userId],
  );
  if (rows[0] !== undefined) await forgetPhone(tx, userId);
  return rows[0]?.phone;
}

/** What its owner has just confirmed with: a method, or one passkey. */
export interface ShownFactor {
  factor: FactorName;
  passkey: string | null;
}

/**
 * Removes second factors added within `recentDays`, and all recovery codes if no factor remains.
 * @param shown the factor to keep; recovery codes of that age stay with it unless another factor was removed, and without it none does
 * @returns the removed methods, each once
 */
export async function removeRecentFactors(
  tx: Transaction,
  userId: number,
  shown?: ShownFactor,
): Promise<(SwitchedMethod | 'passkey')[]> {
  const { rows } = await tx.query<{ method: SwitchedMethod | 'passkey' }>(
    `WITH methods AS (
        DELETE FROM second_factors f USING users u
          WHERE u.id = f.user_id AND f.user_id = $1 AND (f.enabled_at IS NULL OR ${isRecentMethod} AND f.method IS DISTINCT FROM $2)
          RETURNING f.method, f.enabled_at),
      keys AS (
        DELETE FROM passkeys p USING users u
          WHERE u.id = p.user_id AND p.user_id = $1 AND ${isRecent('p.created_at')} AND p.id IS DISTINCT FROM $3 RETURNING 1),
      removed AS (SELECT method FROM methods WHERE enabled_at IS NOT NULL UNION SELECT 'passkey' FROM keys),
      codes AS (
        DELETE FROM recovery_codes c USING users u
          WHERE u.id = c.user_id AND c.user_id = $1 AND ${isRecent('c.created_at')} AND ($2::text IS NULL OR EXISTS (SELECT FROM removed)) RETURNING 1)
     SELECT method FROM removed`,
    [userId, shown?.factor ?? null, shown?.passkey ?? null],
  );
  if (!(await findAccountFactors(tx, userId))?.second.length) await deleteRecoveryCodes(tx, userId);
  return rows.map(({ method }) => method);
}

/** Whether something that proves the person is so new that a thief with a session may have added it: a second factor, recovery codes, or the telephone. */
export async function hasRecentProof(db: Queryable, userId: number): Promise<boolean> {
  const [factors, phone, hasCodes] = [
    await findRecentFactors(db, userId),
    await findRecentPhone(db, userId),
    await hasRecentCodes(db, userId),
  ];
  return factors.length > 0 || phone !== undefined || hasCodes;
}

async function hasRecentCodes(db: Queryable, userId: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM recovery_codes c JOIN users u ON u.id = c.user_id WHERE u.id = $1 AND ${isRecent('c.created_at')} LIMIT 1`,
    [userId],
  );
  return rowCount === 1;
}
