import { expect, test } from 'vitest';
import { afterRefusedAuth, reconnectDelayMs } from './reconnect.ts';

test('waits 1 s and 100 ms for each failed authorisation, at most 10 s', () => {
  expect(reconnectDelayMs(0, 0)).toBe(1000);
  expect(reconnectDelayMs(4, 0)).toBe(1400);
  expect(reconnectDelayMs(90, 0)).toBe(10_000);
  expect(reconnectDelayMs(500, 0.99)).toBe(10_000);
});

test('jitter adds up to a fifth', () => {
  expect(reconnectDelayMs(0, 0.5)).toBe(1100);
  expect(reconnectDelayMs(0, 0.999)).toBeLessThanOrEqual(1200);
});

test('only codes 2 and 5 are retried, three times', () => {
  expect(afterRefusedAuth(2, 1)).toBe('retry');
  expect(afterRefusedAuth(5, 3)).toBe('retry');
  expect(afterRefusedAuth(5, 4)).toBe('giveUp');
  expect(afterRefusedAuth(11, 1)).toBe('refused');
});
