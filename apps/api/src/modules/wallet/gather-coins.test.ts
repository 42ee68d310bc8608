import { expect, test } from 'vitest';
import { planMoves } from './gather-coins.ts';

const shard = (id: number) => ({ id, name: `spot${id}`, kind: 'spot' }) as const;
const wallets = [
  { fromShard: shard(1), units: 5 },
  { fromShard: shard(3), units: 20 },
  { fromShard: shard(4), units: 10 },
];

test('the largest wallets give first, and the last one only what is left', () => {
  expect(planMoves(wallets, 25)).toEqual([
    { fromShard: shard(3), units: 20 },
    { fromShard: shard(4), units: 5 },
  ]);
});

test('nothing is moved when all wallets together are too small', () => {
  expect(planMoves(wallets, 36)).toEqual([]);
  expect(planMoves([], 1)).toEqual([]);
});
