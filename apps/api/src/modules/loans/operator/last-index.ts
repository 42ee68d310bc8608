/** By which price coins are handed over when nothing can be sold. */
import { parseBigUnits } from '@pelican/shared/money';
import type { Queryable } from '../../../platform/database/index.ts';
import type { StoredLoan } from '../loans.ts';

const priceScale = 8;
const day = '24 hours';

/**
 * The last index that loans were watched by, once there has been no price, or no market to sell in, for a day. The watch sees every two seconds
 * whether the pair can be sold (`p2p_beats`), so what a market was before is known although only its status of now is kept; a pair that has never
 * been sellable is one whose days are those of this loan. Undefined while the pledge can be sold, or could be within the day.
 */
export async function readLastIndex(
  db: Queryable,
  { sides: { money, crypto }, startedAt }: Pick<StoredLoan, 'sides' | 'startedAt'>,
): Promise<bigint | undefined> {
  const { rows } = await db.query<{ index: string; isLost: boolean; isClosed: boolean }>(
    `SELECT index_price AS index, price.at < now() - interval '${day}' AS "isLost",
        NOT EXISTS (SELECT FROM markets WHERE base_asset_id = $2 AND quote_asset_id = $1 AND status = 'open')
          AND coalesce(beat_at, $3) < now() - interval '${day}' AS "isClosed"
      FROM p2p_prices price LEFT JOIN p2p_beats USING (money_id, pledge_id) WHERE money_id = $1 AND pledge_id = $2`,
    [money.id, crypto.id, new Date(startedAt)],
  );
  const [row] = rows;
  return row && (row.isLost || row.isClosed) ? parseBigUnits(row.index, priceScale) : undefined;
}
