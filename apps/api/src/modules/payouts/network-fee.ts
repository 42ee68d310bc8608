/** What a network has taken for a transaction, as the ledger counts it. */
import { formatBigUnits } from '@pelican/shared/money';
import type { Queryable } from '../../platform/database/index.ts';

/** Undefined when it was nothing. */
export async function feeOf(
  db: Queryable,
  networkId: number,
  units: bigint,
): Promise<{ assetId: number; amount: string } | undefined> {
  const { rows } = await db.query<{ assetId: number; decimals: number }>(
    `SELECT network.native_asset_id AS "assetId", coalesce(method.decimals, asset.scale) AS decimals
      FROM networks network JOIN assets asset ON asset.id = native_asset_id
      LEFT JOIN payment_methods method ON method.network_id = network.id AND method.contract = ''
      WHERE network.id = $1`,
    [networkId],
  );
  const [native] = rows;
  if (!native || units === 0n) return undefined;
  return { assetId: native.assetId, amount: formatBigUnits(units, native.decimals) };
}
