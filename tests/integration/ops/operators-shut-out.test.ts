/** Blocking and suspending: who is shut out by one, who by two, and who stays. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { CommandLine } from '../../support/command-line.ts';
import { asked, because, type OperatorLines, startOperatorLines } from '../../support/operator-lines.ts';
import { makeTestOperator } from '../../support/operators.ts';
import { type TestApi, testPassword } from '../../support/test-api.ts';

let exchange: OperatorLines;
let api: TestApi;
let pool: TestApi['parts']['pool'];
let jane: CommandLine;
let ravi: CommandLine;
let stranger: CommandLine;

beforeAll(async () => {
  exchange = await startOperatorLines();
  api = exchange.api;
  pool = api.parts.pool;
  jane = exchange.as('jane');
  ravi = exchange.as('ravi');
  stranger = exchange.as('stranger');
  await api.signUp('alice@test.local');
});
afterAll(() => api.close());
beforeEach(() => exchange.begin());

it('blocking acts at once, letting in again takes two', async () => {
  await api.signUp('shut@test.local');
  expect(await jane('block', 'shut@test.local', ...because)).toMatchObject({ code: 0 });
  expect(await exchange.login('shut@test.local', testPassword)).toBe(403);
  const { approve } = await asked(jane('unblock', 'shut@test.local', ...because));
  expect(await exchange.login('shut@test.local', testPassword)).toBe(403);
  expect(await ravi(...approve)).toMatchObject({ code: 0 });
  expect(await exchange.login('shut@test.local', testPassword)).toBe(200);
});

it('an operator is blocked by two, and the others stay', async () => {
  expect((await jane('block', 'ravi@test.local', ...because)).errors.join()).toMatch(/2 operators keep/);
  await makeTestOperator(pool, await api.signUp('spare@test.local'));
  const { approve } = await asked(jane('block', 'ravi@test.local', ...because));
  expect((await jane(...approve)).errors.join()).toMatch(/your own/);
  expect(await exchange.login('ravi@test.local', testPassword)).toBe(200);
  // Who is to be blocked has no say in it.
  for (const decision of [approve, ['reject', approve[1] ?? '']])
    expect((await ravi(...decision)).errors.join()).toMatch(/about your own account/);
  await makeTestOperator(pool, await api.signUp('keeper@test.local'), ['accounts']);
  const keeper = exchange.as('keeper');
  expect(await keeper(...approve)).toMatchObject({ code: 0, lines: [expect.stringMatching(/is blocked/)] });
  expect(await exchange.login('ravi@test.local', testPassword)).toBe(403);
  // Nobody becomes an operator alone because of it.
  expect((await stranger('create-admin', 'mallory@test.local', ...because)).errors.join()).toMatch(/is no operator/);
});

it('one operator shuts another out for a day, each once, and one at a time', async () => {
  const third = exchange.as('third');
  await makeTestOperator(pool, await api.signUp('third@test.local'));
  const suspend = (by: CommandLine, whom: string) => by('suspend', `${whom}@test.local`, ...because);
  const done = async (result: ReturnType<CommandLine>) =>
    expect(await result).toMatchObject({ code: 0, lines: [expect.stringMatching(/is suspended/)] });
  expect((await suspend(jane, 'alice')).errors.join()).toMatch(/is no operator/);
  const pending = await asked(ravi('unblock', 'alice@test.local', ...because));

  await done(suspend(jane, 'ravi'));
  expect(await exchange.login('ravi@test.local', testPassword)).toBe(403);
  expect((await suspend(ravi, 'jane')).errors.join()).toMatch(/is no operator/);
  expect((await third(...pending.approve)).errors.join()).toMatch(/is no operator/);
  // Jane alone shuts out no second one, and Ravi not for longer.
  const next = await asked(suspend(jane, 'third'));
  const again = await asked(suspend(jane, 'ravi'));
  expect((await ravi('reject', again.approve[1] ?? '')).errors.join()).toMatch(/is no operator/);
  expect((await third(...next.approve)).errors.join()).toMatch(/about your own account/);

  await pool.query(`UPDATE users SET suspended_until = now() - interval '1 s' WHERE operator_name = 'ravi'`);
  expect(await exchange.login('ravi@test.local', testPassword)).toBe(200);
  await done(suspend(ravi, 'jane'));
  expect((await suspend(jane, 'ravi')).errors.join()).toMatch(/is no operator/);
  const back = await asked(ravi('unblock', 'jane@test.local', ...because));
  expect(await third(...back.approve)).toMatchObject({ code: 0 });
  await asked(suspend(jane, 'ravi'));
}, 60_000);

it('of two operators who shut each other out at once, one stays', async () => {
  const results = await Promise.all([
    jane('suspend', 'ravi@test.local', ...because),
    ravi('suspend', 'jane@test.local', ...because),
  ]);
  expect(results.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  expect(results.flatMap(({ errors }) => errors).join()).toMatch(/is no operator/);
}, 60_000);

it('of two operators who are blocked at once, two who make operators stay', async () => {
  await makeTestOperator(pool, await api.signUp('third@test.local'));
  const one = await asked(jane('block', 'ravi@test.local', ...because));
  const other = await asked(jane('block', 'third@test.local', ...because));
  await makeTestOperator(pool, await api.signUp('guard@test.local'), ['accounts']);
  const guard = exchange.as('guard');
  const results = await Promise.all([guard(...one.approve), guard(...other.approve)]);
  expect(results.map(({ code }) => code).toSorted()).toEqual([0, 1]);
}, 60_000);
