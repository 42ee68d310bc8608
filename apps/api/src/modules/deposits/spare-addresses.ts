/** Keeps addresses ready for those who will ask for one. */
import type pg from 'pg';
import type { Queryable } from '../../platform/database/index.ts';

/** Addresses of the signer's keys, by their place in its derivation. */
export type AddressMaker = (networkKind: string, indexes: readonly number[]) => Promise<string[]>;

/** More than may ask for one between two runs. */
const spareMin = 200;
const madeAtOnce = 100;

/** @returns how many were made */
export async function makeSpareAddresses(
  pool: pg.Pool,
  network: { id: number; kind: string },
  makeAddresses: AddressMaker,
): Promise<number> {
  const { count, next } = await readSpare(pool, network.id);
  if (count >= spareMin) return 0;
  const indexes = Array.from({ length: madeAtOnce }, (_, place) => next + place);
  const addresses = await makeAddresses(network.kind, indexes);
  // Another worker may have made the same ones.
  const { rowCount } = await pool.query(
    `INSERT INTO deposit_addresses (network_id, address, derivation_index)
     SELECT $1, * FROM unnest($2::text[], $3::bigint[]) ON CONFLICT DO NOTHING`,
    [network.id, addresses, indexes],
  );
  return rowCount ?? 0;
}

/** Index 0 is the hot address. */
async function readSpare(db: Queryable, networkId: number): Promise<{ count: number; next: number }> {
  const { rows } = await db.query<{ count: number; next: string }>(
    `SELECT (SELECT count(*)::integer FROM (
        SELECT 1 FROM deposit_addresses WHERE network_id = $1 AND user_id IS NULL LIMIT ${spareMin}) AS spare) AS count,
      coalesce((SELECT max(derivation_index) FROM deposit_addresses WHERE network_id = $1 AND memo = ''), 0) + 1 AS next`,
    [networkId],
  );
  return { count: rows[0]?.count ?? 0, next: Number(rows[0]?.next ?? 1) };
}
