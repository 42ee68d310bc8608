/** What is to be moved: addresses above the minimum of their asset, and what the hot wallet has above its maximum. */
import type { Queryable } from '../../platform/database/index.ts';

const atOnce = 50;
const skippedSeconds = 600;

export interface Candidate {
  assetId: number;
  contract: string;
  address: string;
  keyIndex: number;
  /** What is confirmed there. */
  units: bigint;
}

/**
 * Addresses with enough, without one that is under way, has failed or has lost its block. Tokens come first: the coins beside them pay their fee.
 */
export async function findCandidates(db: Queryable, networkId: number): Promise<Candidate[]> {
  const { rows } = await db.query<Omit<Candidate, 'units'> & { units: string }>(
    `SELECT holding.asset_id AS "assetId", contract, address, key_index::float8 AS "keyIndex", units::text AS units
      FROM deposit_holdings holding
      JOIN sweep_rules rule ON rule.network_id = holding.network_id AND rule.asset_id = holding.asset_id
      JOIN payment_methods method ON method.network_id = holding.network_id AND method.asset_id = holding.asset_id
      WHERE holding.network_id = $1 AND units >= rule.minimum * power(10::numeric, method.decimals) AND units > 0
        AND coalesce(skipped_until, '-infinity') <= now()
        AND NOT EXISTS (SELECT FROM sweeps open WHERE open.network_id = $1 AND open.key_index = holding.key_index
          AND open.state IN ('waiting', 'sent'))
        AND NOT EXISTS (SELECT FROM sweeps lost WHERE lost.network_id = $1 AND lost.key_index = holding.key_index
          AND lost.state = 'done' AND lost.lost_at IS NOT NULL)
        AND NOT EXISTS (SELECT FROM sweeps failed WHERE failed.network_id = $1 AND failed.key_index = holding.key_index
          AND failed.asset_id = holding.asset_id AND failed.state = 'failed')
      ORDER BY contract = '', units DESC LIMIT ${atOnce}`,
    [networkId],
  );
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }));
}

/** How many transactions of an address are signed. */
export async function countSigned(
  db: Queryable,
  { networkId, keyIndex }: { networkId: number; keyIndex: number },
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'SELECT (coalesce(max(nonce), -1) + 1)::float8 AS count FROM signed_sweeps WHERE network_id = $1 AND key_index = $2',
    [networkId, keyIndex],
  );
  return rows[0]?.count ?? 0;
}

/** What is confirmed at an address, as it was read last. */
export async function unitsAt(
  db: Queryable,
  { networkId, assetId, address }: { networkId: number; assetId: number; address: string },
): Promise<bigint> {
  const { rows } = await db.query<{ units: string }>(
    'SELECT units::text AS units FROM deposit_holdings WHERE network_id = $1 AND asset_id = $2 AND address = $3',
    [networkId, assetId, address],
  );
  return BigInt(rows[0]?.units ?? '0');
}

/** What an address has is worth less than its fee now, or somebody else has taken it: it is looked at again in ten minutes. */
export async function skipAddress(
  db: Queryable,
  { networkId, assetId, address }: { networkId: number; assetId: number; address: string },
): Promise<void> {
  await db.query(
    `UPDATE deposit_holdings SET skipped_until = now() + interval '${skippedSeconds} seconds', is_due = true
      WHERE network_id = $1 AND asset_id = $2 AND address = $3`,
    [networkId, assetId, address],
  );
}

/** Assets of which the hot wallet had more than its maximum when it was read last. */
export async function findExcess(db: Queryable, networkId: number): Promise<number[]> {
  const { rows } = await db.query<{ assetId: number }>(
    `SELECT rule.asset_id AS "assetId" FROM sweep_rules rule
      JOIN network_balances balance ON balance.network_id = rule.network_id AND balance.asset_id = rule.asset_id
      WHERE rule.network_id = $1 AND hot > hot_max AND cold_address <> ''
        AND NOT EXISTS (SELECT FROM sweeps failed WHERE failed.network_id = $1 AND failed.key_index = 0
          AND failed.asset_id = rule.asset_id AND failed.state = 'failed')
      ORDER BY rule.asset_id`,
    [networkId],
  );
  return rows.map(({ assetId }) => assetId);
}

export interface HotBounds {
  max: bigint;
  target: bigint;
}

/** In the smallest unit; undefined where nothing moves by itself. */
export async function hotBoundsOf(
  db: Queryable,
  { networkId, assetId }: { networkId: number; assetId: number },
): Promise<HotBounds | undefined> {
  const { rows } = await db.query<{ max: string; target: string }>(
    `SELECT trunc(hot_max * power(10::numeric, decimals))::text AS max, trunc(hot_target * power(10::numeric, decimals))::text AS target
      FROM sweep_rules rule JOIN payment_methods method ON method.network_id = rule.network_id AND method.asset_id = rule.asset_id
      WHERE rule.network_id = $1 AND rule.asset_id = $2`,
    [networkId, assetId],
  );
  const [row] = rows;
  return row && { max: BigInt(row.max), target: BigInt(row.target) };
}
