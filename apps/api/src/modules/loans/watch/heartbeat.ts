/** After a pause of the watch notices go first: who was away because the exchange was is not sold out by its return. */
import type { Queryable } from '../../../platform/database/index.ts';

const pause = '10 minutes';
const respite = '30 minutes';

/** @param now Unix ms @returns whether levels and the end of grace sell now */
export async function beat(db: Queryable, now: number): Promise<boolean> {
  const { rows } = await db.query<{ sells: boolean }>(
    `INSERT INTO p2p_watch (id, beat_at, sales_not_before) VALUES (1, $1, $1)
      ON CONFLICT (id) DO UPDATE SET beat_at = greatest(p2p_watch.beat_at, excluded.beat_at),
        sales_not_before = CASE WHEN p2p_watch.beat_at < excluded.beat_at - interval '${pause}'
          THEN excluded.beat_at + interval '${respite}' ELSE p2p_watch.sales_not_before END
      RETURNING sales_not_before <= $1 AS sells`,
    [new Date(now)],
  );
  return rows[0]?.sells === true;
}
