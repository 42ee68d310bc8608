/**
 * Runs the jobs of this process. Postgres holds what is due, the timers of this process read it, BullMQ distributes it over
 * the workers. Four lanes, so that none delays another: interval jobs, short jobs, long jobs of the exchange, long jobs of users.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { IntervalJob, Job, Lane, QueuedJob } from './define.ts';
import { dispatchDueJobs } from './dispatch.ts';
import { type HeldRuns, holdRuns } from './held-runs.ts';
import { addIntervalRuns } from './interval-jobs.ts';
import { enqueueNextDay } from './job-rows.ts';
import { beginRun } from './job-run.ts';
import { type LaneOptions, openLane } from './lane.ts';
import { createJobMetrics, type JobMetrics } from './metrics.ts';

export interface JobsDeps {
  pool: pg.Pool;
  /** Must wait for ever, as `connectRedis` makes it; BullMQ opens others for its blocking reads. */
  redis: Redis;
  jobs: readonly Job[];
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

interface Running extends JobsDeps {
  metrics: JobMetrics;
  held: HeldRuns;
  /** Aborts when no job shall begin any more. */
  stopping: AbortSignal;
}

export interface RunningJobs {
  /** Figures for Prometheus. */
  metrics: Registry;
  /**
   * Takes no new job, and waits for the running ones. A job that does not end in time is given up and waits for another worker.
   * @param drainMs how long the running jobs may take
   */
  close(drainMs?: number): Promise<void>;
}

const retryMs = 1_000;
/** In the lane of users each is of another user. */
const queuedLanes: readonly { lane: Lane; queue: string; atOnce: number }[] = [
  { lane: 'short', queue: 'jobs', atOnce: 4 },
  { lane: 'long', queue: 'long-jobs', atOnce: 2 },
  { lane: 'users', queue: 'jobs-of-users', atOnce: 2 },
];
/** Less than the time after which a supervisor kills. */
const defaultDrainMs = 20_000;
/** For runs that are given up to write so, and for connections to close. */
const endMs = 3_000;

/** @throws Error when two jobs have one name */
export function startJobs(deps: JobsDeps): RunningJobs {
  const { pool, redis, jobs, log } = deps;
  assertDistinct(jobs);
  const aborting = new AbortController();
  const held = holdRuns(pool, log);
  const registry = new Registry();
  const queued = jobs.filter((job) => job.kind === 'queued');
  const interval = jobs.filter((job) => job.kind === 'interval');
  const queuedNames = queued.map(({ name }) => name);
  const metrics = createJobMetrics(registry, pool, queuedNames);
  const running = { ...deps, metrics, held, stopping: aborting.signal };
  const lanes = [
    intervalLane(running, interval),
    ...queuedLanes.map(({ lane, queue, atOnce }) =>
      queuedLane(
        running,
        queue,
        atOnce,
        queued.filter((job) => job.lane === lane),
      ),
    ),
  ].map((lane) => openLane(redis, lane, log));
  const enqueueing = enqueueDailyJobs(running, queued);
  return {
    metrics: registry,
    async close(drainMs = defaultDrainMs) {
      aborting.abort();
      const closing = Promise.all([enqueueing, ...lanes.map((lane) => lane.close())]).then(() =>
        Promise.all(interval.map(async (job) => job.drained?.())),
      );
      const isDrained = await Promise.race([closing.then(() => true), delay(drainMs, false, { ref: false })]);
      if (!isDrained) {
        log.warn({}, 'the jobs in hand did not end in time and are given up');
        held.giveUpAll();
        await Promise.race([closing, delay(endMs)]);
      }
      held.close();
    },
  };
}

function assertDistinct(jobs: readonly Job[]): void {
  const names = jobs.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`two jobs are named '${twice}'`);
}

function intervalLane({ metrics, log, stopping }: Running, jobs: readonly IntervalJob[]): LaneOptions {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const active = new Set<string>();

  /** When another run of its job is under way in this process, a run has nothing to do. */
  async function run(name: string): Promise<void> {
    const job = byName.get(name);
    if (!job || active.has(name)) return;
    active.add(name);
    const beganMs = performance.now();
    try {
      await job.work(stopping);
      metrics.ran(name, 'done', secondsSince(beganMs));
    } catch (error) {
      metrics.ran(name, 'failed', secondsSince(beganMs));
      log.error({ err: error, job: name }, 'job failed; it runs again');
    } finally {
      active.delete(name);
    }
  }

  return {
    name: 'worker',
    atOnce: Math.max(1, jobs.length),
    run: ({ name }) => run(name),
    feeders: jobs.map((job) => (queue) => addIntervalRuns(queue, job, () => active.has(job.name), stopping, log)),
  };
}

function queuedLane(
  { pool, metrics, held, log, stopping }: Running,
  lane: string,
  atOnce: number,
  jobs: readonly QueuedJob[],
): LaneOptions {
  async function run(id: string): Promise<void> {
    const begun = await beginRun(pool, jobs, id, log);
    if (!begun) return;
    const beganMs = performance.now();
    const outcome = await held.during(begun);
    if (outcome) metrics.ran(begun.name, outcome, secondsSince(beganMs));
  }

  const names = jobs.map(({ name }) => name);
  return {
    name: lane,
    atOnce,
    run: ({ data }) =>
      run(data.id).catch((error) => log.warn({ err: error, id: data.id }, 'a job is left to the next run')),
    feeders: [(queue) => dispatchDueJobs(pool, queue, names, stopping, log)],
  };
}

function secondsSince(beganMs: number): number {
  return (performance.now() - beganMs) / 1000;
}

async function enqueueDailyJobs({ pool, log, stopping }: Running, jobs: readonly QueuedJob[]): Promise<void> {
  for (const { name, daily } of jobs) {
    while (daily && !stopping.aborted) {
      try {
        await enqueueNextDay(pool, name, daily);
        break;
      } catch (error) {
        log.warn({ err: error, job: name }, 'the next run of a daily job could not be enqueued; trying again');
        await delay(retryMs, undefined, { signal: stopping }).catch(() => undefined);
      }
    }
  }
}
