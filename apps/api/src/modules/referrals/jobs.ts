/** Jobs of the referral programme: see docs/jobs.md. */
import type pg from 'pg';
import { daily, type Job } from '../../jobs/index.ts';
import { countEndedDays } from './count-days.ts';

export function referralJobs({ pool }: { pool: pg.Pool }): Job[] {
  return [daily({ at: '00:10', zone: 'UTC' }, 'referrals.count', () => countEndedDays(pool))];
}
