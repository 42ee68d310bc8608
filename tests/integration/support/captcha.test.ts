/** The captcha of forms that are sent without an account. */
import { type Challenge, type Solution, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendForm } from '../../support/kyc.ts';
import { jpegOf } from '../../support/sample-files.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ CAPTCHA: '1' });
});
afterAll(() => api.close());
beforeEach(() => api.parts.redis.flushdb());

const email = 'visitor@example.org';
const forms: Record<string, Record<string, string>> = {
  '/v2/feedback': { email, text: 'Hello' },
  '/v2/notifyUser': { email, feature: 'p2p' },
  '/v2/applyToPartnership': {
    email,
    telegram: 'pelican_fan',
    project_link: 'https://example.org',
    name: 'Asha Rao',
    message: 'We would like to bring our users to your exchange.',
  },
  '/v2/applyToList': {
    name: 'Asha Rao',
    project_name: 'Example Coin',
    contact_details: '+91 98 7654 3210',
    telegram_id: 'example_coin',
    project_website: 'https://coin.example.org',
    company_email: email,
    blockchain: 'Ethereum',
    contract_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    country: 'IN',
    listed_elsewhere: 'no',
    has_burning: 'no',
    airdrop: 'yes',
  },
};

async function solved(): Promise<string> {
  const { body } = await api.call<{ challenge: Challenge }>('GET', '/v2/common/startcaptchaservlet');
  const solution = (await solveChallenge({ challenge: body.challenge, deriveKey })) as Solution;
  return Buffer.from(JSON.stringify({ challenge: body.challenge, solution })).toString('base64');
}

async function received(): Promise<unknown[]> {
  const { rows } = await api.parts.pool.query<{ fields: object }>(
    `SELECT fields FROM support_forms UNION ALL SELECT '{}'::jsonb FROM opening_watches`,
  );
  return rows.map(({ fields }) => fields);
}

test('a visitor’s form needs a solution, which counts once and is not kept; a signed-in person’s needs none', async () => {
  const user = await api.signUp('alice@test.local');
  const refused = { status: 422, body: { code: 'captcha_failed', errors: { captcha: [expect.any(String)] } } };
  for (const [path, body] of Object.entries(forms)) {
    expect(await api.call('POST', path, { body }), path).toMatchObject(refused);
    expect(await api.call('POST', path, { body: { ...body, captcha: 'x' } }), path).toMatchObject(refused);
  }
  for (const path of ['/v2/applyToList', '/v2/applyToPartnership'])
    expect(await sendForm(api, undefined, path, forms[path] ?? {}), path).toMatchObject(refused);
  expect(await received()).toEqual([]);
  let sent = 0;
  for (const [path, body] of Object.entries(forms)) {
    const captcha = await solved();
    const ip = `192.0.2.${++sent}`;
    expect((await api.call('POST', path, { body: { ...body, captcha }, ip })).status, path).toBe(200);
    expect(await api.call('POST', path, { body: { ...body, captcha }, ip }), path).toMatchObject(refused);
  }
  const picture = { ...forms['/v2/applyToList'], project_name: 'Other Coin', file: await jpegOf(20, 20) };
  const captcha = await solved();
  const sendPicture = (headers: Record<string, string>) =>
    sendForm(api, undefined, '/v2/applyToList', picture, headers);
  // In a form the solution stands in a header: nothing of the form is read, and counted, without one.
  expect(await sendPicture({ 'x-captcha': 'x' })).toMatchObject(refused);
  expect(await api.parts.redis.keys('uploads:*')).toEqual([]);
  expect((await sendPicture({ 'x-captcha': captcha })).status).toBe(200);
  expect(await sendPicture({ 'x-captcha': captcha })).toMatchObject(refused);
  expect(await received()).toHaveLength(5);
  for (const fields of await received()) expect(fields).not.toHaveProperty('captcha');
  expect((await user.post('/v2/feedback', { text: 'Hello' })).status).toBe(200);
});
