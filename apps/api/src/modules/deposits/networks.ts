/** Networks in Postgres, as the watcher and payouts need them. */
import type { Queryable } from '../../platform/database/index.ts';

export interface WatchedNetwork {
  id: number;
  key: string;
  /** Which adapter speaks to it. */
  kind: string;
  confirmations: number;
}

export async function findNetworks(db: Queryable): Promise<WatchedNetwork[]> {
  const { rows } = await db.query<WatchedNetwork>('SELECT id, key, kind, confirmations FROM networks ORDER BY id');
  return rows;
}
