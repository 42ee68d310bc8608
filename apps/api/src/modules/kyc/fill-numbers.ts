/** Cases that were submitted to a release that compared less than this one: what is compared is made of their details. */
import type pg from 'pg';
import type { Logger } from 'pino';
import { inTransaction, type Queryable } from '../../platform/database/index.ts';
import type { EncryptionKeys } from '../../platform/sealing/index.ts';
import { findCase } from './cases.ts';
import { putCompared } from './numbers.ts';
import { type KycSecrets, readKycSecrets } from './secrets.ts';

interface FillDeps {
  pool: pg.Pool;
  encryptionKeys: EncryptionKeys;
  log: Pick<Logger, 'info' | 'error'>;
}

/** The kind that came last: what lacks it lacks the newest form of all that is compared. */
const newestKind = 'namesake';
const batchMax = 500;

/**
 * To be called when the API has started: the worker may not read details. Several processes may do so at once, and what is done stays done.
 * A case that cannot be read holds up no other one.
 */
export async function fillNumbers({ pool, encryptionKeys, log }: FillDeps): Promise<number> {
  const secrets = await readKycSecrets(pool, encryptionKeys);
  let filled = 0;
  for (let ids = await findUnfilled(pool, 0); ids.length > 0; ids = await findUnfilled(pool, ids.at(-1) as number))
    for (const id of ids)
      try {
        await fillCase(pool, secrets, id);
        filled++;
      } catch (error) {
        log.error({ err: error, case: id }, 'the numbers of a verification could not be compared with those of others');
      }
  if (filled > 0) log.info({ filled }, 'verifications of earlier releases are compared with others');
  return filled;
}

/** @param after the id of the last one that was seen */
async function findUnfilled(db: Queryable, after: number): Promise<number[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM kyc_cases WHERE id > $1 AND details IS NOT NULL AND status NOT IN ('draft', 'withdrawn')
        AND NOT EXISTS (SELECT FROM kyc_numbers WHERE case_id = kyc_cases.id AND kind = $2)
      ORDER BY id LIMIT $3`,
    [after, newestKind, batchMax],
  );
  return rows.map(({ id }) => Number(id));
}

/** Locked, so that what its owner sends meanwhile is not overwritten by what was there before. */
async function fillCase(pool: pg.Pool, secrets: KycSecrets, id: number): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const kycCase = await findCase(tx, id, 'FOR UPDATE');
    if (kycCase) await putCompared(tx, kycCase, secrets.openDetails(id, kycCase.details), secrets);
  });
}
