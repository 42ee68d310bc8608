/** Who asks that lost second factors are removed: the telephone that can be shown, and how many an address makes. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enableTotp, forgetCounts, sentCode, signInWith } from '../../support/second-factors.ts';
import { startTestApi, type TestApi, type TestUser, testPassword } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(() => forgetCounts(api));

async function loser(name: string, phone?: string): Promise<TestUser> {
  const user = await api.signUp(`${name}@asking.test`);
  await enableTotp(api, user);
  if (phone) await api.parts.pool.query('UPDATE users SET phone = $2 WHERE id = $1', [user.id, phone]);
  return user;
}
const ticketOf = async (user: TestUser, ip: string) =>
  (await signInWith(api, user.email, testPassword, { ip })).body.ticket;
const ask = (ticket: string, ip: string, given: object = {}) =>
  api.call('POST', '/v2/2fa/recovery', { body: { ticket, ...given }, ip });
const shownBy = async (user: TestUser) =>
  (await api.parts.pool.query('SELECT phone_shown AS shown FROM factor_recoveries WHERE user_id = $1', [user.id])).rows;

test('the verified telephone is shown by a code of this sign-in, and operators are told', async () => {
  const [phone, ip] = ['+919876577001', '10.1.0.1'];
  const user = await loser('shown', phone);
  const ticket = await ticketOf(user, ip);
  const call = (path: string, from = ip) =>
    api.call('POST', `/v2/2fa/recovery/${path}`, { body: { ticket }, ip: from });
  expect(await call('phone')).toMatchObject({ status: 200, body: { phone: '+91******01' } });
  expect(await call('phone', '10.1.0.9')).toMatchObject({ status: 403, body: { code: 'sign_in_ended' } });
  expect(await call('phone_code')).toMatchObject({ status: 200, body: { to: '+91******01' } });
  const code = await sentCode(api, phone);
  const wrong = code === '000000' ? '111111' : '000000';
  expect(await ask(ticket, ip, { phone_code: wrong })).toMatchObject({ status: 422, body: { code: 'code_wrong' } });
  expect(await shownBy(user)).toEqual([]);
  expect(await ask(ticket, ip, { phone_code: code })).toMatchObject({ status: 200 });
  expect(await shownBy(user)).toEqual([{ shown: true }]);
});

test('it is demanded of nobody, and there is none where codes by text message are among the lost factors', async () => {
  const ip = '10.1.0.2';
  const user = await loser('lost', '+919876577002');
  expect(await ask(await ticketOf(user, ip), ip)).toMatchObject({ status: 200 });
  expect(await shownBy(user)).toEqual([{ shown: false }]);
  const other = await loser('texts', '+919876577003');
  await api.parts.pool.query(
    `INSERT INTO second_factors (user_id, method, enabled_at) VALUES ($1, 'sms_code', now())`,
    [other.id],
  );
  const ticket = await ticketOf(other, ip);
  const code = await api.call('POST', '/v2/2fa/recovery/phone_code', { body: { ticket }, ip });
  expect(code).toMatchObject({ status: 422, body: { code: 'phone_required' } });
  expect(await ask(ticket, ip)).toMatchObject({ status: 200 });
  expect(await shownBy(other)).toEqual([{ shown: null }]);
});

test('an address makes fifty a day; neither a repeat nor one that is refused counts', async () => {
  const ip = '10.1.0.3';
  const [first, second, third] = [await loser('list-1'), await loser('list-2'), await loser('list-3')];
  const askAs = async (user: TestUser, from = ip) => (await ask(await ticketOf(user, from), from)).status;
  expect(await askAs(first)).toBe(200);
  expect(await askAs(first)).toBe(200);
  await api.parts.pool.query(`UPDATE factor_recoveries SET status = 'stopped', ended_at = now() WHERE user_id = $1`, [
    first.id,
  ]);
  for (let refused = 0; refused < 3; refused++) expect(await askAs(first)).toBe(429);
  const { redis } = api.parts;
  const key = `limits:${createHash('sha256').update(`factor-recovery:address:${ip}`).digest('base64url')}`;
  expect(await redis.get(key)).toBe('1');
  await redis.set(key, 49, 'KEEPTTL');
  expect(await askAs(second)).toBe(200);
  expect(await askAs(third)).toBe(429);
  expect(await shownBy(third)).toEqual([]);
  expect(await askAs(third, '10.1.0.4')).toBe(200);
});

test('the telephone may be shown for a request that somebody else began without it', async () => {
  const ip = '10.1.0.5';
  const number = '+919876577005';
  const user = await loser('second', number);
  expect(await ask(await ticketOf(user, ip), ip)).toMatchObject({ status: 200 });
  expect(await shownBy(user)).toEqual([{ shown: false }]);
  const ticket = await ticketOf(user, ip);
  await api.call('POST', '/v2/2fa/recovery/phone_code', { body: { ticket }, ip });
  const phone_code = await sentCode(api, number);
  expect(await ask(ticket, ip, { phone_code })).toMatchObject({ status: 200 });
  expect(await shownBy(user)).toEqual([{ shown: true }]);
});
