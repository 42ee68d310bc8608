/** The runs of this process that hold a job: renews their leases, and gives them up when the process ends. */
import type pg from 'pg';
import type { Logger } from 'pino';
import { leaseMs, renewLeases } from './job-rows.ts';
import type { ActiveRun, RunOutcome } from './job-run.ts';

const renewMs = leaseMs / 5;

export interface HeldRuns {
  /** Renews the run's lease until the run has ended. */
  during(run: ActiveRun): Promise<RunOutcome | undefined>;
  /** Ends all runs; their jobs wait for another worker. */
  giveUpAll(): void;
  close(): void;
}

export function holdRuns(pool: pg.Pool, log: Pick<Logger, 'warn'>): HeldRuns {
  const runs = new Map<string, ActiveRun>();
  let renewedAtMs = performance.now();

  async function renew(): Promise<void> {
    const renewed = [...runs.values()];
    try {
      const held = renewed.length === 0 ? [] : await renewLeases(pool, [...runs.keys()]);
      for (const run of renewed) if (!held.includes(run.runId)) run.lose();
      renewedAtMs = performance.now();
    } catch (error) {
      log.warn({ err: error }, 'the leases of jobs could not be renewed; trying again');
      if (performance.now() - renewedAtMs > leaseMs) for (const run of renewed) run.lose();
    }
  }

  const timer = setInterval(() => void renew(), renewMs);
  return {
    async during(run) {
      runs.set(run.runId, run);
      try {
        return await run.ended;
      } finally {
        runs.delete(run.runId);
      }
    },
    giveUpAll() {
      for (const run of runs.values()) run.giveUp();
    },
    close: () => clearInterval(timer),
  };
}
