/** Deletes proofs that are not kept any more. A large one takes many statements, so it is out of sight before the first of them. */
import { deleteInBatches, type Queryable } from '../../platform/database/index.ts';

const keptDays = 365;
/** Of younger days every proof is kept; of older ones the first of each day. */
const everyDays = 2;
const leavesAtOnce = 10_000;

/** Goes on where a run before has ended. */
export async function thinOut(db: Queryable, signal?: AbortSignal): Promise<void> {
  await retire(db);
  for (let id = await findRetired(db); id !== undefined; id = await findRetired(db)) {
    signal?.throwIfAborted();
    await deleteInBatches(db, leavesOfRetired, leavesAtOnce);
    await db.query('DELETE FROM reserve_proofs WHERE id = $1', [id]);
  }
}

async function retire(db: Queryable): Promise<void> {
  await db.query(
    `UPDATE reserve_proofs old SET retired_at = now() WHERE retired_at IS NULL AND (taken_at < now() - make_interval(days => $1)
      OR taken_at < now() - make_interval(days => $2) AND EXISTS (SELECT FROM reserve_proofs earlier
        WHERE earlier.id < old.id AND earlier.taken_at >= date_trunc('day', old.taken_at, 'UTC') AND earlier.taken_at < old.taken_at))`,
    [keptDays, everyDays],
  );
}

const firstRetired = 'SELECT id FROM reserve_proofs WHERE retired_at IS NOT NULL ORDER BY id LIMIT 1';

async function findRetired(db: Queryable): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(firstRetired);
  return rows[0]?.id;
}

const leavesOfRetired = `DELETE FROM reserve_leaves WHERE (proof_id, asset_id, position) IN (
  SELECT proof_id, asset_id, position FROM reserve_leaves WHERE proof_id = (${firstRetired}) LIMIT $1)`;
