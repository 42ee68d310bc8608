/** Codes of a sign-up, by mail and by text message. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { forgetCounts } from '../../support/second-factors.ts';
import { startTestApi, type TestApi, testPassword } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ DEV_MAILBOX: '1' });
});
afterAll(() => api.close());

let numbers = 10;
const nextPhone = () => `+9198765432${numbers++}`;

async function register(change: object = {}) {
  const email = `${crypto.randomUUID().slice(0, 8)}@verification.test`;
  const { body, status } = await api.call<{ verification: string; phone: string | null }>('POST', '/v2/register', {
    body: { email, password: testPassword, password_confirmation: testPassword, country: 'IN', terms: true, ...change },
  });
  expect(status).toBe(200);
  return { email, ...body };
}
const send = (what: 'email' | 'phone', verification: string | undefined, change: object = {}) =>
  api.call<{ to: string; retry_after: number; code: string }>('POST', `/v2/register/update_${what}_otp`, {
    body: { verification, ...change },
  });
const confirm = (verification: string, codes: object) =>
  api.call<{ email_verified: boolean; phone_verified: boolean; code: string }>(
    'POST',
    '/v2/register/confirm_verification',
    { body: { verification, ...codes } },
  );
async function codeOf(recipient: string): Promise<string> {
  const { body } = await api.call<{ result: { text: string }[] }>(
    'GET',
    `/dev/mailbox?to=${encodeURIComponent(recipient)}`,
  );
  return /\b(\d{6})\b/.exec(body.result[0]?.text ?? '')?.[1] as string;
}
const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');

test('a newcomer verifies the e-mail address and the telephone by codes', async () => {
  const phone = nextPhone();
  const { email, verification, phone: masked } = await register({ phone: ` ${phone.slice(0, 3)} ${phone.slice(3)} ` });
  expect(masked).toBe(`+91******${phone.slice(-2)}`);
  const sent = await send('email', verification);
  expect(sent).toMatchObject({ status: 200, body: { status: 'success', retry_after: 60 } });
  expect(sent.body.to).not.toBe(email);
  expect(await send('email', verification)).toMatchObject({ status: 429 });
  expect((await send('phone', verification)).body.to).toBe(masked);
  const codes = { email_code: await codeOf(email), phone_code: await codeOf(phone) };
  expect((await confirm(verification, codes)).body).toMatchObject({ email_verified: true, phone_verified: true });
  const again = { status: 409, body: { code: 'already_verified' } };
  expect(await send('email', verification)).toMatchObject(again);
  expect(await send('phone', verification)).toMatchObject(again);
  const { rows } = await api.parts.pool.query('SELECT phone, unverified_phone FROM users WHERE email = $1', [email]);
  expect(rows[0]).toEqual({ phone, unverified_phone: null });
});

test('a code counts once, five answers at most, and only for its account and its purpose', async () => {
  const phone = nextPhone();
  const one = await register({ phone });
  const other = await register();
  await send('email', one.verification);
  const code = await codeOf(one.email);
  expect(await confirm(other.verification, { email_code: code })).toMatchObject({ body: { code: 'code_wrong' } });
  expect(await confirm(one.verification, { phone_code: code })).toMatchObject({ body: { code: 'code_wrong' } });
  for (let guesses = 0; guesses < 5; guesses++) {
    // What is counted of the guesser makes it wait; here the count of the code alone is asked for.
    await forgetCounts(api);
    const guess = await confirm(one.verification, { email_code: wrongFor(code) });
    expect(guess).toMatchObject({ body: { code: 'code_wrong' } });
  }
  await forgetCounts(api);
  expect(await confirm(one.verification, { email_code: code })).toMatchObject({ body: { code: 'code_wrong' } });
  const { rows } = await api.parts.pool.query('SELECT email_verified_at FROM users WHERE email = $1', [one.email]);
  expect(rows[0].email_verified_at).toBeNull();
});

test('what is right counts although the other code is wrong', async () => {
  const { email, verification } = await register({ phone: nextPhone() });
  await send('email', verification);
  const codes = { email_code: await codeOf(email), phone_code: '123456' };
  expect(await confirm(verification, codes)).toMatchObject({ status: 422, body: { code: 'code_wrong' } });
  expect(await send('email', verification)).toMatchObject({ status: 409 });
});

test('one account has a telephone: who proves one that is taken is refused, and nobody learns of it before', async () => {
  const phone = nextPhone();
  const first = await register({ phone });
  await send('phone', first.verification);
  expect((await confirm(first.verification, { phone_code: await codeOf(phone) })).status).toBe(200);
  const second = await register({ phone });
  expect((await send('phone', second.verification)).status).toBe(200);
  expect(await confirm(second.verification, { phone_code: await codeOf(phone) })).toMatchObject({
    status: 422,
    body: { code: 'phone_taken' },
  });
});

test('without a ticket, or with a token of another use, nothing is sent', async () => {
  const user = await api.signUp('ticket@verification.test');
  for (const ticket of ['x', user.accessToken])
    expect(await send('email', ticket)).toMatchObject({ status: 422, body: { code: 'link_ended' } });
  expect(await send('email', undefined)).toMatchObject({
    status: 422,
    body: { errors: { verification: ['Token is required'] } },
  });
  expect(await api.call('POST', '/v2/register/confirmation/bad')).toMatchObject({
    status: 422,
    body: { code: 'link_ended' },
  });
  expect((await user.post('/v2/register/update_email_otp')).status).toBe(200);
});

test('in a session a telephone needs a verified address and a sign-in of a moment ago', async () => {
  const user = await api.signUp('session@verification.test');
  const ask = () => user.post('/v2/register/update_phone_otp', { phone: nextPhone() });
  const unverified = { status: 403, body: { code: 'email_unverified' } };
  expect(await ask()).toMatchObject(unverified);
  const verify = { phone: nextPhone() };
  expect(await user.post('/v2/settings/verify_phone_number', verify)).toMatchObject(unverified);
  await api.parts.pool.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [user.id]);
  expect(await user.post('/v2/register/update_phone_otp')).toMatchObject({ body: { code: 'phone_required' } });
  expect(await ask()).toMatchObject({ status: 200 });
  await api.parts.pool.query(`UPDATE sessions SET auth_time = now() - interval '11 minutes' WHERE user_id = $1`, [
    user.id,
  ]);
  await api.parts.redis.publish('account-changes', JSON.stringify({ kind: 'user', userId: user.id, reason: 'test' }));
  await expect.poll(async () => (await ask()).body).toMatchObject({ code: 'sign_in_again' });
  const confirmed = (codes: object) => user.post('/v2/register/confirm_verification', codes);
  expect((await confirmed({ phone_code: '123456' })).body).toMatchObject({ code: 'sign_in_again' });
  expect(await confirmed({ email_code: '123456' }), 'its address is verified').toMatchObject({ status: 200 });
});

test('a telephone of a country that is restricted is refused wherever it is given', async () => {
  const phone = '+1 415 555 2671';
  const refused = { status: 403, body: { code: 'country_restricted', errors: { phone: [expect.any(String)] } } };
  const form = { email: 'us@verification.test', password: testPassword, country: 'CA', terms: true };
  expect(await api.call('POST', '/v2/register', { body: { ...form, phone } })).toMatchObject(refused);
  const canadian = await register({ country: 'CA', phone: '+1 604 555 0123' });
  expect(await send('phone', canadian.verification, { phone })).toMatchObject(refused);
  const user = await api.signUp('settings-us@verification.test');
  await api.parts.pool.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [user.id]);
  expect(await user.post('/v2/settings/verify_phone_number', { phone })).toMatchObject(refused);
});

test.each([
  ['phone', { phone: '+91 12345 6' }],
  ['phone', { phone: '+91 98765 43210\r\nX-Injected: 1' }],
  ['password_confirmation', { password_confirmation: 'Another#Bird77' }],
  ['email', { email: 'al\u0456ce@verification.test' }],
  ['terms', { terms: false }],
])('%s is refused by its name', async (field, change) => {
  const body = { email: 'form@verification.test', password: testPassword, country: 'IN', terms: true, ...change };
  const answer = await api.call<{ errors: Record<string, unknown> }>('POST', '/v2/register', { body });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toContain(field);
});

test('the anti-phishing code is in every mail from then on', async () => {
  const user = await api.signUp('phished@verification.test');
  expect((await user.post('/v2/settings/general', { anti_phishing_code: '<b>' })).status).toBe(422);
  expect((await user.post('/v2/settings/general', { anti_phishing_code: 'heron7' })).status).toBe(200);
  const { body } = await api.call<{ result: { text: string; html: string }[] }>('GET', `/dev/mailbox?to=${user.email}`);
  for (const form of [body.result[0]?.text, body.result[0]?.html])
    expect(form).toContain('Your anti-phishing code: heron7');
});

test('a time zone is taken by every name that IANA has for it, and by no other', async () => {
  const user = await api.signUp('zones@verification.test');
  for (const zone of ['Asia/Kolkata', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'UTC', null])
    expect(await user.post('/v2/settings/general', { time_zone: zone })).toMatchObject({
      status: 200,
      body: { time_zone: zone },
    });
  for (const zone of ['asia/kolkata', 'utc', '+05:30', 'Asia/Nowhere', 'Asia/Kolkata; DROP', ''])
    expect(await user.post('/v2/settings/general', { time_zone: zone })).toMatchObject({
      status: 422,
      body: { errors: { time_zone: ['Current value is not supported'] } },
    });
});
