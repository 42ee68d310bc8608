/**
 * Pledges are sold while processes are killed with -9 by a seed, and while borrowers repay and top up in between: each loan ends once,
 * its lender has all that was owed, the desk has nothing left, and the audit finds nothing.
 *
 *   LOAN_SALES_SEED=1 npx vitest run --project faults tests/faults/loan-sales.test.ts
 */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CurrencyList, LoanView } from '@pelican/shared/contracts/loans';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../scripts/services/process.ts';
import { ApiSession } from '../support/api-session.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { spotShard } from '../support/shards.ts';
import { checkByOperator, checkLedger, settledUpToNow } from './checks.ts';
import { diceOf, pick } from './money/client.ts';

const seed = Number(process.env.LOAN_SALES_SEED ?? randomInt(2 ** 31));
const loansCount = 4;
const victims = ['worker', 'engine-spot', 'settlement-spot', 'redis', 'postgres'];
const kills = 5;
const soldMsMax = 240_000;

let exchange: RunningExchange;
let database: pg.Pool;
let redisUrl: string;

beforeAll(async () => {
  exchange = await startExchange({
    DEMO: '1',
    DEMO_MAKER: '0',
    DEMO_INDEX_STILL: '1',
    REQUESTS_PER_SECOND_PER_IP: '1000000',
    // Sales are few commands, and a snapshot has to be there to be compared.
    SNAPSHOT_EVERY_COMMANDS: '10',
  });
  const connection = JSON.parse(readFileSync(join(exchange.dataDir, 'connection.json'), 'utf8'));
  database = new pg.Pool({ connectionString: connection.DATABASE_URL, max: 4 });
  // Postgres is one of the parts that are killed.
  database.on('error', () => undefined);
  redisUrl = connection.REDIS_URL;
}, 240_000);

afterAll(async () => {
  await database?.end();
  await exchange?.stop();
});

async function currencies(): Promise<CurrencyList> {
  const answer = await fetch(`${exchange.url}/p2p/currency-list`);
  return (await answer.json()) as CurrencyList;
}

async function indexOfBtc(): Promise<number> {
  const { pairs = [] } = (await currencies()).crypto.find(({ ticker }) => ticker === 'BTC') ?? {};
  const pair = pairs.find(({ fiat_currency: money }) => money === 'USDT');
  return pair?.fresh ? Number(pair.price) : 0;
}

/** Loans of one offer, all as large and against as much. */
async function beginLoans(lender: ApiSession, borrower: ApiSession): Promise<number[]> {
  const terms = {
    days_from: 3,
    days_to: 30,
    percent_from: '0.1',
    percent_to: '0.1',
    currency: 'BTC',
    auto_approve: true,
  };
  const order = { amount: '6000', amount_from: '1000', amount_to: '1000', ...terms };
  const { status, body } = await lender.post<{ id: number }>('/p2p/create-order', order);
  expect(status, JSON.stringify(body)).toBe(200);
  const bid = { currency: 'BTC', amount: '1000', days: 10, pay_percent: '0.1' };
  const ids: number[] = [];
  for (let at = 0; at < loansCount; at++) {
    const taken = await borrower.post<{ id: number }>(`/p2p/take-credit/${body.id}`, bid);
    expect(taken.status, JSON.stringify(taken.body)).toBe(200);
    ids.push(taken.body.id);
  }
  return ids;
}

/** Kills parts one after the other, each when the one before runs again, while a borrower does what may come at any time. */
async function disturb(borrower: ApiSession, ids: readonly number[]): Promise<void> {
  const dice = diceOf(seed);
  for (let at = 0; at < kills; at++) {
    const part = pick(dice, victims);
    const before = await exchange.kill(part);
    const id = pick(dice, ids);
    const call = dice() < 0.5 ? { path: 'repay-loan', body: {} } : { path: 'top-up', body: { amount: '0.0001' } };
    await borrower.post(`/p2p/${call.path}/${id}`, call.body).catch(() => undefined);
    await exchange.restarted(part, before);
    await delay(dice() * 1_500);
  }
}

async function states(): Promise<string[]> {
  const { rows } = await database.query<{ state: string }>('SELECT DISTINCT state FROM p2p_loans');
  return rows.map(({ state }) => state);
}

test(`sales survive kill -9 of everything that takes part in them (seed ${seed})`, async () => {
  const [lender, borrower] = [
    await ApiSession.signIn(exchange.url, 'alice@demo.local'),
    await ApiSession.signIn(exchange.url, 'bob@demo.local'),
  ];
  await until('loans are switched on', async () => !(await currencies()).block_create, 60_000);
  await until('there is an index', async () => (await indexOfBtc()) > 0, 60_000);
  const index = await indexOfBtc();
  const ids = await beginLoans(lender, borrower);
  // The buyers of the pledges: far below the index of now, far above that of later.
  await lender.limit('BTC_USDT', 'buy', (index * 0.9).toFixed(0), '1');
  await exchange.ops('set-index', 'BTC_USDT', (index * 0.1).toFixed(0), '--hold', '600', '--reason', 'test');
  const isBegun = async () => (await states()).includes('liquidating') || (await states()).includes('liquidated');
  await until('the first sale has begun', isBegun, 90_000);
  await disturb(borrower, ids);
  const isOver = async () =>
    !(await states().catch(() => ['unknown'])).some((state) => ['active', 'liquidating', 'unknown'].includes(state));
  await until('each loan has ended', isOver, soldMsMax);
  await settledUpToNow(redisUrl, database, spotShard);
  for (const id of ids) {
    const { body } = await lender.get<LoanView>(`/p2p/loan/${id}`);
    expect(['liquidated', 'repaid'], `loan ${id}`).toContain(body.state);
    // One day of 0.1%.
    if (body.sale) expect(body.sale.receipt).toMatchObject({ to_lender: '1001', owed: '0' });
  }
  const { rows } = await database.query<{ held: string }>(
    `SELECT (SELECT coalesce(sum(balance), 0) FROM ledger_accounts WHERE kind IN ('p2p_pledge', 'p2p_liquidation')
          OR kind IN ('main', 'transit_spot') AND user_id IN (SELECT user_id FROM p2p_desk))
        + (SELECT coalesce(sum(available + frozen), 0) FROM trade_balances WHERE user_id IN (SELECT user_id FROM p2p_desk)) AS held`,
  );
  expect(Number(rows[0]?.held)).toBe(0);
  await checkLedger(database);
  await checkByOperator(exchange, spotShard);
}, 600_000);
