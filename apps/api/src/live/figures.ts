/** The figures of a market as decimal strings, for the wire. */
import { formatBigUnits, formatUnits } from '@pelican/shared/money';
import type { Candle } from './candles.ts';
import type { MarketFacts, MarketState } from './market-state.ts';
import type { PeriodFigures } from './rolling-day.ts';

export interface PeriodView {
  last: string;
  open: string;
  close: string;
  high: string;
  low: string;
  /** In base. */
  volume: string;
  /** In quote. */
  deal: string;
  /** Percent, signed. */
  change: string;
}

const daySeconds = 86_400;

export function formatPriceUnits(price: number, market: MarketFacts): string {
  return formatUnits(price, market.scale.priceScale);
}

/** Change from open to close in percent with two decimals; "0" without an open. */
export function changePercent(open: number, close: number): string {
  if (open === 0) return '0';
  // In hundredths of a percent, rounded half away from zero.
  const scaled = BigInt(close - open) * 20_000n;
  const divisor = BigInt(open) * 2n;
  const half = scaled < 0n ? -BigInt(open) : BigInt(open);
  return formatBigUnits((scaled + half) / divisor, 2);
}

/** What `state` shows of a period; all "0" but `last` when nothing traded in it. */
export function periodView(figures: PeriodFigures | undefined, lastPrice: number, market: MarketFacts): PeriodView {
  const price = (value: number) => formatPriceUnits(value, market);
  if (!figures) {
    return {
      last: price(lastPrice),
      open: '0',
      close: '0',
      high: '0',
      low: '0',
      volume: '0',
      deal: '0',
      change: '0',
    };
  }
  return {
    last: price(lastPrice),
    open: price(figures.open),
    close: price(figures.close),
    high: price(figures.high),
    low: price(figures.low),
    volume: formatBigUnits(figures.volume, market.scale.baseScale),
    deal: formatBigUnits(figures.money, market.scale.quoteScale),
    change: changePercent(figures.open, figures.close),
  };
}

/** The last 24 hours. */
export function dayView(state: MarketState, nowMs: number): PeriodView {
  return periodView(state.day.figures(Math.floor(nowMs / 1000)), state.lastPrice, state.market);
}

export interface TodayView {
  open: string;
  last: string;
  high: string;
  low: string;
  volume: string;
  deal: string;
  change: string;
}

/** Open, high and low since midnight UTC; volume, deal and change of the last 24 hours. */
export function todayView(state: MarketState, nowMs: number): TodayView {
  const today = state.candles.at(daySeconds, Math.floor(nowMs / 1000));
  const price = (value: number | undefined) => formatPriceUnits(value ?? state.lastPrice, state.market);
  const day = dayView(state, nowMs);
  return {
    open: price(today?.open),
    last: day.last,
    high: price(today?.high),
    low: price(today?.low),
    volume: day.volume,
    deal: day.deal,
    change: day.change,
  };
}

/** start, open, close, high, low, volume, deal: a candle as rows of klines begin. */
export function candleFields(candle: Candle, market: MarketFacts): [number, ...string[]] {
  const price = (value: number) => formatPriceUnits(value, market);
  return [
    candle.start,
    price(candle.open),
    price(candle.close),
    price(candle.high),
    price(candle.low),
    formatBigUnits(candle.volume.value(), market.scale.baseScale),
    formatBigUnits(candle.money.value(), market.scale.quoteScale),
  ];
}
