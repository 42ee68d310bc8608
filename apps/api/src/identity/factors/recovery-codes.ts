/** Recovery codes: ten of 80 random bits, for the case that every second factor is lost. Each counts once; what is kept is their SHA-256. */
import { createHash } from 'node:crypto';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import { randomCode } from './random-code.ts';

const codesMax = 10;
const letters = 16;

/** Makes new ones in place of those of before. They cannot be shown again. */
export async function replaceRecoveryCodes(tx: Transaction, userId: number): Promise<string[]> {
  const codes = Array.from({ length: codesMax }, newCode);
  await deleteRecoveryCodes(tx, userId);
  await tx.query('INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::bytea[])', [
    userId,
    codes.map((code) => recoveryCodeHash(userId, code)),
  ]);
  return codes;
}

export async function deleteRecoveryCodes(tx: Transaction, userId: number): Promise<void> {
  await tx.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
}

/** @returns whether the code was one that had not been used. Of two uses at once one finds it so. */
export async function spendRecoveryCode(db: Queryable, userId: number, code: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE recovery_codes SET used_at = now() WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [userId, recoveryCodeHash(userId, code)],
  );
  return rowCount === 1;
}

/** As it is kept; capitals, spaces and hyphens make no difference. */
export function recoveryCodeHash(userId: number, code: string): Buffer {
  const plain = code.toUpperCase().replaceAll(/[\s-]/g, '');
  return createHash('sha256').update(`recovery-code:${userId}:${plain}`).digest();
}

function newCode(): string {
  return (randomCode(letters).match(/.{4}/g) as string[]).join('-');
}
