import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eachNetwork, everyForNetworks } from './each-network.ts';

const networks = [
  { id: 1, key: 'SILENT' },
  { id: 2, key: 'ANSWERING' },
];
const pool = { query: async () => ({ rows: networks }) } as never;
const stopping = new AbortController().signal;
let logged: string[];
const log = { error: (_facts: object, text: string) => void logged.push(text) };
const jobOf = (run: (busy: Set<number>) => Promise<void>) =>
  everyForNetworks({ everyMs: 1_000, name: 'test.networks', log: log as never }, run);

beforeEach(() => {
  logged = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a network that does not answer holds up neither the others nor the next run', async () => {
  const served = new Map<number, number>();
  const silence = Promise.withResolvers<void>();
  const job = jobOf((busy) =>
    eachNetwork({ pool, log: log as never, failed: 'failed', busy }, async ({ id }) => {
      served.set(id, (served.get(id) ?? 0) + 1);
      if (id === 1) await silence.promise;
      else throw new Error('of this one alone');
    }),
  );
  for (let run = 0; run < 2; run += 1) await Promise.all([job.work(stopping), vi.advanceTimersByTimeAsync(2_000)]);
  expect(Object.fromEntries(served)).toEqual({ 1: 1, 2: 2 });
  expect(logged).toEqual(['failed', 'failed']);
  silence.resolve();
  await job.work(stopping);
  expect(Object.fromEntries(served)).toEqual({ 1: 2, 2: 3 });
});

test('a failure within the run is that of the run, a later one is logged', async () => {
  const work = Promise.withResolvers<void>();
  const job = jobOf(() => work.promise);
  await Promise.all([job.work(stopping), vi.advanceTimersByTimeAsync(2_000)]);
  work.reject(new Error('Postgres has not answered'));
  await job.drained?.();
  expect(logged).toEqual(['job failed after its run had ended; it runs again']);
  await expect(jobOf(() => Promise.reject(new Error('at once'))).work(stopping)).rejects.toThrow('at once');
  expect(logged).toHaveLength(1);
});

test('it is drained when nothing of a run goes on', async () => {
  const work = Promise.withResolvers<void>();
  const job = jobOf(() => work.promise);
  await Promise.all([job.work(stopping), vi.advanceTimersByTimeAsync(2_000)]);
  let isDrained = false;
  const draining = job.drained?.().then(() => {
    isDrained = true;
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isDrained).toBe(false);
  work.resolve();
  await draining;
  expect(isDrained).toBe(true);
});
