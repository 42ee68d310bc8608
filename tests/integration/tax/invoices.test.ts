/** Monthly invoices of fees. */
import { writeInvoices } from '@pelican/api/src/modules/tax/invoices.ts';
import { expect, test } from 'vitest';
import { count, type List, nextUser, openTaxForFile, sql, trade, user, worker, year } from '../../support/tax.ts';
import type { TestUser } from '../../support/test-api.ts';

openTaxForFile();

test("an invoice has the next number of its year, is divided by the state, and never changes; its PDF is its customer's alone", async () => {
  const month = `${year}-05-01`;
  const write = () => writeInvoices(worker, month, new AbortController().signal);
  await write();
  await trade('buyer', 1, { amount: '1', gross: '1000', fee: '2.01', gst: '0.37' });
  await count();
  const first = await nextUser();
  expect((await user.post('/v2/tax/profile', { state: '99' })).status).toBe(422);
  expect((await user.post('/v2/tax/profile', { state: '27' })).status).toBe(200);
  await trade('seller', 1, { amount: '1', gross: '1000', fee: '2', gst: '0.36' });
  await count();
  const written = await Promise.all([write(), write(), write()]);
  expect(written.sort()).toEqual([0, 0, 2]);
  const listOf = async (one: TestUser) => (await one.get<List>(`/v2/tax/invoices?year=${year}`)).body.result;
  const [own] = await listOf(first);
  const [other] = await listOf(user);
  expect(own).toMatchObject({ month, fee: '2.01', igst: '0', cgst: '0.19', sgst: '0.18', total: '2.38', state: '29' });
  expect(other).toMatchObject({ fee: '2', igst: '0.36', cgst: '0', sgst: '0', total: '2.36', state: '27' });
  expect(Number(other?.number)).toBe(Number(own?.number) + 1);
  const numbers = await sql('SELECT number FROM tax_invoices WHERE year = $1 ORDER BY number', year);
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, place) => place + 1));
  await user.post('/v2/tax/profile', { state: '29' });
  expect(await write()).toBe(0);
  expect(await listOf(user)).toEqual([other]);
  await expect(sql('UPDATE tax_invoices SET fee = 1')).rejects.toThrow('append-only');
  const file = `/v2/tax/invoices/${year}/${other?.number}/file`;
  const answer = await user.get(file);
  expect(answer.status).toBe(200);
  expect(String(answer.body)).toContain('%PDF');
  expect((await first.get(file)).status).toBe(404);
  await trade('seller', 24 * 31, { amount: '1', gross: '1000', fee: '3', gst: '0.54' });
  await count({ fromBeginning: true });
  await writeInvoices(worker, `${year}-06-01`, new AbortController().signal);
  const ofYear = await user.get(`/v2/tax/invoices/${year}/file`);
  expect(ofYear.status).toBe(200);
  // Two invoices, each on a page.
  expect(String(ofYear.body).match(/\/Type \/Page\b/g)).toHaveLength(2);
  expect(String((await first.get(`/v2/tax/invoices/${year}/file`)).body).match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect((await first.get(`/v2/tax/invoices/${year - 1}/file`)).status).toBe(404);
});
