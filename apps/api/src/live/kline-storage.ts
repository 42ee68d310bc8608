/** Candles as Postgres has them, for queries. */
import { stripZeros } from '@pelican/shared/money';
import type { Pool } from 'pg';
import { type KlineRow, klineColumns } from './boot-candles.ts';
import type { MarketFacts } from './market-state.ts';

/** Candles that begin at or after `from` and before `until`, oldest first, and the newest one before `from`. */
export async function readStoredKlines(
  pool: Pick<Pool, 'query'>,
  marketId: number,
  interval: number,
  from: number,
  until: number,
): Promise<KlineRow[]> {
  const { rows } = await pool.query<KlineRow>(
    `SELECT ${klineColumns} FROM klines k WHERE k.market_id = $1 AND k.interval = $2 AND k.open_time < $4
        AND k.open_time >= coalesce((SELECT max(open_time) FROM klines
          WHERE market_id = $1 AND interval = $2 AND open_time < $3), $3)
      ORDER BY k.open_time`,
    [marketId, interval, from, until],
  );
  return rows;
}

/** As klineRow. */
export function storedRow(row: KlineRow, market: MarketFacts, interval: number, isFinal: boolean): string {
  const { open, close, high, low, volume, money } = row;
  const figures = [open, close, high, low, volume, money].map(stripZeros).join('","');
  return `[${row.openTime},"${figures}","${market.name}",${interval},${isFinal}]`;
}
