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
import { holdUp, type StepOutcome } from './hold-up.ts';
import type { SaleClock } from './transfers.ts';

const salesMs = 2_000;
/** Of a shard: a sale mostly waits for its engine and for settlement. */
const salesAtOnce = 8;

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
 * Brings every sale on, those of each shard beside those of others: an engine that is away costs its own sales alone.
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

/**
 * Sales of a shard until all were looked at, or nobody answers: then the next run begins with the others. The first one is alone, so that an engine that
 * is away is asked once. @returns how many
 */
async function runLane(run: Run, shardId: number): Promise<number> {
  let done = 0;
  let width = 1;
  for (let last = 0; ; ) {
    // What has become due since the page before has its turn too.
    const { rows } = await run.deps.pool.query<{ id: string }>(
      `SELECT loan_id AS id FROM p2p_sales JOIN markets ON markets.id = market_id
        WHERE shard_id = $1 AND step <> 'done' AND next_at <= $2 AND loan_id > $3 ORDER BY loan_id LIMIT ${width}`,
      [shardId, new Date(await run.clock()), last],
    );
    if (rows.length === 0) return done;
    const ids = rows.map(({ id }) => Number(id));
    const outcomes = await Promise.all(ids.map((id) => advanceOrHold(run, id)));
    done += ids.length;
    if (outcomes.includes('away')) return done;
    last = ids.at(-1) ?? last;
    width = salesAtOnce;
  }
}

async function advanceOrHold({ deps, assets, clock, failures }: Run, loanId: number): Promise<StepOutcome> {
  return advanceSale(deps, assets, loanId, clock).catch(async (error: unknown) => {
    failures.push(error);
    await holdUp(deps.pool, loanId, 'failed', await clock()).catch((again: unknown) => failures.push(again));
    return 'held' as const;
  });
}
