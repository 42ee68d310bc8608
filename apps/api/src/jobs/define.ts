import type { JobRun, JobType, TimeOfDay } from './job-types.ts';

/** Of its own each: short jobs, long jobs of the exchange, and long jobs of users. */
export type Lane = 'short' | 'long' | 'users';

/** A job with its work, run from its row in Postgres. */
export interface QueuedJob {
  kind: 'queued';
  name: string;
  lane: Lane;
  /** Set when the job enqueues itself each day. */
  daily?: TimeOfDay;
  /** Resolves with the job's result, which a caller may read. Rejects to be tried again later. */
  work(run: JobRun<unknown>): Promise<unknown>;
}

/** A job that runs at an interval, without rows: the next run does the work of one that failed or was lost. */
export interface IntervalJob {
  kind: 'interval';
  name: string;
  /** From the start of a run to the start of the next; a run that takes longer is not joined by another of this process. */
  everyMs: number;
  /**
   * Several workers may run it at once: it locks the rows that it works on in Postgres.
   * @param stopping aborts when the worker ends: a run with a queue takes nothing more from it
   */
  work(stopping: AbortSignal): Promise<void>;
  /** Resolves when nothing goes on that a run began and did not wait for: the worker keeps its connections until then. */
  drained?(): Promise<void>;
}

export type Job = QueuedJob | IntervalJob;

/** Declares a job, apart from its work: the code that enqueues it needs no more. */
export function declareJob<Payload>(type: JobType<Payload>): JobType<Payload> {
  return type;
}

/** The work of a declared job. It may run more than once; what it may rely on is described at `JobRun`. */
export function handle<Payload>(type: JobType<Payload>, work: (run: JobRun<Payload>) => Promise<unknown>): QueuedJob {
  return {
    kind: 'queued',
    name: type.name,
    lane: type.owner === undefined ? laneOf(type) : 'users',
    work: async (run) => work({ ...run, payload: type.payload.parse(run.payload) }),
  };
}

const laneOf = ({ isLong = false }: Pick<JobType<unknown>, 'isLong'>): Lane => (isLong ? 'long' : 'short');

/** A job that runs at an interval in every worker. */
export function every(everyMs: number, name: string, work: IntervalJob['work']): IntervalJob {
  return { kind: 'interval', name, everyMs, work };
}

/**
 * A job that runs once a day at a local time, with retries and dead letters. After days without a worker it runs once, with the
 * `dueAt` of the first occurrence that was missed.
 */
export function daily(
  time: TimeOfDay,
  name: string,
  work: (run: JobRun<unknown>) => Promise<unknown>,
  options: Pick<JobType<unknown>, 'isLong'> = {},
): QueuedJob {
  return { kind: 'queued', name, lane: laneOf(options), daily: time, work };
}
