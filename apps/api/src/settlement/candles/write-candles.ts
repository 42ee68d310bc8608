/** Candles of a batch into the table that all venues share. */
import { formatBigUnits, formatUnits } from '@pelican/shared/money';
import type { Transaction } from '../../platform/database/index.ts';
import { ColumnArrays } from '../text.ts';
import type { CandleFold } from './candle-fold.ts';

const candleColumns = 9;

export function renderCandles(fold: CandleFold): ColumnArrays {
  const columns = new ColumnArrays(candleColumns);
  for (const { market, interval, candle } of fold.all()) {
    const { priceScale, baseScale, quoteScale } = market.scale;
    columns.add(
      market.id,
      interval,
      candle.start,
      formatUnits(candle.open, priceScale),
      formatUnits(candle.close, priceScale),
      formatUnits(candle.high, priceScale),
      formatUnits(candle.low, priceScale),
      formatBigUnits(candle.volume.value(), baseScale),
      formatBigUnits(candle.money.value(), quoteScale),
    );
  }
  return columns;
}

export async function writeCandles(tx: Transaction, candles: ColumnArrays): Promise<void> {
  if (candles.count === 0) return;
  await tx.query({ name: 'settle-candles', text: upsertCandles, values: candles.literals() });
}

const upsertCandles = `INSERT INTO klines (market_id, "interval", open_time, open, close, high, low, volume, money)
  SELECT * FROM unnest($1::smallint[], $2::integer[], $3::integer[], $4::numeric[], $5::numeric[], $6::numeric[],
    $7::numeric[], $8::numeric[], $9::numeric[])
  ON CONFLICT (market_id, "interval", open_time) DO UPDATE SET
    close = EXCLUDED.close,
    high = greatest(klines.high, EXCLUDED.high),
    low = least(klines.low, EXCLUDED.low),
    volume = klines.volume + EXCLUDED.volume,
    money = klines.money + EXCLUDED.money,
    is_demo = false`;
