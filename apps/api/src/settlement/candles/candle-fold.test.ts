import { marketScale } from '@pelican/shared/money';
import { describe, expect, test } from 'vitest';
import { CandleFold } from './candle-fold.ts';

const asset = (id: number, ticker: string) => ({ id, ticker, scale: 8 });
const listing = { priceStep: '0.01', amountStep: '0.0001', base: asset(6, 'LTC'), quote: asset(2, 'USDT') };
const market = { id: 1, scale: marketScale(listing) };
/** A Sunday, a minute before the week ends. */
const sunday = Date.UTC(2026, 10, 22, 23, 59, 30);

function candle(fold: CandleFold, interval: number, start: number) {
  return fold.all().find((one) => one.interval === interval && one.candle.start === start / 1000)?.candle;
}

describe('candles of a batch', () => {
  test('a week begins on Monday, and every interval holds the trades of its bucket', () => {
    const fold = new CandleFold(new Map());
    fold.add(market, sunday, 9_650, 100, 10);
    fold.add(market, sunday + 20_000, 9_700, 100, 10);
    fold.add(market, sunday + 40_000, 9_600, 50, 5);
    const monday = Date.UTC(2026, 10, 23);
    expect(candle(fold, 60, Date.UTC(2026, 10, 22, 23, 59))).toMatchObject({ open: 9_650, close: 9_700 });
    expect(candle(fold, 604_800, Date.UTC(2026, 10, 16))).toMatchObject({ open: 9_650, high: 9_700, low: 9_650 });
    // It opens where the one before it closed.
    expect(candle(fold, 604_800, monday)).toMatchObject({ open: 9_700, close: 9_600, high: 9_700, low: 9_600 });
    expect(candle(fold, 86_400, monday)?.volume.value()).toBe(50n);
    expect(fold.all()).toHaveLength(24);
  });

  test('a batch opens where the batch before it closed, and sums pass 2^53', () => {
    const prices = new Map([[1, 9_000]]);
    const fold = new CandleFold(prices);
    for (let i = 0; i < 5; i++) fold.add(market, sunday, 9_100 + i, 2 ** 52, 2 ** 52 + 1);
    expect(candle(fold, 3600, Date.UTC(2026, 10, 22, 23))).toMatchObject({ open: 9_000, low: 9_000, close: 9_104 });
    expect(candle(fold, 3600, Date.UTC(2026, 10, 22, 23))?.money.value()).toBe(5n * (2n ** 52n + 1n));
    expect(prices.get(1)).toBe(9_104);
  });
});
