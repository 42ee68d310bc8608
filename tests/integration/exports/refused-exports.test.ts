/** Exports that are refused, stopped, given up, or over. */
import type { ExportKind } from '@pelican/api/src/modules/exports/index.ts';
import { collectExportKinds } from '@pelican/api/src/processes/export-kinds.ts';
import type { OwnExport } from '@pelican/shared/contracts/exports';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endOf, fileOf, startExportWorker } from '../../support/exports.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
const workers: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  api = await startTestApi();
}, 180_000);
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.close();
});
afterAll(() => api.close());

const sql = (text: string, ...values: unknown[]) => api.parts.pool.query(text, values);
const trades = (user: TestUser, more: object = {}) =>
  user.post<OwnExport & { code: string; errors: Record<string, string[]> }>('/v2/trade_history_export', {
    format: 'csv',
    ...more,
  });

/** A worker with another export of trades. */
function startWorkerWith(changed: Partial<ExportKind>): void {
  const kinds = collectExportKinds().map((kind) => (kind.name === 'spot.trades' ? { ...kind, ...changed } : kind));
  workers.push(startExportWorker(api, kinds));
}

test('what cannot be is refused with the reason', async () => {
  const user = await api.signUp('refused@test.local');
  const refused = await trades(user, { from: 20, to: 10 });
  expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_argument' } });
  expect(refused.body.errors.from).toEqual(["From date shouldn't exceed To date"]);
  expect(await trades(user, { pair: 'NO_PAIR' })).toMatchObject({ status: 422, body: { code: 'unknown_pair' } });
  expect(await trades(user, { format: 'exe' })).toMatchObject({ status: 422 });
  expect(await user.post('/v2/export_transactions', { ticker: 'NONE', format: 'csv' })).toMatchObject({
    body: { code: 'unknown_asset' },
  });
  const other = (kind: string, params: object) => user.post('/v2/exports', { kind, params, format: 'csv' });
  for (const kind of ['spot.trades', 'spot.orders'])
    expect(await other(kind, { pair: 'NO_PAIR' })).toMatchObject({ status: 422, body: { code: 'unknown_pair' } });
  expect(await other('everything', {})).toMatchObject({ status: 422, body: { code: 'unknown_export' } });
  expect(await other('statements.account', { from: 1 })).toMatchObject({ body: { code: 'invalid_argument' } });
  expect(await other('statements.movements', { from: 2, to: 1 })).toMatchObject({
    body: { errors: { from: ["From date shouldn't exceed To date"] } },
  });
  expect(await api.call('POST', '/v2/exports', { body: {} })).toMatchObject({ status: 401 });
  expect((await sql('SELECT FROM exports WHERE user_id = $1', user.id)).rowCount).toBe(0);
});

test('three wait at most, also of calls at once, and one that is stopped makes room and is not written', async () => {
  const user = await api.signUp('waiting@test.local');
  const answers = await Promise.all(Array.from({ length: 5 }, () => trades(user)));
  const taken = answers.filter(({ status }) => status === 200);
  expect(taken).toHaveLength(3);
  expect(answers.filter(({ body }) => body.code === 'exports_waiting')).toHaveLength(2);
  const id = taken[0]?.body.id ?? '';
  expect(await user.delete(`/v2/exports/${id}`)).toMatchObject({ status: 200 });
  expect(await user.delete(`/v2/exports/${id}`)).toMatchObject({ status: 404 });
  const { rows } = await sql('SELECT state FROM jobs WHERE key = $1', `export:${id}`);
  expect(rows).toEqual([{ state: 'cancelled' }]);
  expect(await trades(user)).toMatchObject({ status: 200 });
  expect((await user.get<{ total: number }>('/v2/exports')).body.total).toBe(3);
  expect(await trades(user)).toMatchObject({ status: 429 });
  await sql('DELETE FROM exports WHERE user_id = $1', user.id);
});

test('a table that is too long says so, and leaves nothing', async () => {
  const user = await api.signUp('long@test.local');
  startWorkerWith({ count: async () => 10_001 });
  const { id } = (await trades(user, { format: 'pdf' })).body;
  expect(await endOf(user, id)).toMatchObject({ state: 'failed', reason: 'too_many_rows' });
  expect((await fileOf(api, user, id)).status).toBe(409);
  expect((await sql('SELECT FROM export_pieces WHERE export_id = $1', id)).rowCount).toBe(0);
  const { rows } = await sql('SELECT kind, payload FROM notices WHERE user_id = $1', user.id);
  expect(rows).toMatchObject([{ kind: 'export_failed', payload: { rowsMax: 10_000 } }]);
});

test('one that fails is tried again, and given up with a notice', async () => {
  const user = await api.signUp('broken@test.local');
  let attempts = 0;
  startWorkerWith({
    async *rows() {
      attempts += 1;
      yield Array.from({ length: 15 }, () => '1');
      throw new Error('a row that cannot be read');
    },
  });
  const { id } = (await trades(user)).body;
  await expect.poll(() => attempts, { timeout: 30_000 }).toBe(1);
  // The pauses of jobs are minutes in all.
  const hurry = setInterval(
    () => void sql(`UPDATE jobs SET due_at = now() WHERE key = $1 AND state = 'waiting'`, `export:${id}`),
    200,
  );
  expect(await endOf(user, id).finally(() => clearInterval(hurry))).toMatchObject({
    state: 'failed',
    reason: 'failed',
  });
  expect(attempts).toBe(5);
  const { rows } = await sql('SELECT kind FROM notices WHERE user_id = $1', user.id);
  expect(rows).toEqual([{ kind: 'export_failed' }]);
});

test('after its time it cannot be downloaded, its pieces go, and its row says so', async () => {
  const user = await api.signUp('late@test.local');
  workers.push(startExportWorker(api));
  const { id } = (await trades(user)).body;
  expect((await endOf(user, id)).state).toBe('ready');
  const days = await sql(`SELECT expires_at > now() + interval '6.9 days' AS week FROM exports WHERE id = $1`, id);
  expect(days.rows).toEqual([{ week: true }]);
  await sql(`UPDATE exports SET expires_at = now() - interval '1 second' WHERE id = $1`, id);
  expect((await fileOf(api, user, id)).status).toBe(409);
  expect((await user.get<OwnExport>(`/v2/exports/${id}`)).body.state).toBe('expired');
  const pieces = async () => (await sql('SELECT FROM export_pieces WHERE export_id = $1', id)).rowCount;
  // The sweep runs at the start of a worker, and each minute.
  workers.push(startExportWorker(api));
  await expect.poll(pieces, { timeout: 90_000 }).toBe(0);
  await sql(`UPDATE exports SET expires_at = now() - interval '31 days' WHERE id = $1`, id);
  await expect.poll(async () => (await user.get(`/v2/exports/${id}`)).status, { timeout: 90_000 }).toBe(404);
}, 200_000);

test('a piece that was changed, or is of another place, breaks the download', async () => {
  const user = await api.signUp('tampered@test.local');
  workers.push(startExportWorker(api));
  const { id } = (await trades(user)).body;
  const other = (await trades(user)).body.id;
  expect((await endOf(user, id)).state).toBe('ready');
  expect((await endOf(user, other)).state).toBe('ready');
  await sql(
    'UPDATE export_pieces SET content = (SELECT content FROM export_pieces WHERE export_id = $2) WHERE export_id = $1',
    id,
    other,
  );
  const broken = await fileOf(api, user, id);
  // Before the first byte: the refusal of an error of ours.
  expect(broken.status).toBe(500);
});
