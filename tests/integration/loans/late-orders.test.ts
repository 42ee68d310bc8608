/** Orders of sales that reach the engine late, or whose fill is found late. */
import { type DeskEngine, runSales } from '@pelican/api/src/modules/loans/index.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { begunLoan, type SalesApi, startSalesApi } from '../../support/loan-sales.ts';

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

test('an order whose way to the engine opens late, as after an outage of Redis, is not sent by the price of before', async () => {
  const { bob, loan } = await begunLoan(api);
  await api.buyer({ '74000': '1' });
  api.holdIndex({ BTC_USDT: '75000' });
  await api.watch();
  const { engine } = api.deps;
  let isSent = false;
  const late: DeskEngine = {
    ...engine,
    async place(shard, order, isDue) {
      await api.parts.pool.query(
        `UPDATE p2p_sale_orders SET created_at = created_at - interval '11 seconds' WHERE loan_id = $1`,
        [loan.id],
      );
      return engine.place(shard, order, async () => {
        isSent = await isDue();
        return isSent;
      });
    },
  };
  await runSales({ ...api.deps, engine: late });
  expect(isSent).toBe(false);
  api.holdIndex({ BTC_USDT: '70000' });
  const sold = await api.soldOut(bob, loan.id, Date.now() + 10_000);
  expect(sold).toMatchObject({ state: 'liquidated', sale: { orders: [{ number: 1, limit: '68600' }] } });
});

test('what an order has brought that was written anew meanwhile is found, however long ago that was', async () => {
  const { bob, loan } = await begunLoan(api);
  await api.buyer({ '74000': '1' });
  api.holdIndex({ BTC_USDT: '75000' });
  await api.watch();
  const { engine } = api.deps;
  const deaf: DeskEngine = {
    ...engine,
    async place(...order) {
      await engine.place(...order);
      return undefined;
    },
  };
  await runSales({ ...api.deps, engine: deaf });
  await api.parts.pool.query(
    `UPDATE p2p_sale_orders SET created_at = now() + interval '2 minutes' WHERE loan_id = $1`,
    [loan.id],
  );
  const sold = await api.soldOut(bob, loan.id, Date.now() + 10_000);
  expect(sold).toMatchObject({ state: 'liquidated' });
  expect(sold.sale?.orders).toHaveLength(1);
});
