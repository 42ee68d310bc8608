import { expect, test } from 'vitest';
import { crc32 } from './crc32.ts';
import { checksumText, OrderBook } from './order-book.ts';
import type { PriceLevel } from './wire.ts';

const bids: PriceLevel[] = [
  ['100', '1'],
  ['99.5', '2'],
];
const asks: PriceLevel[] = [
  ['100.5', '3'],
  ['101', '4'],
];

function prices(levels: readonly { price: string; amount: string }[]): string[] {
  return levels.map((level) => `${level.price}x${level.amount}`);
}

function book(): OrderBook {
  const started = new OrderBook('LTC_USDT', 3);
  started.apply(true, { bids, asks, seq: 10, prev_seq: null });
  return started;
}

test('crc32 agrees with the published check value', () => {
  expect(crc32('123456789')).toBe(0xcbf43926 | 0);
});

test('a complete book replaces, a difference changes, adds and removes', () => {
  const changed = book();
  const result = changed.apply(false, {
    bids: [
      ['99.5', '0'],
      ['99.75', '7'],
    ],
    asks: [['100.5', '1.5']],
    seq: 12,
    prev_seq: 10,
  });
  expect(result).toBe('applied');
  expect(prices(changed.snapshot().bids)).toEqual(['100x1', '99.75x7']);
  expect(prices(changed.snapshot().asks)).toEqual(['100.5x1.5', '101x4']);
});

test('levels beyond the window are cut, so that none comes back as a ghost', () => {
  const changed = book();
  changed.apply(false, {
    bids: [
      ['99.9', '1'],
      ['99.8', '1'],
    ],
    seq: 11,
    prev_seq: 10,
  });
  expect(prices(changed.snapshot().bids)).toEqual(['100x1', '99.9x1', '99.8x1']);
});

test('a missing push is noticed and nothing is applied until the next complete book', () => {
  const changed = book();
  expect(changed.apply(false, { bids: [['99', '1']], seq: 15, prev_seq: 13 })).toBe('gap');
  expect(changed.apply(false, { bids: [['98', '1']], seq: 16, prev_seq: 15 })).toBe('ignored');
  expect(prices(changed.snapshot().bids)).toEqual(['100x1', '99.5x2']);
  expect(changed.apply(true, { bids: [['50', '1']], asks: [], seq: 20, prev_seq: null })).toBe('applied');
  expect(prices(changed.snapshot().bids)).toEqual(['50x1']);
});

test('differences before the first complete book are ignored', () => {
  expect(new OrderBook('LTC_USDT', 3).apply(false, { bids, seq: 1, prev_seq: 0 })).toBe('ignored');
});

test('the checksum covers all bids, then all asks', () => {
  const changed = book();
  const { bids: own, asks: theirs } = changed.snapshot();
  const text = checksumText(own, theirs);
  expect(text).toBe('100:1:99.5:2:100.5:3:101:4');
  expect(changed.apply(true, { bids, asks, seq: 11, checksum: crc32(text) })).toBe('applied');
  expect(changed.apply(true, { bids, asks, seq: 12, checksum: crc32(text) + 1 })).toBe('checksum');
});

test('a snapshot keeps its identity, and unchanged levels keep theirs', () => {
  const changed = book();
  const before = changed.snapshot();
  expect(changed.snapshot()).toBe(before);
  changed.apply(false, { asks: [['101', '9']], seq: 11, prev_seq: 10 });
  expect(changed.snapshot()).not.toBe(before);
  expect(changed.snapshot().asks[0]).toBe(before.asks[0]);
});
