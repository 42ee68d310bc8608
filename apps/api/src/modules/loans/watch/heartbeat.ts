/**
 * After ten minutes without a sellable price, level and grace sales of the pair are suspended for thirty minutes, so that warnings reach
 * borrowers first. A pair has none while nobody watches loans, while its index is lost, and while its market takes no orders.
 */
import type { Queryable } from '../../../platform/database/index.ts';

const pause = '10 minutes';
const respite = '30 minutes';

export interface Pair {
  moneyId: number;
  pledgeId: number;
}

export const nameOf = ({ moneyId, pledgeId }: Pair) => `${pledgeId}_${moneyId}`;

/**
 * Of a clock that was ahead for a while nothing is left but a pause.
 * @param pairs that have a price to sell by @param now Unix ms
 * @returns the names of those whose levels and ends of grace sell now
 */
export async function beat(db: Queryable, pairs: readonly Pair[], now: number): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<Pair & { sells: boolean }>(
    `INSERT INTO p2p_beats (money_id, pledge_id, beat_at, sales_not_before)
      SELECT money_id, pledge_id, $3, $3 FROM unnest($1::smallint[], $2::smallint[]) AS pair(money_id, pledge_id)
      ON CONFLICT (money_id, pledge_id) DO UPDATE SET
        beat_at = CASE WHEN p2p_beats.beat_at > excluded.beat_at + interval '${pause}' THEN excluded.beat_at
          ELSE greatest(p2p_beats.beat_at, excluded.beat_at) END,
        sales_not_before = CASE WHEN p2p_beats.beat_at < excluded.beat_at - interval '${pause}' THEN excluded.beat_at + interval '${respite}'
          ELSE least(p2p_beats.sales_not_before, excluded.beat_at + interval '${respite}') END
      RETURNING money_id AS "moneyId", pledge_id AS "pledgeId", sales_not_before <= $3 AS sells`,
    [pairs.map(({ moneyId }) => moneyId), pairs.map(({ pledgeId }) => pledgeId), new Date(now)],
  );
  return new Set(rows.flatMap((pair) => (pair.sells ? [nameOf(pair)] : [])));
}
