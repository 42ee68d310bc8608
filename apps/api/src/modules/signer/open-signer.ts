/** Opens the keys, and makes sure that they are those from which the addresses in Postgres come. */
import { hkdfSync } from 'node:crypto';
import type pg from 'pg';
import type { KeyStore } from './key-file.ts';

/**
 * The seed of the keys. They are made at the first start of all; a key file that is missing later, or another one, is refused: its
 * addresses would be others than those to which people deposit.
 * @throws Error
 */
export async function openSeed(pool: pg.Pool, keys: KeyStore): Promise<Uint8Array> {
  const known = await readFingerprint(pool);
  if (!keys.isMade()) {
    if (known !== undefined) throw new Error('the key file is missing: restore it from its backup');
    await keys.make();
  }
  const seed = await keys.seed();
  const fingerprint = fingerprintOf(seed);
  if (known === undefined)
    await pool.query('INSERT INTO signer_keys (fingerprint) VALUES ($1) ON CONFLICT DO NOTHING', [fingerprint]);
  if ((await readFingerprint(pool)) !== fingerprint) throw new Error('the key file is not the one of this exchange');
  return seed;
}

async function readFingerprint(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ fingerprint: string }>('SELECT fingerprint FROM signer_keys');
  return rows[0]?.fingerprint;
}

/** Says nothing of the seed. */
function fingerprintOf(seed: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', seed, 'pelican', 'fingerprint', 16)).toString('hex');
}
