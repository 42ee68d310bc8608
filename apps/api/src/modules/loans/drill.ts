/**
 * All jobs of loans as of another time: a demo shows within a minute what takes days. Prices are those of now, and what the jobs do is real:
 * the worker goes on from there.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '@pelican/shared/contracts';
import type { Shard } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type OperatorAction, recordAct } from '../../identity/index.ts';
import { readDeployment } from '../../platform/database/index.ts';
import { expireOffers, expireRequests, runDays } from './jobs.ts';
import type { SaleDeps } from './sale/advance.ts';
import { createDeskEngine } from './sale/desk-engine.ts';
import { runReminders, runSales, runWatch } from './sale/jobs.ts';
import { openIndexFeed } from './watch/index-feed.ts';

/** What a price of a pledge is made of. */
const backMs = 60_000;
const catchUpMs = 2_000;
const minuteMs = 60_000;
/** A sale without buyers would go on for ever; an ordinary one takes five orders. */
const minutesMax = 10;

const payload = z.object({ at: z.iso.datetime() });

/** @throws DomainError invalid_argument outside of a demo */
export const orderLoanDrill: OperatorAction<z.infer<typeof payload>, void> = {
  name: 'loans.drill',
  permission: 'money',
  twoPersons: false,
  payload,
  async run(tx, act, { at }) {
    const { isDemo } = await readDeployment(tx);
    if (!isDemo)
      throw new DomainError('invalid_argument', { message: 'loans are run as of another time in a demo alone' });
    await recordAct(tx, act, { action: 'loans.drill', subject: 'loans', details: { at } });
  },
};

export interface DrillDeps {
  pool: pg.Pool;
  redis: Redis;
  shards: readonly Shard[];
  log: Pick<Logger, 'error' | 'warn'>;
  deliver: SaleDeps['deliver'];
}

/** How many objects each job has looked at or changed, in the order in which they ran. */
export type DrillReport = [job: string, count: number][];

/** As after a week without the worker: what is over, days that were missed, then levels and sales. @param asOf Unix ms @throws AggregateError of the job that fails, after its others */
export async function runLoansAsOf(
  { pool, redis, shards, log, deliver }: DrillDeps,
  asOf: number,
): Promise<DrillReport> {
  const shard = shards.find(({ kind }) => kind === 'perpetual');
  const feed = await openIndexFeed({ pool, redis, shard, log, backMs });
  try {
    await delay(catchUpMs);
    const deps = { pool, prices: feed.prices, engine: createDeskEngine({ pool, redis }), deliver, isDrill: true };
    const report: DrillReport = [
      ['expire-requests', await expireRequests(pool, asOf)],
      ['expire-offers', await expireOffers(pool, asOf)],
      ['days', await runDays(pool, asOf)],
      ['watch', await runWatch(deps, asOf)],
    ];
    report.push(['sales', await sellOut(deps, asOf)], ['remind', await runReminders(pool, asOf)]);
    return report;
  } finally {
    feed.close();
  }
}

/** Orders of a sale are a minute apart. What is not sold by then is left to the worker, from now on. @returns sales that have ended */
async function sellOut(deps: SaleDeps, asOf: number): Promise<number> {
  const before = await openSales(deps.pool);
  for (let minute = 0; minute < minutesMax && (await openSales(deps.pool)) > 0; minute++)
    await runSales(deps, asOf + minute * minuteMs);
  await deps.pool.query(`UPDATE p2p_sales SET next_at = least(next_at, now()) WHERE step <> 'done'`);
  return before - (await openSales(deps.pool));
}

async function openSales(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM p2p_sales WHERE step <> 'done'`,
  );
  return rows[0]?.count ?? 0;
}
