import { expect, test } from 'vitest';
import { attemptsMax, retryDelayMs } from './job-rows.ts';

test('the wait for the next attempt doubles from 5 s to an hour, half of it left to chance', () => {
  const shortest = [1, 2, 3, 10, 11, attemptsMax].map((attempt) => retryDelayMs(attempt, 0) / 1000);
  const longest = [1, 2, 3, 10, 11, attemptsMax].map((attempt) => retryDelayMs(attempt, 1) / 1000);
  expect(shortest).toEqual([2.5, 5, 10, 1280, 1800, 1800]);
  expect(longest).toEqual([7.5, 15, 30, 3840, 5400, 5400]);
});
