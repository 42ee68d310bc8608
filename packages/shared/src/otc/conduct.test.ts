import { expect, it } from 'vitest';
import { otcCompletion3, otcMedian, otcMovePause, otcPause } from './conduct.ts';

const day = 86_400;

it('three faults within a day stop new orders until the oldest of them is a day old', () => {
  expect(otcPause(1000, [100, 500], [])).toBeNull();
  expect(otcPause(1000, [900, 100, 500], [])).toBe(100 + day);
  expect(otcPause(100 + day, [100, 500, 900], [])).toBeNull();
  expect(otcPause(1000, [100, 500, 800, 900], [])).toBe(500 + day);
});

it('twenty lapsed locks within an hour stop them until the oldest of these is an hour old', () => {
  const locks = Array.from({ length: 20 }, (_, at) => at);
  expect(otcPause(100, [], locks)).toBe(3600);
  expect(otcPause(100, [], locks.slice(1))).toBeNull();
  expect(otcPause(100, [1, 2, 3], locks)).toBe(1 + day);
});

it('a price that moves by more than 3% within a minute pauses the desk for half a minute', () => {
  const moved = (price8: bigint, at: number) => [
    { at: 0, price8: 100n },
    { at, price8 },
  ];
  expect(otcMovePause(20, moved(103n, 20))).toBeNull();
  expect(otcMovePause(20, moved(104n, 20))).toBe(50);
  expect(otcMovePause(50, moved(104n, 20))).toBeNull();
  expect(otcMovePause(60, moved(96n, 60))).toBe(90);
  expect(otcMovePause(61, moved(104n, 61))).toBeNull();
});

it('statistics: a maker is new below five orders; medians are whole seconds', () => {
  expect(otcCompletion3(4, 0, 0)).toBeNull();
  expect(otcCompletion3(2, 2, 1)).toBe(400);
  expect(otcCompletion3(2, 1, 4)).toBe(285);
  expect(otcMedian([])).toBeNull();
  expect(otcMedian([30, 10, 20])).toBe(20);
  expect(otcMedian([10, 21])).toBe(16);
});
