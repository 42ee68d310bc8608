/** Levels of running loans: told once a crossing, by prices that are fresh, in the transaction that remembers it. */
import {
  followIndexes,
  type LoanPrices,
  runDays,
  runReminders,
  runWatch,
} from '@pelican/api/src/modules/loans/index.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayMs, type LoansApi, loanOf, madeOffer, startLoansApi, takenCredit } from '../../support/loans.ts';
import type { TestUser } from '../../support/test-api.ts';

let api: LoansApi;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  api = await startLoansApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  const { pool } = api.parts;
  // Loans of earlier tests are nobody's business here.
  await pool.query(
    `UPDATE p2p_loans SET warning_price = 0, notified = 'ok', next_run_at = 'infinity' WHERE state IN ('active', 'overdue')`,
  );
  await pool.query('DELETE FROM p2p_beats');
  holdIndex('100000');
  alice = await api.person('alice', { USDT: '1000' });
  bob = await api.person('bob', { BTC: '1' });
});
afterEach(() => api.demandAudited());

/** As a process sees them that was started a minute ago. */
let prices: LoanPrices;
function holdIndex(price: string): void {
  prices = followIndexes(api.parts.perpetual.live.view, api.parts.spotIndexes);
  api.holdIndex({ BTC_USDT: price });
}
const watch = (asOf?: number) => runWatch({ pool: api.worker, prices }, asOf);
async function at(price: string): Promise<void> {
  holdIndex(price);
  await watch();
}
/** Of the levels, the oldest first. */
async function told(user: TestUser): Promise<string[]> {
  const { rows } = await api.parts.pool.query<{ kind: string; price: string }>(
    `SELECT kind, payload ->> 'price' AS price FROM notices
      WHERE user_id = $1 AND kind IN ('loan_warning', 'loan_call', 'loan_call_told') ORDER BY id`,
    [user.id],
  );
  return rows.map(({ kind, price }) => `${kind} ${price}`);
}
/** 500 USDT against 0.00776924 BTC: warning at 89,474.12, call at 82,591.49, sale at 75,788.91, once the first day is owed. */
const begun = async () => takenCredit(bob, await madeOffer(alice, { auto_approve: true }));

test('each level is told once, and again only after the debt was two points below it', async () => {
  await begun();
  await at('89600');
  expect(await told(bob)).toEqual([]);
  await at('89400');
  await at('89000');
  await Promise.all([watch(), watch(), watch()]);
  expect(await told(bob)).toEqual(['loan_warning 89400']);
  // Up again, but by less than two points, and down.
  await at('91000');
  await at('89000');
  expect(await told(bob)).toHaveLength(1);
  await at('82000');
  expect(await told(bob)).toEqual(['loan_warning 89400', 'loan_call 82000']);
  expect(await told(alice)).toEqual(['loan_call_told 82000']);
  await at('95000');
  await at('89000');
  expect((await told(bob)).slice(2)).toEqual(['loan_warning 89000']);
});

test('a fall within a second tells nobody until the mean of a minute has fallen too', async () => {
  await begun();
  holdIndex('100000');
  api.setIndex({ BTC_USDT: '60000' });
  await watch();
  expect(await told(bob)).toEqual([]);
});

test('without a fresh price nobody is told of anything, and nothing is sold', async () => {
  const { id } = await begun();
  api.loseIndex();
  await api.parts.pool.query('UPDATE p2p_loans SET warning_price = 999999 WHERE id = $1', [id]);
  const stale = { of: () => ({ price: { isFresh: false, isLiquidatable: false } as const, at: null }) };
  await runWatch({ pool: api.worker, prices: stale });
  expect(await told(bob)).toEqual([]);
  expect(await loanOf(bob, id)).toMatchObject({ state: 'active' });
});

test('after a week away days are charged, levels told, and nothing is sold for half an hour', async () => {
  const loan = await begun();
  const week = Math.round((loan.date_start ?? 0) * 1000) + 7 * dayMs + 1_000;
  await watch();
  await api.parts.pool.query('UPDATE p2p_loans SET next_run_at = created_at WHERE id = $1', [loan.id]);
  await api.take(bob, 'USDT', '497.05');
  await runDays(api.worker, week);
  // A level that the interest of the week has lifted: 503.5 are owed in place of 500.5.
  holdIndex('82800');
  await watch(week);
  expect(await told(bob)).toEqual(['loan_call 82800']);
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'active', interest_unpaid: '3.5' });
  holdIndex('60000');
  for (let minutes = 5; minutes < 30; minutes += 5) await watch(week + minutes * 60_000);
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'active' });
  await watch(week + 31 * 60_000);
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'liquidating', sale: { cause: 'level' } });
});

test('after an index was lost for a while nothing is sold for half an hour, though the watch went on', async () => {
  const { id } = await begun();
  const start = Date.now();
  const minute = 60_000;
  await watch(start);
  const stale = { of: () => ({ price: { isFresh: false, isLiquidatable: false } as const, at: null }) };
  for (const minutes of [4, 8, 12]) await runWatch({ pool: api.worker, prices: stale }, start + minutes * minute);
  holdIndex('60000');
  await watch(start + 13 * minute);
  expect(await loanOf(bob, id)).toMatchObject({ state: 'active' });
  expect((await told(bob)).at(-1)).toBe('loan_call 60000');
  for (let minutes = 18; minutes < 43; minutes += 5) await watch(start + minutes * minute);
  expect(await loanOf(bob, id)).toMatchObject({ state: 'active' });
  await watch(start + 44 * minute);
  expect(await loanOf(bob, id)).toMatchObject({ state: 'liquidating', sale: { cause: 'level' } });
});

test('after its market was closed for a while nothing of a pair is sold for half an hour, though its index went on', async () => {
  const { id } = await begun();
  const { pool } = api.parts;
  const minute = 60_000;
  const start = Date.now();
  const set = (status: string) => pool.query(`UPDATE markets SET status = $1 WHERE name = 'BTC_USDT'`, [status]);
  await watch(start);
  await set('closed');
  try {
    for (const minutes of [4, 8, 12]) await watch(start + minutes * minute);
  } finally {
    await set('open');
  }
  holdIndex('60000');
  await watch(start + 13 * minute);
  expect(await loanOf(bob, id)).toMatchObject({ state: 'active' });
  for (let minutes = 18; minutes < 43; minutes += 5) await watch(start + minutes * minute);
  expect(await loanOf(bob, id)).toMatchObject({ state: 'active' });
  await watch(start + 44 * minute);
  expect(await loanOf(bob, id)).toMatchObject({ state: 'liquidating', sale: { cause: 'level' } });
});

test('a clock that was ahead for a while leaves nothing but the pause of half an hour', async () => {
  const { id } = await begun();
  const minute = 60_000;
  const start = Date.now();
  await watch(start);
  await watch(start + dayMs);
  holdIndex('60000');
  for (let minutes = 1; minutes < 31; minutes += 5) await watch(start + minutes * minute);
  expect(await loanOf(bob, id)).toMatchObject({ state: 'active' });
  await watch(start + 32 * minute);
  expect(await loanOf(bob, id)).toMatchObject({ state: 'liquidating', sale: { cause: 'level' } });
});

test('the last index of a pair is kept, though none of its loans runs', async () => {
  api.holdIndex({ ETH_USDT: '3000' });
  await watch();
  const { rows } = await api.parts.pool.query(
    `SELECT trim_scale(index_price)::text AS index FROM p2p_prices
      WHERE pledge_id = (SELECT id FROM assets WHERE ticker = 'ETH') AND money_id = (SELECT id FROM assets WHERE ticker = 'USDT')`,
  );
  expect(rows).toEqual([{ index: '3000' }]);
});

test('a borrower is reminded three days and a day before the due time, once each', async () => {
  const loan = await begun();
  const start = Math.round((loan.date_start ?? 0) * 1000);
  const reminded = async (days: number) => {
    await Promise.all([1, 2].map(() => runReminders(api.worker, start + days * dayMs)));
    const { rows } = await api.parts.pool.query<{ kind: string; amount: string }>(
      `SELECT kind, payload -> 'moved' ->> 'amount' AS amount FROM notices WHERE user_id = $1 AND kind LIKE 'loan_due%' ORDER BY id`,
      [bob.id],
    );
    return rows.map(({ kind, amount }) => `${kind} ${amount}`);
  };
  expect(await reminded(6)).toEqual([]);
  expect(await reminded(7.5)).toEqual(['loan_due_soon 505']);
  expect(await reminded(8)).toHaveLength(1);
  expect(await reminded(9.5)).toEqual(['loan_due_soon 505', 'loan_due_tomorrow 505']);
});

test('an overdue loan is watched with its first late day, though nothing is written until that day ends', async () => {
  const { amount_crypto } = await begun();
  const due = Date.now() + 10 * dayMs + 1_000;
  await runDays(api.worker, due);
  // 500 are owed at the due time, 500.75 from then on: the warning is between the two.
  const warningAt = (owed: number) => owed / (0.72 * Number(amount_crypto));
  const between = Math.round((warningAt(500) + warningAt(500.75)) / 2);
  holdIndex(String(between));
  await runDays(api.worker, due + 60_000);
  await watch(due + 61_000);
  expect(await told(bob)).toEqual([`loan_warning ${between}`]);
});
