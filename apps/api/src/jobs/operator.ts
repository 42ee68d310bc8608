/** What an operator does with jobs: lists them, repeats a dead letter, drops one. Written into the audit records. */
import { DomainError } from '@pelican/shared/contracts';
import { z } from 'zod';
import { type OperatorAct, type OperatorAction, recordAct } from '../identity/index.ts';
import type { Queryable, Transaction } from '../platform/database/index.ts';
import type { JobReport, JobState } from './enqueue.ts';

export interface JobLine {
  id: string;
  name: string;
  key: string | null;
  state: JobState;
  attempts: number;
  dueAt: Date;
  /** The first line of the error of the last attempt. */
  error: string | null;
}

/** The newest jobs of a state. */
export async function listJobs(db: Queryable, state: JobState, limit: number, offset = 0): Promise<JobLine[]> {
  const { rows } = await db.query<JobLine>(
    `SELECT id, name, key, state, attempts, due_at AS "dueAt", split_part(error, E'\\n', 1) AS error
       FROM jobs WHERE state = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`,
    [state, limit, offset],
  );
  return rows;
}

export async function countJobs(db: Queryable, state: JobState): Promise<number> {
  const { rows } = await db.query<{ count: number }>('SELECT count(*)::int AS count FROM jobs WHERE state = $1', [
    state,
  ]);
  return rows[0]?.count ?? 0;
}

export interface JobDetails extends JobReport {
  payload: unknown;
  createdAt: Date;
  finishedAt: Date | null;
  /** Steps of it that have been done, see `JobRun.once`. */
  steps: string[];
}

/** @throws DomainError not_found */
export async function showJob(db: Queryable, id: string): Promise<JobDetails> {
  const { rows } = await db.query<JobDetails>(
    `SELECT id, name, key, state, due_at AS "dueAt", attempts, progress, result, error, payload,
            created_at AS "createdAt", finished_at AS "finishedAt",
            ARRAY(SELECT step FROM job_steps WHERE job_id = jobs.id ORDER BY step) AS steps
       FROM jobs WHERE id = $1`,
    [id],
  );
  return found(rows[0]);
}

function found<Row>(row: Row | undefined): Row {
  if (!row) throw new DomainError('not_found', { message: 'there is no job of this id' });
  return row;
}

const payload = z.object({ id: z.string() });

/**
 * Lets a dead letter run again at once, with the steps that it has done counted as done, and with all its attempts.
 * @throws DomainError not_found, invalid_argument: it is no dead letter, or a newer job of its key waits or runs
 */
export const repeatJob: OperatorAction<{ id: string }, void> = {
  name: 'jobs.repeat',
  permission: 'system',
  twoPersons: false,
  payload,
  async run(tx, act, { id }) {
    const job = await lockJob(tx, id);
    if (job.state !== 'dead') throw refused(`only a dead letter is repeated; the job is ${job.state}`);
    const { rowCount } = await tx.query(
      `UPDATE jobs AS job SET state = 'waiting', attempts = 0, due_at = now(), finished_at = NULL
        WHERE id = $1 AND NOT EXISTS (
          SELECT 1 FROM jobs AS newer
           WHERE newer.name = job.name AND newer.key = job.key AND newer.state IN ('waiting', 'running'))`,
      [id],
    );
    if (rowCount === 0) throw refused('a newer job of the same key waits or runs');
    await record(tx, act, 'job.repeated', job);
  },
};

/**
 * Cancels a job that is a dead letter, waits or runs; its row stays for 30 days.
 * @throws DomainError not_found, invalid_argument: it has finished
 */
export const dropJob: OperatorAction<{ id: string }, void> = {
  name: 'jobs.drop',
  permission: 'system',
  twoPersons: false,
  payload,
  async run(tx, act, { id }) {
    const job = await lockJob(tx, id);
    if (job.state === 'done' || job.state === 'cancelled') throw refused('the job has finished already');
    await tx.query(`UPDATE jobs SET state = 'cancelled', finished_at = now() WHERE id = $1`, [id]);
    await record(tx, act, 'job.dropped', job);
  },
};

interface LockedJob {
  id: string;
  name: string;
  key: string | null;
  state: JobState;
  payload: unknown;
}

async function lockJob(transaction: Transaction, id: string): Promise<LockedJob> {
  const { rows } = await transaction.query<LockedJob>(
    'SELECT id, name, key, state, payload FROM jobs WHERE id = $1 FOR UPDATE',
    [id],
  );
  return found(rows[0]);
}

function refused(message: string): DomainError {
  return new DomainError('invalid_argument', { message });
}

function record(tx: Transaction, act: OperatorAct, action: string, { id, ...details }: LockedJob): Promise<void> {
  return recordAct(tx, act, { action, subject: `job:${id}`, details });
}
