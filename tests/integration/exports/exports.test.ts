/** Exports: asked for, written by a worker, downloaded by their owner alone, and gone after their time. */
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { collectExportKinds } from '@pelican/api/src/processes/export-kinds.ts';
import type { OwnExport } from '@pelican/shared/contracts/exports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseCsv } from '../../support/csv.ts';
import { endOf, fileOf, startExportWorker } from '../../support/exports.ts';
import type { TestUser } from '../../support/test-api.ts';
import { startTradingApi, type TradingApi } from '../../support/trading-api.ts';
import { openWorkerPool } from '../../support/worker.ts';

let api: TradingApi;
let alice: TestUser;
let worker: { close(): Promise<void> };

beforeAll(async () => {
  api = await startTradingApi();
  alice = await api.trader('alice@test.local', { USDT: '100000', PLC: '1000' });
  worker = startExportWorker(api);
}, 180_000);
afterAll(async () => {
  await worker.close();
  await api.close();
});

const sql = (text: string, ...values: unknown[]) => api.parts.pool.query(text, values);
const begin = async (user: TestUser, path: string, body: object) => {
  const answer = await user.post<OwnExport>(path, body);
  expect(answer).toMatchObject({ status: 200, body: { status: 'success' } });
  return answer.body;
};
const deposit = (user: TestUser, given: { amount?: string; memo?: string; at?: string } = {}) =>
  sql(
    `INSERT INTO deposits (user_id, asset_id, method_id, amount, status, reference, address, memo, transaction_hash, created_at, changed_at)
     SELECT $1, assets.id, method.id, $2, 3, gen_random_uuid()::text, 'an-address', $3, 'a-hash', $4::timestamptz, $4::timestamptz
       FROM assets JOIN payment_methods method ON method.asset_id = assets.id AND method.key = 'SANDBOX' WHERE ticker = 'BTC'`,
    user.id,
    given.amount ?? '0.5',
    given.memo ?? '',
    given.at ?? '2026-01-01T00:00:00Z',
  );

test('transactions become a CSV and a PDF, announced by mail and at the bell', async () => {
  const user = await api.trader('bob@test.local', { USDT: '10' });
  await sql(`UPDATE users SET nickname = 'बगुला Łucja 鷺' WHERE id = $1`, user.id);
  await deposit(user, { memo: '=HYPERLINK("https://evil.example")' });
  await deposit(user, { memo: 'मेमो, "दो" ₹', at: '2026-01-02T20:00:00Z' });
  const { id } = await begin(user, '/v2/export_transactions', { type: 'deposit', format: 'csv' });
  const ready = await endOf(user, id);
  expect(ready).toMatchObject({ state: 'ready', rows: 2, progress: 100, title: 'Deposits' });

  const { status, headers, content } = await fileOf(api, user, id);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''pelican-transactions-.*\.csv$/);
  expect(content.length).toBe(ready.size);
  expect([...content.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(parseCsv(content)).toMatchObject([
    { 'Time (Asia/Kolkata)': '2026-01-01 05:30:00', Amount: '0.5', Memo: `'=HYPERLINK("https://evil.example")` },
    { 'Time (Asia/Kolkata)': '2026-01-03 01:30:00', Amount: '0.5', Memo: 'मेमो, "दो" ₹' },
  ]);

  const pdf = await begin(user, '/v2/export_transactions', { format: 'pdf' });
  expect((await endOf(user, pdf.id)).state).toBe('ready');
  const file = (await fileOf(api, user, pdf.id)).content;
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  expect(file.subarray(-6).toString()).toBe('%%EOF\n');
  const { rows } = await sql('SELECT kind, payload FROM notices WHERE user_id = $1 ORDER BY id', user.id);
  expect(rows.filter(({ kind }) => kind === 'export_ready')).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain(id);
});

test('nobody else reads, downloads or deletes it, and the database alone does not show it', async () => {
  const mallory = await api.trader('mallory@test.local', {});
  await deposit(alice, { memo: 'heron-memo' });
  const { id } = await begin(alice, '/v2/export_transactions', { format: 'csv' });
  await endOf(alice, id);
  expect(await mallory.get(`/v2/exports/${id}`)).toMatchObject({ status: 404 });
  expect((await fileOf(api, mallory, id)).status).toBe(404);
  expect(await mallory.delete(`/v2/exports/${id}`)).toMatchObject({ status: 404 });
  expect(await api.call('GET', `/v2/exports/${id}/file`)).toMatchObject({ status: 401 });
  expect((await mallory.get<{ total: number }>('/v2/exports')).body.total).toBe(0);
  expect((await fileOf(api, alice, id)).content.toString()).toContain('heron-memo');
  const { rows } = await sql('SELECT content FROM export_pieces WHERE export_id = $1', id);
  expect(rows).toHaveLength(1);
  expect(rows[0].content).toMatch(/^[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+$/);
  expect((await sql('SELECT FROM export_pieces WHERE content LIKE $1', '%heron%')).rowCount).toBe(0);
});

test('each kind can be read with the rights of the worker', async () => {
  const params = { from: 0, to: 2_000_000_000 };
  const reads = openWorkerPool(api.databaseUrl);
  for (const kind of collectExportKinds().filter(({ name }) => !name.startsWith('tax.'))) {
    await inTransaction(reads, async (tx) => {
      await kind.count?.(tx, alice.id, params);
      for await (const row of kind.rows(tx, alice.id, params)) expect(row).toHaveLength(kind.columns(params).length);
    });
  }
  await reads.end();
});
