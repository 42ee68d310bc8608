/** Jobs of payment methods. */
import type pg from 'pg';
import { every, type Job } from '../../jobs/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { recordStates } from './status/changes.ts';

const intervalMs = 15_000;

/** What nobody decides: networks that stand still, nodes that are away. */
export function paymentJobs({ pool }: { pool: pg.Pool }): Job[] {
  return [every(intervalMs, 'payments.states', () => inTransaction(pool, recordStates))];
}
