import { expect, test } from 'vitest';
import { placeLabel } from './line-labels.ts';

const place = (...heights: number[]) => {
  const labels = heights.map((y) => ({ y, width: 50 }));
  return labels.map((_, index) => placeLabel(labels, index, { height: 300, top: 44 }));
};

test('labels of lines that are close stand beside each other, the others at the left', () => {
  expect(place(100, 108, 120, 200).map(({ x }) => x)).toEqual([8, 64, 120, 8]);
  expect(place(100, 108, 200).map(({ isBeside }) => isBeside)).toEqual([false, true, false]);
});

test('a line out of sight has its label at the edge, with the direction', () => {
  expect(place(-400, -20, 150, 900)).toMatchObject([
    { y: 53, x: 8, outside: 'above' },
    { y: 53, x: 64, outside: 'above' },
    { y: 150, x: 8, outside: null },
    { y: 291, x: 8, outside: 'below' },
  ]);
});

test('a label does not cover the legends: its line is drawn and the label says where', () => {
  expect(place(20, 150)).toMatchObject([
    { y: 53, outside: 'above', isLineShown: true },
    { y: 150, outside: null, isLineShown: true },
  ]);
});
