/** Keeps addresses ready for those who will ask for one. */
import type pg from 'pg';
import { inTransaction, type Queryable } from '../../platform/database/index.ts';
import { readFloor } from '../payments/index.ts';
import type { AddressMaker } from './address-maker.ts';

/** More than may ask for one between two runs. */
const spareMin = 200;
const madeAtOnce = 100;
/** As many addresses may have been given since the backup that was restored, and are watched. */
const lostMax = 10_000;

/** @returns how many were made */
export async function makeSpareAddresses(
  pool: pg.Pool,
  networkId: number,
  makeAddresses: AddressMaker,
): Promise<number> {
  const floor = await readFloor(pool);
  if (floor === undefined) return 0;
  const { count, next } = await readSpare(pool, networkId, floor);
  if (count >= spareMin) return 0;
  const indexes = indexesFrom(next, madeAtOnce);
  return insertAddresses(pool, networkId, indexes, await makeAddresses(indexes));
}

/**
 * Those that may have been given to users, and that this Postgres has lost: what arrives there is then seen, and an operator finds whose it is.
 * They are below the floor, so nobody gets them. Before blocks are read: a transfer to an address that is not there yet is passed over.
 */
export async function watchLostAddresses(pool: pg.Pool, networkId: number, makeAddresses: AddressMaker): Promise<void> {
  const floor = await readFloor(pool);
  const newest = floor === undefined ? undefined : await findNewestBelow(pool, networkId, floor);
  if (floor === undefined || newest === undefined) return;
  const addresses: string[] = [];
  const indexes = indexesFrom(newest + 1, lostMax);
  for (let at = 0; at < lostMax; at += madeAtOnce)
    addresses.push(...(await makeAddresses(indexes.slice(at, at + madeAtOnce))));
  await inTransaction(pool, async (tx) => {
    await insertAddresses(tx, networkId, indexes, addresses);
    await tx.query('UPDATE chain_cursors SET watched_floor = $2 WHERE network_id = $1', [networkId, floor]);
  });
}

const indexesFrom = (first: number, count: number) => Array.from({ length: count }, (_, place) => first + place);

/** The newest index below the floor; undefined where there is none, or those that follow it are watched. */
async function findNewestBelow(db: Queryable, networkId: number, floor: number): Promise<number | undefined> {
  const { rows } = await db.query<{ newest: string | null }>(
    `SELECT (SELECT max(derivation_index) FROM deposit_addresses WHERE network_id = $1 AND memo = '' AND derivation_index < $2) AS newest
      FROM chain_cursors WHERE network_id = $1 AND watched_floor < $2`,
    [networkId, floor],
  );
  const newest = rows[0]?.newest ?? undefined;
  return newest === undefined ? undefined : Number(newest);
}

async function insertAddresses(
  db: Queryable,
  networkId: number,
  indexes: readonly number[],
  addresses: readonly string[],
): Promise<number> {
  // Another worker may have made the same ones.
  const { rowCount } = await db.query(
    `INSERT INTO deposit_addresses (network_id, address, derivation_index)
     SELECT $1, * FROM unnest($2::text[], $3::bigint[]) ON CONFLICT DO NOTHING`,
    [networkId, addresses, indexes],
  );
  return rowCount ?? 0;
}

async function readSpare(db: Queryable, networkId: number, floor: number): Promise<{ count: number; next: number }> {
  const { rows } = await db.query<{ count: number; next: string }>(
    `SELECT (SELECT count(*)::integer FROM (
        SELECT 1 FROM deposit_addresses WHERE network_id = $1 AND user_id IS NULL AND derivation_index >= $2 LIMIT ${spareMin}) AS spare) AS count,
      greatest((SELECT max(derivation_index) + 1 FROM deposit_addresses WHERE network_id = $1 AND memo = ''), $2) AS next`,
    [networkId, floor],
  );
  return { count: rows[0]?.count ?? 0, next: Number(rows[0]?.next ?? floor) };
}
