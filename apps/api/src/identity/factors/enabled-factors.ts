/** Which second factors an account has turned on. */
import type { FactorName } from '@pelican/shared/contracts/auth';
import type { Queryable } from '../../platform/database/index.ts';

/** Any of them is answered where a second factor is due; none where the account has none. */
export async function findSecondFactors(db: Queryable, userId: number): Promise<FactorName[]> {
  const { rows } = await db.query<{ method: FactorName }>(
    `SELECT method FROM second_factors WHERE user_id = $1 AND enabled_at IS NOT NULL
      UNION ALL SELECT 'passkey' FROM passkeys WHERE user_id = $1 ORDER BY method`,
    [userId],
  );
  const enabled = [...new Set(rows.map(({ method }) => method))];
  return enabled.length === 0 ? [] : [...enabled, 'recovery_code'];
}
