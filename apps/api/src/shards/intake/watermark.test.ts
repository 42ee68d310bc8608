import { expect, test } from 'vitest';
import { Watermark } from './watermark.ts';

test('a watermark is passed from its level on, until the level is a fifth below it', () => {
  const watermark = new Watermark();
  const passed = [0, 0.99, 1, 0.99, 0.8, 0.79, 0.9, 1.2].map((level) => watermark.isPassedAt(level));
  expect(passed).toEqual([false, false, true, true, true, false, false, true]);
});
