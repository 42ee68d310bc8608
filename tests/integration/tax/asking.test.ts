/** When a count begins that a user asks for: one at a time, from the beginning once in ten minutes, and none that runs is begun again. */
import { countUser } from '@pelican/api/src/modules/tax/count.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let user: TestUser;
let people = 0;

beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  user = await api.signUp(`asking${people++}@test.local`);
});
afterAll(() => api.close());

interface Asked {
  id: string;
  state: string;
  isWhole: boolean;
  /** Minutes until it is due. */
  minutes: number;
}
const jobs = async (): Promise<Asked[]> =>
  (
    await api.parts.pool.query<Asked>(
      `SELECT id, state, (payload->>'fromBeginning')::boolean AS "isWhole", round(extract(epoch FROM due_at - now()) / 60)::int AS minutes
        FROM jobs WHERE name = 'tax.count' AND (payload->>'userId')::bigint = $1 ORDER BY id`,
      [user.id],
    )
  ).rows;
const setState = (state: string) =>
  api.parts.pool.query(
    `UPDATE jobs SET state = $2 WHERE name = 'tax.count' AND state <> 'done' AND (payload->>'userId')::bigint = $1`,
    [user.id, state],
  );
const ask = async (whole: boolean) => {
  const { status } = await user.post('/v2/tax/count', whole ? { from_beginning: true } : {});
  expect(status).toBe(200);
};
const isCounting = async () => (await user.get<{ isCounting: boolean }>('/v2/tax/summary?year=2025')).body.isCounting;

test('asked twice at once there is one count from the beginning, and it does what is new too', async () => {
  await Promise.all([ask(true), ask(true), ask(true)]);
  await ask(false);
  expect(await jobs()).toMatchObject([{ state: 'waiting', isWhole: true, minutes: 0 }]);
  expect(await isCounting()).toBe(true);
});

test('a count from the beginning that runs is left alone: what is asked meanwhile waits ten minutes', async () => {
  await ask(true);
  await setState('running');
  await Promise.all([ask(true), ask(true)]);
  await ask(false);
  expect(await jobs()).toMatchObject([
    { state: 'running', minutes: 0 },
    { state: 'waiting', isWhole: true, minutes: 10 },
  ]);
});

test('ten minutes lie between two counts from the beginning, whichever process was asked; what is new is counted at once', async () => {
  await ask(true);
  await countUser(api.parts.pool, user.id, { fromBeginning: true });
  await setState('done');
  expect(await isCounting()).toBe(false);
  await ask(true);
  await ask(true);
  expect((await jobs()).slice(1)).toMatchObject([{ state: 'waiting', isWhole: true, minutes: 10 }]);
  expect(await isCounting()).toBe(false);
  await ask(false);
  expect((await jobs()).slice(2)).toMatchObject([{ state: 'waiting', isWhole: false, minutes: 0 }]);
  await api.parts.pool.query(
    `UPDATE tax_cursors SET counted_whole_at = counted_whole_at - interval '10 minutes' WHERE user_id = $1`,
    [user.id],
  );
  await setState('done');
  await ask(true);
  expect((await jobs()).at(-1)).toMatchObject({ state: 'waiting', isWhole: true, minutes: 0 });
});

test('a count of what is new that runs is not ended by one from the beginning', async () => {
  await ask(false);
  await setState('running');
  await ask(true);
  expect((await jobs()).map(({ state, isWhole }) => ({ state, isWhole }))).toEqual([
    { state: 'running', isWhole: false },
    { state: 'waiting', isWhole: true },
  ]);
});
