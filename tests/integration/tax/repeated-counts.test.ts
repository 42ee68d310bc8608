/** A count makes the same rows however it is cut into windows, repeated, or run twice at once. */
import { countUnpriced, writeInvoices } from '@pelican/api/src/modules/tax/invoices.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { countingLagSeconds } from '@pelican/shared/contracts/tax';
import { expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { postCredit } from '../../support/ledger-users.ts';
import { api, count, deposit, hours, openTaxForFile, sql, trade, user, worker } from '../../support/tax.ts';
import { assetId } from '../../support/transfer-codes.ts';

openTaxForFile();

const tables = ['tax_lots', 'tax_disposals', 'tax_disposal_lots', 'tax_records', 'tax_sums', 'tax_cursors'];
const everything = async () =>
  Promise.all(
    tables.map(async (table) =>
      (
        await sql(
          `SELECT row_to_json(t)::jsonb - 'counted_until' - 'counted_whole_at' AS row FROM ${table} t WHERE user_id = $1 ORDER BY t::text`,
          user.id,
        )
      ).map(({ row }) => row),
    ),
  );

test('whatever the windows, repeats and two counts at once: the same rows, and what is left is what the wallets have', async () => {
  await deposit('USDT', '100000', 0);
  for (let n = 1; n <= 12; n++) {
    await trade('buyer', n, { quote: 'USDT', amount: '0.5', gross: `${1000 + 7 * n}`, fee: '1.1', gst: '0.198' });
    await trade('seller', n, { amount: '0.2', gross: `${90_000 + n}`, fee: '180', gst: '32.4', tds: '897.87' });
  }
  const counted = await Promise.all([count({ windowSize: 5 }), count({ windowSize: 3 })]);
  expect(counted.reduce((sum, one) => sum + one)).toBe(25);
  expect(await count()).toBe(0);
  const once = await everything();
  expect(await count({ fromBeginning: true })).toBe(25);
  expect(await everything()).toEqual(once);
  await count({ fromBeginning: true, windowSize: 4 });
  expect(await everything()).toEqual(once);
  const left = await sql(
    `SELECT ticker, trim_scale(sum(remaining))::text AS amount, sum(cost - remaining_cost) = (
          SELECT sum(part.cost) FROM tax_disposal_lots part JOIN tax_disposals taken ON taken.user_id = part.user_id AND taken.number = part.disposal
            WHERE part.user_id = $1 AND taken.asset_id = lot.asset_id) AS "isConserved"
      FROM tax_lots lot JOIN assets ON assets.id = asset_id WHERE user_id = $1 GROUP BY ticker, lot.asset_id ORDER BY ticker`,
    user.id,
  );
  const spent = Array.from({ length: 12 }, (_, n) => 1000 + 7 * (n + 1) + 1.298).reduce((sum, one) => sum + one);
  expect(left).toEqual([
    { ticker: 'BTC', amount: '3.6', isConserved: true },
    { ticker: 'USDT', amount: String(Number((100_000 - spent).toFixed(6))), isConserved: true },
  ]);
});

test('a count from the beginning keeps what was counted of a detached month', async () => {
  await deposit('USDT', '1000', 0);
  await trade('buyer', 1, { quote: 'USDT', amount: '0.01', gross: '500' });
  await count();
  const counted = await everything();
  // As detach-month leaves it: the sums are carried on, the rows are gone.
  await sql(
    `INSERT INTO carried_postings (source, account, shard_id, user_id, asset_id, amount) VALUES ('deal', 'trade_spot', 1, $1, 1, 1)`,
    user.id,
  );
  await sql('ALTER TABLE spot_deals DISABLE TRIGGER USER');
  await sql('DELETE FROM spot_deals WHERE buyer_id = $1', user.id);
  await sql('ALTER TABLE spot_deals ENABLE TRIGGER USER');
  expect(await count({ fromBeginning: true })).toBe(0);
  expect(await everything()).toEqual(counted);
});

test('a price of more than three days ago is none, and the invoice of a fee without a price waits', async () => {
  await trade('buyer', 1, { quote: 'USDT', amount: '0.01', gross: '500', fee: '1', gst: '0.18' });
  await sql(
    `DELETE FROM klines WHERE open_time BETWEEN extract(epoch FROM ${hours(24)}) AND extract(epoch FROM ${hours(240)})`,
  );
  await trade('buyer', 216, { quote: 'USDT', amount: '0.01', gross: '500', fee: '2', gst: '0.36' });
  await count();
  const [fees] = await sql(
    `SELECT trim_scale(value)::text AS value, trim_scale(unpriced)::text AS unpriced FROM tax_sums WHERE user_id = $1 AND kind = 'fee'`,
    user.id,
  );
  expect(fees).toEqual({ value: '80', unpriced: '2.36' });
  const [{ month }] = (await sql(
    `SELECT day::text AS month FROM tax_sums WHERE user_id = $1 AND kind = 'fee'`,
    user.id,
  )) as [{ month: string }];
  await writeInvoices(worker, month, new AbortController().signal);
  expect(await sql('SELECT FROM tax_invoices WHERE user_id = $1', user.id)).toEqual([]);
  expect(await countUnpriced(worker, month)).toBeGreaterThan(0);
});

test('money of a transaction that is under way for longer than counts lag behind is counted after its commit', async () => {
  const money = { userId: user.id, assetId: await assetId(api, 'USDT'), amount: '5' };
  await inTransaction(api.parts.pool, async (tx) => {
    const isOld = async () => {
      const { rows } = await tx.query<{ isOld: boolean }>(
        `SELECT now() < clock_timestamp() - make_interval(secs => $1) AS "isOld"`,
        [countingLagSeconds + 1],
      );
      return rows[0]?.isOld === true;
    };
    await until('the transaction is old', isOld, 120_000, 500);
    expect(await count()).toBe(0);
    await postCredit(tx, money);
    expect(await count(), 'not yet committed').toBe(0);
  });
  expect(await count()).toBe(1);
  expect(await sql('SELECT trim_scale(remaining)::text AS amount FROM tax_lots WHERE user_id = $1', user.id)).toEqual([
    { amount: '5' },
  ]);
});
