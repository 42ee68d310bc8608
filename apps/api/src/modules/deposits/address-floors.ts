/**
 * From which index on addresses may be given to users. A Postgres that was restored, or a replica that was promoted, may lack the rows of
 * addresses that users have already: it spends what it has and begins at a floor that no address was ever made at.
 */
import type { Queryable } from '../../platform/database/index.ts';

/** A second of time has as many indexes: floors of two restores are apart by more than is made between them. */
const indexesPerSecond = 1_000_000;

/** Of this server's write-ahead log: it changes with each promotion and each recovery to a point in time. */
const timeline = 'substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)';

/** A statement that gives the floor; no row where addresses may not be given, because the newest floor is of another timeline. */
export const currentFloor = `SELECT first_index FROM (SELECT first_index, timeline FROM address_floors ORDER BY first_index DESC LIMIT 1) AS newest
  WHERE timeline = ${timeline}`;

/** Undefined until the worker has made the floor of this timeline. */
export async function readFloor(db: Queryable): Promise<number | undefined> {
  const { rows } = await db.query<{ floor: string }>(`SELECT first_index AS floor FROM (${currentFloor}) AS current`);
  return rows[0] && Number(rows[0].floor);
}

/** Makes the floor of this timeline where there is none. */
export async function ensureFloor(db: Queryable): Promise<void> {
  if ((await readFloor(db)) !== undefined) return;
  await db.query(
    `INSERT INTO address_floors (first_index, timeline)
     SELECT greatest(floor(extract(epoch FROM clock_timestamp()))::bigint * ${indexesPerSecond},
         (SELECT coalesce(max(derivation_index), 0) + 1 FROM deposit_addresses)), ${timeline}
     ON CONFLICT DO NOTHING`,
  );
}

/** Memos of one floor: a block of a hundred million numbers, all of ten digits and below 2^32. Two restores have one in common by chance alone. */
export function memosOf(floor: number): { min: number; max: number } {
  const min = 1_000_000_000 + (Math.floor(floor / indexesPerSecond) % 32) * 100_000_000;
  return { min, max: min + 99_999_999 };
}
