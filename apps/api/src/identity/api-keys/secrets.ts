/**
 * Secrets of API keys at rest: AES-256-GCM, bound to the key they belong to. What is stored names the encryption key that it
 * needs, so that the encryption key can be changed while API keys go on.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Of 32 bytes each (API_KEY_ENCRYPTION_KEY). The first one encrypts, all of them decrypt. */
export type EncryptionKeys = readonly Buffer[];

const version = 1;
const keyIdLength = 4;
const nonceLength = 12;
const tagLength = 16;
const headLength = 1 + keyIdLength;

/** @returns version, id of the encryption key, nonce, tag and ciphertext in one */
export function encryptSecret(secret: string, keys: EncryptionKeys, key: string): Buffer {
  const newest = keys[0] as Buffer;
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', newest, nonce).setAAD(Buffer.from(key));
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([headOf(newest), nonce, cipher.getAuthTag(), encrypted]);
}

/** @throws Error when none of the encryption keys is the right one, or the row was tampered with */
export function decryptSecret(stored: Buffer, keys: EncryptionKeys, key: string): string {
  const encryptionKey = keys.find((one) => isEncryptedBy(stored, one));
  if (encryptionKey) return open(stored.subarray(headLength), encryptionKey, key);
  const opened = keys.map((one) => openWithoutHead(stored, one, key)).find((secret) => secret !== undefined);
  if (opened === undefined) throw new Error(`the secret of the API key ${key} needs an encryption key that is not set`);
  return opened;
}

/** As secrets were stored before they named their encryption key. */
function openWithoutHead(stored: Buffer, encryptionKey: Buffer, key: string): string | undefined {
  try {
    return open(stored, encryptionKey, key);
  } catch {
    return undefined;
  }
}

/** @throws Error when it was not sealed by this encryption key for this API key */
function open(sealed: Buffer, encryptionKey: Buffer, key: string): string {
  const decipher = createDecipheriv('aes-256-gcm', encryptionKey, sealed.subarray(0, nonceLength))
    .setAAD(Buffer.from(key))
    .setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()]).toString('utf8');
}

/** Whether a secret is encrypted by the newest of the keys. */
export function isCurrent(stored: Buffer, keys: EncryptionKeys): boolean {
  return isEncryptedBy(stored, keys[0] as Buffer);
}

function isEncryptedBy(stored: Buffer, encryptionKey: Buffer): boolean {
  return stored.subarray(0, headLength).equals(headOf(encryptionKey));
}

function headOf(encryptionKey: Buffer): Buffer {
  const id = createHash('sha256').update(encryptionKey).digest().subarray(0, keyIdLength);
  return Buffer.concat([Buffer.of(version), id]);
}
