/** Jobs of the referral programme: see docs/jobs.md. */
import type { Logger } from 'pino';
import { daily, type Job } from '../../jobs/index.ts';
import { openLongPool } from '../../platform/database/index.ts';
import { countEndedDays } from './count-days.ts';
import { warnOfLapses } from './warn.ts';

export interface ReferralJobsDeps {
  databaseUrl: string;
  log: Pick<Logger, 'warn'>;
}

/**
 * A day of a busy exchange takes minutes to count: on a connection of its own. The next run repeats a page that was under way.
 */
export function openReferralJobs({ databaseUrl, log }: ReferralJobsDeps): { jobs: Job[]; close(): Promise<void> } {
  const { pool, close } = openLongPool({ databaseUrl, databasePoolMax: 1 }, log);
  const count = daily(
    { at: '00:10', zone: 'UTC' },
    'referrals.count',
    ({ signal }) => countEndedDays(pool, { signal }),
    {
      isLong: true,
    },
  );
  const warn = daily({ at: '06:00', zone: 'UTC' }, 'referrals.warn', ({ signal }) => warnOfLapses(pool, signal), {
    isLong: true,
  });
  return { jobs: [count, warn], close };
}
