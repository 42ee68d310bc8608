/** Jobs of promotions: see docs/jobs.md. */
import type pg from 'pg';
import type { Logger } from 'pino';
import { every, type Job } from '../../jobs/index.ts';
import { endBonuses, grantBonuses, warnOfEnd } from './sign-up-bonus.ts';

const bonusMs = 5_000;
const warnMs = 60_000;
const allBonusesMs = 3_600_000;

export function promotionJobs({ pool, log }: { pool: pg.Pool; log: Pick<Logger, 'error'> }): Job[] {
  const onFailure = (user: string, error: unknown) => log.error({ err: error, user }, 'a sign-up bonus has failed');
  return [
    every(bonusMs, 'promotions.grant-bonuses', async () => void (await grantBonuses({ pool, onFailure }))),
    every(bonusMs, 'promotions.end-bonuses', async () => void (await endBonuses({ pool, onFailure }))),
    every(warnMs, 'promotions.warn-of-end', async () => void (await warnOfEnd(pool))),
    every(allBonusesMs, 'promotions.end-all-bonuses', async () => void (await endBonuses({ pool, onFailure }, 'all'))),
  ];
}
