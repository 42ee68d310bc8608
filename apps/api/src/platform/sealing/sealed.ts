/**
 * Secrets at rest: AES-256-GCM, bound to what they belong to. What is stored names the encryption key that it needs, so that the
 * encryption key can be changed while what it has encrypted stays in use.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Keys of 32 bytes each (API_KEY_ENCRYPTION_KEY). The first one encrypts, all of them decrypt. */
export type EncryptionKeys = readonly Buffer[];

const version = 1;
const keyIdLength = 4;
const nonceLength = 12;
const tagLength = 16;
const headLength = 1 + keyIdLength;

/**
 * @param owner what it belongs to: it can be read as that owner's alone
 * @returns version, id of the encryption key, nonce, tag and ciphertext in one
 */
export function seal(plain: Buffer, keys: EncryptionKeys, owner: string): Buffer {
  const newest = keys[0] as Buffer;
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', newest, nonce).setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([headOf(newest), nonce, cipher.getAuthTag(), encrypted]);
}

/** @throws Error when none of the encryption keys is the right one, or what is stored was tampered with or is another owner's */
export function unseal(stored: Buffer, keys: EncryptionKeys, owner: string): Buffer {
  const encryptionKey = keys.find((one) => isSealedBy(stored, one));
  if (encryptionKey) return open(stored.subarray(headLength), encryptionKey, owner);
  const opened = keys.map((one) => openWithoutHead(stored, one, owner)).find((plain) => plain !== undefined);
  if (opened === undefined) throw new Error(`the secret of ${owner} needs an encryption key that is not set`);
  return opened;
}

/** As secrets of API keys were stored before they named their encryption key. */
function openWithoutHead(stored: Buffer, encryptionKey: Buffer, owner: string): Buffer | undefined {
  try {
    return open(stored, encryptionKey, owner);
  } catch {
    return undefined;
  }
}

/** @throws Error when it was not sealed by this encryption key for this owner */
function open(sealed: Buffer, encryptionKey: Buffer, owner: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', encryptionKey, sealed.subarray(0, nonceLength))
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()]);
}

/** Whether the newest of the keys has sealed it. */
export function isSealedByNewest(stored: Buffer, keys: EncryptionKeys): boolean {
  return isSealedBy(stored, keys[0] as Buffer);
}

/** What begins with it the newest of the keys has sealed. */
export function newestHead(keys: EncryptionKeys): Buffer {
  return headOf(keys[0] as Buffer);
}

function isSealedBy(stored: Buffer, encryptionKey: Buffer): boolean {
  return stored.subarray(0, headLength).equals(headOf(encryptionKey));
}

function headOf(encryptionKey: Buffer): Buffer {
  const id = createHash('sha256').update(encryptionKey).digest().subarray(0, keyIdLength);
  return Buffer.concat([Buffer.of(version), id]);
}
