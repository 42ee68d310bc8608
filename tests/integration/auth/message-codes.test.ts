/** How many codes are sent, and how many answers to them are looked at: by counting, over all accounts and addresses. */
import { createMessageCodes, type MessageCodes } from '@pelican/api/src/identity/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enableTotp, forgetCounts, sentCode, signInWith, verifyEmail } from '../../support/second-factors.ts';
import { startTestApi, type TestApi, testPassword } from '../../support/test-api.ts';

let api: TestApi;
let codes: MessageCodes;
beforeAll(async () => {
  api = await startTestApi();
  codes = createMessageCodes({ redis: api.parts.redis, secret: 'a secret of a test' });
});
afterAll(() => api.close());
beforeEach(() => forgetCounts(api));

type CodePurpose = Parameters<MessageCodes['spend']>[0]['purpose'];

let asked = 0;
/** Of another account, for another purpose of its own, from another address, unless said otherwise. */
const wanted = (change: object = {}) => {
  asked++;
  const ip = `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`;
  return {
    purpose: 'phone' as const,
    binding: `test:${asked}`,
    to: `+9198${asked}`,
    userId: 1_000_000 + asked,
    ip,
    ...change,
  };
};

/** How many are sent before the first refusal. */
async function sentBefore(ask: () => ReturnType<typeof wanted>, tries: number): Promise<number> {
  for (let sent = 0; sent < tries; sent++) {
    const refusal = await codes.issue(ask()).then(
      () => undefined,
      (error: { code: string }) => error.code,
    );
    if (refusal === undefined) continue;
    expect(refusal).toBe('too_many_requests');
    return sent;
  }
  return tries;
}

describe('text messages', () => {
  test('to one number: five an hour, whichever accounts and addresses ask', async () => {
    expect(await sentBefore(() => wanted({ to: '+919876540001' }), 10)).toBe(5);
    expect(await sentBefore(() => wanted({ to: 'mailbox@codes.test' }), 30), 'mails').toBe(20);
  });

  test('to one number: ten a day', async () => {
    const to = '+919876540002';
    let sent = 0;
    for (let hour = 0; hour < 4; hour++) {
      sent += await sentBefore(() => wanted({ to }), 10);
      const hourly = await api.parts.redis.keys('sent-codes:to:*');
      await api.parts.redis.del(...hourly.filter((key) => !key.endsWith(':day')), 'none');
    }
    expect(sent).toBe(10);
  });

  test('from one address, and from a network of addresses, over all accounts', async () => {
    expect(await sentBefore(() => wanted({ ip: '10.200.0.1' }), 50)).toBe(30);
    expect(await sentBefore(() => wanted({ ip: `2001:db8:7:${asked.toString(16)}::1` }), 200)).toBe(120);
    expect(await sentBefore(() => wanted({ ip: '10.200.0.1', to: `${asked}@codes.test` }), 40), 'mails').toBe(40);
  });

  test('to one country for newcomers; other countries, newcomers with a mailbox, and everybody else go on', async () => {
    const to = (prefix: string) => `${prefix}${String(asked).padStart(9, '0')}`;
    expect(await sentBefore(() => wanted({ to: to('+919'), newcomer: 'unverified' }), 600)).toBe(500);
    expect(await sentBefore(() => wanted({ to: to('+447'), newcomer: 'unverified' }), 10)).toBe(10);
    expect(await sentBefore(() => wanted({ to: to('+919'), newcomer: 'verified' }), 10)).toBe(10);
    expect(await sentBefore(() => wanted({ to: to('+919') }), 10)).toBe(10);
  });
});

describe('codes to the verified number and mailbox of an account', () => {
  const exhaust = (change: object) => sentBefore(() => wanted(change), 40);

  test('are sent although strangers have used up what goes there, and have a limit of their own', async () => {
    for (const [to, max] of [
      ['+919876540003', 5],
      ['own@codes.test', 20],
    ] as const) {
      expect(await exhaust({ to })).toBe(max);
      expect(await exhaust({ to, asker: 'password' })).toBe(max);
    }
  });

  test('are not counted by address, which thousands of people of a mobile carrier share', async () => {
    for (const asker of ['device', 'session', 'recovery', 'password'])
      expect(await sentBefore(() => wanted({ ip: '10.201.0.1', asker }), 40), asker).toBe(40);
  });

  test('of who knows the password alone are fewer from one address, and use up none of the others', async () => {
    const to = '+919876540005';
    expect(await sentBefore(() => wanted({ to, ip: '10.202.0.1', asker: 'password' }), 10)).toBe(3);
    expect(await exhaust({ to, asker: 'password' })).toBe(2);
    for (const asker of ['device', 'session', 'recovery']) expect(await exhaust({ to, asker }), asker).toBe(5);
  });

  test('reach the known device and the session of an owner whose password somebody signs in with again and again', async () => {
    const user = await api.signUp('known@codes.test');
    await verifyEmail(api, user);
    const phone = '+919876540006';
    await api.parts.pool.query('UPDATE users SET phone = $2, phone_verified_at = now() WHERE id = $1', [
      user.id,
      phone,
    ]);
    await api.parts.pool.query(
      `INSERT INTO second_factors (user_id, method, enabled_at) VALUES ($1, 'sms_code', now())`,
      [user.id],
    );
    const ip = '10.211.0.1';
    const { body } = await signInWith(api, user.email, testPassword, { ip });
    const answer = { ticket: body.ticket, factor: 'sms_code', code: await sentCode(api, phone) };
    const { headers: given } = await api.call('POST', '/v2/2fa/validate', { body: answer, ip });
    const cookie = [given['set-cookie']]
      .flat()
      .map(String)
      .find((one) => one.startsWith('pelican_device='));
    const headers = { cookie: String(cookie).split(';')[0] as string };

    const sent: boolean[] = [];
    for (let address = 1; address <= 6; address++) {
      const step = await signInWith(api, user.email, testPassword, { ip: `10.211.1.${address}` });
      sent.push('to' in step.body);
    }
    expect(sent).toEqual([true, true, true, true, false, false]);
    const own = await signInWith(api, user.email, testPassword, { ip: '10.211.0.2', headers });
    expect(own.body).toMatchObject({ status: 'two_factor', to: '+91******06' });
    expect(await user.post('/v2/settings/2fa/code', { factor: 'sms_code' })).toMatchObject({ status: 200 });
  });

  test('a stranger keeps nobody from signing in by text message; where the limit is reached another factor is chosen', async () => {
    const user = await api.signUp('texted@codes.test');
    const { recoveryCodes } = await enableTotp(api, user);
    const { pool } = api.parts;
    const phone = '+919876540004';
    await pool.query('UPDATE users SET phone = $2, phone_verified_at = now() WHERE id = $1', [user.id, phone]);
    await pool.query(`DELETE FROM second_factors WHERE user_id = $1`, [user.id]);
    await pool.query(`INSERT INTO second_factors (user_id, method, enabled_at) VALUES ($1, 'sms_code', now())`, [
      user.id,
    ]);
    await exhaust({ to: phone });
    await exhaust({ to: user.email, purpose: 'recovery', userId: user.id });
    const login = async (ip: string) => (await signInWith(api, user.email, testPassword, { ip })).body;
    expect(await login('10.210.0.1')).toMatchObject({ status: 'two_factor', to: '+91******04', retry_after: 60 });
    await exhaust({ to: phone, asker: 'password' });
    const step = await login('10.210.0.2');
    expect(step).toMatchObject({ status: 'two_factor', factors: ['sms_code', 'recovery_code'] });
    expect(step).not.toHaveProperty('to');
    const body = { ticket: step.ticket, factor: 'recovery_code', code: recoveryCodes[0] };
    expect(await api.call('POST', '/v2/2fa/validate', { body, ip: '10.210.0.2' })).toMatchObject({ status: 200 });
  });

  test('nor from a new device; where the limit is reached the code is asked for later', async () => {
    const user = await api.signUp('mailed@codes.test');
    await verifyEmail(api, user);
    const login = async (ip: string) => (await signInWith(api, user.email, testPassword, { ip })).body;
    await exhaust({ to: user.email, purpose: 'recovery', userId: user.id });
    expect(await login('10.210.0.3')).toMatchObject({ status: 'device_verification', to: 'm***d@codes.test' });
    await exhaust({ to: user.email, asker: 'password' });
    const step = await login('10.210.0.4');
    expect(step).toMatchObject({ status: 'device_verification', ticket: expect.any(String) });
    expect(step).not.toHaveProperty('to');
    const resent = { body: { ticket: step.ticket }, ip: '10.210.0.4' };
    expect(await api.call('POST', '/v2/resendDeviceCode', resent)).toMatchObject({ status: 429 });
  });
});

test('a sign-up with the address of somebody else mails five codes an hour, and uses up no recovery', async () => {
  const to = 'squatted@codes.test';
  expect(await sentBefore(() => wanted({ to, purpose: 'email' }), 10)).toBe(5);
  const userId = 7;
  for (let n = 0; n < 60; n++) await codes.issue(wanted({ to: `squat${n}@codes.test`, userId })).catch(() => undefined);
  expect(await sentBefore(() => wanted({ to, purpose: 'recovery', userId }), 30)).toBe(20);
});

const every: Record<CodePurpose, true> = {
  sign_in: true,
  confirm: true,
  add_factor: true,
  phone: true,
  email: true,
  recovery: true,
  recovery_factor: true,
  withdrawal: true,
};
const purposes = Object.keys(every) as CodePurpose[];
test.each(purposes)('of a thousand answers at once to a code of the purpose %s five are looked at', async (purpose) => {
  const use = { purpose, binding: 'victim' };
  const { code } = await codes.issue({ ...wanted(), ...use, to: `${purpose}@codes.test` });
  const others = Array.from({ length: 1_000 }, (_, guess) => String(guess).padStart(code.length, '0'));
  const guesses = [...others.filter((guess) => guess !== code), code];
  const answers = await Promise.all(guesses.map((guess) => codes.spend(use, guess)));
  expect(answers.filter((answer) => answer !== undefined)).toEqual([]);
});

test('a million guesses at the codes of an account are some hundreds: sixty codes an hour', async () => {
  const left = await sentBefore(
    () => wanted({ binding: `session:${asked}`, userId: 7, to: `${asked}@codes.test` }),
    100,
  );
  expect(left).toBe(60);
  const refused = await codes
    .issue(wanted({ userId: 7 }))
    .catch((error: { details: { retryAfterMs: number } }) => error);
  expect(refused).toMatchObject({ details: { retryAfterMs: expect.any(Number) } });
});
