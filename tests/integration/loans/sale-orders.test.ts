/** Orders of sales on the real spot engine: each is sent once, whatever is lost, closed or away, and whoever else is at work. */
import { type DeskEngine, runSales } from '@pelican/api/src/modules/loans/index.ts';
import { RejectCode } from '@pelican/shared/engine/spot';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { begunLoan, type SalesApi, startSalesApi } from '../../support/loan-sales.ts';
import { loanOf } from '../../support/loans.ts';

let api: SalesApi;

beforeAll(async () => {
  api = await startSalesApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  await api.parts.pool.query(`UPDATE p2p_loans SET next_run_at = 'infinity' WHERE next_run_at IS NOT NULL`);
  await api.parts.pool.query('DELETE FROM p2p_beats');
  api.holdIndex({ BTC_USDT: '100000' });
});
afterEach(async () => {
  await api.noBids();
  await api.demandAudited();
});
const buys = (bids: Record<string, string>) => api.buyer(bids);

/** The pool of the worker, with something that happens before the first statement with this text. */
function poolBefore(text: string, happens: () => Promise<unknown>): SalesApi['deps']['pool'] {
  let isOver = false;
  return new Proxy(api.deps.pool, {
    get(pool, name) {
      if (name !== 'query') return Reflect.get(pool, name, pool);
      return async (...statement: [string, unknown[]]) => {
        if (!isOver && String(statement[0]).includes(text)) {
          isOver = true;
          await happens();
        }
        return pool.query(...statement);
      };
    },
  });
}

/** An engine that does not answer, and has nothing of what is sent to it. */
const lost: Pick<DeskEngine, 'place'> = {
  async place(_shard, _order, isDue) {
    await isDue();
    return undefined;
  },
};

test('a price that is lost, a market that is closed and an engine that is away hold a sale up, and lose nothing', async () => {
  const { bob, loan } = await begunLoan(api);
  await buys({ '74000': '1' });
  api.holdIndex({ BTC_USDT: '75000' });
  const { pool } = api.parts;
  const close = (status: string) => pool.query(`UPDATE markets SET status = $1 WHERE name = 'BTC_USDT'`, [status]);
  await close('closed');
  await api.watch();
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'active' });
  await close('open');
  await api.watch();
  await close('cancelOnly');
  await api.sell();
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'liquidating', sale: { step: 'selling', orders: [] } });
  await close('open');
  const noEngine = { ...api.deps, engine: { ...api.deps.engine, ...lost } };
  await runSales(noEngine, Date.now() + 31_000);
  expect((await loanOf(bob, loan.id)).sale?.orders).toMatchObject([{ number: 1, sold: null }]);
  const sold = await api.soldOut(bob, loan.id, Date.now() + 62_000);
  expect(sold).toMatchObject({ state: 'liquidated' });
  expect(sold.sale?.orders).toHaveLength(1);
});

test('while operators have trading paused no sale begins, and one that has begun places no order', async () => {
  const { bob, loan } = await begunLoan(api);
  await buys({ '74000': '1' });
  const { pool } = api.parts;
  const pause = (spot: boolean) =>
    pool.query(
      `INSERT INTO system_flags (key, value, updated_by) VALUES ('trading_pause', $1, 'test')
        ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      [{ spot, perpetual: false }],
    );
  try {
    await pause(true);
    expect((await bob.post(`/p2p/sell-pledge/${loan.id}`, {})).body).toMatchObject({ code: 'price_unavailable' });
    api.holdIndex({ BTC_USDT: '75000' });
    await api.watch();
    expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'active' });
    await pause(false);
    await api.watch();
    await pause(true);
    await api.sell();
    expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'liquidating', sale: { step: 'selling', orders: [] } });
    const { rows } = await pool.query('SELECT problem FROM p2p_sales WHERE loan_id = $1', [loan.id]);
    expect(rows).toEqual([{ problem: 'trading_paused' }]);
  } finally {
    await pause(false);
  }
  expect(await api.soldOut(bob, loan.id)).toMatchObject({ state: 'liquidated' });
});

test('an order whose answer was lost is not sent a second time', async () => {
  const { bob, loan } = await begunLoan(api);
  await buys({ '74000': '1' });
  api.holdIndex({ BTC_USDT: '75000' });
  await api.watch();
  let sent = 0;
  const { engine } = api.deps;
  const deaf: DeskEngine = {
    ...engine,
    async place(...order) {
      sent++;
      await engine.place(...order);
      return undefined;
    },
  };
  await runSales({ ...api.deps, engine: deaf });
  expect((await loanOf(bob, loan.id)).sale?.orders).toMatchObject([{ number: 1, sold: null }]);
  await runSales({ ...api.deps, engine: deaf }, Date.now() + 6_000);
  expect(sent).toBe(1);
  expect(await api.soldOut(bob, loan.id)).toMatchObject({ state: 'liquidated' });
});

test('several workers that bring the same sale on sell once', async () => {
  const { bob, loan } = await begunLoan(api);
  await buys({ '74000': '1' });
  api.holdIndex({ BTC_USDT: '75000' });
  await Promise.all([1, 2, 3].map(() => api.watch()));
  await Promise.all([1, 2, 3].map(() => api.sell()));
  const sold = await api.soldOut(bob, loan.id);
  expect(sold).toMatchObject({ state: 'liquidated' });
  expect(sold.sale?.orders).toHaveLength(1);
});

test('an order that has not arrived is not sent by a price of long ago', async () => {
  const { bob, loan } = await begunLoan(api);
  await buys({ '74000': '1' });
  api.holdIndex({ BTC_USDT: '75000' });
  await api.watch();
  await runSales({ ...api.deps, engine: { ...api.deps.engine, ...lost } });
  expect((await loanOf(bob, loan.id)).sale?.orders).toMatchObject([{ number: 1, limit: '73500', sold: null }]);
  const { pool } = api.parts;
  const sentBefore = (seconds: number) =>
    pool.query(
      `UPDATE p2p_sale_orders SET created_at = now() - interval '62 seconds', sent_at = now() - make_interval(secs => $2) WHERE loan_id = $1`,
      [loan.id, seconds],
    );
  api.holdIndex({ BTC_USDT: '70000' });
  // It may still be on its way.
  await sentBefore(50);
  await api.sell(Date.now() + 70_000);
  expect((await loanOf(bob, loan.id)).sale?.orders).toMatchObject([{ number: 1, limit: '73500', sold: null }]);
  await sentBefore(61);
  const sold = await api.soldOut(bob, loan.id);
  expect(sold).toMatchObject({ state: 'liquidated', sale: { orders: [{ number: 1, limit: '68600' }] } });
});

test('an order that another worker has replaced meanwhile is not sent', async () => {
  const { bob, loan } = await begunLoan(api);
  await buys({ '74000': '1' });
  api.holdIndex({ BTC_USDT: '75000' });
  await api.watch();
  let sent = 0;
  const engine: DeskEngine = {
    ...api.deps.engine,
    async place(shard, order, isDue) {
      return api.deps.engine.place(shard, order, async () => {
        const due = await isDue();
        if (due) sent++;
        return due;
      });
    },
  };
  const replace = () =>
    api.parts.pool.query(
      `UPDATE p2p_sale_orders SET created_at = created_at + interval '1 second' WHERE loan_id = $1`,
      [loan.id],
    );
  await runSales({ ...api.deps, engine, pool: poolBefore('SET is_sent = true', replace) });
  expect(sent).toBe(0);
  expect(await api.soldOut(bob, loan.id)).toMatchObject({ state: 'liquidated' });
});

test('an order that operators have ended meanwhile is not sent, and none is written after that', async () => {
  const { bob, loan } = await begunLoan(api);
  await api.take(bob, 'USDT', '497.05');
  await buys({ '74000': '1' });
  api.holdIndex({ BTC_USDT: '75000' });
  await api.watch();
  const end = () => api.parts.pool.query('UPDATE p2p_sales SET is_end_wanted = true WHERE loan_id = $1', [loan.id]);
  await runSales({ ...api.deps, pool: poolBefore('SET is_sent = true', end) });
  const ended = await api.soldOut(bob, loan.id, Date.now() + 60_000);
  expect(ended).toMatchObject({ state: 'defaulted', sale: { orders: [], receipt: { coins_back: '0.00776924' } } });
});

test('an order that is sent again to a market that has closed may have been filled, and is not forgotten', async () => {
  const { bob, loan } = await begunLoan(api);
  await buys({ '74000': '1' });
  api.holdIndex({ BTC_USDT: '75000' });
  await api.watch();
  const { engine } = api.deps;
  const place = engine.place.bind(engine);
  let late: Promise<unknown> = Promise.resolve();
  // What was sent first arrives after what was sent again.
  const slow: DeskEngine = { ...engine, ...lost };
  const closed: DeskEngine = {
    ...engine,
    async place(shard, order, isDue) {
      if (await isDue()) late = place(shard, order, async () => true);
      return RejectCode.marketClosed;
    },
  };
  await runSales({ ...api.deps, engine: slow });
  await runSales({ ...api.deps, engine: closed }, Date.now() + 70_000);
  await late;
  expect((await loanOf(bob, loan.id)).sale?.orders).toMatchObject([{ number: 1, sold: null }]);
  const sold = await api.soldOut(bob, loan.id, Date.now() + 140_000);
  expect(sold).toMatchObject({ state: 'liquidated' });
  expect(sold.sale?.orders).toHaveLength(1);
});
