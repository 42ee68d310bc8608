/** Deletion of an account: what blocks it, the time to think, and what is left of it. */

import { setPhone } from '@pelican/api/src/identity/index.ts';
import { resetPassword } from '@pelican/api/src/modules/accounts/operator.ts';
import { deletionJobs } from '@pelican/api/src/modules/deletion/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendForm } from '../../support/kyc.ts';
import { jpegOf } from '../../support/sample-files.ts';
import { startTestApi, type TestApi, type TestUser, testPassword } from '../../support/test-api.ts';
import { startWorkerOf } from '../../support/worker.ts';

let api: TestApi;
let worker: { close(): Promise<void> };

beforeAll(async () => {
  api = await startTestApi({ DEV_MAILBOX: '1' });
  worker = startWorkerOf(api, (redis) => deletionJobs({ redis }));
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

interface State {
  blockedBy: { kind: string }[];
  requestedAt: number | null;
  deletesAt: number | null;
  code?: string;
}
const ask = (user: TestUser, password = testPassword) => user.post<State>('/v2/deleteUserApi', { password });
const stateOf = async (user: TestUser) => (await user.get<State>('/v2/settings/deletion')).body;
const sql = (text: string, ...values: unknown[]) => api.parts.pool.query(text, values);

/** As if the two weeks, and the minutes after closing, were over. */
async function letTimePass(user: TestUser): Promise<void> {
  await sql(
    `UPDATE users SET deletion_due_at = now() - interval '1 second' WHERE id = $1 AND deletion_due_at IS NOT NULL`,
    user.id,
  );
  await sql(`UPDATE jobs SET due_at = now() WHERE state = 'waiting' AND key = $1`, `user:${user.id}`);
}
const jobsOf = async (user: TestUser) =>
  (await sql(`SELECT name, state FROM jobs WHERE key = $1 ORDER BY id`, `user:${user.id}`)).rows as {
    name: string;
    state: string;
  }[];
const until = (user: TestUser, name: string) =>
  expect
    .poll(async () => (await jobsOf(user)).filter((job) => job.name === name), { timeout: 60_000 })
    .toEqual([{ name, state: 'done' }]);
const actionsOn = async (user: TestUser) =>
  (await sql(`SELECT action FROM audit_records WHERE subject = $1 ORDER BY id`, `user:${user.id}`)).rows.map(
    ({ action }) => action,
  );
const erased = (user: TestUser) => expect.poll(() => actionsOn(user), { timeout: 60_000 }).toContain('user.erased');

/** What the worker does each second. */
const dispatchAll = (user: TestUser) => api.call('GET', `/dev/mailbox?to=${user.email}`);

test('an account is closed after 14 days and erased; what the law demands stays', async () => {
  const user = await api.signUp('leaves@deletion.test');
  await sql(
    `UPDATE users SET phone = '+919876543210', anti_phishing_code = 'heron7', country = 'IN', kyc_country = 'IN', email_verified_at = now()
      WHERE id = $1`,
    user.id,
  );
  const parts = { supportCategoryId: '4', text: 'Here is my statement.', file: await jpegOf(20, 20) };
  expect((await sendForm(api, user, '/v2/support', parts)).status).toBe(200);
  const answer = await ask(user);
  expect(answer.status).toBe(200);
  expect(answer.body.deletesAt).toBeCloseTo(Date.now() / 1000 + 14 * 86_400, -2);
  expect((await ask(user)).body).toEqual(answer.body);
  const { body: settings } = await user.get<{ deletes_at: number | null }>('/v2/settings/general');
  expect(settings.deletes_at).toBe(answer.body.deletesAt);
  expect(await actionsOn(user)).toEqual(['user.deletion_requested']);

  await letTimePass(user);
  await until(user, 'account.close');
  await expect.poll(async () => (await user.get('/v2/settings/general')).status).toBe(401);
  const login = { body: { email: user.email, password: testPassword } };
  expect((await api.call('POST', '/v2/login', login)).body).toMatchObject({ code: 'account_blocked' });
  const mails = await api.call<{ result: { subject: string }[] }>('GET', `/dev/mailbox?to=${user.email}`);
  expect(mails.body.result[0]?.subject).toBe('Your account is closed');

  await sql('UPDATE messages SET sent_at = now()');
  await letTimePass(user);
  await until(user, 'account.erase');
  const { rows } = await sql('SELECT * FROM users WHERE id = $1', user.id);
  expect(rows[0]).toMatchObject({
    email: `deleted-${user.id}@deleted.invalid`,
    phone: null,
    nickname: 'deleted',
    password_hash: '',
    anti_phishing_code: null,
    status: 'blocked',
    kyc_country: 'IN',
    kyc_status: 'approved',
    deleted_at: expect.any(Date),
  });
  expect((await sql(`SELECT FROM messages WHERE recipient = $1`, user.email)).rowCount).toBe(0);
  expect((await sql(`SELECT FROM sessions WHERE user_id = $1`, user.id)).rowCount).toBe(0);
  const files = await sql('SELECT purpose, delete_after <= now() AS over FROM files WHERE user_id = $1', user.id);
  expect(files.rows).toEqual([{ purpose: 'support', over: true }]);
  expect((await sql(`SELECT FROM notices WHERE user_id = $1`, user.id)).rowCount).toBe(0);
  expect(await actionsOn(user)).toEqual(['user.deletion_requested', 'user.closed', 'user.erased']);
  expect((await api.call('POST', '/v2/login', login)).body).toMatchObject({ code: 'invalid_credentials' });
});

test('money, orders, positions and transfers stand in the way, each by its name', async () => {
  const user = await api.signUp('holder@deletion.test');
  await sql(
    `INSERT INTO trade_balances (user_id, asset_id, available, frozen, shard_id, seq) SELECT $1, min(id), 1, 0, 1, 1 FROM assets`,
    user.id,
  );
  await sql(
    `INSERT INTO transfers (user_id, asset_id, amount, from_wallet, to_wallet, to_shard_id, idempotency_key) SELECT $1, min(id), 1, 'main', 'trade', 1, 'k' FROM assets`,
    user.id,
  );
  expect((await stateOf(user)).blockedBy.map(({ kind }) => kind)).toEqual(['balances', 'transfers']);
  expect(await ask(user)).toMatchObject({ status: 422, body: { code: 'deletion_blocked' } });
  expect(await stateOf(user)).toMatchObject({ requestedAt: null, deletesAt: null });
  expect(await jobsOf(user)).toEqual([]);
});

test('what comes onto the account meanwhile ends the wish, before it is closed and after', async () => {
  const money = (user: TestUser) =>
    sql(
      `INSERT INTO trade_balances (user_id, asset_id, available, frozen, shard_id, seq) SELECT $1, min(id), 1, 0, 1, 1 FROM assets`,
      user.id,
    );
  const early = await api.signUp('early@deletion.test');
  await ask(early);
  await money(early);
  await letTimePass(early);
  await until(early, 'account.close');
  expect(await stateOf(early)).toMatchObject({ deletesAt: null });
  expect(await actionsOn(early)).toEqual(['user.deletion_requested', 'user.deletion_stopped']);

  const late = await api.signUp('late@deletion.test');
  await ask(late);
  await letTimePass(late);
  await until(late, 'account.close');
  await money(late);
  await letTimePass(late);
  await until(late, 'account.erase');
  const { rows } = await sql('SELECT status, email, deletion_due_at FROM users WHERE id = $1', late.id);
  expect(rows[0]).toEqual({ status: 'active', email: late.email, deletion_due_at: null });
});

test('the wish is withdrawn, and the job does nothing', async () => {
  const user = await api.signUp('stays@deletion.test');
  await ask(user);
  expect((await user.delete<State>('/v2/settings/deletion')).body).toMatchObject({ deletesAt: null });
  expect((await user.delete<State>('/v2/settings/deletion')).status).toBe(200);
  await letTimePass(user);
  expect((await jobsOf(user)).map(({ state }) => state)).toEqual(['cancelled']);
  expect((await user.get('/v2/settings/general')).status).toBe(200);
  expect(await actionsOn(user)).toEqual(['user.deletion_requested', 'user.deletion_withdrawn']);
});

test('it needs the password, and the second factor of who has one', async () => {
  const user = await api.signUp('guarded@deletion.test');
  expect((await ask(user, 'Wrong#Bird77')).body.code).toBe('password_wrong');
  await sql(`INSERT INTO second_factors (user_id, method, enabled_at) VALUES ($1, 'email_code', now())`, user.id);
  expect((await ask(user)).body.code).toBe('factor_needed');
  const wrong = { password: testPassword, factor: 'email_code', code: '000000' };
  expect((await user.post<State>('/v2/deleteUserApi', wrong)).body.code).toBe('factor_wrong');
  expect(await stateOf(user)).toMatchObject({ deletesAt: null });
});

test('two that ask at once make one wish', async () => {
  const user = await api.signUp('twice@deletion.test');
  await Promise.all([ask(user), ask(user), ask(user)]);
  expect(await actionsOn(user)).toEqual(['user.deletion_requested']);
  expect((await jobsOf(user)).filter(({ state }) => state === 'waiting')).toHaveLength(1);
});

test('a run that dies after a step does not do it twice', async () => {
  const user = await api.signUp('crash@deletion.test');
  await ask(user);
  await letTimePass(user);
  await until(user, 'account.close');
  // As if the process had died before the job was finished: it runs again from its first line.
  await sql(
    `UPDATE jobs SET state = 'waiting', due_at = now(), finished_at = NULL WHERE key = $1 AND name = 'account.close'`,
    `user:${user.id}`,
  );
  await until(user, 'account.close');
  expect(await actionsOn(user)).toEqual(['user.deletion_requested', 'user.closed']);
  expect((await jobsOf(user)).filter(({ name }) => name === 'account.erase')).toHaveLength(1);
});

test('a reset of the password after the account was closed keeps nobody from its erasure', async () => {
  const user = await api.signUp('reset-closed@deletion.test');
  await ask(user);
  await letTimePass(user);
  await until(user, 'account.close');
  const act = { actor: 'ops:jane', reason: 'late' };
  await inTransaction(api.parts.pool, (tx) => resetPassword.run(tx, act, { email: user.email }));
  await dispatchAll(user);
  await letTimePass(user);
  await erased(user);
});

test('an account that an operator has blocked is not erased, nor one that is not due', async () => {
  const user = await api.signUp('looked-into@deletion.test');
  await ask(user);
  await sql(`UPDATE users SET status = 'blocked' WHERE id = $1`, user.id);
  expect((await sql('SELECT erase_account($1) AS erased', user.id)).rows).toEqual([{ erased: false }]);
  await letTimePass(user);
  await until(user, 'account.close');
  expect(await actionsOn(user)).toEqual(['user.deletion_requested', 'user.deletion_stopped']);
});

test('rewards that nobody has claimed are named before, and lapse with the account; its phone is free then', async () => {
  const user = await api.signUp('rewarded@deletion.test');
  const friend = await api.signUp('friend@deletion.test');
  await sql(`UPDATE users SET phone = '+919876500001' WHERE id = $1`, user.id);
  await sql(
    `INSERT INTO referral_accruals (referrer_id, friend_id, asset_id, day, fees, amount, expires_at)
      SELECT $1, $2, id, '2026-01-01', 10, 2.5, now() + interval '20 days' FROM assets WHERE ticker = 'USDT'`,
    user.id,
    friend.id,
  );
  expect((await ask(user)).body).toMatchObject({ lapses: [{ ticker: 'USDT', amount: '2.5' }] });
  const [told] = (await sql(`SELECT payload FROM notices WHERE user_id = $1 AND kind = 'deletion_requested'`, user.id))
    .rows;
  expect(told.payload.lapses).toEqual(['2.5 USDT']);
  const expiry = () => sql('SELECT expires_at > now() AS lasts FROM referral_accruals WHERE referrer_id = $1', user.id);
  await letTimePass(user);
  await until(user, 'account.close');
  expect((await expiry()).rows).toEqual([{ lasts: true }]);
  await dispatchAll(user);
  await letTimePass(user);
  await until(user, 'account.erase');
  expect((await expiry()).rows).toEqual([{ lasts: false }]);
  expect(await inTransaction(api.parts.pool, (tx) => setPhone(tx, friend.id, '+919876500001'))).toBe(true);
});

test('nothing is erased before its last mail is written', async () => {
  const user = await api.signUp('unmailed@deletion.test');
  await ask(user);
  await letTimePass(user);
  await until(user, 'account.close');
  await letTimePass(user);
  const waiting = async () =>
    (
      await sql(
        `SELECT (payload ->> 'waitsSince')::bigint AS since FROM jobs WHERE key = $1 AND name = 'account.erase' AND state = 'waiting'`,
        `user:${user.id}`,
      )
    ).rows[0]?.since;
  await expect.poll(waiting, { timeout: 60_000 }).toBeTruthy();
  expect((await sql('SELECT email FROM users WHERE id = $1', user.id)).rows).toEqual([{ email: user.email }]);
  await dispatchAll(user);
  const { rows } = await sql(`SELECT subject FROM messages WHERE recipient = $1`, user.email);
  expect(rows.map(({ subject }) => subject)).toContain('Your account is closed');
  await letTimePass(user);
  await erased(user);
});

test('a notice that is never dispatched keeps the account for a day and not longer', async () => {
  const user = await api.signUp('undispatched@deletion.test');
  await ask(user);
  await letTimePass(user);
  await until(user, 'account.close');
  await sql(
    `UPDATE jobs SET payload = payload || jsonb_build_object('waitsSince', ((extract(epoch FROM now()) - 86401) * 1000)::bigint)
      WHERE key = $1 AND name = 'account.erase' AND state = 'waiting'`,
    `user:${user.id}`,
  );
  await letTimePass(user);
  await erased(user);
});

test('mails to an address that the account never confirmed are of its real owner, and stay', async () => {
  const user = await api.signUp('victim@deletion.test');
  await sql(
    `INSERT INTO messages (recipient, subject, text, sent_at) VALUES ($1, 'We have your message', 'Its number is 1.', now())`,
    user.email,
  );
  await ask(user);
  await letTimePass(user);
  await until(user, 'account.close');
  await dispatchAll(user);
  await sql('UPDATE messages SET sent_at = now()');
  await letTimePass(user);
  await until(user, 'account.erase');
  const { rows } = await sql('SELECT subject FROM messages WHERE recipient = $1', user.email);
  expect(rows).toEqual([{ subject: 'We have your message' }]);
});

test('with the account a wish to remove lost second factors is closed, untold', async () => {
  const user = await api.signUp('lost@deletion.test');
  await ask(user);
  await sql('INSERT INTO factor_recoveries (user_id) VALUES ($1)', user.id);
  await letTimePass(user);
  await until(user, 'account.close');
  const wishes = await sql('SELECT status FROM factor_recoveries WHERE user_id = $1', user.id);
  expect(wishes.rows).toEqual([{ status: 'stopped' }]);
  expect(await actionsOn(user)).toEqual(['user.deletion_requested', 'factor_recovery.stopped', 'user.closed']);
  const told = await sql(`SELECT FROM notices WHERE user_id = $1 AND kind LIKE 'factor_recovery%'`, user.id);
  expect(told.rowCount).toBe(0);
});
