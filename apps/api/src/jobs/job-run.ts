/** One run of a job: what its work may do, and how it ends. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { inTransaction, type Transaction } from '../platform/database/index.ts';
import type { QueuedJob } from './define.ts';
import {
  attemptsMax,
  type ClaimedJob,
  claimJob,
  enqueueNextDay,
  finishJob,
  lockHeldJob,
  releaseJob,
  retryDelayMs,
  retryJob,
} from './job-rows.ts';
import type { JobProgress, JobRun } from './job-types.ts';

export type RunOutcome = 'done' | 'failed' | 'dead' | 'cancelled';

/** Thrown by the commit of a run whose job has been cancelled, replaced or taken over. */
class JobNotHeld extends Error {
  constructor() {
    super('the run does not hold its job any more');
  }
}

/** A run that has its job, from `beginRun` to the end of `end`. */
export interface ActiveRun {
  runId: string;
  /** The name of the job. */
  name: string;
  /** Resolves at the end of the run; with undefined when the process ended first, and the job waits again */
  ended: Promise<RunOutcome | undefined>;
  /** The job is not this run's any more. */
  lose(): void;
  /** The process ends: the run is given up and its job waits again. */
  giveUp(): void;
}

/** Claims a due job and begins its work; undefined when there is nothing to do. */
export async function beginRun(
  pool: pg.Pool,
  jobs: readonly QueuedJob[],
  id: string,
  log: JobRun<unknown>['log'],
): Promise<ActiveRun | undefined> {
  const runId = randomUUID();
  const names = jobs.map(({ name }) => name);
  const claimed = await claimJob(pool, id, names, runId);
  const job = jobs.find(({ name }) => name === claimed?.name);
  if (!claimed || !job) return undefined;
  const aborting = new AbortController();
  const givenUp = Promise.withResolvers<'given up'>();
  const run = new Run(pool, job, claimed, runId, aborting.signal, log);
  return {
    runId,
    name: job.name,
    ended: run.execute(givenUp.promise),
    lose: () => aborting.abort(),
    giveUp() {
      aborting.abort();
      givenUp.resolve('given up');
    },
  };
}

class Run {
  readonly #pool: pg.Pool;
  readonly #job: QueuedJob;
  readonly #claimed: ClaimedJob;
  readonly #held: { id: string; runId: string };
  readonly #signal: AbortSignal;
  readonly #log: JobRun<unknown>['log'];
  #isFinished = false;

  constructor(
    pool: pg.Pool,
    job: QueuedJob,
    claimed: ClaimedJob,
    runId: string,
    signal: AbortSignal,
    log: JobRun<unknown>['log'],
  ) {
    this.#pool = pool;
    this.#job = job;
    this.#claimed = claimed;
    this.#held = { id: claimed.id, runId };
    this.#signal = signal;
    this.#log = log;
  }

  async execute(givenUp: Promise<'given up'>): Promise<RunOutcome | undefined> {
    // The runs before it ended with their process, and the cause may have been this job.
    if (this.#claimed.attempts > attemptsMax) return this.#bury('no run came to an end');
    try {
      const ending = await Promise.race([this.#work(), givenUp]);
      if (ending !== 'given up') return 'done';
      await releaseJob(this.#pool, this.#held.id, this.#held.runId);
      return undefined;
    } catch (error) {
      return this.#fail(error);
    }
  }

  async #work(): Promise<void> {
    const result = await this.#job.work(this.#handed());
    if (this.#isFinished) return;
    // Work whose signal was aborted may have returned before it was complete.
    if (this.#signal.aborted) throw new JobNotHeld();
    await this.#complete(async () => result);
  }

  #handed(): JobRun<unknown> {
    const { id, payload, attempts: attempt, dueAt } = this.#claimed;
    return {
      id,
      payload,
      attempt,
      dueAt,
      signal: this.#signal,
      log: this.#log,
      transaction: (work) => this.#transaction(work),
      complete: (work) => this.#complete(work),
      once: (transaction, step) => this.#once(transaction, step),
      progress: (percent, counts = {}) => this.#showProgress({ percent, counts }),
    };
  }

  #transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.#ownTransaction(async (transaction) => {
      const result = await work(transaction);
      if (!(await lockHeldJob(transaction, this.#held.id, this.#held.runId))) throw new JobNotHeld();
      return result;
    });
  }

  async #complete(work: (transaction: Transaction) => Promise<unknown>): Promise<void> {
    await this.#ownTransaction(async (transaction) => {
      const result = await work(transaction);
      await this.#finish(transaction, { state: 'done', result });
    });
    this.#isFinished = true;
  }

  /** In it, the job is not cancelled by what its own work enqueues or cancels (enqueue.ts). */
  #ownTransaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return inTransaction(this.#pool, async (transaction) => {
      await transaction.query(`SELECT set_config('pelican.job', $1, true)`, [this.#held.id]);
      return work(transaction);
    });
  }

  async #finish(transaction: Transaction, outcome: Parameters<typeof finishJob>[2]): Promise<void> {
    if (!(await finishJob(transaction, this.#held, outcome))) throw new JobNotHeld();
    const { daily, name } = this.#job;
    if (daily) await enqueueNextDay(transaction, name, daily);
  }

  async #once(transaction: Transaction, step: string): Promise<boolean> {
    const { rowCount } = await transaction.query(
      'INSERT INTO job_steps (job_id, step) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [this.#held.id, step],
    );
    return rowCount === 1;
  }

  async #showProgress(progress: JobProgress): Promise<void> {
    await this.#pool.query('UPDATE jobs SET progress = $3 WHERE id = $1 AND run_id = $2', [
      this.#held.id,
      this.#held.runId,
      JSON.stringify(progress),
    ]);
  }

  async #fail(error: unknown): Promise<RunOutcome> {
    if (error instanceof JobNotHeld || this.#signal.aborted) {
      await releaseJob(this.#pool, this.#held.id, this.#held.runId);
      return 'cancelled';
    }
    const { attempts } = this.#claimed;
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (attempts >= attemptsMax) return this.#bury(text);
    await retryJob(this.#pool, this.#held, text, retryDelayMs(attempts));
    this.#log.warn({ err: error, job: this.#job.name, id: this.#held.id, attempts }, 'job failed; it runs again');
    return 'failed';
  }

  /** Makes the job a dead letter. */
  async #bury(error: string): Promise<RunOutcome> {
    await inTransaction(this.#pool, (transaction) => this.#finish(transaction, { state: 'dead', error }));
    this.#log.error({ job: this.#job.name, id: this.#held.id, reason: error }, 'job given up; see `ops -- jobs`');
    return 'dead';
  }
}
