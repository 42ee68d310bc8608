/** API keys of users. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/http/index.ts';
import { type EncryptionKeys, isSealedByNewest, seal, unseal } from '../../platform/sealing/index.ts';

/** What a key consists of. */
export interface ApiKeyMaterial {
  id: string;
  key: string;
  /** Shown once: only its encrypted form is kept. */
  secret: string;
  secretEncrypted: Buffer;
}

/** A key that works once it is inserted. */
export function generateApiKey(encryptionKeys: EncryptionKeys): ApiKeyMaterial {
  const key = randomBytes(16).toString('hex');
  const secret = randomBytes(32).toString('hex');
  return { id: randomUUID(), key, secret, secretEncrypted: seal(Buffer.from(secret), encryptionKeys, key) };
}

export interface NewApiKey {
  userId: number;
  label: string;
  scopes: Scope[];
  /** Addresses or CIDR ranges; none means any. */
  allowedIps?: string[];
  /** It works until then; null: until it is deleted. */
  expiresAt?: Date | null;
}

export async function insertApiKey(
  db: Queryable,
  { userId, label, scopes, allowedIps = [], expiresAt = null }: NewApiKey,
  { id, key, secretEncrypted }: Omit<ApiKeyMaterial, 'secret'>,
): Promise<void> {
  await db.query(
    `INSERT INTO api_keys (id, user_id, label, key, secret_encrypted, scopes, allowed_ips, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, userId, label, key, secretEncrypted, scopes, allowedIps, expiresAt],
  );
}

/** Makes a key for a user. */
export async function createApiKey(
  db: Queryable,
  options: NewApiKey,
  encryptionKeys: EncryptionKeys,
): Promise<ApiKeyMaterial> {
  const material = generateApiKey(encryptionKeys);
  await insertApiKey(db, options, material);
  return material;
}

export interface RevokedApiKey {
  id: string;
  userId: number;
  label: string;
  /** False when it was off already. */
  wasEnabled: boolean;
}

/** Turns a key off for good; undefined when there is none. */
export async function revokeKey(tx: Transaction, key: string): Promise<RevokedApiKey | undefined> {
  const { rows } = await tx.query<{ id: string; userId: string; label: string; enabled: boolean }>(
    'SELECT id, user_id AS "userId", label, enabled FROM api_keys WHERE key = $1 FOR UPDATE',
    [key],
  );
  if (!rows[0]) return undefined;
  const { id, userId, label, enabled } = rows[0];
  await tx.query('UPDATE api_keys SET enabled = false, revoked_at = coalesce(revoked_at, now()) WHERE id = $1', [id]);
  return { id, userId: Number(userId), label, wasEnabled: enabled };
}

/** Turns all keys of a user off for good; to be announced as a change of the user after the commit. */
export async function revokeApiKeysOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query('UPDATE api_keys SET enabled = false, revoked_at = coalesce(revoked_at, now()) WHERE user_id = $1', [
    userId,
  ]);
}

/** Deletes all keys of a user; to be announced as `revokeApiKeysOf`. @returns how many */
export async function deleteApiKeysOf(tx: Transaction, userId: number): Promise<number> {
  return (await tx.query('DELETE FROM api_keys WHERE user_id = $1', [userId])).rowCount ?? 0;
}

/**
 * Turns all keys of a user off, until their owner turns them on again; to be announced as `revokeApiKeysOf`.
 * @param madeWithinDays those alone that were made since then
 * @returns how many were on
 */
export async function disableApiKeysOf(tx: Transaction, userId: number, madeWithinDays?: number): Promise<number> {
  const { rowCount } = await tx.query(
    `UPDATE api_keys SET enabled = false WHERE user_id = $1 AND enabled
        AND ($2::int IS NULL OR created_at > now() - make_interval(days => $2))`,
    [userId, madeWithinDays ?? null],
  );
  return rowCount ?? 0;
}

/** The keys of a user that are on and were made within so many days, the oldest first. */
export async function findRecentApiKeys(
  db: Queryable,
  userId: number,
  days: number,
): Promise<{ name: string; addedAt: Date }[]> {
  const { rows } = await db.query<{ name: string; addedAt: Date }>(
    `SELECT label AS name, created_at AS "addedAt" FROM api_keys
      WHERE user_id = $1 AND enabled AND revoked_at IS NULL AND created_at > now() - make_interval(days => $2) ORDER BY created_at, id`,
    [userId, days],
  );
  return rows;
}

/** Encrypts with the newest key whatever another one has encrypted. @returns how many secrets @throws Error as `unseal` */
export async function reencryptApiKeys(tx: Transaction, encryptionKeys: EncryptionKeys): Promise<number> {
  const { rows } = await tx.query<{ id: string; key: string; stored: Buffer }>(
    'SELECT id, key, secret_encrypted AS stored FROM api_keys FOR UPDATE',
  );
  const older = rows.filter(({ stored }) => !isSealedByNewest(stored, encryptionKeys));
  const secrets = older.map(({ key, stored }) => seal(unseal(stored, encryptionKeys, key), encryptionKeys, key));
  await tx.query(
    `UPDATE api_keys SET secret_encrypted = changed.secret
       FROM unnest($1::uuid[], $2::bytea[]) AS changed (id, secret) WHERE api_keys.id = changed.id`,
    [older.map(({ id }) => id), secrets],
  );
  return older.length;
}
