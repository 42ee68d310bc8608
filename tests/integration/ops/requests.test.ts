import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CommandLine, commandLine } from '../../support/command-line.ts';
import { demandTwoPersons, makeTestOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;
let jane: CommandLine;
let ravi: CommandLine;
let nobody: CommandLine;

beforeAll(async () => {
  api = await startTestApi();
  await demandTwoPersons(api.databaseUrl);
  const environment = { DATABASE_URL: api.databaseUrl, REDIS_URL: api.redisUrl };
  jane = commandLine({ ...environment, OPERATOR: 'jane' });
  ravi = commandLine({ ...environment, OPERATOR: 'ravi' });
  nobody = commandLine(environment);
  for (const name of ['jane', 'ravi']) await makeTestOperator(api.parts.pool, await api.signUp(`${name}@test.local`));
  await api.signUp('alice@test.local');
});
afterAll(() => api.close());

/** A credit for Alice under a reference of its own. */
const credit = (reference: string) => ['credit', 'alice@test.local', 'USDT', '250.5', '--reference', reference];

async function balance(): Promise<string> {
  const { rows } = await api.parts.pool.query<{ balance: string }>(
    `SELECT coalesce(sum(balance), 0)::text AS balance FROM ledger_accounts account JOIN users ON users.id = user_id
      WHERE kind = 'main' AND email = 'alice@test.local'`,
  );
  return String(Number(rows[0]?.balance));
}

/** Of the request that a command has made. */
async function made(result: ReturnType<CommandLine>): Promise<{ id: string; hash: string }> {
  const { code, lines, errors } = await result;
  expect(errors).toEqual([]);
  expect(code).toBe(0);
  const [, id = '', hash = ''] = /approve (\d+) ([0-9a-f]{16})/.exec(lines.join()) ?? [];
  return { id, hash };
}

it('money comes in once another operator has approved it, once, and both are on record', async () => {
  const before = Number(await balance());
  const { id, hash } = await made(jane(...credit('wire 77'), '--reason', 'wire 77'));
  expect(Number(await balance())).toBe(before);
  expect((await ravi('requests')).lines.join('\n')).toMatch(/wire 77/);

  const own = await jane('approve', id, hash);
  expect(own).toMatchObject({ code: 1 });
  expect(own.errors.join()).toMatch(/your own/);
  expect(await ravi('approve', id, 'deadbeefdeadbeef')).toMatchObject({ code: 1 });
  expect(Number(await balance())).toBe(before);

  expect(await ravi('approve', id, hash)).toMatchObject({ code: 0 });
  expect(Number(await balance())).toBe(before + 250.5);
  expect(await ravi('approve', id, hash)).toMatchObject({ code: 1 });
  expect(Number(await balance())).toBe(before + 250.5);

  const trail = (await ravi('records', '--subject', `request:${id}`, '--json')).lines.map((line) => JSON.parse(line));
  expect(trail.map(({ actor, action }) => [actor, action])).toEqual([
    ['ops:ravi', 'request.done'],
    ['ops:jane', 'request.made'],
  ]);
});

it('of approvals at the same moment one moves the money', async () => {
  const before = Number(await balance());
  const { id, hash } = await made(jane(...credit('wire 78'), '--reason', 'wire 78'));
  const results = await Promise.all([1, 2, 3, 4].map(() => ravi('approve', id, hash)));
  expect(results.map(({ code }) => code).sort()).toEqual([0, 1, 1, 1]);
  expect(Number(await balance())).toBe(before + 250.5);
});

it('two approved requests under one reference move the money once', async () => {
  const before = Number(await balance());
  for (const reason of ['first', 'made again']) {
    const { id, hash } = await made(jane(...credit('wire 79'), '--reason', reason));
    expect(await ravi('approve', id, hash)).toMatchObject({ code: 0 });
  }
  expect(Number(await balance())).toBe(before + 250.5);
});

it('a rejected, a withdrawn and an expired request stay undone', async () => {
  const before = Number(await balance());
  const rejected = await made(jane(...credit('wire 82'), '--reason', 'wire 82'));
  expect(await ravi('reject', rejected.id)).toMatchObject({ code: 0 });
  expect(await ravi('approve', rejected.id, rejected.hash)).toMatchObject({ code: 1 });
  const withdrawn = await made(jane(...credit('wire 80'), '--reason', 'wire 80'));
  expect(await jane('reject', withdrawn.id)).toMatchObject({ code: 0 });
  const { rows } = await api.parts.pool.query<{ id: string; hash: string }>(
    `INSERT INTO operator_requests (action, payload, payload_hash, reason, maker, created_at, expires_at)
      SELECT action, payload, payload_hash, reason, maker, now() - interval '2 days', now() - interval '1 day'
        FROM operator_requests WHERE id = $1 RETURNING id, payload_hash AS hash`,
    [rejected.id],
  );
  const expired = await ravi('approve', rows[0]?.id ?? '', rows[0]?.hash ?? '');
  expect(expired.errors.join()).toMatch(/expired/);
  expect(Number(await balance())).toBe(before);
});

it('a request of another release, whose credits had no reference or say more, is refused and can be rejected', async () => {
  const before = Number(await balance());
  const [from, to] = ['{"amount":"1","email":"alice@test.local",', '"ticker":"USDT"'];
  for (const payload of [
    `${from}${to},"wallet":"main"}`,
    `${from}"reference":"wire 83",${to},"unlockAt":"2031-01-01","wallet":"main"}`,
  ]) {
    const { rows } = await api.parts.pool.query<{ id: string; hash: string }>(
      `INSERT INTO operator_requests (action, payload, payload_hash, reason, maker, expires_at)
        VALUES ('wallet.credit', $1::text::jsonb, encode(sha256(convert_to(E'wallet.credit\\n' || $1::text, 'UTF8')), 'hex'), 'old', 'ops:jane',
          now() + interval '1 hour') RETURNING id, payload_hash AS hash`,
      [payload],
    );
    const { id = '', hash = '' } = rows[0] ?? {};
    const { code, errors } = await ravi('approve', id, hash);
    expect(code).toBe(1);
    expect(errors.join()).toMatch(/another version of the exchange/);
    expect(await ravi('reject', id)).toMatchObject({ code: 0 });
  }
  expect(Number(await balance())).toBe(before);
});

it('a request of another release about an own account is not rejected by its owner, nor one that names no account', async () => {
  await makeTestOperator(api.parts.pool, await api.signUp('mara@test.local'));
  const mara = commandLine({ DATABASE_URL: api.databaseUrl, REDIS_URL: api.redisUrl, OPERATOR: 'mara' });
  const requestOf = async (payload: object) => {
    const { rows } = await api.parts.pool.query<{ id: string }>(
      `INSERT INTO operator_requests (action, payload, payload_hash, reason, maker, expires_at)
        VALUES ('wallet.credit', $1, repeat('0', 64), 'old', 'ops:jane', now() + interval '1 hour') RETURNING id`,
      [JSON.stringify(payload)],
    );
    return rows[0]?.id ?? '';
  };
  const own = await requestOf({ email: 'ravi@test.local', sum: '1 USDT' });
  expect((await ravi('reject', own)).errors.join()).toMatch(/about your own account/);
  expect(await mara('reject', own)).toMatchObject({ code: 0 });
  const nameless = await requestOf({ account: 7, sum: '1 USDT' });
  for (const other of [ravi, mara])
    expect((await other('reject', nameless)).errors.join()).toMatch(/another version of the exchange/);
  expect(await jane('reject', nameless)).toMatchObject({ code: 0 });
});

it('what cannot be done, has no reason or comes from an unnamed operator is no request', async () => {
  expect(await jane('credit', 'nobody@test.local', 'USDT', '1', '--reference', 'x', '--reason', 'x')).toMatchObject({
    code: 1,
  });
  expect(
    await jane('credit', 'alice@test.local', 'USDT', '0.0000000001', '--reference', 'x', '--reason', 'x'),
  ).toMatchObject({ code: 1 });
  expect(await jane(...credit('y'))).toMatchObject({ code: 2 });
  expect(await nobody(...credit('x'), '--reason', 'x')).toMatchObject({ code: 1 });
  expect((await jane('requests')).lines).toEqual(['no request waits']);
});

it('Postgres refuses what goes round the rule', async () => {
  const { id } = await made(jane(...credit('wire 81'), '--reason', 'wire 81'));
  const refused = (statement: string) => expect(api.parts.pool.query(statement)).rejects.toThrow();
  const done = `UPDATE operator_requests SET status = 'done', decided_at = now(), checker`;
  await refused(`${done} = maker WHERE id = ${id}`);
  await refused(`UPDATE operator_requests SET payload = '{}' WHERE id = ${id}`);
  await refused(`DELETE FROM operator_requests WHERE id = ${id}`);
  await refused(`UPDATE audit_records SET actor = 'somebody else'`);
  await refused('DELETE FROM audit_records');
  expect(await ravi('reject', id)).toMatchObject({ code: 0 });
  await refused(`UPDATE operator_requests SET status = 'pending', checker = NULL, decided_at = NULL WHERE id = ${id}`);
});

it('who may not do it may not refuse it either, and withdraws no request of others', async () => {
  await makeTestOperator(api.parts.pool, await api.signUp('clerk@test.local'), ['kyc']);
  const clerk = commandLine({
    DATABASE_URL: api.databaseUrl,
    REDIS_URL: api.redisUrl,
    OPERATOR: 'clerk',
  });
  const { id } = await made(jane(...credit('wire 83'), '--reason', 'wire 83'));
  expect((await clerk('reject', id)).errors.join()).toMatch(/does not have the permission 'money'/);
  await api.parts.pool.query(`UPDATE users SET status = 'blocked' WHERE operator_name = 'jane'`);
  expect((await jane('reject', id)).errors.join()).toMatch(/is no operator/);
  await api.parts.pool.query(`UPDATE users SET status = 'active' WHERE operator_name = 'jane'`);
  expect(await jane('reject', id)).toMatchObject({ code: 0 });
});
