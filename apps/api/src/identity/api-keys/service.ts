import { randomBytes, randomUUID } from 'node:crypto';
import type { Queryable } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/http/index.ts';
import { encryptSecret } from './secrets.ts';

export interface NewApiKey {
  userId: number;
  label: string;
  scopes: Scope[];
  /** Addresses or CIDR ranges; none means any. */
  allowedIps?: string[];
}

export interface CreatedApiKey {
  id: string;
  key: string;
  /** Shown once: only its encrypted form is kept. */
  secret: string;
}

/** Makes a key for a user. @param encryptionKey 32 bytes: API_KEY_ENCRYPTION_KEY */
export async function createApiKey(db: Queryable, options: NewApiKey, encryptionKey: Buffer): Promise<CreatedApiKey> {
  const created = {
    id: randomUUID(),
    key: randomBytes(16).toString('hex'),
    secret: randomBytes(32).toString('hex'),
  };
  await db.query(
    `INSERT INTO api_keys (id, user_id, label, key, secret_encrypted, scopes, allowed_ips)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      created.id,
      options.userId,
      options.label,
      created.key,
      encryptSecret(created.secret, encryptionKey, created.key),
      options.scopes,
      options.allowedIps ?? [],
    ],
  );
  return created;
}
