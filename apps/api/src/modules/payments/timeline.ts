/**
 * A Postgres that was restored, or a replica that was promoted, may lack its newest rows: addresses that users have, ids that banks know,
 * payouts that were made. Its state is a row of `address_floors` with the timeline of the server's write-ahead log, which changes with each promotion
 * and each recovery to a point in time. Until the worker has made the row of this timeline, and operators or the network have said that what
 * was paid before is known, nothing is paid and nothing that may have been paid is returned.
 */
import { DomainError } from '@pelican/shared/contracts';
import type { Queryable } from '../../platform/database/index.ts';

const timeline = 'substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)';

/** The row of this server's state; none until it is made. */
const current = `(SELECT * FROM (SELECT * FROM address_floors ORDER BY first_index DESC LIMIT 1) AS newest WHERE timeline = ${timeline})`;

/** A statement that gives the index from which on addresses may be given; no row where none may be. */
export const currentFloor = `SELECT first_index FROM ${current} AS current`;

/** Undefined until the worker has made the floor of this timeline. */
export async function readFloor(db: Queryable): Promise<number | undefined> {
  const { rows } = await db.query<{ floor: string }>({
    name: 'address-floor',
    text: `SELECT first_index AS floor FROM ${current} AS current`,
  });
  return rows[0] && Number(rows[0].floor);
}

/** Makes the floor of this timeline where there is none, and raises what numbers rows above all that was given before. */
export async function ensureFloor(db: Queryable): Promise<void> {
  if ((await readFloor(db)) === undefined) await db.query('SELECT enter_timeline()');
}

/** The ids that are given now may have been given before. @throws DomainError payouts_stopped for a second after a promotion */
export async function demandTimeline(db: Queryable): Promise<void> {
  if ((await readFloor(db)) === undefined) throw new DomainError('payouts_stopped');
}

/** What is compared at once: a network, or a method that is on none. @param method the alias of a row of payment_methods */
const placeOf = (method: string) => `coalesce('network:' || ${method}.network_id, 'method:' || ${method}.id)`;

/** Whether what a method has paid before this state of Postgres is known. @param method the alias of a row of payment_methods */
export const isCompared = (
  method: string,
): string => `EXISTS (SELECT FROM ${current} AS current WHERE first_withdrawal = 0 OR EXISTS (
  SELECT FROM payout_comparisons WHERE floor = first_index AND place = ${placeOf(method)}))`;

/**
 * Whether a withdrawal may have been paid although its row does not say so: it was requested before this state of Postgres and nobody has compared, or
 * its network knows transactions that we do not. @param method the alias of its row of payment_methods
 */
export const mayBePaid = (withdrawal: string, method: string): string => `(EXISTS (
    SELECT FROM payout_networks WHERE network_id = ${method}.network_id AND stopped_at IS NOT NULL)
  OR ${withdrawal}.id < coalesce((SELECT first_withdrawal FROM ${current} AS current), ${withdrawal}.id + 1) AND NOT ${isCompared(method)})`;

/** Whether what a network has paid before this state of Postgres is known. */
export async function isNetworkCompared(db: Queryable, networkId: number): Promise<boolean> {
  const { rows } = await db.query<{ isCompared: boolean }>(
    `SELECT ${isCompared('method')} AS "isCompared" FROM (SELECT $1::int AS network_id, 0 AS id) AS method`,
    [networkId],
  );
  return rows[0]?.isCompared === true;
}

/**
 * Notes the block from which on a network is compared, once for each state of Postgres.
 * @param height of the newest block that was read
 * @returns the height that was noted first; undefined when Postgres was restored again meanwhile
 */
export async function noteComparisonStart(
  db: Queryable,
  { floor, networkId, height }: { floor: number; networkId: number; height: number },
): Promise<number | undefined> {
  await db.query(
    `INSERT INTO payout_comparison_starts (floor, network_id, height) SELECT first_index, $2, $3 FROM ${current} AS current
      WHERE first_index = $1 ON CONFLICT DO NOTHING`,
    [floor, networkId, height],
  );
  const { rows } = await db.query<{ height: string }>(
    'SELECT height FROM payout_comparison_starts WHERE floor = $1 AND network_id = $2',
    [floor, networkId],
  );
  return rows[0] && Number(rows[0].height);
}

/** Says that what a network has paid is known. @param floor the state of Postgres that was compared: of another one nothing is said */
export async function markNetworkCompared(db: Queryable, networkId: number, floor: number): Promise<void> {
  await markCompared(db, `network:${networkId}`, floor);
}

/** The same of a method that is on no network. */
export function markMethodCompared(db: Queryable, methodId: number, floor: number): Promise<boolean> {
  return markCompared(db, `method:${methodId}`, floor);
}

/** @returns whether it was not compared before */
async function markCompared(db: Queryable, place: string, floor: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO payout_comparisons (floor, place) SELECT first_index, $1 FROM ${current} AS current
      WHERE first_withdrawal > 0 AND first_index = $2 ON CONFLICT DO NOTHING`,
    [place, floor],
  );
  return rowCount !== 0;
}

export interface StoppedMethod {
  ticker: string;
  method: string;
  /** Of the restore or the promotion, as far as it is known. */
  since: Date;
}

/** Methods of withdrawals by which nothing is paid until operators have compared; of networks those that have not answered yet are among them. */
export async function findStopped(db: Queryable): Promise<StoppedMethod[]> {
  const { rows } = await db.query<StoppedMethod>(
    `SELECT asset.ticker, method.key AS method, coalesce((SELECT created_at FROM ${current} AS current), now()) AS since
      FROM payment_methods method JOIN assets asset ON asset.id = method.asset_id
      JOIN payment_terms terms ON terms.method_id = method.id AND terms.action = 'withdraw'
      WHERE NOT ${isCompared('method')} ORDER BY asset.ticker, method.key`,
  );
  return rows;
}
