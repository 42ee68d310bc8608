/** A person's API keys in Postgres; never their secrets. */
import type { ApiKeyScope } from '@pelican/shared/contracts/api-keys';
import { countRows, type Queryable, type Transaction } from '../../platform/database/index.ts';

export interface StoredKey {
  id: string;
  serialNumber: number;
  name: string;
  apiKey: string;
  scopes: ApiKeyScope[];
  allowedIps: string[];
  enabled: boolean;
  createdAt: Date;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
}

const keysOf = `SELECT id, (row_number() OVER (ORDER BY created_at, id))::int AS "serialNumber", label AS name, key AS "apiKey",
    scopes, allowed_ips AS "allowedIps", enabled, created_at AS "createdAt", expires_at AS "expiresAt",
    revoked_at AS "revokedAt", last_used_at AS "lastUsedAt"
  FROM api_keys WHERE user_id = $1`;

/** A page of a user's keys, the newest first. */
export async function findKeys(
  db: Queryable,
  userId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ keys: StoredKey[]; total: number }> {
  const { rows } = await db.query<StoredKey>(`${keysOf} ORDER BY created_at DESC, id DESC OFFSET $2 LIMIT $3`, [
    userId,
    offset,
    limit,
  ]);
  return { keys: rows, total: await countRows(db, keysOf, [userId], { offset, limit }) };
}

/** The key if it is this user's. */
export async function findKey(db: Queryable, userId: number, id: string): Promise<StoredKey | undefined> {
  const { rows } = await db.query<StoredKey>(`SELECT * FROM (${keysOf}) AS keys WHERE id = $2`, [userId, id]);
  return rows[0];
}

export async function countKeys(db: Queryable, userId: number): Promise<number> {
  const { rows } = await db.query<{ count: number }>('SELECT count(*)::int AS count FROM api_keys WHERE user_id = $1', [
    userId,
  ]);
  return rows[0]?.count ?? 0;
}

/** The caller holds the row of the user locked, and has seen that the key is that user's. */
export async function setEnabled(tx: Transaction, id: string, enabled: boolean): Promise<void> {
  await tx.query('UPDATE api_keys SET enabled = $2 WHERE id = $1', [id, enabled]);
}

/** As `setEnabled`. */
export async function deleteKey(tx: Transaction, id: string): Promise<void> {
  await tx.query('DELETE FROM api_keys WHERE id = $1', [id]);
}
