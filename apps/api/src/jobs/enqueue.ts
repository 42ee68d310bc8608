/** Enqueues, cancels and reads jobs. Everything is written in the caller's transaction, and is committed or rolled back with it. */
import type { Queryable, Transaction } from '../platform/database/index.ts';
import type { JobProgress, JobType } from './job-types.ts';

export interface EnqueueOptions<Payload> {
  payload: Payload;
  /** Not before this time; without it, at once. */
  at?: Date;
  /**
   * The object that the job is about. A job of the same name and key that waits or runs is cancelled: one key has one job, and
   * two never run at once.
   */
  key?: string;
}

/**
 * Enqueues a job; it runs after the caller's commit.
 * @returns its id, for `readJob` and `cancelJobById`
 * @throws ZodError when the payload is not what the type declares
 */
export async function enqueue<Payload>(
  transaction: Transaction,
  type: JobType<Payload>,
  { payload, at, key }: EnqueueOptions<Payload>,
): Promise<string> {
  const parsed = type.payload.parse(payload);
  const stored = JSON.stringify(parsed) ?? 'null';
  if (key !== undefined) await cancelJob(transaction, type, key);
  const { rows } = await transaction.query<{ id: string }>(
    `INSERT INTO jobs (name, key, payload, due_at, owner) VALUES ($1, $2, $3, coalesce($4, now()), $5)
     ON CONFLICT (name, key) WHERE state = 'waiting'
       DO UPDATE SET payload = excluded.payload, owner = excluded.owner, due_at = excluded.due_at, attempts = 0, error = NULL
     RETURNING id`,
    [type.name, key ?? null, stored, at ?? null, type.owner?.(parsed) ?? null],
  );
  return (rows[0] as { id: string }).id;
}

/**
 * Cancels the job of an object, if one waits or runs. Once the caller has committed, nothing that a run does in
 * `run.transaction` or `run.complete` commits any more. A run that cancels its own object's job continues.
 * @returns whether there was one
 */
export async function cancelJob(
  transaction: Transaction,
  type: Pick<JobType<unknown>, 'name'>,
  key: string,
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `UPDATE jobs SET state = 'cancelled', finished_at = now()
      WHERE name = $1 AND key = $2 AND state IN ('waiting', 'running')
        AND id::text IS DISTINCT FROM current_setting('pelican.job', true)`,
    [type.name, key],
  );
  return rowCount !== 0;
}

/** As `cancelJob`, by the id that `enqueue` returned. */
export async function cancelJobById(transaction: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `UPDATE jobs SET state = 'cancelled', finished_at = now() WHERE id = $1 AND state IN ('waiting', 'running')`,
    [id],
  );
  return rowCount !== 0;
}

export type JobState = 'waiting' | 'running' | 'done' | 'dead' | 'cancelled';

export interface JobReport {
  id: string;
  name: string;
  key: string | null;
  state: JobState;
  dueAt: Date;
  attempts: number;
  progress: JobProgress | null;
  result: unknown;
  /** The error of the last attempt that failed. */
  error: string | null;
}

/** What became of a job; undefined when it was never enqueued, or finished so long ago that its row was deleted. */
export async function readJob(db: Queryable, id: string): Promise<JobReport | undefined> {
  const { rows } = await db.query<JobReport>(
    `SELECT id, name, key, state, due_at AS "dueAt", attempts, progress, result, error FROM jobs WHERE id = $1`,
    [id],
  );
  return rows[0];
}
