import { expect, test } from 'vitest';
import { FeedGuard, jumpLastsMs } from './feed-guard.ts';

const usd = (whole: number) => BigInt(whole) * 100_000_000n;

test('a price is of the time that its feed says, and never younger than now', () => {
  const guard = new FeedGuard();
  expect(guard.offer(usd(60_000), 9_000, 10_000)).toBe('taken');
  expect(guard.latest).toEqual({ price: usd(60_000), timeMs: 9_000 });
  guard.offer(usd(60_001), 13_000, 10_500);
  expect(guard.latest).toEqual({ price: usd(60_001), timeMs: 10_500 });
  guard.offer(usd(60_002), undefined, 11_000);
  expect(guard.latest).toEqual({ price: usd(60_002), timeMs: 11_000 });
});

test('a feed that goes back in time is not heard until it has caught up', () => {
  const guard = new FeedGuard();
  guard.offer(usd(60_000), 50_000, 50_000);
  expect(guard.offer(usd(59_000), 40_000, 50_500)).toBe('backInTime');
  expect(guard.offer(usd(59_000), 49_999, 51_000)).toBe('backInTime');
  expect(guard.latest?.price).toBe(usd(60_000));
  expect(guard.offer(usd(60_100), 52_000, 52_000)).toBe('taken');
});

test('a feed that is far ahead does not lock out what comes after', () => {
  const guard = new FeedGuard();
  guard.offer(usd(60_000), 50_000, 50_000);
  expect(guard.offer(usd(60_001), 90_000, 51_000)).toBe('ahead');
  expect(guard.offer(usd(60_002), 52_000, 52_000)).toBe('taken');
});

test('a feed that repeats an old price grows old', () => {
  const guard = new FeedGuard();
  guard.offer(usd(60_000), 50_000, 50_000);
  expect(guard.offer(usd(60_000), 50_000, 65_000)).toBe('taken');
  expect(guard.latest?.timeMs).toBe(50_000);
});

test('a lie of 90% is not believed, and the truth is taken again at once', () => {
  const guard = new FeedGuard();
  guard.offer(usd(60_000), undefined, 0);
  expect(guard.offer(usd(6_000), undefined, 1_000)).toBe('jump');
  expect(guard.latest).toEqual({ price: usd(60_000), timeMs: 0 });
  expect(guard.offer(usd(60_010), undefined, 2_000)).toBe('taken');
  expect(guard.offer(usd(6_000), undefined, jumpLastsMs + 1_500)).toBe('jump');
});

test('a fall that lasts is believed', () => {
  const guard = new FeedGuard();
  guard.offer(usd(60_000), undefined, 0);
  for (let nowMs = 1_000; nowMs < jumpLastsMs; nowMs += 1_000)
    expect(guard.offer(usd(40_000), undefined, nowMs)).toBe('jump');
  expect(guard.offer(usd(39_900), undefined, jumpLastsMs + 1_000)).toBe('taken');
  expect(guard.latest?.price).toBe(usd(39_900));
});
