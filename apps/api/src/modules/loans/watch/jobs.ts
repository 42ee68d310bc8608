/** Jobs that look at running loans by prices and by time: docs/loans.md, "Tables". */
import type pg from 'pg';
import { loadCatalog } from '../../../catalog/index.ts';
import { every, type Job } from '../../../jobs/index.ts';
import { readNow } from '../locked.ts';
import { remindOfDue } from './remind.ts';
import { type WatchDeps, watchLoans } from './watch.ts';

const watchMs = 2_000;
const remindMs = 60_000;

export function watchJobs(deps: WatchDeps): Job[] {
  return [
    every(watchMs, 'loans.watch', async () => void (await runWatch(deps))),
    every(remindMs, 'loans.remind', async () => void (await runReminders(deps.pool))),
  ];
}

/** Tells of levels, and begins sales. @param asOf in place of the clock, Unix ms @returns how many loans were changed */
export async function runWatch(deps: WatchDeps, asOf?: number): Promise<number> {
  return watchLoans(deps, await loadCatalog(deps.pool), asOf);
}

/** Sends reminders of due times that are near. @param asOf in place of the clock, Unix ms @returns the number of reminders */
export async function runReminders(pool: pg.Pool, asOf?: number): Promise<number> {
  return remindOfDue(pool, await loadCatalog(pool), asOf ?? (await readNow(pool)));
}
