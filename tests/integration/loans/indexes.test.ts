/** What jobs and lists of loans look for is found by an index, in tables that hold the whole history of an exchange. */
import { loadCatalog } from '@pelican/api/src/catalog/index.ts';
import { seedListings } from '@pelican/api/src/demo/seed-listings.ts';
import { demandWithinCaps } from '@pelican/api/src/modules/loans/caps.ts';
import { readPublicTotals } from '@pelican/api/src/modules/loans/figures.ts';
import { readFunds } from '@pelican/api/src/modules/loans/funds.ts';
import {
  expireOffers,
  expireRequests,
  runDays,
  runReminders,
  runSales,
  runWatch,
  type SaleDeps,
} from '@pelican/api/src/modules/loans/index.ts';
import {
  listAsBorrower,
  listAsLender,
  listHistory,
  listOfOffer,
  listOpenRequests,
  listOwnRequests,
  listPendingOfOffer,
} from '@pelican/api/src/modules/loans/loan-lists.ts';
import { listOwnOffers, searchOffers } from '@pelican/api/src/modules/loans/offer-lists.ts';
import { listAtRisk, listLoans } from '@pelican/api/src/modules/loans/operator/view.ts';
import { readSettings } from '@pelican/api/src/modules/loans/settings.ts';
import { createToolPool, type Transaction } from '@pelican/api/src/platform/database/index.ts';
import { createLogger } from '@pelican/api/src/platform/log/index.ts';
import { priceOf } from '@pelican/shared/loans';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../support/services.ts';

const loansCount = 100_000;
/** The newest of them, as in the life of an exchange. */
const runningCount = 20_000;
const offersCount = 20_000;
const openOffersCount = 4_000;
/** Of which a page, or what is reached, is a part. */
const readMax = 2_000;

let database: TestDatabase;
let pool: pg.Pool;
let reading: Parameters<typeof listAsLender>[0] & Parameters<typeof searchOffers>[0] & { userId: number };

/** Most have ended; the others are far from their levels, but a few that have reached them and a few that are overdue. */
const fill = `
  SET LOCAL statement_timeout = 0;
  INSERT INTO users (id, email, password_hash, nickname, kyc_status)
    SELECT 10000 + n, 'user' || n || '@a.test', '', 'a', 'approved' FROM generate_series(1, 2000) n;
  INSERT INTO p2p_offers (id, lender_id, money_id, state, amount_from, amount_to, days_from, days_to, day_rate_from, day_rate_to, pledge_ids, auto_approve,
      auto_rate, relend, free, expires_at, ended_at)
    SELECT n, 10001 + n % 1000, usdt.id, CASE WHEN n % 5 = 0 THEN 'open' ELSE 'closed' END, 100, 1000, 3, 30, 0.0005 + n % 40 / 100000.0, 0.001, ARRAY[btc.id], true,
      0.001, false, CASE WHEN n % 5 = 0 THEN 1000 ELSE 0 END, now() + interval '10 days', CASE WHEN n % 5 = 0 THEN NULL ELSE now() END
      FROM generate_series(1, ${offersCount}) n, assets btc, assets usdt WHERE btc.ticker = 'BTC' AND usdt.ticker = 'USDT';
  INSERT INTO p2p_loans (id, offer_id, lender_id, borrower_id, money_id, pledge_id, state, amount, day_rate, days, fee_rate, gst_rate, late_factor, grace_days,
      repay_min, liquidation_fee_rate, warning, call, liquidation, share_numerator, share_denominator, pledge, principal, created_at, expires_at, started_at,
      ended_at, overdue_at, next_run_at, warning_price)
    SELECT n, 1 + n % 20000, 10001 + n % 20000 % 1000, 11001 + n % 1000, usdt.id, btc.id, state, 500, 0.001, 10, 0.005, 0.18, 1.5, 3, 1, 0.02, 0.72, 0.78, 0.85, 65,
      100, CASE WHEN state = 'repaid' THEN 0 ELSE 0.00776924 END, CASE WHEN state = 'repaid' THEN 0 ELSE 500 END, now() - interval '5 hours', now(), now() - interval '5 hours',
      CASE WHEN state = 'repaid' THEN now() END, CASE WHEN state = 'overdue' THEN now() - interval '1 hour' END,
      CASE WHEN state <> 'repaid' THEN now() + interval '19 hours' END,
      CASE WHEN state = 'active' AND n % 5000 = 1 THEN 99000 WHEN state <> 'repaid' THEN 50000 + n % 1000 END
      FROM (SELECT n, CASE WHEN n <= ${loansCount - runningCount} THEN 'repaid' WHEN n % 1000 = 3 THEN 'overdue' ELSE 'active' END AS state FROM generate_series(1, ${loansCount}) n) AS all_loans,
        assets btc, assets usdt WHERE btc.ticker = 'BTC' AND usdt.ticker = 'USDT';
  INSERT INTO p2p_payments (loan_id, position, kind, day, at, amount, paid, status)
    SELECT id, position, 'interest', position + 1, now(), 0.5, 0.5, 'successful' FROM p2p_loans, generate_series(0, 0) position;
  ANALYZE;`;

beforeAll(async () => {
  database = await createDatabase();
  pool = createToolPool({ databaseUrl: database.url, databasePoolMax: 4 }, createLogger('silent', 'worker'));
  await seedListings(pool);
  await pool.query(fill);
  const assets = await loadCatalog(pool);
  const settings = await readSettings(pool, assets, new Set());
  reading = { db: pool, assets, settings, prices, userId: 10_500, now: Date.now() };
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const index = 98_000n * 10n ** 8n;
const prices = { of: () => ({ price: priceOf(index, index), at: Date.now() }) };

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** Rows that a plan has read of tables of loans, whatever it has made of them. What a bitmap has found in an index and then in its table is read once. */
function rowsRead(plan: Plan): number {
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const isOfLoans = /^p2p_(loans|offers|payments)/.test(plan['Relation Name'] ?? plan['Index Name'] ?? '');
  const own = isOfLoans ? (plan['Actual Rows'] + removed) * plan['Actual Loops'] : 0;
  const parts = (plan.Plans ?? []).reduce((sum, one) => sum + rowsRead(one), 0);
  return plan['Node Type'] === 'Bitmap Heap Scan' ? Math.max(own, parts) : own + parts;
}

/** The count of a list goes on to the end of what is counted; everything else reads a page. */
const isCount = (text: string) => /^SELECT count\(/.test(text);

/** What the statements of a call outside of transactions read, the most first. */
async function readsOf(
  call: (db: pg.Pool) => Promise<unknown>,
  isRead: (text: string) => boolean = () => true,
): Promise<[number, string][]> {
  const reads: [number, string][] = [];
  const explaining = {
    query: async (text: string, values?: unknown[]) => {
      if (/^\s*SELECT/.test(text) && isRead(text)) {
        const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
        const plan = rows[0]['QUERY PLAN'][0].Plan as Plan;
        reads.push([rowsRead(plan), `${text}\n${JSON.stringify(plan, null, 1)}`]);
      }
      return pool.query(text, values);
    },
    connect: () => pool.connect(),
  } as unknown as pg.Pool;
  await call(explaining);
  return reads.sort(([one], [other]) => other - one);
}

const page = { offset: 0, limit: 10 };
const search = { ...page, fiat_currency: 'USDT', sort: 'percent' } as const;
const soon = () => Date.now() + 60_000;
const sales = { prices, engine: {}, deliver: async () => undefined } as unknown as SaleDeps;

test.each<[string, (db: pg.Pool) => Promise<unknown>]>([
  ['the watch reads what a price has reached', (db) => runWatch({ pool: db, prices })],
  ['days are charged of loans whose day has ended', (db) => runDays(db, soon())],
  ['sales', (db) => runSales({ ...sales, pool: db })],
  ['requests expire', (db) => expireRequests(db, soon())],
  ['offers expire', (db) => expireOffers(db, soon())],
  ['own offers', (db) => listOwnOffers({ ...reading, db }, page, false)],
  ['own offers that are open', (db) => listOwnOffers({ ...reading, db }, page, true)],
  ['loans of a lender', (db) => listAsLender({ ...reading, db }, page)],
  ['loans of a borrower', (db) => listAsBorrower({ ...reading, db, userId: 11_500 }, page)],
  ['requests of a borrower', (db) => listOwnRequests({ ...reading, db, userId: 11_500 }, page)],
  ['loans of a user, for operators', (db) => listLoans(db, { user: 11_500 }, page)],
  ['loans in a rare state, for operators', (db) => listLoans(db, { state: 'overdue' }, page)],
  ['funds of a lender', (db) => readFunds({ ...reading, db })],
  ['what is near its due time', (db) => runReminders(db)],
  ['the history of both sides', (db) => listHistory({ ...reading, db }, { ...page, tab: 'all' })],
  ['what has ended', (db) => listHistory({ ...reading, db }, { ...page, tab: 'finished', role: 'lend' })],
  ['open requests', (db) => listOpenRequests({ ...reading, db }, reading.settings, page)],
  ['loans of an offer', (db) => listOfOffer({ ...reading, db }, page, { offerId: 500, state: undefined })],
  ['requests of an offer', (db) => listPendingOfOffer({ ...reading, db }, page, 500)],
])('%s', async (_, call) => {
  const [most] = await readsOf(call);
  expect(most?.[0], most?.[1]).toBeLessThan(readMax);
});

test('a search reads its page, and counts the offers that are open', async () => {
  const [page] = await readsOf(
    (db) => searchOffers({ ...reading, db }, search),
    (text) => !isCount(text),
  );
  expect(page?.[0], page?.[1]).toBeLessThan(readMax);
  const [count] = await readsOf((db) => searchOffers({ ...reading, db }, search), isCount);
  expect(count?.[0], count?.[1]).toBeLessThanOrEqual(openOffersCount);
});

test.each<[string, (db: pg.Pool) => Promise<unknown>]>([
  ['those at risk, for operators,', (db) => listAtRisk(db, page)],
  ['figures of all', (db) => readPublicTotals({ ...reading, db })],
  ['the cap of a pledge', demandCapOfPledge],
])('%s read loans that run, and none that have ended', async (_, call) => {
  const reads = await readsOf(call, (text) => /p2p_loans/.test(text));
  for (const [rows, plan] of reads) expect(rows, plan).toBeLessThanOrEqual(runningCount + offersCount);
});

async function demandCapOfPledge(db: pg.Pool): Promise<void> {
  const money = reading.settings.find(({ asset }) => asset.ticker === 'USDT');
  const pledge = money?.pledges.find(({ asset }) => asset.ticker === 'BTC');
  if (!money || !pledge) throw new Error('BTC is no pledge for USDT');
  const capped = { ...pledge, lentMax: 10n ** 18n };
  const loan = { loanId: 0, amount: 1n, lenderId: 10_500, borrowerId: 11_500 };
  await demandWithinCaps(db as unknown as Transaction, money, capped, loan);
}
