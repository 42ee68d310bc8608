/** Sales take turns: one that does not get on holds up no other, and an order has its minute and a price of then. */
import { setTimeout as delay } from 'node:timers/promises';
import { mainAccount, postEntry, transitAccount } from '@pelican/api/src/ledger/index.ts';
import { type DeskEngine, runSales } from '@pelican/api/src/modules/loans/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type { LoanView } from '@pelican/shared/contracts/loans';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { begunLoan, type SalesApi, startSalesApi } from '../../support/loan-sales.ts';
import { loanOf } from '../../support/loans.ts';
import type { TestUser } from '../../support/test-api.ts';

let api: SalesApi;

beforeAll(async () => {
  api = await startSalesApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  await api.parts.pool.query('DELETE FROM p2p_beats');
  api.holdIndex({ BTC_USDT: '100000' });
});
afterEach(async () => {
  await api.noBids();
  await api.demandAudited();
});

/** Loans whose pledges are in the market, and wait for their first order. */
async function onSale(count: number): Promise<{ bob: TestUser; loan: LoanView }[]> {
  const begun: { bob: TestUser; loan: LoanView }[] = [];
  for (let at = 0; at < count; at++) begun.push(await begunLoan(api));
  api.holdIndex({ BTC_USDT: '75000' });
  await api.watch();
  await runSales({ ...api.deps, prices: noPrices });
  return begun;
}
const noPrices = { of: () => ({ price: { isFresh: false, isLiquidatable: false } as const, at: null }) };
const salesOf = async (begun: { loan: LoanView }[]) => {
  const { rows } = await api.parts.pool.query<{ problem: string | null; wait: number }>(
    `SELECT problem, extract(epoch FROM next_at - now())::float8 AS wait FROM p2p_sales WHERE loan_id = ANY ($1::bigint[]) ORDER BY loan_id`,
    [begun.map(({ loan }) => loan.id)],
  );
  return rows;
};
async function soldOut(begun: { bob: TestUser; loan: LoanView }[], from: number): Promise<void> {
  for (const { bob, loan } of begun)
    expect(await api.soldOut(bob, loan.id, from)).toMatchObject({ state: 'liquidated' });
}
const second = 1_000;

test('a sale that does not get on is looked at again a little later, whatever holds it up', async () => {
  await api.buyer({ '74000': '1' });
  const begun = await onSale(1);
  const [unpriced] = await salesOf(begun);
  expect(unpriced).toMatchObject({ problem: 'price_unavailable' });
  expect(unpriced?.wait).toBeGreaterThan(2);
  const throwing: DeskEngine = { ...api.deps.engine, place: () => Promise.reject(new Error('a fault')) };
  const later = Date.now() + 10 * second;
  await expect(runSales({ ...api.deps, engine: throwing }, later)).rejects.toThrow('could not be brought on');
  const [failed] = await salesOf(begun);
  expect(failed).toMatchObject({ problem: 'failed' });
  expect(failed?.wait).toBeGreaterThan(55);
  await soldOut(begun, Date.now() + 75 * second);
});

test('an engine that is away is asked once in a run, and for another sale in the next', async () => {
  await api.buyer({ '74000': '1' });
  const begun = await onSale(3);
  const asked: string[] = [];
  const away: DeskEngine = {
    ...api.deps.engine,
    async place(_shard, order) {
      asked.push(String(order.clientId));
      return undefined;
    },
  };
  const later = Date.now() + 10 * second;
  for (let run = 1; run <= 3; run++) {
    await runSales({ ...api.deps, engine: away }, later + run * second);
    expect(asked).toHaveLength(run);
  }
  expect(new Set(asked).size).toBe(3);
  await soldOut(begun, Date.now() + 30 * second);
});

test('sales of a shard go on beside each other once its engine has answered', async () => {
  await api.buyer({ '74000': '1' });
  const begun = await onSale(4);
  let atOnce = 0;
  let most = 0;
  const slow: DeskEngine = {
    ...api.deps.engine,
    async place(...order) {
      most = Math.max(most, ++atOnce);
      await delay(second);
      atOnce--;
      return api.deps.engine.place(...order);
    },
  };
  await runSales({ ...api.deps, engine: slow }, Date.now() + 10 * second);
  expect(most).toBe(3);
  await soldOut(begun, Date.now() + 75 * second);
});

test('the minute to the next order begins when the one before has ended', async () => {
  await api.buyer({ '73600': '0.001' });
  const begun = await onSale(1);
  const [{ bob, loan } = {}] = begun;
  if (!bob || !loan) throw new Error('there is no loan');
  const slow: DeskEngine = {
    ...api.deps.engine,
    async place(...order) {
      await delay(2 * second);
      return api.deps.engine.place(...order);
    },
  };
  await api.parts.pool.query('UPDATE p2p_sales SET next_at = now() WHERE loan_id = $1', [loan.id]);
  const began = Date.now();
  await runSales({ ...api.deps, engine: slow });
  const [{ nextAt } = { nextAt: new Date(0) }] = (
    await api.parts.pool.query<{ nextAt: Date }>('SELECT next_at AS "nextAt" FROM p2p_sales WHERE loan_id = $1', [
      loan.id,
    ])
  ).rows;
  expect(nextAt.getTime()).toBeGreaterThanOrEqual(began + 62 * second);
  await api.buyer({ '74000': '1' });
  await soldOut(begun, nextAt.getTime() + second);
});

test('an order has the price of when it is written, however long the loan was locked', async () => {
  await api.buyer({ '69000': '1' });
  const begun = await onSale(1);
  const [{ bob, loan } = {}] = begun;
  if (!bob || !loan) throw new Error('there is no loan');
  const { pool } = api.parts;
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM p2p_loans WHERE id = $1 FOR UPDATE', [loan.id]);
    const run = api.sell(Date.now() + 10 * second);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await until('the sale waits for the loan', async () => (await pool.query(waiting)).rowCount === 1, 10_000);
    api.holdIndex({ BTC_USDT: '70000' });
    await client.query('COMMIT');
    await run;
  } finally {
    client.release();
  }
  expect((await loanOf(bob, loan.id)).sale?.orders).toMatchObject([{ number: 1, limit: '68600' }]);
  await soldOut(begun, Date.now() + 75 * second);
});

test('a transfer that its engine refuses is looked at later each time', async () => {
  const begun = await onSale(1);
  const [{ bob, loan } = {}] = begun;
  if (!bob || !loan) throw new Error('there is no loan');
  const { pool } = api.parts;
  // More than the desk has in the market.
  await pool.query('UPDATE p2p_sales SET proceeds = 1, is_end_wanted = true, next_at = now() WHERE loan_id = $1', [
    loan.id,
  ]);
  const later = Date.now() + 10 * second;
  for (let run = 0; run < 4; run++) await api.sell(later + run * second);
  // One into the market, two out of it, and one in place of the one that was refused.
  const transfers = async () =>
    (await pool.query('SELECT transfers, money_transfer_id AS "moneyId" FROM p2p_sales WHERE loan_id = $1', [loan.id]))
      .rows[0];
  expect(await transfers()).toMatchObject({ transfers: 4 });
  expect(await salesOf(begun)).toMatchObject([{ problem: 'transfer_refused' }]);
  await api.sell(later + 45 * second);
  const { transfers: more, moneyId } = await transfers();
  expect(more).toBe(5);
  await api.deps.deliver([`transfer:${moneyId}`]);
  await pool.query('UPDATE p2p_sales SET proceeds = 0, money_transfer_id = NULL, next_at = now() WHERE loan_id = $1', [
    loan.id,
  ]);
  await api.sell(later + 60 * second);
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'defaulted', sale: { receipt: { set_off: '497.05' } } });
});

/** As settlement does when the engine refuses the way into the market: the coins are in the desk's main wallet again. */
async function refuseWayIn(loanId: number): Promise<void> {
  await inTransaction(api.parts.pool, async (tx) => {
    const { rows } = await tx.query<{ id: string; userId: string; assetId: number; amount: string; shardId: number }>(
      `SELECT id, user_id AS "userId", asset_id AS "assetId", amount, to_shard_id AS "shardId" FROM transfers
        WHERE id = (SELECT in_transfer_id FROM p2p_sales WHERE loan_id = $1)`,
      [loanId],
    );
    const [transfer] = rows;
    if (!transfer) throw new Error('there is no transfer');
    const { id, assetId, amount, shardId } = transfer;
    const holder = { userId: Number(transfer.userId), assetId };
    await tx.query('UPDATE outbox_commands SET done_at = now() WHERE key LIKE $1', [`transfer:${id}%`]);
    await tx.query(
      `UPDATE transfers SET status = 'rejected', reject_code = 'marketClosed', completed_at = now() WHERE id = $1`,
      [id],
    );
    const legs = [
      { account: transitAccount({ id: shardId, kind: 'spot' }, holder), amount: `-${amount}` },
      { account: mainAccount(holder), amount },
    ];
    const idempotencyKey = `transfer:${id}:refused`;
    await postEntry(tx, { kind: 'transfer_refused', reference: `transfer:${id}`, idempotencyKey, legs });
  });
}

test('a sale whose way into the market is refused is ended, and its pledge goes back', async () => {
  const { bob, loan } = await begunLoan(api);
  api.holdIndex({ BTC_USDT: '75000' });
  await api.watch();
  const { pool } = api.parts;
  await refuseWayIn(loan.id);
  await pool.query('UPDATE p2p_sales SET is_end_wanted = true WHERE loan_id = $1', [loan.id]);
  await api.sell(Date.now() + 10 * second);
  expect(await loanOf(bob, loan.id)).toMatchObject({ sale: { orders: [], receipt: { coins_back: '0.00776924' } } });
});

test('a shard that was added since gets the rates of the desk before its first order', async () => {
  const { pool } = api.parts;
  const [{ bob, loan } = {}] = await onSale(1);
  if (!bob || !loan) throw new Error('there is no loan');
  // As if the shard had been added after the desk's rates were sent.
  await pool.query(`DELETE FROM outbox_commands WHERE key LIKE 'user:' || (SELECT user_id FROM p2p_desk) || ':%'`);
  api.holdIndex({ BTC_USDT: '100000' });
  const other = await begunLoan(api);
  api.holdIndex({ BTC_USDT: '75000' });
  await api.watch();
  const { rows } = await pool.query(
    `SELECT command -> 'settings' -> 'fees' -> 0 ->> 'takerFeePpm' AS fee FROM outbox_commands
      WHERE key LIKE 'user:' || (SELECT user_id FROM p2p_desk) || ':%'`,
  );
  expect(rows).toEqual([{ fee: '0' }]);
  await api.buyer({ '74000': '1' });
  await soldOut([{ bob, loan }, other], Date.now() + 75 * second);
});
