/** The verification of India: its documents, and what its provider says of a case. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aadhaar,
  indianInfo,
  kycStatusOf,
  providerSecret,
  sendForm,
  sendIndianCase,
  tellAsProvider,
  unverifiedPerson,
} from '../../support/kyc.ts';
import { jpegOf } from '../../support/sample-files.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ KYC_PROVIDER_SECRET: providerSecret });
});
afterAll(() => api.close());

const person = () => unverifiedPerson(api);

describe('the verification of India', () => {
  it('needs Aadhaar and PAN, and keeps four digits of the Aadhaar number', async () => {
    const asha = await person();
    expect((await asha.post('/v2/kyc/store-indian-customer')).body).toMatchObject({
      kyc: { customer: { isIndian: true, verifyLink: '/user/verification-india' } },
    });
    const status = await kycStatusOf(asha);
    expect(status.indianCities).toContain('Pune');
    expect(status.kycToken).toMatch(/^\d+\./);
    const number = aadhaar('23456789012');
    const last = await sendIndianCase(api, asha, { pan: 'ABCPE1234F', aadhaar: number });
    expect(last.body).toMatchObject({ kyc: { state: 'processing' } });
    expect((await asha.get('/v2/kyc/documents-indian')).body).toMatchObject({
      panType: 'card',
      number: 'XXXX234F',
      adhaarNumber: `XXXX${number.slice(-4)}`,
    });
    const data = await asha.post<{ info: Record<string, string> }>('/v2/kyc/getdataforKYC');
    expect(data.body.info).toMatchObject({ ifsc_code: 'HDFC0001234', bank_account_number: 'XXXX9012' });
  });

  it.each([
    [{ adhaarNumber: '234567890123' }, 'adhaarNumber', 'This is not an Aadhaar number: check its digits'],
    [{ adhaarNumber: '12345' }, 'adhaarNumber', 'Twelve digits, of which the first is 2 or more'],
    [{ number: 'ABCCE1234F' }, 'number', 'The PAN of a person has a P as its fourth letter'],
    [{ number: 'ABC' }, 'number', 'Five letters, four digits and a letter'],
    [{ panType: 'company' }, 'panType', undefined],
  ])('refuses %j', async (wrong, field, text) => {
    const someone = await person();
    await someone.post('/v2/kyc/passport-indian', indianInfo);
    const photo = await jpegOf(9, 9);
    const form = {
      panType: 'ePan',
      number: 'ABCPE1234F',
      adhaarNumber: aadhaar('23456789012'),
      aadhaar_front: photo,
      aadhaar_back: photo,
      pan: photo,
      selfie: photo,
    };
    const { status, body } = await sendForm<{ errors: Record<string, string[]> }>(
      api,
      someone,
      '/v2/kyc/documents-indian',
      { ...form, ...wrong },
    );
    expect(status).toBe(422);
    if (text) expect(body.errors[field]).toEqual([text]);
    else expect(body.errors).toHaveProperty(field);
  });

  it.each([
    [{ ifsc_code: 'HDFC1001234' }, 'ifsc_code'],
    [{ bank_account_number: '12' }, 'bank_account_number'],
    [{ postal_code: '011001' }, 'postal_code'],
    [{ full_name: '' }, 'full_name'],
    [{ country: 'DE' }, 'country'],
    [{ state: 'Kar' }, 'state'],
  ])('refuses the details %j', async (wrong, field) => {
    const someone = await person();
    const { status, body } = await someone.post<{ errors: object }>('/v2/kyc/passport-indian', {
      ...indianInfo,
      ...wrong,
    });
    expect(status).toBe(422);
    expect(body.errors).toHaveProperty(field);
  });
});

describe('the provider of India', () => {
  it('is believed with its signature, once, and decides nothing', async () => {
    const asha = await person();
    await sendIndianCase(api, asha, { pan: 'ABCPE5678F', aadhaar: aadhaar('34567890123') });
    const token = (await kycStatusOf(asha)).kycToken;
    const message = {
      event_id: 'event-1',
      token,
      result: 'failed',
      checks: [{ name: 'aadhaar', passed: false, detail: 'not found' }],
    };
    expect((await tellAsProvider(api, message)).status).toBe(200);
    const caseRow = async () =>
      (
        await api.parts.pool.query(
          'SELECT provider_result AS result, risks, revision, status FROM kyc_cases WHERE user_id = $1',
          [asha.id],
        )
      ).rows[0];
    const after = await caseRow();
    expect(after).toMatchObject({ result: { result: 'failed' }, risks: [], status: 'submitted' });
    expect((await tellAsProvider(api, message)).status).toBe(200);
    expect((await tellAsProvider(api, { ...message, result: 'passed' })).status).toBe(200);
    expect(await caseRow()).toEqual(after);
  });

  it('is refused with a wrong key, an old time, another body, an unknown case', async () => {
    const message = { event_id: 'event-2', token: `1.${'a'.repeat(32)}.${'b'.repeat(32)}`, result: 'passed' };
    expect((await tellAsProvider(api, message, { key: 'wrong' })).body).toMatchObject({ code: 'invalid_signature' });
    expect(
      (await tellAsProvider(api, message, { timestamp: String(Math.floor(Date.now() / 1000) - 301) })).body,
    ).toMatchObject({
      code: 'invalid_signature',
    });
    expect(
      (await tellAsProvider(api, message, { body: JSON.stringify({ ...message, result: 'failed' }) })).body,
    ).toMatchObject({
      code: 'invalid_signature',
    });
    expect((await tellAsProvider(api, message)).body).toMatchObject({ code: 'not_found' });
  });

  it('without a signature nothing is said of the body', async () => {
    expect(await api.call('POST', '/v2/indian-kyc-response', { body: { token: 1 } })).toMatchObject({
      status: 401,
      body: { code: 'invalid_signature' },
    });
  });
});
