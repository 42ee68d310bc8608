/** Types of jobs that enqueuing, running and declaring them share. */
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Transaction } from '../platform/database/index.ts';

export interface JobProgress {
  percent: number;
  /** What was counted, by name: {rows: 1200}. */
  counts: Record<string, number>;
}

/**
 * What the work of a job is given. A run may end between any two of its lines, and the job then runs again from its first
 * line. What is done in `complete` happens once; a step of many is done once with `once`; what leaves Postgres (a mail, a
 * call to another company's system) happens at least once, and takes `id` along as its idempotency key.
 */
export interface JobRun<Payload> {
  /** The same in every attempt of this job, and of no other. */
  id: string;
  payload: Payload;
  /** From 1. */
  attempt: number;
  dueAt: Date;
  /** Aborts when the job is cancelled or replaced, its lease is lost, or the process ends: stop soon. */
  signal: AbortSignal;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** A transaction that commits only while this run holds the job. Locks the job's row last, after the work's own rows. */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** As `transaction`, and finishes the job in it, with what it returns as the result. Nothing may follow. */
  complete(work: (transaction: Transaction) => Promise<unknown>): Promise<void>;
  /** Whether this job has not done the step before; it counts as done when the transaction commits. */
  once(transaction: Transaction, step: string): Promise<boolean>;
  /** Shown to a caller of `readJob`. Each call is a write: once a second is often enough. */
  progress(percent: number, counts?: Record<string, number>): Promise<void>;
}

/** A job that is enqueued: its name in Postgres, and the payload that every enqueued one carries. */
export interface JobType<Payload> {
  /** '<domain>.<what>'; rows in Postgres carry it, so it outlives a release. */
  name: string;
  /** Checked when it is enqueued and again when it runs, because the row may be of an earlier release. */
  payload: z.ZodType<Payload>;
  /** Runs for minutes: it gets a lane of its own and holds up no short job. */
  isLong?: boolean;
  /**
   * The user for whom a job works that runs for minutes; `isLong` says nothing more of it. Jobs of users have a lane of their own, in which one job of a user runs at a time and users take turns
   * (docs/decisions/0153).
   */
  owner?(payload: Payload): number;
}

export interface TimeOfDay {
  /** 'HH:MM' */
  at: string;
  /** IANA name, for example 'Asia/Kolkata'. */
  zone: string;
}
