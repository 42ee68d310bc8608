/** Transactions as other programs take them: exact columns, and figures that add up to the wallets and to the tax centre's sums. */

import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { collectExportKinds } from '@pelican/api/src/processes/export-kinds.ts';
import type { OwnExport } from '@pelican/shared/contracts/exports';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { endOf, fileOf, startExportWorker } from '../../support/exports.ts';
import { api, count, deposit, get, hours, openTaxForFile, sql, trade, user, worker, year } from '../../support/tax.ts';
import { assetId } from '../../support/transfer-codes.ts';

openTaxForFile();

let exporter: { close(): Promise<void> };
beforeAll(() => {
  exporter = startExportWorker(api);
});
afterAll(() => exporter?.close());

const entryOf = 'SELECT max(id) FROM ledger_entries';
/** What the last entry of the ledger is of, as deposits and withdrawals write it. */
async function nameEntry(kind: string, reference: string, sign: 1 | -1): Promise<void> {
  for (const table of ['ledger_legs', 'ledger_entries']) await sql(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await sql(`UPDATE ledger_entries SET kind = $1, reference = $2 WHERE id = (${entryOf})`, kind, reference);
  await sql(`UPDATE ledger_legs SET amount = amount * ${sign} WHERE entry_id = (${entryOf})`);
  for (const table of ['ledger_legs', 'ledger_entries']) await sql(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
}
const paymentOf = async (table: 'deposits' | 'withdrawals', amount: string, fee: string, hash: string) => {
  const [{ id }] = await sql(
    `INSERT INTO ${table} (user_id, asset_id, method_id, amount, fee, status, transaction_hash, address, ${table === 'deposits' ? 'reference' : 'usd_value, idempotency_key'})
      SELECT $1, $2, (SELECT min(id) FROM payment_methods WHERE asset_id = $2), $3, $4, 3, $5, '', ${table === 'deposits' ? `'arrival of ${user.id}'` : `0, 'withdrawal of ${user.id}'`} RETURNING id`,
    user.id,
    await assetId(api, 'USDT'),
    amount,
    fee,
    hash,
  );
  return id;
};

/** A deposit of 1000 with a fee of 1, a purchase, a sale with tax, a reward with tax, and a withdrawal of 100 with a fee of 2. */
async function live(): Promise<void> {
  await deposit('USDT', '999', 0);
  await nameEntry('crypto_deposit', `deposit:${await paymentOf('deposits', '1000', '1', '0xin')}`, 1);
  await trade('buyer', 1, { quote: 'USDT', amount: '0.01', gross: '500', fee: '1', gst: '0.18' });
  await trade('seller', 2, { amount: '0.004', gross: '20000', fee: '40', gst: '7.2', tds: '199.528' });
  await sql(
    `INSERT INTO referral_claims (user_id, asset_id, amount, tds, created_at) SELECT $1, id, 10, 0.2, ${hours(3)} FROM assets WHERE ticker = 'USDT'`,
    user.id,
  );
  await deposit('USDT', '102', 4);
  await nameEntry('withdrawal_finished', `withdrawal:${await paymentOf('withdrawals', '102', '2', '0xout')}`, -1);
  await count();
}
beforeEach(live);

async function rowsOf(name: string): Promise<Record<string, string>[]> {
  const kind = collectExportKinds().find((one) => one.name === name);
  const columns = kind?.columns({ year }).map((column) => column.name) ?? [];
  return inTransaction(worker, async (tx) => {
    const rows: Record<string, string>[] = [];
    for await (const row of kind?.rows(tx, user.id, { year }) ?? [])
      rows.push(Object.fromEntries(columns.map((column, at) => [column, String(row[at])])));
    return rows;
  });
}
const sumOf = (rows: readonly Record<string, string>[], column: string) =>
  formatBigUnits(
    rows.reduce((sum, row) => sum + parseBigUnits(row[column] || '0', 18), 0n),
    18,
  );
/** What is left of each currency after everything. */
const left = { USDT: '405.62', BTC: '0.006', INR: '19753.272' };

test('the ledger has each movement with its rupees: changes are what the wallets have, fee, GST and tax are those of the summary', async () => {
  const rows = await rowsOf('tax.ledger');
  const of = (filter: Record<string, string>) =>
    rows.filter((row) => Object.entries(filter).every(([column, value]) => row[column] === value));
  for (const [ticker, amount] of Object.entries(left)) expect(sumOf(of({ Currency: ticker }), 'Change')).toBe(amount);
  const summary = await get<{ fees: { fee: string; gst: string }; tds: string; income: string }>('summary');
  const ofTrades = (line: string) =>
    sumOf([...of({ Line: line, Transaction: 'buy' }), ...of({ Line: line, Transaction: 'sell' })], 'Value in INR');
  expect(ofTrades('fee')).toBe(`-${summary.fees.fee}`);
  expect(ofTrades('GST')).toBe(`-${summary.fees.gst}`);
  expect(Number(sumOf(of({ Line: 'TDS' }), 'Value in INR'))).toBeCloseTo(-Number(summary.tds), 2);
  expect(sumOf(of({ Transaction: 'reward', Line: 'received' }), 'Value in INR')).toBe(summary.income);
  expect(of({ Transaction: 'sell', Line: 'received' })).toMatchObject([
    { Currency: 'INR', Change: '20000', 'Value in INR': '20000', 'Time (UTC)': '2025-04-30 20:30:00' },
  ]);
  expect(of({ 'Network transaction': '0xout' })).toMatchObject([
    { Line: 'sent', Change: '-100', Record: expect.stringMatching(/^withdrawal:/) },
    { Line: 'fee', Change: '-2', 'Value in INR': '-160' },
  ]);
});

test("Koinly's universal format: its columns, amounts before the fee, GST in the fee, tax as a cost", async () => {
  const rows = await rowsOf('tax.koinly');
  expect(Object.keys(rows[0] ?? {}).join()).toBe(
    'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash',
  );
  const told = rows.map((row) => Object.values(row).filter((_, at) => at !== 10));
  expect(told).toEqual([
    ['2025-04-30 18:30:00 UTC', '', '', '1000', 'USDT', '1', 'USDT', '80000', 'INR', '', '0xin'],
    ['2025-04-30 19:30:00 UTC', '500', 'USDT', '0.01', 'BTC', '1.18', 'USDT', '40000', 'INR', '', ''],
    ['2025-04-30 20:30:00 UTC', '0.004', 'BTC', '20000', 'INR', '47.2', 'INR', '20000', 'INR', '', ''],
    ['2025-04-30 20:30:00 UTC', '199.528', 'INR', '', '', '', '', '199.53', 'INR', 'cost', ''],
    ['2025-04-30 21:30:00 UTC', '', '', '10', 'USDT', '', '', '800', 'INR', 'reward', ''],
    ['2025-04-30 21:30:00 UTC', '0.2', 'USDT', '', '', '', '', '16', 'INR', 'cost', ''],
    ['2025-04-30 22:30:00 UTC', '100', 'USDT', '', '', '2', 'USDT', '8000', 'INR', '', '0xout'],
  ]);
  expect(rows[2]?.Description).toMatch(/^sell BTC_INR:\d+, fee 40 INR, GST 7.2 INR$/);
});

test("CoinTracking's format: its columns, amounts with the fee inside, so that buys less sells are what is left", async () => {
  const rows = await rowsOf('tax.cointracking');
  expect(Object.keys(rows[0] ?? {}).join()).toBe(
    'Type,Buy Amount,Buy Currency,Sell Amount,Sell Currency,Fee,Fee Currency,Exchange,Trade-Group,Comment,Date',
  );
  expect(rows.map((row) => Object.values(row).slice(0, 7))).toEqual([
    ['Deposit', '999', 'USDT', '', '', '1', 'USDT'],
    ['Trade', '0.01', 'BTC', '501.18', 'USDT', '1.18', 'USDT'],
    ['Trade', '19952.8', 'INR', '0.004', 'BTC', '47.2', 'INR'],
    ['Other Fee', '', '', '199.528', 'INR', '', ''],
    ['Reward / Bonus', '10', 'USDT', '', '', '', ''],
    ['Other Fee', '', '', '0.2', 'USDT', '', ''],
    ['Withdrawal', '', '', '102', 'USDT', '2', 'USDT'],
  ]);
  for (const [ticker, amount] of Object.entries(left)) {
    const bought = rows.filter((row) => row['Buy Currency'] === ticker);
    const sold = rows.filter((row) => row['Sell Currency'] === ticker);
    const of = (side: Record<string, string>[], column: string) => parseBigUnits(sumOf(side, column), 18);
    expect(formatBigUnits(of(bought, 'Buy Amount') - of(sold, 'Sell Amount'), 18)).toBe(amount);
  }
});

test('the file is written by the worker, begins with the columns alone, and is a CSV', async () => {
  const ask = (format: string) => user.post<OwnExport>('/v2/exports', { kind: 'tax.koinly', params: { year }, format });
  expect(await ask('pdf')).toMatchObject({ status: 422, body: { code: 'invalid_argument' } });
  const { id } = (await ask('csv')).body;
  expect(await endOf(user, id)).toMatchObject({
    state: 'ready',
    rows: 7,
    title: 'Transactions for Koinly, financial year 2025-26',
  });
  const { content } = await fileOf(api, user, id);
  expect(content.toString().split('\r\n')[0]).toMatch(/^Date,Sent Amount,/);
});
