/**
 * Candles of a batch. Trades are folded into minutes; the longer intervals are folded from the minutes when the batch is
 * written, which is a few rows instead of twelve additions a trade.
 *
 * A candle opens at the price of the trade before it, as in the live view, so that candles join.
 */

import type { MarketScale } from '@pelican/shared/money';
import type { Candle } from '../../live/index.ts';
import { addToCandle, bucketStart, flatCandle, klineIntervals } from '../../live/index.ts';

/** A market of any venue. */
export interface CandleMarket {
  id: number;
  scale: Pick<MarketScale, 'priceScale' | 'baseScale' | 'quoteScale'>;
}

/** The price of each market's newest trade, in units of its price scale. */
export type LastPrices = Map<number, number>;

export interface IntervalCandle {
  market: CandleMarket;
  interval: number;
  candle: Candle;
}

interface MarketMinutes {
  market: CandleMarket;
  /** Oldest first. */
  minutes: Candle[];
}

const minute = klineIntervals[0];

export class CandleFold {
  private readonly markets = new Map<number, MarketMinutes>();
  private readonly lastPrices: LastPrices;

  /** @param lastPrices carried from batch to batch */
  constructor(lastPrices: LastPrices) {
    this.lastPrices = lastPrices;
  }

  /** @param price in units of the price scale; @param base, @param quote in smallest units */
  add(market: CandleMarket, timeMs: number, price: number, base: number, quote: number): void {
    const start = bucketStart(Math.floor(timeMs / 1000), minute);
    let own = this.markets.get(market.id);
    if (!own) {
      own = { market, minutes: [] };
      this.markets.set(market.id, own);
    }
    let candle = own.minutes.at(-1);
    if (candle?.start !== start) {
      candle = flatCandle(start, this.lastPrices.get(market.id) ?? price);
      own.minutes.push(candle);
    }
    addToCandle(candle, price, base, quote);
    this.lastPrices.set(market.id, price);
  }

  /** Candles of every stored interval that the batch's trades fell in. */
  all(): IntervalCandle[] {
    const result: IntervalCandle[] = [];
    for (const { market, minutes } of this.markets.values()) {
      for (const interval of klineIntervals) {
        for (const candle of foldMinutes(minutes, interval)) result.push({ market, interval, candle });
      }
    }
    return result;
  }
}

function foldMinutes(minutes: Candle[], interval: number): Candle[] {
  if (interval === minute) return minutes;
  const folded: Candle[] = [];
  for (const candle of minutes) {
    const start = bucketStart(candle.start, interval);
    let longer = folded.at(-1);
    if (longer?.start !== start) {
      longer = flatCandle(start, candle.open);
      folded.push(longer);
    }
    longer.close = candle.close;
    longer.high = Math.max(longer.high, candle.high);
    longer.low = Math.min(longer.low, candle.low);
    longer.volume.addSum(candle.volume);
    longer.money.addSum(candle.money);
  }
  return folded;
}
