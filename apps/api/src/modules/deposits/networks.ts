/** Networks in Postgres, as the watcher and payouts need them. */
import type { ChainNetwork } from '../../chains/index.ts';
import type { Queryable } from '../../platform/database/index.ts';

export interface WatchedNetwork extends ChainNetwork {
  confirmations: number;
}

export async function findNetworks(db: Queryable): Promise<WatchedNetwork[]> {
  const { rows } = await db.query<WatchedNetwork>(
    'SELECT id, key, kind, confirmations, chain_id::float8 AS "chainId", chain_name AS "chainName", address_type AS "addressType" FROM networks ORDER BY id',
  );
  return rows;
}
