/** Files of the tax centre. */
import { taxExports } from '@pelican/api/src/modules/tax/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { expect, test } from 'vitest';
import { count, openTaxForFile, trade, user, worker, year } from '../../support/tax.ts';

openTaxForFile();

test('files have a row for each lot of each transfer, and the rows add up to it', async () => {
  await trade('buyer', 1, { amount: '1', gross: '1000' });
  await trade('buyer', 2, { amount: '1', gross: '2000' });
  await trade('seller', 3, { amount: '2', gross: '5000', tds: '50' });
  await count();
  const rowsOf = (name: string) =>
    inTransaction(worker, async (tx) => {
      const kind = taxExports.find((one) => one.name === name);
      const rows: unknown[] = [];
      for await (const row of kind?.rows(tx, user.id, { year }) ?? []) rows.push(row);
      return rows;
    });
  expect(await rowsOf('tax.schedule-vda')).toEqual([
    ['01/05/2025', '01/05/2025', 'Capital Gain', '1000.00', '2500.00', '1500.00'],
    ['01/05/2025', '01/05/2025', 'Capital Gain', '2000.00', '2500.00', '500.00'],
  ]);
  expect(await rowsOf('tax.gains')).toHaveLength(2);
  const [deduction] = (await rowsOf('tax.deductions')) as unknown[][];
  expect(deduction?.slice(3, 10)).toEqual([
    'Income-tax Act, section 194S',
    'INR',
    '5000',
    '5000',
    '0.01',
    '50',
    '50.00',
  ]);
  expect(await rowsOf('tax.incomes')).toEqual([]);
});
