/** A count makes the same rows however it is cut into windows, repeated, or run twice at once. */
import { expect, test } from 'vitest';
import { count, deposit, openTaxForFile, sql, trade, user } from '../../support/tax.ts';

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
