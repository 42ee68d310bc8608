/** The name of a verified identity, for domains that hold other names against it. */
import type { Queryable } from '../../platform/database/index.ts';
import type { EncryptionKeys } from '../../platform/sealing/index.ts';
import { readKycSecrets } from './secrets.ts';

export interface PassportName {
  first_name: string;
  middle_name: string;
  last_name: string;
}

/** Of the newest case that was approved; undefined where the identity was verified without one. */
export async function findPassportName(
  db: Queryable,
  keys: EncryptionKeys,
  userId: number,
): Promise<PassportName | undefined> {
  const { rows } = await db.query<{ id: string; details: Buffer | null }>(
    `SELECT id, details FROM kyc_cases WHERE user_id = $1 AND status = 'approved' ORDER BY id DESC LIMIT 1`,
    [userId],
  );
  if (!rows[0]) return undefined;
  const { info } = (await readKycSecrets(db, keys)).openDetails(Number(rows[0].id), rows[0].details);
  if (!info) return undefined;
  const { first_name = '', middle_name = '', last_name = '' } = info;
  return { first_name, middle_name, last_name };
}
