/** Payments whose report does not fit, as operators see and decide them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandLine, commandLine } from '../../support/command-line.ts';
import { demandInrAudited } from '../../support/inr.ts';
import { callDuring } from '../../support/locked-account.ts';
import { demandTwoPersons, makeTestOperator } from '../../support/operators.ts';
import { paid, providerSecret, type Report, report, startDeposit } from '../../support/provider.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let jane: CommandLine;
let ravi: CommandLine;
let user: TestUser;

beforeAll(async () => {
  api = await startTestApi({ SANDBOX_PROVIDER_SECRET: providerSecret });
  await demandTwoPersons(api.databaseUrl);
  const environment = { DATABASE_URL: api.databaseUrl, REDIS_URL: api.redisUrl };
  jane = commandLine({ ...environment, OPERATOR: 'jane' });
  ravi = commandLine({ ...environment, OPERATOR: 'ravi' });
  for (const name of ['jane', 'ravi']) await makeTestOperator(api.parts.pool, await api.signUp(`${name}@test.local`));
  user = await api.signUp('payer@test.local');
});
afterAll(() => api.close());

async function main(): Promise<string> {
  const { rows } = await api.parts.pool.query<{ main: string }>(
    `SELECT coalesce(sum(balance), 0)::text AS main FROM ledger_accounts WHERE user_id = $1 AND kind = 'main'`,
    [user.id],
  );
  return String(Number(rows[0]?.main));
}

/** A deposit that waits for operators, and the report by which it does. */
async function paidMore(): Promise<{ id: string; reported: Report }> {
  const { body } = await startDeposit(user);
  const reported = paid(body.hash, { amount: '1500' });
  expect((await report(api, reported)).body).toEqual({ status: 6 });
  return { id: String(body.id), reported };
}

test('what was paid is credited by two operators, once, less the fee', async () => {
  const { id } = await paidMore();
  expect((await jane('deposits')).lines.join()).toContain('asked 1000 INR, paid 1500 INR at sandbox');
  const asked = await jane('approve-deposit', user.email, id, '1500', '--reason', 'on the statement');
  expect(asked.errors).toEqual([]);
  const [, request = '', hash = ''] = /approve (\d+) ([0-9a-f]{16})/.exec(asked.lines.join()) ?? [];
  expect(await jane('approve', request, hash)).toMatchObject({ code: 1 });
  expect(await main()).toBe('0');
  expect((await ravi('approve', request, hash)).errors).toEqual([]);
  expect(await main()).toBe('1485');
  expect((await ravi('reject-deposit', user.email, id, '--reason', 'No')).errors.join()).toMatch(/decided already/);
  expect((await user.get(`/v2/profile/wallet-history/deposit/${id}`)).body).toMatchObject({ status: 7, fee: '15' });
  await demandInrAudited(api);
});

test('one operator ends it without money, and the report that comes again changes nothing', async () => {
  const before = await main();
  const { id, reported } = await paidMore();
  expect((await jane('reject-deposit', 'jane@test.local', id, '--reason', 'No')).code).toBe(1);
  expect((await jane('reject-deposit', user.email, id, '--reason', 'It was sent back.')).errors).toEqual([]);
  expect((await report(api, reported)).body).toEqual({ status: 12 });
  // The user asks the provider, which says the same.
  await api.parts.redis.set(`sandbox-provider:${reported.reference}`, JSON.stringify(reported));
  const refused = { status: 12, reason: 'It was sent back.' };
  expect((await user.post('/v3/balance/verify-transaction', { id: Number(id) })).body).toMatchObject(refused);
  expect((await user.get(`/v2/profile/wallet-history/deposit/${id}`)).body).toMatchObject(refused);
  expect((await jane('deposits')).lines).toEqual(['no deposit waits']);
  expect(await main()).toBe(before);
  await demandInrAudited(api);
});

test('further payments of a deposit are kept for operators, while it waits, when it is credited and when it was refused', async () => {
  const { body } = await startDeposit(user);
  const id = String(body.id);
  const take = async (change: Partial<Report>) => {
    const reported = paid(body.hash, change);
    const { status } = (await report(api, reported)).body;
    return { status, line: `also paid ${Number(reported.amount)} INR at sandbox as ${reported.paymentId}`, reported };
  };
  const shown = async () => (await jane('deposits')).lines.filter((line) => line.startsWith(`${id} `));
  const first = await take({ amount: '600' });
  const rest = await take({ amount: '400' });
  expect([first.status, rest.status]).toEqual([6, 6]);
  expect(await shown()).toEqual([
    expect.stringContaining('asked 1000 INR, paid 600 INR'),
    expect.stringContaining(rest.line),
  ]);
  expect((await jane('reject-deposit', user.email, id, '--reason', 'Sent back.')).errors).toEqual([]);
  // Neither of them opens it again; a third one does, and the first stays with it.
  for (const { reported } of [first, rest]) expect((await report(api, reported)).body).toEqual({ status: 12 });
  const third = await take({ amount: '1000' });
  expect(third.status).toBe(6);
  expect((await shown()).join()).toContain(first.line);
  // Neither is credited for another deposit.
  for (const { reported } of [first, rest]) {
    const other = await startDeposit(user);
    const again = { ...reported, reference: other.body.hash, amount: '1000' };
    expect((await report(api, again)).body).toEqual({ status: 6 });
  }
  await demandInrAudited(api);
});

test('a second payment of a deposit that is credited stays to be returned', async () => {
  const { body } = await startDeposit(user);
  await report(api, paid(body.hash));
  const second = paid(body.hash);
  expect((await report(api, second)).body).toEqual({ status: 3 });
  expect((await report(api, second)).body).toEqual({ status: 3 });
  const lines = (await jane('deposits')).lines.filter((line) => line.includes(`as ${second.paymentId},`));
  expect(lines).toEqual([expect.stringContaining(`${body.id}  ${user.email}: also paid 1000 INR`)]);
});

test('what is reported as paid while the account is erased is credited to nobody: operators send it back', async () => {
  const { pool } = api.parts;
  const gone = await api.signUp('gone@test.local');
  const { body } = await startDeposit(gone);
  const id = String(body.id);
  await pool.query('UPDATE deposits SET status = 9 WHERE id = $1', [id]);
  const email = `deleted-${gone.id}@deleted.invalid`;
  const erase = `UPDATE users SET deleted_at = now(), status = 'blocked', email = $2 WHERE id = $1`;
  const answer = await callDuring(
    api,
    gone.email,
    () => report(api, paid(body.hash)),
    (client) => client.query(erase, [gone.id, email]),
  );
  expect(answer.body).toEqual({ status: 6 });
  const refused = await jane('approve-deposit', email, id, '1000', '--reason', 'paid');
  expect(refused.errors.join()).toContain('The account is erased');
  expect((await jane('reject-deposit', email, id, '--reason', 'Sent back.')).errors).toEqual([]);
  const left = `SELECT (SELECT status FROM deposits WHERE id = $2) AS status,
    (SELECT count(*)::int FROM ledger_accounts WHERE user_id = $1 AND balance > 0) AS accounts,
    (SELECT count(*)::int FROM notices WHERE user_id = $1 AND kind LIKE 'provider_deposit%') AS notices`;
  expect((await pool.query(left, [gone.id, id])).rows).toEqual([{ status: 12, accounts: 0, notices: 0 }]);
  await demandInrAudited(api);
});
