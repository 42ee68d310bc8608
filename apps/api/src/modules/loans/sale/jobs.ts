/** Jobs of the watch and of sales: docs/loans.md, "Tables". */
import type { Shard } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Logger } from 'pino';
import { loadCatalog } from '../../../catalog/index.ts';
import { every, type Job } from '../../../jobs/index.ts';
import { readNow } from '../locked.ts';
import { openIndexFeed } from '../watch/index-feed.ts';
import { remindOfDue } from '../watch/remind.ts';
import { type WatchDeps, watchLoans } from '../watch/watch.ts';
import { advanceSale, type SaleDeps } from './advance.ts';
import { createDeskEngine } from './desk-engine.ts';

const watchMs = 2_000;
const salesMs = 2_000;
const salesMax = 100;
const remindMs = 60_000;

export interface SaleJobsDeps {
  pool: pg.Pool;
  redis: Redis;
  shards: readonly Shard[];
  log: Logger;
  deliver: SaleDeps['deliver'];
}

export interface SaleJobs {
  jobs: Job[];
  close(): void;
}

export async function openSaleJobs({ pool, redis, shards, log, deliver }: SaleJobsDeps): Promise<SaleJobs> {
  const shard = shards.find(({ kind }) => kind === 'perpetual');
  const feed = await openIndexFeed({ pool, redis, shard, log });
  const deps = { pool, prices: feed.prices, engine: createDeskEngine({ pool, redis }), deliver };
  return {
    jobs: [
      every(watchMs, 'loans.watch', async () => void (await runWatch(deps))),
      every(remindMs, 'loans.remind', async () => void (await runReminders(pool))),
      every(salesMs, 'loans.sales', async () => void (await runSales(deps))),
    ],
    close: () => feed.close(),
  };
}

/** Tells of levels, and begins sales. @param asOf in place of the clock, Unix ms @returns how many loans were changed */
export async function runWatch(deps: WatchDeps, asOf?: number): Promise<number> {
  return watchLoans(deps, await loadCatalog(deps.pool), asOf ?? (await readNow(deps.pool)));
}

/** Sends reminders of due times that are near. @param asOf in place of the clock, Unix ms @returns the number of reminders */
export async function runReminders(pool: pg.Pool, asOf?: number): Promise<number> {
  return remindOfDue(pool, await loadCatalog(pool), asOf ?? (await readNow(pool)));
}

/**
 * Brings every sale on. @param asOf in place of the clock, Unix ms
 * @returns how many @throws AggregateError after the others
 */
export async function runSales(deps: SaleDeps, asOf?: number): Promise<number> {
  const now = asOf ?? (await readNow(deps.pool));
  const { rows } = await deps.pool.query<{ id: string }>(
    `SELECT loan_id AS id FROM p2p_sales WHERE step <> 'done' AND (next_at <= $1 OR is_end_wanted) ORDER BY next_at LIMIT $2`,
    [new Date(now), salesMax],
  );
  if (rows.length === 0) return 0;
  const assets = await loadCatalog(deps.pool);
  const failures: unknown[] = [];
  for (const { id } of rows)
    await advanceSale(deps, assets, Number(id), now).catch((error: unknown) => failures.push(error));
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} sales of pledges could not be brought on`);
  return rows.length;
}
