/**
 * Files at rest: each under a random key of its own (AES-256-GCM, bound to the file's id), which is stored under the keys of the
 * configuration. A file is a row, written in the transaction of what refers to it: neither is ever there without the other
 * (docs/decisions/0087).
 */
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import { deleteInBatches, type Queryable, type Transaction } from '../database/index.ts';
import { type EncryptionKeys, newestHead, seal, unseal } from '../sealing/index.ts';
import type { CheckedFile } from './check-file.ts';

const nonceLength = 12;
const tagLength = 16;

export interface NewFile {
  /** Null for a visitor. */
  userId: number | null;
  /** The domain that keeps it: it opens files of its own purpose alone. */
  purpose: string;
  file: Pick<CheckedFile, 'mediaType' | 'name' | 'content'>;
  /** Null: until `deleteFilesAfter` says. */
  deleteAfter: Date | null;
}

/** @returns the file's id */
export async function storeFile(tx: Transaction, keys: EncryptionKeys, given: NewFile): Promise<string> {
  const { userId, purpose, file, deleteAfter } = given;
  const id = randomUUID();
  const fileKey = randomBytes(32);
  await tx.query(
    `INSERT INTO files (id, user_id, purpose, media_type, name, size, sealed_key, content, delete_after)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      userId,
      purpose,
      file.mediaType,
      file.name,
      file.content.length,
      seal(fileKey, keys, ownerOf(id)),
      encrypt(file.content, fileKey, id),
      deleteAfter,
    ],
  );
  return id;
}

export interface OpenedFile {
  id: string;
  mediaType: string;
  name: string;
  content: Buffer;
}

/**
 * Who may see it is for the caller to say.
 * @throws DomainError not_found: there is none, it is of another purpose, or its time is over; Error when it was tampered with
 */
export async function openFile(
  db: Queryable,
  keys: EncryptionKeys,
  { id, purpose }: { id: string; purpose: string },
): Promise<OpenedFile> {
  const { rows } = await db.query<{ mediaType: string; name: string; sealedKey: Buffer; content: Buffer }>(
    `SELECT media_type AS "mediaType", name, sealed_key AS "sealedKey", content FROM files
      WHERE id = $1 AND purpose = $2 AND coalesce(delete_after, 'infinity') > now()`,
    [id, purpose],
  );
  if (!rows[0]) throw new DomainError('not_found');
  const { mediaType, name, sealedKey, content } = rows[0];
  return { id, mediaType, name, content: decrypt(content, unseal(sealedKey, keys, ownerOf(id)), id) };
}

/** Gives files a time from which on they cannot be opened, and are deleted by the worker. */
export async function deleteFilesAfter(tx: Transaction, ids: readonly string[], time: Date): Promise<void> {
  await tx.query('UPDATE files SET delete_after = $2 WHERE id = ANY ($1::uuid[])', [ids, time]);
}

/** Ends the time of all that a user has sent for this purpose. */
export async function deleteFilesOf(
  tx: Transaction,
  { userId, purpose }: { userId: number; purpose: string },
): Promise<void> {
  await tx.query(
    `UPDATE files SET delete_after = now()
      WHERE user_id = $1 AND purpose = $2 AND coalesce(delete_after, 'infinity') > now()`,
    [userId, purpose],
  );
}

/** Megabytes each: more of them do not end within the limit of statements. */
const expiredBatch = 50;
const expiredFiles = `
  DELETE FROM files WHERE id IN (
    SELECT id FROM files WHERE delete_after < now() ORDER BY delete_after LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/** Several workers may do so at once. @returns how many are gone */
export async function deleteExpiredFiles(db: Queryable): Promise<number> {
  return deleteInBatches(db, expiredFiles, expiredBatch);
}

/** In one transaction: uploads wait for no more than these. */
const resealedMax = 2_000;

export interface ResealedFiles {
  changed: number;
  /** The id after which there may be more; null when there is none. */
  next: string | null;
}

/**
 * Puts the keys of some files under the newest key of the configuration; contents stay as they are. To be called again, each time in a transaction
 * of its own and with the `next` of the call before, until that is null: what is done stays done.
 * @throws Error as `unseal`
 */
export async function resealFileKeys(
  tx: Transaction,
  keys: EncryptionKeys,
  { after = null, max = resealedMax }: { after?: string | null; max?: number } = {},
): Promise<ResealedFiles> {
  const head = newestHead(keys);
  const { rows: older } = await tx.query<{ id: string; sealedKey: Buffer }>(
    `SELECT id, sealed_key AS "sealedKey" FROM files WHERE substring(sealed_key FROM 1 FOR $2) <> $1 AND ($4::uuid IS NULL OR id > $4)
      ORDER BY id LIMIT $3 FOR NO KEY UPDATE`,
    [head, head.length, max, after],
  );
  await tx.query(
    `UPDATE files SET sealed_key = changed.sealed
       FROM unnest($1::uuid[], $2::bytea[]) AS changed (id, sealed) WHERE files.id = changed.id`,
    [
      older.map(({ id }) => id),
      older.map(({ id, sealedKey }) => seal(unseal(sealedKey, keys, ownerOf(id)), keys, ownerOf(id))),
    ],
  );
  return { changed: older.length, next: older.length === max ? (older.at(-1)?.id ?? null) : null };
}

function ownerOf(id: string): string {
  return `file ${id}`;
}

function encrypt(content: Buffer, key: Buffer, id: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id));
  const encrypted = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

function decrypt(stored: Buffer, key: Buffer, id: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, stored.subarray(0, nonceLength))
    .setAAD(Buffer.from(id))
    .setAuthTag(stored.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(stored.subarray(nonceLength + tagLength)), decipher.final()]);
}
