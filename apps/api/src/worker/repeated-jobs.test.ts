import { expect, test, vi } from 'vitest';
import { runRepeatedJobs } from './repeated-jobs.ts';

const silent = { error: () => undefined };

test('a job runs again after a failure, also while the wall clock stands or goes back', async () => {
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => 0);
  let runs = 0;
  const third = Promise.withResolvers<void>();
  const jobs = runRepeatedJobs(
    [
      {
        name: 'test',
        everyMs: 1,
        async run() {
          if (++runs === 1) throw new Error('fails once');
          if (runs === 3) third.resolve();
        },
      },
    ],
    silent,
  );
  await third.promise;
  await jobs.close();
  clock.mockRestore();
  expect(runs).toBeGreaterThanOrEqual(3);
});

test('closing waits for the run in hand and starts no other', async () => {
  const [started, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let runs = 0;
  const jobs = runRepeatedJobs(
    [
      {
        name: 'test',
        everyMs: 1,
        async run() {
          runs++;
          started.resolve();
          await finish.promise;
        },
      },
    ],
    silent,
  );
  await started.promise;
  let isClosed = false;
  const closing = jobs.close().then(() => {
    isClosed = true;
  });
  await Promise.resolve();
  expect(isClosed).toBe(false);
  finish.resolve();
  await closing;
  expect(runs).toBe(1);
});
