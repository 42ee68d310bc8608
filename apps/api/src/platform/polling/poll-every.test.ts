import { expect, test, vi } from 'vitest';
import { pollEvery } from './poll-every.ts';

test('it goes on behind a failure, and ends when it is stopped', async () => {
  const onError = vi.fn();
  let count = 0;
  const stop = pollEvery(
    1,
    async () => {
      count += 1;
      if (count === 2) throw new Error('lost');
    },
    onError,
  );
  await vi.waitFor(() => expect(count).toBeGreaterThan(3));
  stop();
  const before = count;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(count).toBe(before);
  expect(onError.mock.calls).toEqual([[new Error('lost')]]);
});
