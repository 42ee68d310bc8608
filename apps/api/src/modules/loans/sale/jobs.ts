/** The job of sales, with those of the watch, which see the same prices: docs/loans.md, "Tables". */
import type { Shard } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Logger } from 'pino';
import { loadCatalog } from '../../../catalog/index.ts';
import { every, type Job } from '../../../jobs/index.ts';
import { readNow } from '../locked.ts';
import { openIndexFeed } from '../watch/index-feed.ts';
import { watchJobs } from '../watch/jobs.ts';
import { advanceSale, type SaleAssets, type SaleDeps } from './advance.ts';
import { createDeskEngine } from './desk-engine.ts';
import { holdUp } from './hold-up.ts';
import type { SaleClock } from './transfers.ts';

const salesMs = 2_000;
/** Read at once. */
const salesMax = 100;

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
    jobs: [...watchJobs(deps), every(salesMs, 'loans.sales', async () => void (await runSales(deps)))],
    close: () => feed.close(),
  };
}

/**
 * Brings every sale on, those of each shard one after the other beside those of others: an engine that is away costs its own sales alone.
 * @param asOf in place of the clock, Unix ms
 * @returns how many were looked at @throws AggregateError after the others
 */
export async function runSales(deps: SaleDeps, asOf?: number): Promise<number> {
  const clock = async () => asOf ?? (await readNow(deps.pool));
  const { rows: shards } = await deps.pool.query<{ id: number }>(
    `SELECT DISTINCT shard_id AS id FROM p2p_sales JOIN markets ON markets.id = market_id WHERE step <> 'done' AND next_at <= $1`,
    [new Date(await clock())],
  );
  if (shards.length === 0) return 0;
  const assets = await loadCatalog(deps.pool);
  const failures: unknown[] = [];
  const lanes = shards.map(({ id }) => runLane({ deps, assets, clock, failures }, id));
  const counts = await Promise.all(lanes);
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} sales of pledges could not be brought on`);
  return counts.reduce((sum, count) => sum + count, 0);
}

interface Run {
  deps: SaleDeps;
  assets: SaleAssets;
  clock: SaleClock;
  failures: unknown[];
}

/** Sales of a shard until all were looked at, or nobody answers: then the next run begins with the others. @returns how many */
async function runLane({ deps, assets, clock, failures }: Run, shardId: number): Promise<number> {
  const began = new Date(await clock());
  let done = 0;
  for (let last = 0; ; ) {
    const { rows } = await deps.pool.query<{ id: string }>(
      `SELECT loan_id AS id FROM p2p_sales JOIN markets ON markets.id = market_id
        WHERE shard_id = $1 AND step <> 'done' AND next_at <= $2 AND loan_id > $3 ORDER BY loan_id LIMIT ${salesMax}`,
      [shardId, began, last],
    );
    if (rows.length === 0) return done;
    for (const { id } of rows) {
      last = Number(id);
      done++;
      const outcome = await advanceSale(deps, assets, last, clock).catch(async (error: unknown) => {
        failures.push(error);
        await holdUp(deps.pool, last, 'failed', await clock()).catch((again: unknown) => failures.push(again));
        return 'held' as const;
      });
      if (outcome === 'away') return done;
    }
  }
}
