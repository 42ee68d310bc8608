/** What loans are to the tax centre: interest is income, and principal neither a purchase nor a transfer. */
import { countUser } from '@pelican/api/src/modules/tax/count.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LoansApi, madeOffer, startLoansApi, takenCredit } from '../../support/loans.ts';

let api: LoansApi;

beforeAll(async () => {
  api = await startLoansApi();
  api.setIndex({ BTC_USDT: '100000' });
});
afterAll(() => api?.close());

const sql = async (text: string, ...values: unknown[]) => (await api.parts.pool.query(text, values)).rows;

test('a loan that is lent in part, repaid in part and in full leaves its principal where it was', async () => {
  const alice = await api.person('alice', { USDT: '2000' });
  const bob = await api.person('bob', { BTC: '1', USDT: '100' });
  const { id } = await takenCredit(bob, await madeOffer(alice, { auto_approve: true, relend: true }));
  for (const amount of ['200', undefined])
    expect((await bob.post(`/p2p/repay-loan/${id}`, { amount })).status).toBe(200);
  await api.demandAudited();

  // A count looks at what is older than half a minute.
  await sql('ALTER TABLE ledger_legs DISABLE TRIGGER USER');
  await sql(`UPDATE ledger_legs SET created_at = created_at - interval '5 minutes'`);
  await sql('ALTER TABLE ledger_legs ENABLE TRIGGER USER');
  await sql(
    `UPDATE settlement_cursors SET position = (extract(epoch FROM now() + interval '1 day') * 1000)::bigint || '-0'`,
  );
  for (const user of [alice, bob]) await countUser(api.worker, user.id);

  const disposals = (userId: number) =>
    sql(
      `SELECT kind, ticker, trim_scale(quantity)::text AS quantity, proceeds IS NULL AS "isNone"
        FROM tax_disposals JOIN assets ON assets.id = asset_id WHERE user_id = $1 ORDER BY kind, quantity`,
      userId,
    );
  const lots = (userId: number) =>
    sql(
      `SELECT kind, ticker, trim_scale(remaining)::text AS remaining
        FROM tax_lots JOIN assets ON assets.id = asset_id WHERE user_id = $1 ORDER BY number`,
      userId,
    );
  expect(await disposals(alice.id)).toEqual([]);
  expect(await lots(alice.id)).toEqual([
    { kind: 'credit', ticker: 'USDT', remaining: '2000' },
    { kind: 'interest', ticker: 'USDT', remaining: '0.5' },
  ]);
  expect(await disposals(bob.id)).toEqual([
    { kind: 'interest', ticker: 'USDT', quantity: '0.5', isNone: false },
    { kind: 'loan', ticker: 'USDT', quantity: '199.5', isNone: true },
    { kind: 'loan', ticker: 'USDT', quantity: '300.5', isNone: true },
  ]);
  expect(await lots(bob.id)).toEqual([
    { kind: 'credit', ticker: 'BTC', remaining: '1' },
    { kind: 'credit', ticker: 'USDT', remaining: '96.55' },
    { kind: 'loan', ticker: 'USDT', remaining: '0' },
  ]);
  expect(
    await sql(`SELECT source, trim_scale(amount)::text AS amount FROM tax_records WHERE user_id = $1`, alice.id),
  ).toEqual([{ source: 'interest', amount: '0.5' }]);
});
