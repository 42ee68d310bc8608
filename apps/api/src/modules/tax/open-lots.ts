/** A user's open lots, from window to window of a count. */
import type { Transaction } from '../../platform/database/index.ts';
import type { BookLot } from './book-rows.ts';
import { LotQueue } from './fifo.ts';
import { unitsOf } from './prices.ts';

export interface LotKeeper {
  /**
   * The lots of assets. Those that the window before has left are used as they are while the cursor's row is the version that it wrote:
   * then nobody else has counted in between.
   */
  open(tx: Transaction, version: string, assetIds: readonly number[]): Promise<Map<number, LotQueue<BookLot>>>;
  /** What `open` has given is of this version now. */
  keep(version: string | undefined): void;
}

export function createLotKeeper(userId: number): LotKeeper {
  let kept = new Map<number, LotQueue<BookLot>>();
  let keptVersion: string | undefined;
  return {
    async open(tx, version, assetIds) {
      if (version !== keptVersion) kept = new Map();
      // A window that fails leaves lots that are not those of Postgres.
      keptVersion = undefined;
      const missing = [...new Set(assetIds)].filter((assetId) => !kept.has(assetId));
      for (const [assetId, lots] of await readLots(tx, userId, missing)) kept.set(assetId, new LotQueue(lots));
      return kept;
    },
    keep(version) {
      keptVersion = version;
    },
  };
}

/** Read in pages, so that other work of the process has its turns. */
const pageSize = 5_000;

/** By asset, the oldest first; of an asset without open lots an empty list. */
async function readLots(tx: Transaction, userId: number, assetIds: readonly number[]): Promise<Map<number, BookLot[]>> {
  const lots = new Map<number, BookLot[]>(assetIds.map((assetId) => [assetId, []]));
  if (assetIds.length === 0) return lots;
  for (let after = -1; ; ) {
    const { rows } = await tx.query<Omit<BookLot, 'remaining' | 'remainingCost'> & { remaining: string; cost: string }>(
      `SELECT number, asset_id AS "assetId", remaining::text AS remaining, remaining_cost::text AS cost, kind, is_known AS "isKnown"
        FROM tax_lots WHERE user_id = $1 AND asset_id = ANY($2) AND remaining > 0 AND number > $3 ORDER BY number LIMIT ${pageSize}`,
      [userId, assetIds, after],
    );
    for (const { remaining, cost, ...lot } of rows)
      lots.get(lot.assetId)?.push({ ...lot, remaining: unitsOf(remaining), remainingCost: unitsOf(cost) });
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return lots;
    after = last.number;
  }
}
