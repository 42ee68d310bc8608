/** Secrets of API keys at rest: AES-256-GCM, bound to the key they belong to. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const nonceLength = 12;
const tagLength = 16;

/** @param encryptionKey 32 bytes @returns nonce, tag and ciphertext in one */
export function encryptSecret(secret: string, encryptionKey: Buffer, key: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce).setAAD(Buffer.from(key));
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
}

/** @throws Error when the encryption key is another one, or the row was tampered with */
export function decryptSecret(stored: Buffer, encryptionKey: Buffer, key: string): string {
  const decipher = createDecipheriv('aes-256-gcm', encryptionKey, stored.subarray(0, nonceLength))
    .setAAD(Buffer.from(key))
    .setAuthTag(stored.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(stored.subarray(nonceLength + tagLength)), decipher.final()]).toString('utf8');
}
