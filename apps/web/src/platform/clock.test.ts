import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as ClockModule from './clock.ts';

const deviceMs = Date.UTC(2030, 0, 1, 12);
const hourMs = 3_600_000;
let clock: typeof ClockModule;

beforeEach(async () => {
  vi.useFakeTimers({ now: deviceMs });
  vi.resetModules();
  clock = await import('./clock.ts');
});
afterEach(() => vi.useRealTimers());

test('a device that is an hour late knows the time from the first answer on', () => {
  expect(clock.serverNow()).toBe(deviceMs);
  clock.setServerTime(deviceMs + hourMs);
  expect(clock.serverNow()).toBe(deviceMs + hourMs);
  vi.advanceTimersByTime(60_000);
  expect(clock.serverNow()).toBe(deviceMs + hourMs + 60_000);
});

test('whole seconds and slow answers move nothing', () => {
  clock.setServerTime(deviceMs - 900);
  expect(clock.serverNow()).toBe(deviceMs);
  clock.setServerTime(deviceMs + hourMs);
  clock.setServerTime(deviceMs + hourMs - 3_000);
  expect(clock.serverNow()).toBe(deviceMs + hourMs);
});

test('a clock that was put right is believed again', () => {
  clock.setServerTime(deviceMs + hourMs);
  vi.setSystemTime(deviceMs + hourMs);
  clock.setServerTime(deviceMs + hourMs);
  expect(clock.serverNow()).toBe(deviceMs + hourMs);
});
