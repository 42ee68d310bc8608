/** Open sales as operators see them: page by page, with what holds each up, and as a queue. */
import { type DeskEngine, runSales } from '@pelican/api/src/modules/loans/index.ts';
import type { OpenSale } from '@pelican/shared/contracts/loans';
import { RejectCode } from '@pelican/shared/engine/spot';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LoanOperators, startLoanOperators } from '../../support/loan-operators.ts';
import { begunLoan, type SalesApi, startSalesApi } from '../../support/loan-sales.ts';

let api: SalesApi;
let operators: LoanOperators;

beforeAll(async () => {
  api = await startSalesApi();
  operators = await startLoanOperators(api);
});
afterAll(() => api?.close());
beforeEach(async () => {
  await api.parts.pool.query('DELETE FROM p2p_beats');
  api.holdIndex({ BTC_USDT: '100000' });
});
afterEach(() => api.demandAudited());

interface Sales {
  result: OpenSale[];
  total: number;
}
const salesOf = async (query = '') => (await operators.jane.get<Sales>(`/v2/ops/p2p/sales${query}`)).body;
const problemOf = async (id: number) =>
  (await operators.jane.get<{ problem: string | null }>(`/v2/ops/p2p/loans/${id}`)).body.problem;

/** Loans whose sale has begun, and of which no order was sent. */
async function begunSales(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < count; at++) ids.push((await begunLoan(api)).loan.id);
  api.holdIndex({ BTC_USDT: '75000' });
  await api.watch();
  return ids;
}

test('an order that the market refuses holds its sale up by the name of the refusal', async () => {
  const [id = 0] = await begunSales(1);
  const refusing = (code: number): DeskEngine => ({
    ...api.deps.engine,
    async place(_shard, _order, isDue) {
      await isDue();
      return code;
    },
  });
  await runSales({ ...api.deps, engine: refusing(RejectCode.marketClosed) });
  expect(await problemOf(id)).toBe('refused_market_closed');
  expect((await salesOf()).result.find(({ loan }) => loan.id === id)?.problem).toBe('refused_market_closed');
  await runSales({ ...api.deps, engine: refusing(RejectCode.quarantined) }, Date.now() + 61_000);
  expect(await problemOf(id)).toBe('refused_other');
  await api.endSale(id);
  await api.sell();
  expect(await problemOf(id)).toBeNull();
});

test('sales have pages, the oldest first, and those that do not get on wait in a queue', async () => {
  const waiting = async () => {
    const { body } = await operators.jane.get<{ result: { queue: string; count: number }[] }>('/v2/ops/queues');
    return body.result.find(({ queue }) => queue === 'loan_sales')?.count;
  };
  const before = await salesOf();
  const inQueue = (await waiting()) ?? Number.NaN;
  const ids = await begunSales(3);
  expect(await salesOf()).toMatchObject({ total: before.total + 3 });
  expect(await waiting()).toBe(inQueue);
  const places = [0, 1, 2].map((at) => `?limit=1&offset=${before.total + at}`);
  const pages = await Promise.all(places.map(salesOf));
  expect(pages.flatMap(({ result }) => result.map(({ loan }) => loan.id))).toEqual(ids);
  const noPrices = { of: () => ({ price: { isFresh: false, isLiquidatable: false } as const, at: null }) };
  await runSales({ ...api.deps, prices: noPrices });
  expect(await waiting()).toBe(inQueue + 3);
  for (const id of ids) await api.endSale(id);
  await api.sell();
  expect(await salesOf()).toMatchObject({ total: before.total });
});
