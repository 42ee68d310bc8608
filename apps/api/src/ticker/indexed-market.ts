/** What an operator calls by the name of a pair: its perpetual, or its spot market where it has none. */
import type { Queryable } from '../platform/database/index.ts';

export interface IndexedMarket {
  id: number;
  venue: 'perpetual' | 'spot';
  /** Of its sources, and the column that names the market there. */
  table: 'index_sources' | 'spot_index_sources';
  key: 'instrument_id' | 'market_id';
  priceMax: string;
}

export async function findIndexedMarket(db: Queryable, pair: string): Promise<IndexedMarket | undefined> {
  const { rows } = await db.query<IndexedMarket>(
    `SELECT id, 'perpetual' AS venue, 'index_sources' AS "table", 'instrument_id' AS key, price_max AS "priceMax"
        FROM instruments WHERE name = $1
      UNION ALL
      SELECT id, 'spot', 'spot_index_sources', 'market_id', price_max FROM markets WHERE name = $1 AND venue = 'spot'
      ORDER BY venue LIMIT 1`,
    [pair],
  );
  return rows[0];
}

/** In the audit trail. */
export function subjectOf({ id, venue }: IndexedMarket): string {
  return venue === 'perpetual' ? `instrument:${id}` : `market:${id}`;
}
