/** Figures of the jobs for Prometheus. */
import type pg from 'pg';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { RunOutcome } from './job-run.ts';

export interface JobMetrics {
  ran(job: string, outcome: RunOutcome, seconds: number): void;
}

export function createJobMetrics(registry: Registry, pool: pg.Pool): JobMetrics {
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
  queueGauges(registry, pool);
  return {
    ran(job, outcome, seconds) {
      runs.inc({ job, outcome });
      durations.observe({ job }, seconds);
    },
  };
}

function queueGauges(registry: Registry, pool: pg.Pool): void {
  const of = { labelNames: ['job'], registers: [registry] };
  const oldest = new Gauge({
    name: 'jobs_oldest_seconds',
    help: 'How long the job that is due the longest has been due',
    ...of,
  });
  const dead = new Gauge({ name: 'jobs_dead', help: 'Jobs that were given up and wait for an operator', ...of });
  new Gauge({
    name: 'jobs_waiting',
    help: 'Jobs that are due and do not run',
    ...of,
    async collect() {
      const figures = await readFigures(pool);
      for (const gauge of [this, oldest, dead]) gauge.reset();
      for (const { name, waiting, oldestSeconds, dead: given } of figures) {
        this.set({ job: name }, waiting);
        oldest.set({ job: name }, oldestSeconds);
        dead.set({ job: name }, given);
      }
    },
  });
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
