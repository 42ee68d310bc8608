import { expect, test } from 'vitest';
import { labelHeight, placeLabel } from './line-labels.ts';

const place = (...heights: number[]) => {
  const labels = heights.map((y) => ({ y, width: 50 }));
  return labels.map((_, index) => placeLabel(labels, index, { width: 400, height: 300, top: 44 }));
};

test('labels of lines that are close stand beside each other, the others at the left', () => {
  expect(place(100, 108, 120, 200).map(({ x }) => x)).toEqual([8, 64, 8, 8]);
  expect(place(100, 108, 200).map(({ isBeside }) => isBeside)).toEqual([false, true, false]);
});

test('labels that a narrow pane has no room for in one row go on in the next, none over another', () => {
  const labels = [60, 62, 64, 66, 295, 298, 299, 300].map((y) => ({ y, width: 150 }));
  const placed = labels.map((_, index) => placeLabel(labels, index, { width: 340, height: 300, top: 44 }));
  for (const [at, one] of placed.entries()) {
    expect(one.x + 150).toBeLessThanOrEqual(340);
    for (const other of placed.slice(0, at)) {
      const isApart = Math.abs(one.y - other.y) >= labelHeight || Math.abs(one.x - other.x) >= 150;
      expect(isApart).toBe(true);
    }
  }
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
