/** Figures of any period up to a week, for queries. */
import type { Pool } from 'pg';
import { type KlineRow, klineFigures } from './boot-candles.ts';
import type { MarketState } from './market-state.ts';
import type { PeriodFigures } from './rolling-day.ts';

const daySeconds = 86_400;

/**
 * Open, close, high, low, volume and money of the last `period` seconds: exact while the newest trades reach back so far,
 * else to the minute. Undefined when nothing traded.
 */
export async function readPeriod(
  pool: Pick<Pool, 'query'>,
  state: MarketState,
  period: number,
  nowMs: number,
): Promise<PeriodFigures | undefined> {
  const fromMs = nowMs - period * 1000;
  if (tradesReach(state, fromMs)) return fromTrades(state, fromMs);
  if (period <= daySeconds) return state.day.figures(Math.floor(nowMs / 1000), Math.ceil(period / 60));
  const dayStart = (Math.floor(nowMs / 60_000) - daySeconds / 60 + 1) * 60;
  const older = await fromPostgres(pool, state, Math.floor(fromMs / 1000), dayStart);
  return joined(older, state.day.figures(Math.floor(nowMs / 1000)));
}

/** Whether every trade since `fromMs` is still in the ring, and they are few enough to be added up. */
function tradesReach(state: MarketState, fromMs: number): boolean {
  const oldest = state.trades.oldest();
  return oldest !== undefined && oldest.timeMs < fromMs;
}

function fromTrades(state: MarketState, fromMs: number): PeriodFigures | undefined {
  const { trades, market } = state;
  const { scale } = market;
  let figures: PeriodFigures | undefined;
  trades.walk((trade) => {
    if (trade.timeMs < fromMs) return false;
    const price = trade.priceTicks * scale.priceStepUnits;
    figures ??= { open: price, close: price, high: price, low: price, volume: 0n, money: 0n };
    figures.open = price;
    figures.high = Math.max(figures.high, price);
    figures.low = Math.min(figures.low, price);
    figures.volume += BigInt(trade.lots * scale.lotBaseUnits);
    figures.money += BigInt(trade.priceTicks * trade.lots * scale.tickLotQuoteUnits);
    return true;
  });
  return figures;
}

/** Two periods, the older one first. */
function joined(older: PeriodFigures | undefined, newer: PeriodFigures | undefined): PeriodFigures | undefined {
  if (!older || !newer) return older ?? newer;
  return {
    open: older.open,
    close: newer.close,
    high: Math.max(older.high, newer.high),
    low: Math.min(older.low, newer.low),
    volume: older.volume + newer.volume,
    money: older.money + newer.money,
  };
}

/** What is older than the live view's day; it is settled by now. */
async function fromPostgres(
  pool: Pick<Pool, 'query'>,
  state: MarketState,
  from: number,
  before: number,
): Promise<PeriodFigures | undefined> {
  const { rows } = await pool.query<{ [Name in keyof KlineRow]: KlineRow[Name] | null }>(
    `SELECT market_id AS "marketId", 60 AS interval, min(open_time) AS "openTime",
        (array_agg(open ORDER BY open_time))[1] AS open, (array_agg(close ORDER BY open_time DESC))[1] AS close,
        max(high) AS high, min(low) AS low, sum(volume) AS volume, sum(money) AS money
       FROM klines WHERE market_id = $1 AND interval = 60 AND open_time > $2 AND open_time < $3 GROUP BY market_id`,
    [state.market.id, from, before],
  );
  return rows[0] ? klineFigures(rows[0] as KlineRow, state.market) : undefined;
}
