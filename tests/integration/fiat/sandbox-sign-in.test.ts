/** The sandbox provider's page of payouts takes passwords: guesses there are counted and recorded as those of a sign-in, whoever they are of. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { providerSecret } from '../../support/provider.ts';
import { basicHeaders } from '../../support/provider-payouts.ts';
import { startTestApi, type TestApi, testPassword } from '../../support/test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ SANDBOX_PROVIDER_SECRET: providerSecret });
});
afterAll(() => api.close());

const open = async (email: string, password?: string) =>
  (
    await api.app.inject({
      method: 'GET',
      url: '/sandbox/payouts',
      headers: { ...basicHeaders(email, password), 'user-agent': 'a guesser' },
    })
  ).statusCode;

test.each(['owner@test.local', 'nobody@test.local'])('guesses at %s have to wait, and are recorded', async (email) => {
  const owner = email.startsWith('owner') ? await api.signUp(email) : undefined;
  const answers: number[] = [];
  for (let guess = 0; guess < 7; guess++) answers.push(await open(email, `Wrong-${guess}#2026x`));
  expect([answers[0], answers.at(-1)]).toEqual([401, 403]);
  if (owner) expect(await open(email, testPassword), 'the right one, before the wait is over').toBe(403);
  const kinds = async () => {
    const { rows } = await api.parts.pool.query<{ kind: string }>(
      `SELECT DISTINCT kind FROM sign_in_events WHERE user_agent = 'a guesser' AND user_id IS NOT DISTINCT FROM $1 ORDER BY kind`,
      [owner?.id ?? null],
    );
    return rows.map(({ kind }) => kind).join();
  };
  await until('both are recorded', async () => (await kinds()) === 'locked_out,refused', 10_000, 100);
});

test('a blocked account is shown no payouts', async () => {
  const { id, email } = await api.signUp('blocked@test.local');
  expect(await open(email)).toBe(200);
  await api.parts.pool.query(`UPDATE users SET status = 'blocked' WHERE id = $1`, [id]);
  expect(await open(email)).toBe(403);
});
