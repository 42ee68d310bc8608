import { expect, test } from 'vitest';
import { AddressAmounts, addressesOfSite, createAddressBuckets } from './address-limits.ts';

/** An address in the n-th /64 of one /48. */
const inSite = (n: number) => `2001:db8:7:${n.toString(16)}::1`;

test('who walks through the networks of a /48 gets the allowance of several, not of each', () => {
  const buckets = createAddressBuckets({ perSecond: 1, burst: 3, now: () => 0 });
  const taken = Array.from({ length: 1_000 }, (_, n) => buckets.take(inSite(n))).filter(Boolean).length;
  expect(taken).toBe(3 * addressesOfSite);
  expect(buckets.waitMs(inSite(2_000))).toBeGreaterThan(0);
  expect(buckets.take('2001:db8:8::1')).toBe(true);
});

test('one network of a /48 leaves the others their allowance', () => {
  const buckets = createAddressBuckets({ perSecond: 1, burst: 3, now: () => 0 });
  const taken = Array.from({ length: 100 }, () => buckets.take(inSite(1))).filter(Boolean).length;
  expect(taken).toBe(3);
  expect(buckets.waitMs(inSite(1))).toBe(1_000);
  expect(buckets.take(inSite(2), 3)).toBe(true);
});

test('an IPv4 address is counted once', () => {
  const buckets = createAddressBuckets({ perSecond: 1, burst: 3, now: () => 0 });
  expect(buckets.take('192.0.2.7', 3)).toBe(true);
  expect(buckets.take('::ffff:192.0.2.7')).toBe(false);
  expect(buckets.take('192.0.2.8')).toBe(true);
});

test('amounts are held by the address and by its site, and given back', () => {
  const amounts = new AddressAmounts();
  amounts.add('192.0.2.7', 1);
  expect(amounts.isBelow('192.0.2.7', 2, 2)).toBe(true);
  for (let n = 0; n < 8; n++) amounts.add(inSite(n), 1);
  expect(amounts.isBelow(inSite(1), 3, 9)).toBe(true);
  expect(amounts.isBelow(inSite(999), 2, 8)).toBe(false);
  amounts.add(inSite(0), -1);
  expect(amounts.isBelow(inSite(999), 2, 8)).toBe(true);
});

test('a /48 gets back what was taken for nothing', () => {
  const buckets = createAddressBuckets({ perSecond: 1, burst: 3, now: () => 0 });
  for (let n = 0; n < 100; n++) buckets.take(inSite(n));
  buckets.giveBack(inSite(2), 2);
  expect([103, 104, 105].map((n) => buckets.take(inSite(n)))).toEqual([true, true, false]);
});

test('the network of one subscriber leaves the others of its /48 fifteen times as much', () => {
  const buckets = createAddressBuckets({ perSecond: 1, burst: 120, now: () => 0 });
  for (let n = 0; n < 1_000; n++) buckets.take(inSite(1));
  expect(Array.from({ length: 15 }, (_, n) => buckets.take(inSite(2 + n), 120))).toEqual(Array(15).fill(true));
  expect(buckets.take(inSite(20))).toBe(false);
});
