/**
 * The rows of jobs as the workers change them. A run holds its job by a lease, which it renews; a run whose lease has ended
 * may still be at work, but nothing of it commits any more, because every commit checks its run id (job-run.ts).
 * All times are of Postgres' clock.
 */
import type { Queryable, Transaction } from '../platform/database/index.ts';
import type { TimeOfDay } from './job-types.ts';

export const leaseMs = 15_000;
export const attemptsMax = 12;
const firstRetryMs = 5_000;
const retryMaxMs = 3_600_000;

/** A lease that ends later than a new one would was made before a clock jumped back: it does not count. */
const isHeld = (row: string) =>
  `coalesce(${row}.leased_until > now() AND ${row}.leased_until <= now() + interval '${leaseMs} ms', false)`;

/** A retry that is further away than any back-off is long was set before a clock jumped back. */
const isDue = `(job.due_at <= now() OR job.attempts > 0 AND job.due_at > now() + interval '${retryMaxMs * 1.5} ms')`;

export interface DueJob {
  id: string;
  attempts: number;
}

/** What a job becomes whose run ends without an end of the job: it yields to one that its own work has enqueued for its key. */
const isReplaced = `EXISTS (SELECT 1 FROM jobs AS newer
                                WHERE newer.name = job.name AND newer.key = job.key AND newer.state = 'waiting')`;
const waitingAgain = `CASE WHEN ${isReplaced} THEN 'cancelled' ELSE 'waiting' END`;

/** Another job of the job's owner runs. A cancelled one holds its place until its run has ended. */
const ownerRuns = `EXISTS (SELECT FROM jobs AS other WHERE other.owner = job.owner AND other.id <> job.id AND other.run_id IS NOT NULL)`;
const ownerHasEarlier = `EXISTS (SELECT FROM jobs AS other
        WHERE other.owner = job.owner AND other.state = 'waiting' AND (other.due_at, other.id) < (job.due_at, job.id))`;

/**
 * The jobs of these names that are due, the longest due first, and those whose run has ended with its process. Of each owner the first one alone, and
 * none while one runs: what goes to the queue is of as many owners as there are, however much one of them has asked for.
 */
export async function findDueJobs(db: Queryable, names: readonly string[], limit: number): Promise<DueJob[]> {
  const { rows } = await db.query<DueJob>(
    `(SELECT id, attempts, due_at FROM jobs AS job WHERE name = ANY ($1) AND state = 'waiting' AND ${isDue}
         AND NOT ${ownerRuns} AND NOT ${ownerHasEarlier}
       ORDER BY due_at LIMIT $2)
     UNION ALL
     (SELECT id, attempts, due_at FROM jobs AS job WHERE name = ANY ($1) AND state = 'running' AND NOT ${isHeld('job')}
       ORDER BY due_at LIMIT $2)
     ORDER BY due_at LIMIT $2`,
    [names, limit],
  );
  return rows;
}

export interface ClaimedJob {
  id: string;
  name: string;
  key: string | null;
  payload: unknown;
  /** This run's number, from 1. */
  attempts: number;
  dueAt: Date;
}

/**
 * Takes a due job for a run.
 * @param names the jobs of this process's release; the queue may hold one of a newer release
 * @returns undefined when another run has it or one of the same key or owner, or it has been finished or cancelled
 * @throws DatabaseError (unique violation) when another run takes one of the same key or owner at the same moment
 */
export async function claimJob(
  db: Queryable,
  id: string,
  names: readonly string[],
  runId: string,
): Promise<ClaimedJob | undefined> {
  const { rows } = await db.query<ClaimedJob>(
    `UPDATE jobs AS job
        SET state = 'running', run_id = $2, leased_until = now() + interval '${leaseMs} ms', attempts = attempts + 1
      WHERE id = $1 AND name = ANY ($3)
        AND (state = 'waiting' AND ${isDue} OR state = 'running' AND NOT ${isHeld('job')})
        AND NOT EXISTS (
          SELECT 1 FROM jobs AS other
           WHERE other.name = job.name AND other.key = job.key AND other.id <> job.id
             AND other.run_id IS NOT NULL)
        AND NOT ${ownerRuns}
     RETURNING id, name, key, payload, attempts, due_at AS "dueAt"`,
    [id, runId, names],
  );
  return rows[0];
}

/** Releases cancelled jobs whose run has ended with its process: the next job of their key may run. */
export async function releaseDeadRuns(db: Queryable): Promise<void> {
  await db.query(
    `UPDATE jobs AS job SET run_id = NULL, leased_until = NULL
      WHERE run_id IS NOT NULL AND state = 'cancelled' AND NOT ${isHeld('job')}`,
  );
}

/** @returns those of the runs that still hold their job; the others have been cancelled or lost it */
export async function renewLeases(db: Queryable, runIds: readonly string[]): Promise<string[]> {
  // The lease of a cancelled job is renewed too: it keeps the next job of its key waiting until the run has ended.
  const { rows } = await db.query<{ runId: string; state: string }>(
    `UPDATE jobs SET leased_until = now() + interval '${leaseMs} ms' WHERE run_id = ANY ($1::uuid[])
     RETURNING run_id AS "runId", state`,
    [runIds],
  );
  return rows.filter(({ state }) => state === 'running').map(({ runId }) => runId);
}

/** Ends a run by finishing its job. Returns false, and changes nothing, when the run does not hold the job any more. */
export async function finishJob(
  transaction: Transaction,
  { id, runId }: { id: string; runId: string },
  outcome: { state: 'done'; result: unknown } | { state: 'dead'; error: string },
): Promise<boolean> {
  const [result, error] = outcome.state === 'done' ? [outcome.result, null] : [undefined, outcome.error];
  const { rowCount } = await transaction.query(
    `UPDATE jobs SET state = $3, result = $4, error = coalesce($5, error), finished_at = now(), run_id = NULL,
            leased_until = NULL
      WHERE id = $1 AND run_id = $2 AND state = 'running'`,
    [id, runId, outcome.state, result === undefined ? null : JSON.stringify(result), error],
  );
  return rowCount === 1;
}

/** Whether the run still holds its job, which stays so until the end of the transaction. */
export async function lockHeldJob(transaction: Transaction, id: string, runId: string): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `SELECT 1 FROM jobs WHERE id = $1 AND run_id = $2 AND state = 'running' FOR UPDATE`,
    [id, runId],
  );
  return rowCount === 1;
}

/** Ends a failed run; the job waits for its next attempt. */
export async function retryJob(
  db: Queryable,
  { id, runId }: { id: string; runId: string },
  error: string,
  delayMs: number,
): Promise<void> {
  await db.query(
    `UPDATE jobs AS job SET error = $3, due_at = now() + make_interval(secs => $4), run_id = NULL, leased_until = NULL,
            state = ${waitingAgain}, finished_at = CASE WHEN ${isReplaced} THEN now() END
      WHERE id = $1 AND run_id = $2 AND state = 'running'`,
    [id, runId, error, delayMs / 1000],
  );
}

/** Ends the run of a cancelled job, or one that the end of its process cuts short, which does not count as an attempt. */
export async function releaseJob(db: Queryable, id: string, runId: string): Promise<void> {
  await db.query(
    `UPDATE jobs AS job SET run_id = NULL, leased_until = NULL,
            state = CASE WHEN state = 'running' THEN ${waitingAgain} ELSE state END,
            finished_at = CASE WHEN state = 'running' AND ${isReplaced} THEN now() ELSE finished_at END,
            attempts = CASE WHEN state = 'running' THEN attempts - 1 ELSE attempts END
      WHERE id = $1 AND run_id = $2`,
    [id, runId],
  );
}

/** Doubles from 5 s to an hour, each between half of it and one and a half, so that jobs that failed together are not retried together. */
export function retryDelayMs(attempts: number, random = Math.random()): number {
  return Math.min(retryMaxMs, firstRetryMs * 2 ** (attempts - 1)) * (0.5 + random);
}

/**
 * Enqueues the next occurrence of a daily job, unless it waits already. Its key is its local date, and a date that has a job
 * gets no second one, also not after the clock of Postgres has gone back.
 */
export async function enqueueNextDay(db: Queryable, name: string, { at, zone }: TimeOfDay): Promise<void> {
  await db.query(
    `INSERT INTO jobs (name, key, payload, due_at)
     SELECT $1, to_char(day, 'YYYY-MM-DD'), 'null', (day + $2::time) AT TIME ZONE $3
       FROM generate_series((now() AT TIME ZONE $3)::date::timestamp, (now() AT TIME ZONE $3)::date + 60, '1 day') AS day
      WHERE (day + $2::time) AT TIME ZONE $3 > now()
        AND NOT EXISTS (SELECT 1 FROM jobs WHERE name = $1 AND key = to_char(day, 'YYYY-MM-DD') AND state <> 'waiting')
      ORDER BY day LIMIT 1
     ON CONFLICT (name, key) WHERE state = 'waiting' DO UPDATE SET due_at = excluded.due_at WHERE jobs.attempts = 0`,
    [name, at, zone],
  );
}
