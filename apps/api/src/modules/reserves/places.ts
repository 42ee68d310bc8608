/** Where the exchange's money lies, outside of it. */
import type { PlaceParts, ReservePlace } from '@pelican/shared/contracts/reserves';
import { formatBigUnits, parseBigUnits, stripZeros } from '@pelican/shared/money';
import { proofScale } from '@pelican/shared/reserves';
import type { Queryable } from '../../platform/database/index.ts';
import { type NetworkBalance, readNetworkBalances } from '../sweeps/index.ts';

export interface FoundPlace extends ReservePlace {
  /** Of a network that is read. */
  parts: PlaceParts | null;
}

interface PlaceRow extends Omit<ReservePlace, 'source' | 'block'> {
  assetId: number;
  networkId: number | null;
}

/**
 * Of each asset its networks, banks and providers: what was read from the network, or else what our own books say must lie there. What the books
 * name no place for (credits by hand, the money of a demo) counts nowhere.
 */
export async function readPlaces(db: Queryable): Promise<Map<number, FoundPlace[]>> {
  const { rows } = await db.query<PlaceRow>(
    `SELECT account.asset_id AS "assetId", network.id AS "networkId", 'network' AS kind, network.name, (-balance)::text AS amount,
          extract(epoch FROM now())::float8 AS time
        FROM ledger_accounts account JOIN networks network ON network.id = object_id WHERE account.kind = 'chain'
      UNION ALL SELECT asset_id, network_id, 'network', network.name, '0', extract(epoch FROM now())::float8
        FROM network_balances read JOIN networks network ON network.id = network_id
        WHERE NOT EXISTS (SELECT FROM ledger_accounts account WHERE account.kind = 'chain' AND account.object_id = read.network_id
          AND account.asset_id = read.asset_id)
      UNION ALL SELECT account.asset_id, NULL, CASE method.kind WHEN 'provider' THEN 'provider' ELSE 'bank' END, method.name, (-balance)::text,
          extract(epoch FROM now())::float8
        FROM ledger_accounts account JOIN payment_methods method ON method.id = object_id WHERE account.kind = 'bank'
      ORDER BY kind, name`,
  );
  const balances = await readNetworkBalances(db);
  const found = new Map<number, FoundPlace[]>();
  for (const { assetId, networkId, ...place } of rows) {
    const places = found.get(assetId) ?? [];
    found.set(assetId, places);
    const read = balances.find((one) => one.networkId === networkId && one.assetId === assetId);
    places.push(
      read
        ? placeOf(place, read)
        : { ...place, amount: stripZeros(place.amount), source: 'ledger', block: null, parts: null },
    );
  }
  return found;
}

function placeOf({ kind, name }: Pick<ReservePlace, 'kind' | 'name'>, read: NetworkBalance): FoundPlace {
  const { hot, deposits, cold, ledger, blockHeight, readAt } = read;
  const sum = [hot, deposits, cold].reduce((all, one) => all + parseBigUnits(one, proofScale), 0n);
  return {
    kind,
    name,
    amount: formatBigUnits(sum, proofScale),
    source: 'chain',
    time: readAt.getTime() / 1_000,
    block: blockHeight,
    parts: { hot, deposits, cold, ledger },
  };
}

/** Of all its places together, in units. */
export function sumOfPlaces(places: readonly Pick<ReservePlace, 'amount'>[]): bigint {
  return places.reduce((sum, { amount }) => sum + parseBigUnits(amount, proofScale), 0n);
}
