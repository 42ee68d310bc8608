import { expect, test } from 'vitest';
import { futureEntryAt } from './time-leap.ts';

const nowMs = 1_790_000_000_000;
const hourMs = 3_600_000;
const at = (...timesMs: number[]) => timesMs.map((timeMs, i) => ({ position: `${timeMs}-${i}` }));

test.each([
  { what: 'entries of now', times: [nowMs - 5, nowMs], previous: nowMs - 9, leap: -1 },
  { what: 'a clock that was an hour ahead', times: [nowMs + hourMs], previous: nowMs, leap: -1 },
  { what: 'more than an hour', times: [nowMs, nowMs + hourMs + 1], previous: nowMs, leap: 1 },
  { what: 'hour by hour', times: [nowMs + hourMs, nowMs + 2 * hourMs], previous: nowMs, leap: 1 },
  {
    what: 'what follows a time that was accepted',
    times: [nowMs + 9 * hourMs, nowMs + 9 * hourMs],
    previous: nowMs + 9 * hourMs,
    leap: -1,
  },
  { what: 'the greatest id of Redis', times: [nowMs, 2 ** 64], previous: nowMs, leap: 1 },
])('$what', ({ times, previous, leap }) => {
  expect(futureEntryAt(at(...times), `${previous}-0`, nowMs)).toBe(leap);
});
