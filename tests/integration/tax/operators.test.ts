/** What operators record of quarters, and rules that hold from a date on. */
import { addTaxRule, depositTax, issueTaxCertificates } from '@pelican/api/src/modules/tax/index.ts';
import { inTransaction, type Transaction } from '@pelican/api/src/platform/database/index.ts';
import { expect, test } from 'vitest';
import { api, count, get, type List, openTaxForFile, trade, year } from '../../support/tax.ts';

openTaxForFile();

test('operators record a quarter as deposited and its certificates as issued, and a rule holds from its date on', async () => {
  await trade('seller', 1, { amount: '1', gross: '900', tds: '9' });
  await count();
  const act = { actor: 'ops:test', reason: 'test' };
  const run = <Payload>(
    action: { run(tx: Transaction, given: typeof act, payload: Payload): Promise<unknown> },
    payload: Payload,
  ) => inTransaction(api.parts.pool, (tx) => action.run(tx, act, payload));
  const quarter = { year, quarter: 1 };
  const shown = async () => (await get<List>('deductions')).result[0];
  await expect(run(issueTaxCertificates, { ...quarter, on: '2025-08-15' })).rejects.toThrow(
    'not recorded as deposited',
  );
  await expect(run(depositTax, { year: 2099, quarter: 1, challan: '1', on: '2025-07-07' })).rejects.toThrow(
    'not ended',
  );
  await run(depositTax, { ...quarter, challan: '0510308', on: '2025-07-07' });
  expect(await shown()).toMatchObject({ state: 'deposited', challan: '0510308', depositedOn: '2025-07-07' });
  await run(issueTaxCertificates, { ...quarter, on: '2025-08-15' });
  expect(await shown()).toMatchObject({ state: 'issued', issuedOn: '2025-08-15' });
  await expect(run(depositTax, { ...quarter, challan: '2', on: '2025-07-07' })).rejects.toThrow('are issued');
  const rule = { key: 'vda_tds', validFrom: '2025-04-15', value: '0.01', section: 'Section X' };
  await expect(run(addTaxRule, { ...rule, key: 'nothing' })).rejects.toThrow('no tax rule');
  await expect(run(addTaxRule, { ...rule, value: '1 %' })).rejects.toThrow('the rate must be');
  await run(addTaxRule, rule);
  await expect(run(addTaxRule, rule)).rejects.toThrow('has a rule');
  expect(await shown()).toMatchObject({ section: 'Section X', rate: '0.01' });
});
