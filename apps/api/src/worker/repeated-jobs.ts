/**
 * The worker's jobs: each is idempotent and runs again and again at its interval, by the timers of the process. Nothing of
 * a schedule is kept, so neither a clock that jumps nor a Redis that refuses writes can end it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

export interface RepeatedJob {
  name: string;
  /** From the end of a run to the start of the next. */
  everyMs: number;
  /** Several workers may run it at once: what it takes in hand is locked in Postgres. */
  run(): Promise<void>;
}

export interface RunningJobs {
  /** Lets the jobs in hand end. */
  close(): Promise<void>;
}

/** Starts the jobs. A run that fails is logged, and runs again after its interval. */
export function runRepeatedJobs(jobs: readonly RepeatedJob[], log: Pick<Logger, 'error'>): RunningJobs {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = jobs.map(async ({ name, everyMs, run }) => {
    while (!signal.aborted) {
      await run().catch((error: unknown) => log.error({ err: error, job: name }, 'job failed; it runs again'));
      await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  });
  return {
    async close() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
