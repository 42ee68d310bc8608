/** A verification that is begun again after a refusal. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  aadhaar,
  globalInfo,
  kycStatusOf,
  sendGlobalCase,
  sendIndianCase,
  unverifiedPerson,
} from '../../support/kyc.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const person = () => unverifiedPerson(api);

it('a second verification needs a refusal, and by GET the token against forged requests', async () => {
  const anna = await person();
  await sendGlobalCase(api, anna, 'R01X00T47');
  expect((await anna.post('/v2/kyc/intl-redoKyc')).body.code).toBe('kyc_state');
  await api.parts.pool.query(
    `UPDATE kyc_cases SET status = 'rejected', reason = 'The document has expired' WHERE user_id = $1`,
    [anna.id],
  );
  expect(await kycStatusOf(anna)).toMatchObject({
    state: 'not_verified',
    rejected: true,
    reason: 'The document has expired',
  });
  expect((await anna.post('/v2/kyc/passport', globalInfo)).body.code).toBe('kyc_state');
  expect((await anna.get('/v2/kyc/intl-redoKyc')).body.code).toBe('csrf');
  const begun = await anna.get('/v2/kyc/intl-redoKyc', { headers: { 'x-csrf-token': await csrfToken(anna) } });
  expect(begun.status).toBe(200);
  expect(begun.headers['cache-control']).toBe('no-store');
  expect(begun.body).toMatchObject({ kyc: { state: 'in_process', rejected: false } });
  expect((await sendGlobalCase(api, anna, 'R01X00T47')).body).toMatchObject({ kyc: { state: 'processing' } });
});

it('the second verification of India begins by GET as by POST, with the token against forged requests', async () => {
  const asha = await person();
  await sendIndianCase(api, asha, { pan: 'AAAPR0001A', aadhaar: aadhaar('23456789018') });
  const begin = async () => asha.get('/v2/kyc/redoKyc', { headers: { 'x-csrf-token': await csrfToken(asha) } });
  expect((await begin()).body.code).toBe('kyc_state');
  await api.parts.pool.query(`UPDATE kyc_cases SET status = 'rejected' WHERE user_id = $1`, [asha.id]);
  expect((await asha.get('/v2/kyc/redoKyc')).body.code).toBe('csrf');
  const begun = await begin();
  expect(begun.headers['cache-control']).toBe('no-store');
  expect(begun).toMatchObject({
    status: 200,
    body: { kyc: { state: 'in_process', rejected: false, customer: { isIndian: true } } },
  });
});

it('a verification may be begun a few times in a month', async () => {
  const anna = await person();
  await anna.post('/v2/kyc/passport', globalInfo);
  const refuse = () => api.parts.pool.query(`UPDATE kyc_cases SET status = 'rejected' WHERE user_id = $1`, [anna.id]);
  for (let time = 1; time < 5; time++) {
    await refuse();
    expect((await anna.post('/v2/kyc/intl-redoKyc')).status).toBe(200);
  }
  await refuse();
  expect((await anna.post('/v2/kyc/intl-redoKyc')).status).toBe(429);
});

async function csrfToken({ refreshToken }: TestUser): Promise<string> {
  const answer = await api.call('POST', '/v2/apirefreshToken', { body: { refresh_token: refreshToken } });
  return String(answer.headers['x-csrf-token']);
}
