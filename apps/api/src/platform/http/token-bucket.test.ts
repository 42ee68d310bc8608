import { expect, test } from 'vitest';
import { createTokenBuckets } from './token-bucket.ts';

test('a bucket gives its burst at once and refills evenly', () => {
  let nowMs = 0;
  const buckets = createTokenBuckets<string>({ perSecond: 10, burst: 5, now: () => nowMs });
  const takeAll = () => Array.from({ length: 10 }, () => buckets.take('a')).filter(Boolean).length;
  expect(takeAll()).toBe(5);
  expect(buckets.waitMs('a')).toBe(100);
  nowMs = 250;
  expect(takeAll()).toBe(2);
  nowMs = 60_000;
  expect(takeAll()).toBe(5);
  expect(buckets.take('b')).toBe(true);
});

test('several tokens are taken together or not at all', () => {
  const buckets = createTokenBuckets<number>({ perSecond: 1, burst: 3, now: () => 0 });
  expect(buckets.take(1, 4)).toBe(false);
  expect(buckets.take(1, 3)).toBe(true);
});

test('memory stays bounded while somebody walks through keys', () => {
  const buckets = createTokenBuckets<number>({ perSecond: 1, burst: 1, now: () => 0, keysMax: 100 });
  for (let key = 0; key < 10_000; key++) expect(buckets.take(key)).toBe(true);
  expect(buckets.take(9_999)).toBe(false);
});
