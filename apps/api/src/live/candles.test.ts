import { describe, expect, it } from 'vitest';
import { Candles } from './candles.ts';
import { changePercent } from './figures.ts';
import { bucketStart, monthSeconds, nextBucket, weekSeconds } from './kline-intervals.ts';
import { RollingDay } from './rolling-day.ts';
import { WideSum } from './wide-sum.ts';

describe('candles', () => {
  it('open where the one before closed and stay readable for one bucket', () => {
    const candles = new Candles();
    candles.add(60, 100, 5, 500, 100);
    candles.add(119, 90, 1, 90, 100);
    candles.add(125, 95, 2, 190, 90);
    expect(candles.newest(60)).toMatchObject({ start: 120, open: 90, close: 95, high: 95, low: 90 });
    expect(candles.startingAt(60, 60)).toMatchObject({ start: 60, open: 100, close: 90, high: 100, low: 90 });
    expect(candles.newest(180)).toMatchObject({ start: 0, open: 100, close: 95, high: 100, low: 90 });
    expect(candles.at(60, 300)).toMatchObject({ start: 300, open: 95, close: 95 });
  });

  it('begin weeks on Monday and months on the first, UTC', () => {
    const friday = Date.UTC(2026, 10, 20, 12) / 1000;
    expect(bucketStart(friday, weekSeconds)).toBe(Date.UTC(2026, 10, 16) / 1000);
    expect(bucketStart(friday, monthSeconds)).toBe(Date.UTC(2026, 10, 1) / 1000);
    expect(nextBucket(Date.UTC(2026, 11, 1) / 1000, monthSeconds)).toBe(Date.UTC(2027, 0, 1) / 1000);
  });
});

describe('the rolling day', () => {
  it('forgets what is older than 24 hours', () => {
    const day = new RollingDay();
    day.add(0, 100, 1, 100, 100);
    day.add(60, 300, 2, 600, 100);
    expect(day.figures(86_399)).toMatchObject({ open: 100, close: 300, high: 300, low: 100, volume: 3n, money: 700n });
    expect(day.figures(86_400)).toMatchObject({ open: 100, high: 300, volume: 2n });
    expect(day.figures(90_000)).toBeUndefined();
  });

  it('reports the change in percent, rounded to two decimals', () => {
    expect(changePercent(100, 101)).toBe('1');
    expect(changePercent(3, 2)).toBe('-33.33');
    expect(changePercent(3, 5)).toBe('66.67');
    expect(changePercent(0, 5)).toBe('0');
  });
});

describe('a wide sum', () => {
  it('is exact beyond 2^53', () => {
    const sum = new WideSum();
    let expected = 0n;
    for (let i = 0; i < 1000; i++) {
      sum.add(Number.MAX_SAFE_INTEGER - i);
      expected += BigInt(Number.MAX_SAFE_INTEGER - i);
    }
    expect(sum.value()).toBe(expected);
    const copy = new WideSum();
    copy.set(expected);
    copy.addSum(sum);
    expect(copy.value()).toBe(expected * 2n);
  });
});
