/** What ends a recovery of lost second factors that nobody has stopped, and what holds its job up. */
import { createTokens } from '@pelican/api/src/identity/index.ts';
import { finishFactorRecoveries, lapseFactorRecoveries } from '@pelican/api/src/modules/factor-recovery/jobs.ts';
import { stopTokenOf } from '@pelican/api/src/modules/factor-recovery/service.ts';
import { createToolPool } from '@pelican/api/src/platform/database/index.ts';
import { createLogger } from '@pelican/api/src/platform/log/index.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import type { ClientBase } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startFactorRecoveryApi } from '../../support/factor-recovery.ts';
import { silent } from '../../support/jobs-of-a-test.ts';
import { callDuring } from '../../support/locked-account.ts';
import { type Asked, approveRequest, choosePassword, signUpOperator } from '../../support/operators.ts';
import { asPart } from '../../support/roles.ts';
import { codeOf, enableTotp, signInWith, verifyEmail } from '../../support/second-factors.ts';
import { type TestUser, testPassword } from '../../support/test-api.ts';

const { api, pool, worker, jane, ravi, close } = await startFactorRecoveryApi();
afterAll(close);

/** A person whose factors may be removed at once. */
async function approvedOne(name: string): Promise<TestUser> {
  const user = await api.signUp(`${name}@lost.test`);
  await verifyEmail(api, user);
  await approve(user);
  return user;
}
const approve = ({ id }: TestUser) =>
  pool.query(
    `INSERT INTO factor_recoveries (user_id, status, effective_at) VALUES ($1, 'approved', now() - interval '1 s')`,
    [id],
  );

async function endOf({ id }: TestUser) {
  const { rows } = await pool.query(
    `SELECT status, (SELECT count(*)::int FROM notices WHERE user_id = $1 AND kind = 'factor_recovery_stopped') AS told,
        (SELECT details ->> 'by' FROM audit_records WHERE subject = 'user:' || $1 AND action = 'factor_recovery.stopped') AS by,
        (SELECT actor FROM audit_records WHERE subject = 'user:' || $1 AND action = 'factor_recovery.stopped') AS actor
      FROM factor_recoveries WHERE user_id = $1`,
    [id],
  );
  return rows;
}
const stopped = (by: string, actor: string) => [{ status: 'stopped', told: 1, by, actor }];
const ownerOf = ({ id }: TestUser) => `user:${id}`;

const reason = 'the account may be in other hands';
const byOperators = ({ id }: TestUser, action: string) => decided(`/v2/ops/users/${id}/${action}`, { reason });
/** With the approval of another operator where that is demanded. */
async function decided(path: string, body: object): Promise<void> {
  const answer = await jane.post<Partial<Asked>>(path, body);
  expect([200, 202]).toContain(answer.status);
  const { request } = answer.body;
  if (request) expect((await approveRequest(ravi, request)).status).toBe(200);
}

const newPassword = 'Quiet#Heron77';

test('another password of its owner ends it', async () => {
  const user = await approvedOne('changed');
  const change = { password_old: testPassword, password: newPassword, password_confirmation: newPassword };
  expect((await user.post('/v2/settings/password', change)).status).toBe(200);
  expect(await endOf(user)).toEqual(stopped('password', ownerOf(user)));
});

test('a password that was chosen by mail ends it', async () => {
  const user = await approvedOne('forgotten');
  await choosePassword(api, user.email, newPassword);
  expect(await endOf(user)).toEqual(stopped('password', ownerOf(user)));
});

test('a password that operators take away ends it', async () => {
  const user = await approvedOne('taken');
  await byOperators(user, 'reset-password');
  expect(await endOf(user)).toEqual(stopped('password', 'ops:jane'));
});

test('the end of the password of somebody who becomes an operator ends it', async () => {
  const user = await approvedOne('promoted');
  await decided('/v2/ops/operators', { email: user.email, name: 'promoted', permissions: ['users'], reason });
  expect(await endOf(user)).toEqual(stopped('password', 'ops:jane'));
});

test('a second factor that is added ends it, and stays', async () => {
  const user = await approvedOne('added');
  await enableTotp(api, user);
  expect(await endOf(user)).toEqual(stopped('new_factor', ownerOf(user)));
});

test('a freeze ends it, so that its time does not pass while the owner is shut out', async () => {
  const user = await approvedOne('frozen');
  await byOperators(user, 'freeze');
  await byOperators(user, 'unfreeze');
  expect(await endOf(user)).toEqual(stopped('block', 'ops:jane'));
});

test('the end of a freeze ends one that had been approved before freezes did', async () => {
  const user = await approvedOne('thawed');
  await pool.query(`UPDATE users SET status = 'blocked' WHERE id = $1`, [user.id]);
  await byOperators(user, 'unfreeze');
  expect(await endOf(user)).toEqual(stopped('unblock', 'ops:jane'));
});

test('the suspension of an operator ends it', async () => {
  const third = await signUpOperator(api, 'third');
  await approve(third);
  await byOperators(third, 'suspend');
  expect(await endOf(third)).toEqual(stopped('suspension', 'ops:jane'));
});

test.each([[`password_hash = 'another'`], [`status = 'blocked'`], [`suspended_until = now() + interval '1 day'`]])(
  'a sign-in that began before %s leaves no recovery request',
  async (change) => {
    const user = await api.signUp(`late-${change.slice(0, 6)}@lost.test`);
    await enableTotp(api, user);
    const { ticket } = (await signInWith(api, user.email, testPassword)).body;
    const ask = () => api.call('POST', '/v2/2fa/recovery', { body: { ticket } });
    const update = (client: ClientBase) => client.query(`UPDATE users SET ${change} WHERE id = $1`, [user.id]);
    expect(await callDuring(api, user.email, ask, update)).toMatchObject({ body: { code: 'sign_in_ended' } });
    expect(await endOf(user)).toEqual([]);
  },
);

test('one that cannot be announced holds up no other, nor do suspended accounts', async () => {
  await pool.query(
    `WITH shut AS (INSERT INTO users (email, password_hash, nickname, suspended_until)
        SELECT 'shut-' || n || '@lost.test', '', 'shut', now() + interval '1 day' FROM generate_series(1, 100) n RETURNING id)
      INSERT INTO factor_recoveries (user_id, status, effective_at) SELECT id, 'approved', now() - interval '1 s' FROM shut`,
  );
  const people = [await approvedOne('first'), await approvedOne('second')];
  const redis = connectRedis(api.redisUrl, silent);
  redis.disconnect();
  await finishFactorRecoveries({ pool: worker, redis, log: silent });
  for (const user of people) expect(await endOf(user)).toMatchObject([{ status: 'done' }]);
  const { rows } = await pool.query(
    `SELECT DISTINCT r.status FROM factor_recoveries r JOIN users ON users.id = user_id WHERE nickname = 'shut'`,
  );
  expect(rows).toEqual([{ status: 'approved' }]);
});

test('one that nobody decides ends after fourteen days, and its owner is told', async () => {
  const request = async (name: string, age: string) => {
    const user = await api.signUp(`${name}@lost.test`);
    await pool.query(`INSERT INTO factor_recoveries (user_id, requested_at) VALUES ($1, now() - $2::interval)`, [
      user.id,
      age,
    ]);
    return user;
  };
  const old = await request('old', '14 days 1 minute');
  const young = await request('young', '13 days 23 hours');
  const approved = await approvedOne('approved');
  await pool.query(`UPDATE factor_recoveries SET requested_at = now() - interval '15 days' WHERE user_id = $1`, [
    approved.id,
  ]);
  await Promise.all([lapseFactorRecoveries({ pool: worker }), lapseFactorRecoveries({ pool: worker })]);
  expect(await endOf(old)).toEqual([{ status: 'stopped', told: 0, by: 'time', actor: 'system' }]);
  const { rows } = await pool.query(`SELECT kind FROM notices WHERE user_id = $1 AND kind LIKE 'factor_recovery%'`, [
    old.id,
  ]);
  expect(rows).toEqual([{ kind: 'factor_recovery_lapsed' }]);
  expect(await endOf(young)).toMatchObject([{ status: 'waiting' }]);
  expect(await endOf(approved)).toMatchObject([{ status: 'approved' }]);
});

/** As `finish_factor_recovery` does, once it has the account. */
const finishBy = (client: ClientBase, { id }: TestUser) =>
  client.query(
    `UPDATE factor_recoveries SET status = 'done', ended_at = now() WHERE user_id = $1 AND ended_at IS NULL`,
    [id],
  );

test('a factor that is shown waits for its account before it touches the recovery', async () => {
  const user = await api.signUp('shown@lost.test');
  const { secret } = await enableTotp(api, user);
  await approve(user);
  const show = () => user.post('/v2/settings/2fa/toggle', { enable: false, factor: 'totp', code: codeOf(secret) });
  const answer = await callDuring(api, user.email, show, async (client) => {
    expect((await finishBy(client, user)).rowCount).toBe(1);
  });
  expect(answer).toMatchObject({ status: 200 });
  expect(await endOf(user)).toMatchObject([{ status: 'done' }]);
});

test('the link that stops it waits likewise', async () => {
  const user = await approvedOne('link');
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM factor_recoveries WHERE user_id = $1', [user.id]);
  const token = await stopTokenOf(createTokens(api.config.accessTokenSecret), {
    id: Number(rows[0]?.id),
    userId: user.id,
  });
  const stop = () => api.call('POST', '/v2/2fa/recovery/stop', { body: { token } });
  const answer = await callDuring(api, user.email, stop, async (client) => {
    expect((await finishBy(client, user)).rowCount).toBe(1);
  });
  expect(answer).toMatchObject({ status: 422, body: { code: 'link_ended' } });
});

test('one whose account is being changed is left to the next run', async () => {
  const user = await api.signUp('busy@lost.test');
  await pool.query(`INSERT INTO factor_recoveries (user_id, requested_at) VALUES ($1, now() - interval '15 days')`, [
    user.id,
  ]);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [user.id]);
    await lapseFactorRecoveries({ pool: worker });
    expect(await endOf(user)).toMatchObject([{ status: 'waiting' }]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  await lapseFactorRecoveries({ pool: worker });
  expect(await endOf(user)).toMatchObject([{ status: 'stopped', by: 'time' }]);
});

test.each(['worker', 'api'] as const)('the %s opens none again that has ended, and approves none', async (part) => {
  const user = await approvedOne(`again-${part}`);
  const waiting = await api.signUp(`waiting-${part}@lost.test`);
  await pool.query('INSERT INTO factor_recoveries (user_id) VALUES ($1)', [waiting.id]);
  const rights = createToolPool(
    { databaseUrl: asPart(api.databaseUrl, part), databasePoolMax: 1 },
    createLogger('silent'),
  );
  const set = ({ id }: TestUser, status: string, endedAt: string) =>
    rights.query(`UPDATE factor_recoveries SET status = $2, ended_at = ${endedAt} WHERE user_id = $1`, [id, status]);
  try {
    await set(user, 'stopped', 'now()');
    await expect(set(user, 'approved', 'NULL')).rejects.toThrow(/has ended/);
    await expect(set(user, 'done', 'now()')).rejects.toThrow(/has ended/);
    await expect(set(waiting, 'approved', 'NULL')).rejects.toThrow(/cannot go from waiting to approved/);
    await expect(set(waiting, 'done', 'now()')).rejects.toThrow(/cannot go from waiting to done/);
  } finally {
    await rights.end();
  }
  expect(await endOf(user)).toMatchObject([{ status: 'stopped' }]);
});
