/** Candles as rows of text, as queries answer and streams push them. */
import type { Candle } from './candles.ts';
import { candleFields } from './figures.ts';
import type { MarketFacts } from './market-state.ts';

/** [start, open, close, high, low, volume, deal, market, interval, whether the row is final] */
export function klineRow(candle: Candle, market: MarketFacts, interval: number, isFinal: boolean): string {
  return JSON.stringify([...candleFields(candle, market), market.name, interval, isFinal]);
}

/** Rows of a market's candles in which nothing was traded: they cost a tenth of others. */
export function flatRow(start: number, price: string, market: MarketFacts, interval: number, isFinal: boolean): string {
  return `[${start},"${price}","${price}","${price}","${price}","0","0","${market.name}",${interval},${isFinal}]`;
}
