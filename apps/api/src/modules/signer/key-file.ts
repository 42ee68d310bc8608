/** The seed of all keys: in a file that a passphrase opens. A service that keeps keys takes its place by the same interface. */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

export interface KeyStore {
  /** Whether keys were made. */
  isMade(): boolean;
  /** Makes keys; never in the place of others. */
  make(): Promise<void>;
  /** @throws Error when there are none or the passphrase is another one */
  seed(): Promise<Uint8Array>;
}

const seedBytes = 32;
const [saltBytes, ivBytes] = [16, 12];
/** About a tenth of a second and 64 MB a guess. */
const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };
const associated = Buffer.from('pelican signer key file 1');

const keyFile = z.strictObject({
  version: z.literal(1),
  salt: z.base64(),
  iv: z.base64(),
  tag: z.base64(),
  sealed: z.base64(),
});

export function openKeyFile(file: string, passphrase: string): KeyStore {
  const keyOf = async (salt: Buffer): Promise<Buffer> => (await derive(passphrase, salt, 32, cost)) as Buffer;
  return {
    isMade: () => existsSync(file),

    async make() {
      const [salt, iv] = [randomBytes(saltBytes), randomBytes(ivBytes)];
      const cipher = createCipheriv('aes-256-gcm', await keyOf(salt), iv).setAAD(associated);
      const sealed = Buffer.concat([cipher.update(randomBytes(seedBytes)), cipher.final()]);
      const fields = { salt, iv, tag: cipher.getAuthTag(), sealed };
      const texts = Object.entries(fields).map(([name, bytes]) => [name, bytes.toString('base64')]);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const draft = `${file}.${randomBytes(4).toString('hex')}`;
      writeFileSync(draft, `${JSON.stringify({ version: 1, ...Object.fromEntries(texts) })}\n`, {
        mode: 0o600,
        flush: true,
      });
      try {
        // Unlike a rename it fails when the file exists.
        linkSync(draft, file);
      } finally {
        rmSync(draft);
      }
    },

    async seed() {
      const { salt, iv, tag, sealed } = keyFile.parse(JSON.parse(readFileSync(file, 'utf8')));
      const bytes = (text: string) => Buffer.from(text, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', await keyOf(bytes(salt)), bytes(iv)).setAAD(associated);
      decipher.setAuthTag(bytes(tag));
      try {
        return Buffer.concat([decipher.update(bytes(sealed)), decipher.final()]);
      } catch {
        throw new Error(`${file} cannot be opened with this passphrase`);
      }
    },
  };
}

const derive = promisify<string, Buffer, number, typeof cost, unknown>(scrypt);
