/** Jobs of promotions: see docs/jobs.md. */
import type pg from 'pg';
import { every, type Job } from '../../jobs/index.ts';
import { endBonuses, grantBonuses } from './sign-up-bonus.ts';

const bonusMs = 5_000;

export function promotionJobs({ pool }: { pool: pg.Pool }): Job[] {
  return [
    every(bonusMs, 'promotions.grant-bonuses', async () => void (await grantBonuses(pool))),
    every(bonusMs, 'promotions.end-bonuses', async () => void (await endBonuses(pool))),
  ];
}
