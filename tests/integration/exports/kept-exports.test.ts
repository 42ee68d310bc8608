/** How many files of a user are kept: the oldest give way to a new one. */
import { randomUUID } from 'node:crypto';
import type { OwnExport } from '@pelican/shared/contracts/exports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endOf, fileOf, startExportWorker } from '../../support/exports.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let worker: { close(): Promise<void> };

beforeAll(async () => {
  api = await startTestApi();
  worker = startExportWorker(api);
}, 180_000);
afterAll(async () => {
  await worker?.close();
  await api.close();
});

const sql = async (text: string, ...values: unknown[]) => (await api.parts.pool.query(text, values)).rows;
/** Files that were ready so many hours ago, with pieces as if they were of that size. */
async function keep(user: TestUser, { files, pieces = 1 }: { files: number; pieces?: number }): Promise<void> {
  for (let hours = files; hours > 0; hours--)
    await sql(
      `INSERT INTO exports (id, user_id, kind, params, format, outcome, pieces, public_key, sealed_key, created_at, finished_at, expires_at)
        SELECT $1, $2, 'spot.trades', '{}', 'csv', 'ready', $3, '', '', at, at, now() + interval '1 day' FROM (SELECT now() - make_interval(hours => $4) AS at) one`,
      randomUUID(),
      user.id,
      pieces,
      hours,
    );
}
async function writeOne(user: TestUser): Promise<string> {
  const { body } = await user.post<OwnExport>('/v2/trade_history_export', { format: 'csv' });
  expect((await endOf(user, body.id)).state).toBe('ready');
  return body.id;
}
const ready = async (user: TestUser) => {
  const { body } = await user.get<{ result: OwnExport[] }>('/v2/exports?limit=100');
  return body.result.filter(({ state }) => state === 'ready');
};

test('of more than twenty files the oldest ends, and nothing of anybody else', async () => {
  const [user, other] = [await api.signUp('keeper@test.local'), await api.signUp('neighbour@test.local')];
  await keep(user, { files: 20 });
  await keep(other, { files: 20 });
  const [oldest] = (await ready(user)).slice(-1);
  const id = await writeOne(user);
  expect(await ready(user)).toHaveLength(20);
  expect((await user.get<OwnExport>(`/v2/exports/${oldest?.id}`)).body.state).toBe('expired');
  expect((await fileOf(api, user, id)).status).toBe(200);
  expect(await ready(other)).toHaveLength(20);
});

test('of more than 100 MB the oldest end, and the newest is kept', async () => {
  const user = await api.signUp('large@test.local');
  await keep(user, { files: 3, pieces: 199 });
  const id = await writeOne(user);
  expect((await ready(user)).map((one) => one.id)).toContain(id);
  // 1 + 199 + 199 pieces.
  expect(await ready(user)).toHaveLength(3);
});

test('the list has no more than a hundred rows', async () => {
  const user = await api.signUp('lister@test.local');
  await keep(user, { files: 120 });
  await sql(`UPDATE exports SET expires_at = now() - interval '1 hour' WHERE user_id = $1`, user.id);
  await writeOne(user);
  expect((await user.get<{ total: number }>('/v2/exports')).body.total).toBe(100);
});
