import { randomBytes } from 'node:crypto';
import type { Queryable } from '../database/index.ts';
import { type EncryptionKeys, isSealedByNewest, seal, unseal } from './sealed.ts';

/** A random key that stays the same when the encryption key changes: for what is compared, which cannot be encrypted anew. */
export async function readDataKey(db: Queryable, keys: EncryptionKeys, name: string): Promise<Buffer> {
  const found = await findDataKey(db, name);
  if (found) return unseal(found, keys, ownerOf(name));
  await db.query('INSERT INTO data_keys (name, sealed_key) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    name,
    seal(randomBytes(32), keys, ownerOf(name)),
  ]);
  // When two processes make the key at once, the first one wins: read what is stored.
  return unseal((await findDataKey(db, name)) as Buffer, keys, ownerOf(name));
}

/** Seals with the newest of the keys whatever another one has sealed. @returns how many @throws Error as `unseal` */
export async function resealDataKeys(tx: Queryable, keys: EncryptionKeys): Promise<number> {
  const { rows } = await tx.query<{ name: string; sealed: Buffer }>(
    'SELECT name, sealed_key AS sealed FROM data_keys FOR UPDATE',
  );
  const older = rows.filter(({ sealed }) => !isSealedByNewest(sealed, keys));
  for (const { name, sealed } of older)
    await tx.query('UPDATE data_keys SET sealed_key = $2 WHERE name = $1', [
      name,
      seal(unseal(sealed, keys, ownerOf(name)), keys, ownerOf(name)),
    ]);
  return older.length;
}

async function findDataKey(db: Queryable, name: string): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ sealed: Buffer }>('SELECT sealed_key AS sealed FROM data_keys WHERE name = $1', [
    name,
  ]);
  return rows[0]?.sealed;
}

function ownerOf(name: string): string {
  return `data key ${name}`;
}
