import type { SpotOrder, SpotTrade } from '@pelican/shared/contracts/spot';
import { expect, test } from 'vitest';
import { timelineOf } from './timeline.ts';

const order = { ctime: 100, mtime: 100, deal_stock: '0' } as SpotOrder;
const fill = (time: number) => ({ time }) as SpotTrade;
const keysOf = (...given: Parameters<typeof timelineOf>) => timelineOf(...given).map(({ key }) => key);

test('an order waits after its placement, its fills, or its last change', () => {
  expect(keysOf(order, undefined, undefined)).toEqual(['placed', 'open']);
  expect(timelineOf({ ...order, mtime: 140 }, undefined, undefined)).toEqual([
    { key: 'placed', at: 100 },
    { key: 'changed', at: 140 },
    { key: 'open', at: null },
  ]);
  const filled = { ...order, mtime: 120, deal_stock: '1' };
  expect(keysOf(filled, fill(120), fill(110))).toEqual(['placed', 'firstFill', 'lastFill', 'open']);
  expect(keysOf({ ...filled, mtime: 130 }, fill(120), fill(120))).toContain('changed');
});

test('a fill that the list does not have yet is no change, and what has ended ends', () => {
  expect(keysOf({ ...order, mtime: 120, deal_stock: '1' }, undefined, undefined)).toEqual(['placed', 'open']);
  const only = fill(120);
  expect(keysOf({ ...order, mtime: 150, ftime: 150, deal_stock: '1' }, only, only)).toEqual([
    'placed',
    'lastFill',
    'ended',
  ]);
});
