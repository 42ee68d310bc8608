import { expect, test } from 'vitest';
import { hasEnded, rememberEnded } from './ended-orders.ts';

test('the last ended orders are known, older ones are forgotten', () => {
  for (let id = 1; id <= 51; id++) rememberEnded(id);
  expect([1, 2, 51, 52].map(hasEnded)).toEqual([false, true, true, false]);
});
