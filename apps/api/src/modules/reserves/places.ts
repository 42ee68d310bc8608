/** Where the exchange's money lies, outside of it. */
import type { ReservePlace } from '@pelican/shared/contracts/reserves';
import { stripZeros } from '@pelican/shared/money';
import type { Queryable } from '../../platform/database/index.ts';

interface PlaceRow extends Omit<ReservePlace, 'source' | 'block'> {
  assetId: number;
}

/**
 * Of each asset its networks, banks and providers, by our own books: what the ledger says must lie there. What the books name no place for
 * (credits by hand, the money of a demo) counts nowhere.
 */
export async function readPlaces(db: Queryable): Promise<Map<number, ReservePlace[]>> {
  const { rows } = await db.query<PlaceRow>(
    `SELECT account.asset_id AS "assetId", 'network' AS kind, network.name, (-balance)::text AS amount, extract(epoch FROM now())::float8 AS time
        FROM ledger_accounts account JOIN networks network ON network.id = object_id WHERE account.kind = 'chain'
      UNION ALL SELECT account.asset_id, CASE method.kind WHEN 'provider' THEN 'provider' ELSE 'bank' END, method.name, (-balance)::text,
          extract(epoch FROM now())::float8
        FROM ledger_accounts account JOIN payment_methods method ON method.id = object_id WHERE account.kind = 'bank'
      ORDER BY kind, name`,
  );
  const found = new Map<number, ReservePlace[]>();
  for (const { assetId, amount, ...place } of rows) {
    const places = found.get(assetId) ?? [];
    found.set(assetId, places);
    places.push({ ...place, amount: stripZeros(amount), source: 'ledger', block: null });
  }
  return found;
}
