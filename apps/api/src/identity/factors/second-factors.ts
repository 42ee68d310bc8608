/** Second factors of accounts in Postgres, but for what passkeys and recovery codes consist of. */
import { type FactorName, guardFactorsOf } from '@pelican/shared/contracts/auth';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import { type EncryptionKeys, isSealedByNewest, seal, unseal } from '../../platform/sealing/index.ts';
import { stepOfCode } from './totp.ts';

export type SwitchedMethod = 'totp' | 'sms_code' | 'email_code';

/** What an account can show who it is with. */
export interface AccountFactors {
  email: string;
  isEmailVerified: boolean;
  /** The verified one. */
  phone: string | null;
  /** Younger than a day. */
  isYoung: boolean;
  isOperator: boolean;
  /** Enabled second factors. */
  second: FactorName[];
  recoveryCodesLeft: number;
}

/** Of `second_factors f` and `users u`: it is enabled. Codes by mail are no factor of operators: their password is recovered by the same mailbox. */
const isMethodOn = `(f.enabled_at IS NOT NULL AND (f.method <> 'email_code' OR u.operator_name IS NULL))`;

/** Of `users u`: whether some second factor is enabled. */
export const hasSecondFactor = `(EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND ${isMethodOn})
  OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id))`;

export async function findAccountFactors(db: Queryable, userId: number): Promise<AccountFactors | undefined> {
  const { rows } = await db.query<AccountFactors>({
    name: 'account-factors',
    text: `SELECT u.email, u.email_verified_at IS NOT NULL AS "isEmailVerified", u.phone, u.created_at > now() - interval '1 day' AS "isYoung",
        u.operator_name IS NOT NULL AS "isOperator",
        ARRAY(SELECT f.method FROM second_factors f WHERE f.user_id = u.id AND ${isMethodOn} ORDER BY f.method DESC)
          || ARRAY(SELECT 'passkey' FROM passkeys WHERE user_id = u.id LIMIT 1) AS second,
        (SELECT count(*)::int FROM recovery_codes WHERE user_id = u.id AND used_at IS NULL) AS "recoveryCodesLeft"
       FROM users u WHERE u.id = $1`,
    values: [userId],
  });
  return rows[0];
}

/** The factors that can answer the second step of a sign-in; empty if none is enabled. A recovery code can replace any of them. */
export function secondStepsOf({ second, recoveryCodesLeft }: AccountFactors): FactorName[] {
  if (second.length === 0) return [];
  return recoveryCodesLeft > 0 ? [...second, 'recovery_code'] : [...second];
}

/** The factors of which one shows once more who somebody is: where a second factor is enabled, one of those that guard the account. */
export function stepUpFactorsOf(factors: AccountFactors): FactorName[] {
  const steps = secondStepsOf(factors);
  if (steps.length > 0) return [...guardFactorsOf(steps)];
  return factors.isEmailVerified ? ['password', 'email_code'] : ['password'];
}

/** Keeps the seed of an app that is to be confirmed, in place of one that was not. */
export async function storeSeed(tx: Transaction, userId: number, seed: Buffer, keys: EncryptionKeys): Promise<void> {
  await tx.query(
    `INSERT INTO second_factors (user_id, method, secret_encrypted) VALUES ($1, 'totp', $2)
      ON CONFLICT (user_id, method) DO UPDATE SET secret_encrypted = excluded.secret_encrypted, last_step = NULL, created_at = now()
      WHERE second_factors.enabled_at IS NULL`,
    [userId, seal(seed, keys, ownerOf(userId))],
  );
}

interface StoredSeed {
  seed: Buffer;
  isEnabled: boolean;
}

export async function findSeed(db: Queryable, userId: number, keys: EncryptionKeys): Promise<StoredSeed | undefined> {
  const { rows } = await db.query<{ sealed: Buffer; isEnabled: boolean }>(
    `SELECT secret_encrypted AS sealed, enabled_at IS NOT NULL AS "isEnabled" FROM second_factors
      WHERE user_id = $1 AND method = 'totp'`,
    [userId],
  );
  return rows[0] && { seed: unseal(rows[0].sealed, keys, ownerOf(userId)), isEnabled: rows[0].isEnabled };
}

/**
 * Whether the text is a code of the app that was not used. Each code counts once: of two calls at once with the same code one finds it
 * unused, because the step is kept in the row.
 * @param isEnabled whether it is the app that counts, or the one that is to be confirmed
 */
export async function spendTotpCode(
  db: Queryable,
  given: { userId: number; code: string; keys: EncryptionKeys; nowMs: number; isEnabled: boolean },
): Promise<boolean> {
  const { userId, code, keys, nowMs, isEnabled } = given;
  const stored = await findSeed(db, userId, keys);
  if (stored?.isEnabled !== isEnabled) return false;
  const step = stepOfCode(stored.seed, code, nowMs);
  if (step === undefined) return false;
  const { rowCount } = await db.query(
    `UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND method = 'totp' AND (last_step IS NULL OR last_step < $2)
        AND (enabled_at IS NOT NULL) = $3`,
    [userId, step, isEnabled],
  );
  return rowCount === 1;
}

/** @returns false when it was enabled already */
export async function enableMethod(tx: Transaction, userId: number, method: SwitchedMethod): Promise<boolean> {
  const { rowCount } = await tx.query(
    method === 'totp'
      ? `UPDATE second_factors SET enabled_at = now() WHERE user_id = $1 AND method = $2 AND enabled_at IS NULL`
      : `INSERT INTO second_factors (user_id, method, enabled_at) VALUES ($1, $2, now()) ON CONFLICT DO NOTHING`,
    [userId, method],
  );
  return rowCount === 1;
}

/** @returns false when it was not enabled */
export async function disableMethod(tx: Transaction, userId: number, method: SwitchedMethod): Promise<boolean> {
  const { rowCount } = await tx.query(
    'DELETE FROM second_factors WHERE user_id = $1 AND method = $2 AND enabled_at IS NOT NULL',
    [userId, method],
  );
  return rowCount === 1;
}

/** Every second factor of an account, and its recovery codes. @returns whether there were any */
export async function removeSecondFactors(tx: Transaction, userId: number): Promise<boolean> {
  let removed = 0;
  for (const table of ['second_factors', 'passkeys', 'recovery_codes'])
    removed += (await tx.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId])).rowCount ?? 0;
  return removed > 0;
}

/** Seals with the newest key whatever another one has sealed. @returns how many seeds @throws Error as `unseal` */
export async function resealSeeds(tx: Transaction, keys: EncryptionKeys): Promise<number> {
  const { rows } = await tx.query<{ userId: string; sealed: Buffer }>(
    `SELECT user_id AS "userId", secret_encrypted AS sealed FROM second_factors WHERE method = 'totp' FOR UPDATE`,
  );
  const older = rows.filter(({ sealed }) => !isSealedByNewest(sealed, keys));
  const sealed = older.map((row) => {
    const owner = ownerOf(Number(row.userId));
    return seal(unseal(row.sealed, keys, owner), keys, owner);
  });
  await tx.query(
    `UPDATE second_factors SET secret_encrypted = changed.secret
       FROM unnest($1::bigint[], $2::bytea[]) AS changed (id, secret) WHERE user_id = changed.id AND method = 'totp'`,
    [older.map(({ userId }) => userId), sealed],
  );
  return older.length;
}

function ownerOf(userId: number): string {
  return `totp:${userId}`;
}
