/** Figures of the jobs for Prometheus. */
import type pg from 'pg';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { RunOutcome } from './job-run.ts';

export interface JobMetrics {
  ran(job: string, outcome: RunOutcome, seconds: number): void;
}

/** @param queued the names of the jobs with rows: each has a figure, also when none of it waits */
export function createJobMetrics(registry: Registry, pool: pg.Pool, queued: readonly string[]): JobMetrics {
  const runs = new Counter({
    name: 'job_runs_total',
    help: 'Runs of jobs by how they ended: done, failed, dead (given up) or cancelled',
    labelNames: ['job', 'outcome'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'job_duration_seconds',
    help: 'Duration of the runs of jobs',
    labelNames: ['job'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 600],
    registers: [registry],
  });
  queueGauges(registry, pool, queued);
  return {
    ran(job, outcome, seconds) {
      runs.inc({ job, outcome });
      durations.observe({ job }, seconds);
    },
  };
}

function queueGauges(registry: Registry, pool: pg.Pool, queued: readonly string[]): void {
  const gauge = (name: string, help: string, figure: 'waiting' | 'oldestSeconds' | 'dead') =>
    new Gauge({
      name,
      help,
      labelNames: ['job'],
      registers: [registry],
      async collect() {
        const byName = new Map((await readFigures(pool)).map((figures) => [figures.name, figures]));
        this.reset();
        for (const job of new Set([...queued, ...byName.keys()])) this.set({ job }, byName.get(job)?.[figure] ?? 0);
      },
    });
  gauge('jobs_waiting', 'Jobs that are due and do not run', 'waiting');
  gauge('jobs_oldest_seconds', 'How long the job that is due the longest has been due', 'oldestSeconds');
  gauge('jobs_dead', 'Jobs that were given up and wait for an operator', 'dead');
}

interface JobFigures {
  name: string;
  waiting: number;
  oldestSeconds: number;
  dead: number;
}

async function readFigures(pool: pg.Pool): Promise<JobFigures[]> {
  const { rows } = await pool.query<JobFigures>(
    `SELECT name, count(*) FILTER (WHERE state = 'waiting')::integer AS waiting,
            coalesce(extract(epoch FROM now() - min(due_at) FILTER (WHERE state = 'waiting')), 0)::float8 AS "oldestSeconds",
            count(*) FILTER (WHERE state = 'dead')::integer AS dead
       FROM jobs WHERE state = 'waiting' AND due_at <= now() OR state = 'dead' GROUP BY name`,
  );
  return rows;
}
