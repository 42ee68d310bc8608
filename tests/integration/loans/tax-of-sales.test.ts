/** What the sale of a pledge is to the tax centre: the borrower's sale at its proceeds, the lender's interest, and nobody's purchase. */
import { countUser } from '@pelican/api/src/modules/tax/count.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { begunLoan, type SalesApi, startSalesApi } from '../../support/loan-sales.ts';

let api: SalesApi;

beforeAll(async () => {
  api = await startSalesApi();
  api.holdIndex({ BTC_USDT: '100000' });
});
afterAll(() => api?.close());

const sql = async (text: string, ...values: unknown[]) => (await api.parts.pool.query(text, values)).rows;

test('what is sold of a pledge is disposed of, the debt is paid from it, and principal is no purchase', async () => {
  const { alice, bob, loan } = await begunLoan(api);
  await api.buyer({ '74000': '1' });
  api.holdIndex({ BTC_USDT: '75000' });
  await api.watch();
  const sold = await api.soldOut(bob, loan.id);
  expect(sold.state).toBe('liquidated');

  // Of another one nobody buys anything, and the wallet pays.
  await api.noBids();
  api.holdIndex({ BTC_USDT: '100000' });
  const unsold = await begunLoan(api);
  await api.give(unsold.bob, 'USDT', '100');
  api.holdIndex({ BTC_USDT: '60000' });
  await api.watch();
  await api.sell();
  await api.endSale(unsold.loan.id);
  await api.sell();

  // Of a third one nothing is sold or paid, and coins are handed over at its end.
  api.holdIndex({ BTC_USDT: '100000' });
  const handed = await begunLoan(api);
  await api.take(handed.bob, 'USDT', '497.05');
  api.holdIndex({ BTC_USDT: '60000' });
  await api.watch();
  await api.sell();
  await handed.alice.post(`/p2p/dispute/${handed.loan.id}`, { reason: 'other', text: 'Nobody buys the coins.' });
  await sql(
    `UPDATE p2p_disputes SET decision = '{"type": "handOver"}', decided_by = 'ops:test' WHERE loan_id = $1`,
    handed.loan.id,
  );
  await sql(
    'UPDATE p2p_sales SET is_end_wanted = true, hand_over_index = 60000, next_at = now() WHERE loan_id = $1',
    handed.loan.id,
  );
  await api.sell();
  await api.demandAudited();

  // A count looks at what is older than half a minute, and settled: no perpetuals run here.
  await sql('ALTER TABLE ledger_legs DISABLE TRIGGER USER');
  await sql(`UPDATE ledger_legs SET created_at = created_at - interval '5 minutes'`);
  await sql('ALTER TABLE ledger_legs ENABLE TRIGGER USER');
  await sql(
    `UPDATE settlement_cursors SET position = (extract(epoch FROM now() + interval '1 day') * 1000)::bigint || '-0'
      WHERE shard_id IN (SELECT id FROM shards WHERE kind = 'perpetual')`,
  );
  for (const { id } of [alice, bob, unsold.alice, unsold.bob, handed.alice]) await countUser(api.worker, id);

  const disposals = (userId: number) =>
    sql(
      `SELECT kind, ticker, trim_scale(quantity)::text AS quantity FROM tax_disposals JOIN assets ON assets.id = asset_id
        WHERE user_id = $1 ORDER BY kind, quantity`,
      userId,
    );
  const remaining = (userId: number) =>
    sql(
      `SELECT kind, ticker, trim_scale(sum(remaining))::text AS remaining FROM tax_lots JOIN assets ON assets.id = asset_id
        WHERE user_id = $1 GROUP BY kind, ticker ORDER BY kind, ticker`,
      userId,
    );
  const coins = sold.sale?.sold ?? '0';
  expect(await disposals(bob.id)).toEqual([
    { kind: 'exchange', ticker: 'BTC', quantity: coins },
    // A day of half a dollar, the fee of 10.01 and its GST of 1.8018.
    { kind: 'interest', ticker: 'USDT', quantity: '12.3118' },
    { kind: 'loan', ticker: 'USDT', quantity: '500' },
  ]);
  expect(await remaining(bob.id)).toContainEqual({
    kind: 'credit',
    ticker: 'BTC',
    remaining: String((100_000_000 - Math.round(Number(coins) * 100_000_000)) / 100_000_000),
  });
  for (const lender of [alice, unsold.alice]) {
    expect(await disposals(lender.id)).toEqual([]);
    expect(await remaining(lender.id)).toEqual([
      { kind: 'credit', ticker: 'USDT', remaining: '1000' },
      { kind: 'interest', ticker: 'USDT', remaining: '0.5' },
    ]);
  }
  expect((await remaining(handed.alice.id)).filter(({ ticker }) => ticker === 'BTC')).toMatchObject([
    { remaining: '0.00776924' },
  ]);
  // Nothing was sold: the wallet has paid, and the coins have not moved.
  expect(await disposals(unsold.bob.id)).toEqual([
    { kind: 'interest', ticker: 'USDT', quantity: '0.5' },
    { kind: 'loan', ticker: 'USDT', quantity: '500' },
  ]);
  expect(await remaining(unsold.bob.id)).toContainEqual({ kind: 'credit', ticker: 'BTC', remaining: '1' });
});
