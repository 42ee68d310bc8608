/** Where a network is looked at: after its newest block that has its confirmations. */
import type { Queryable } from '../../platform/database/index.ts';
import type { WatchedNetwork } from '../deposits/index.ts';

export interface ReadPlace {
  height: number;
  hash: string;
  hotAddress: string;
}

/** Undefined until the watcher has read enough blocks. */
export async function findPlace(db: Queryable, { id, confirmations }: WatchedNetwork): Promise<ReadPlace | undefined> {
  const { rows } = await db.query<ReadPlace>(
    `SELECT block.height::float8 AS height, block.hash, hot_address AS "hotAddress" FROM chain_cursors cursor
      JOIN chain_blocks block ON block.network_id = cursor.network_id AND block.height = cursor.height - $2::int + 1
      WHERE cursor.network_id = $1`,
    [id, confirmations],
  );
  return rows[0];
}
