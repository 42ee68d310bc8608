/** By which price coins are handed over when nothing can be sold. */
import { parseBigUnits } from '@pelican/shared/money';
import type { Queryable } from '../../../platform/database/index.ts';
import type { LoanSides } from '../postings.ts';

const priceScale = 8;
const day = '24 hours';

/**
 * The last index that loans were watched by, once there has been no price, or no open market, for a day: a market that is closed trades
 * nothing. Undefined while the pledge can be sold.
 */
export async function readLastIndex(db: Queryable, { money, crypto }: LoanSides): Promise<bigint | undefined> {
  const { rows } = await db.query<{ index: string; isLost: boolean; isClosed: boolean }>(
    `SELECT index_price AS index, price.at < now() - interval '${day}' AS "isLost",
        NOT EXISTS (SELECT FROM markets market WHERE market.base_asset_id = $2 AND market.quote_asset_id = $1 AND (status = 'open'
          OR EXISTS (SELECT FROM klines WHERE market_id = market.id AND "interval" = 3600
            AND open_time > extract(epoch FROM now() - interval '${day}')))) AS "isClosed"
      FROM p2p_prices price WHERE money_id = $1 AND pledge_id = $2`,
    [money.id, crypto.id],
  );
  const [row] = rows;
  return row && (row.isLost || row.isClosed) ? parseBigUnits(row.index, priceScale) : undefined;
}
