import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PushClock, type Pushed } from './push-clock.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

function createStream(intervalMs: number): Pushed & { at: number[] } {
  const at: number[] = [];
  return {
    at,
    intervalMs,
    lastRunMs: Number.NEGATIVE_INFINITY,
    isDue: false,
    push: () => at.push(Math.round(performance.now())),
  };
}

it('pushes a first change at once and the next ones an interval apart, on a common grid', async () => {
  const clock = new PushClock(50);
  const [depth, trades] = [createStream(100), createStream(50)];
  const startMs = performance.now();
  for (let elapsed = 0; elapsed < 1_000; elapsed += 3) {
    clock.touch(depth);
    clock.touch(trades);
    await vi.advanceTimersByTimeAsync(3);
  }
  expect(depth.at[0]).toBeLessThanOrEqual(startMs + 3);
  const later = depth.at.slice(1);
  expect(later.length).toBeGreaterThanOrEqual(9);
  expect(trades.at.length).toBeGreaterThanOrEqual(19);
  // Each push of the book falls together with one of the trades.
  for (const moment of later) expect(trades.at).toContain(moment);
  const gaps = later.slice(1).map((moment, index) => moment - (later[index] as number));
  expect(new Set(gaps)).toEqual(new Set([100]));
});

it('is silent without changes', async () => {
  const clock = new PushClock(50);
  const stream = createStream(100);
  clock.touch(stream);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stream.at).toHaveLength(1);
});
