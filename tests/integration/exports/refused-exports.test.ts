/** Exports that are refused, and that are stopped. */
import type { OwnExport } from '@pelican/shared/contracts/exports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
}, 180_000);
afterAll(() => api.close());

const sql = (text: string, ...values: unknown[]) => api.parts.pool.query(text, values);
const trades = (user: TestUser, more: object = {}) =>
  user.post<OwnExport & { code: string; errors: Record<string, string[]> }>('/v2/trade_history_export', {
    format: 'csv',
    ...more,
  });

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
