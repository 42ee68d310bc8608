/** The global verification of identity: what a person sends, what is refused, and what is kept. */
import type { KycStatus } from '@pelican/shared/contracts/kyc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  confirmEmail,
  globalInfo,
  kycStatusOf,
  sendForm,
  sendGlobalCase,
  unverifiedPerson,
} from '../../support/kyc.ts';
import { jpegOf, jpegWithExif, pngOf, webm } from '../../support/sample-files.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const person = () => unverifiedPerson(api);

async function kycOf(user: TestUser): Promise<string> {
  const { rows } = await api.parts.pool.query<{ status: string }>(
    'SELECT kyc_status AS status FROM users WHERE id = $1',
    [user.id],
  );
  return rows[0]?.status as string;
}

describe('the global verification', () => {
  it('goes from details over documents to the video, and then waits', async () => {
    const anna = await person();
    expect(await kycStatusOf(anna)).toMatchObject({
      state: 'not_verified',
      customer: {
        approved: false,
        pending: false,
        submitted: false,
        verifyLink: '/user/verification-global',
        isIndian: false,
        partiallyApproved: false,
      },
      info: { submitted: false, approved: false },
      documents: { submitted: false, approved: false },
      countryList: { DE: 'Germany' },
      kycToken: null,
    });
    expect((await anna.post('/v2/kyc/passport', globalInfo)).body).toMatchObject({
      kyc: { state: 'in_process', info: { submitted: true } },
    });
    const documents = {
      type: 'idCard',
      issuing_country: 'DE',
      number: 'L01X00T47',
      idCard_front: await jpegOf(60, 40),
      idCard_back: await jpegOf(60, 40),
      selfie: await pngOf(40, 40),
    };
    const sent = await sendForm<{ kyc: KycStatus }>(api, anna, '/v2/kyc/documents', documents);
    expect(sent.body.kyc).toMatchObject({ state: 'in_process', documents: { submitted: true }, missing: ['video'] });
    expect(await kycOf(anna)).toBe('none');
    const last = await sendForm<{ kyc: KycStatus }>(api, anna, '/v2/kyc/documents', { video: webm() });
    expect(last.body.kyc).toMatchObject({
      state: 'processing',
      customer: { pending: true, submitted: true },
      missing: [],
    });
    expect(await kycOf(anna)).toBe('pending');
    expect((await anna.get('/v2/kyc/documents')).body).toMatchObject({
      submitted: true,
      approved: false,
      type: 'idCard',
      number: 'XXXX0T47',
    });
    expect((await anna.get('/v2/kyc/get-videoKYC-status')).body).toMatchObject({ submitted: true, value: 'submitted' });
    expect(await anna.post('/v2/kyc/passport', globalInfo)).toMatchObject({ status: 409, body: { code: 'kyc_state' } });
    expect((await sendForm(api, anna, '/v2/kyc/documents', { video: webm() })).status).toBe(409);
  });

  it('takes no documents before the details', async () => {
    const someone = await person();
    const sent = await sendForm(api, someone, '/v2/kyc/documents', { type: 'passport', selfie: await pngOf(40, 40) });
    expect(sent).toMatchObject({
      status: 409,
      body: { code: 'kyc_state', errors: { message: ['Please fill the form'] } },
    });
  });

  it.each([
    [{ birth_date: `${new Date().getUTCFullYear() - 17}-01-01` }, 'birth_date', 'You must be at least 18 years old'],
    [{ birth_date: '2001-02-30' }, 'birth_date', 'Current value is not supported'],
    [{ first_name: 'Anna1' }, 'first_name', 'Latin letters separated by single spaces'],
    [{ first_name: 'Аnna' }, 'first_name', 'Latin letters separated by single spaces'],
    [{ last_name: 'Bergmann\u3164' }, 'last_name', 'Latin letters separated by single spaces'],
    [{ last_name: 'Berg\u034fmann' }, 'last_name', 'Latin letters separated by single spaces'],
    [{ first_name: '<b>Anna</b>' }, 'first_name', 'Latin letters separated by single spaces'],
    [{ street_address: 'A\r\nBcc: x' }, 'street_address', 'Letters, digits, slash, space, hyphen, dot and comma'],
    [{ last_name: '' }, 'last_name', 'Field is required'],
    [{ country: 'XX' }, 'country', 'Current value is not supported'],
    [{ country: 'IN' }, 'country', 'Choose the verification for India'],
  ])('refuses %j', async (wrong, field, text) => {
    const someone = await person();
    const { status, body } = await someone.post<{ errors: Record<string, string[]> }>('/v2/kyc/passport', {
      ...globalInfo,
      ...wrong,
    });
    expect([status, body.errors[field]]).toEqual([422, [text]]);
    expect((await kycStatusOf(someone)).info.submitted).toBe(false);
  });

  it('keeps a name as passports write it, whatever signs the document prints', async () => {
    const someone = await person();
    const names = {
      first_name: 'Anne-Marie',
      last_name: "O\u2019Brien  d'Or",
      city: 'St. Gallen',
      state: 'St.-Gallen',
    };
    expect((await someone.post('/v2/kyc/passport', { ...globalInfo, ...names })).status).toBe(200);
    const { body } = await someone.post<{ info: Record<string, string> }>('/v2/kyc/intlGetdataforKYC');
    expect(body.info).toMatchObject({
      first_name: 'Anne Marie',
      last_name: 'OBrien dOr',
      city: 'St Gallen',
      state: 'St Gallen',
    });
  });

  it('refuses somebody from a restricted country, and files before the details', async () => {
    const someone = await person();
    expect((await someone.post('/v2/kyc/passport', { ...globalInfo, country: 'US' })).body.code).toBe('region_barred');
    expect((await sendForm(api, someone, '/v2/kyc/documents', { video: webm() })).body).toMatchObject({
      code: 'kyc_state',
    });
  });

  it('gives the profile what was sent, to sessions of its owner alone', async () => {
    const someone = await person();
    const general = async () => (await someone.get<{ personal: object | null }>('/v2/settings/general')).body.personal;
    expect(await general()).toBeNull();
    const info = { ...globalInfo, middle_name: 'Maria', apartment: '4' };
    await sendGlobalCase(api, someone, 'C01X00T47', info);
    const personal = {
      full_name: 'Anna Maria Schmidt',
      birth_date: '1990-05-17',
      address: 'Unter den Linden 7 4',
      city: 'Berlin',
      state: 'Berlin',
      postal_code: '10117',
      country: 'DE',
      id_number: 'XXXX0T47',
    };
    expect(await general()).toEqual(personal);
    // What was approved holds, whatever is sent later.
    await api.parts.pool.query(`UPDATE kyc_cases SET status = 'approved' WHERE user_id = $1`, [someone.id]);
    await someone.post('/v2/kyc/passport', { ...info, first_name: 'Berta' });
    expect(await general()).toEqual(personal);
  });

  it('takes no files before the e-mail address is confirmed, and reads none', async () => {
    const someone = await api.signUp('unconfirmed@test.local', { kycApproved: false });
    expect((await someone.post('/v2/kyc/passport', globalInfo)).status).toBe(200);
    const sent = await sendForm(api, someone, '/v2/kyc/documents', { video: webm() });
    expect(sent).toMatchObject({ status: 403, body: { code: 'email_unconfirmed' } });
    await confirmEmail(api, someone);
    expect((await sendForm(api, someone, '/v2/kyc/documents', { video: webm() })).status).toBe(200);
  });

  it('refuses files of the wrong kind, size or origin, by their fields, and keeps none of them', async () => {
    const someone = await person();
    await someone.post('/v2/kyc/passport', globalInfo);
    const photo = await jpegOf(60, 40);
    const good = { type: 'passport', issuing_country: 'DE', number: 'C01X00T47', passport_front: photo, selfie: photo };
    const refused = async (change: Record<string, string | Buffer>) => {
      const { status, body } = await sendForm<{ errors: Record<string, string[]> }>(api, someone, '/v2/kyc/documents', {
        ...good,
        ...change,
      });
      expect(status).toBe(422);
      return body.errors;
    };
    expect((await refused({ passport_front: await pngOf(60, 40) })).passport_front).toEqual([
      'Incorrect file type. Allowed types are JPEG',
    ]);
    expect((await refused({ selfie: webm() })).selfie).toEqual(['Incorrect file type. Allowed types are JPEG, PNG']);
    expect((await refused({ video: photo })).video).toEqual(['Incorrect file type. Allowed types are MP4, WebM']);
    const big = Buffer.concat([photo, Buffer.alloc(2_000_000)]);
    expect((await refused({ selfie: big })).selfie).toEqual(['File size is too big. Size should be maximum 2 MB']);
    const screen = await jpegWithExif('Screenshot');
    expect((await refused({ passport_front: screen })).passport_front?.[0]).toMatch(/^Screenshots are not accepted/);
    expect((await refused({ aadhaar_front: photo })).aadhaar_front).toEqual(['File not Uploaded']);
    expect((await refused({ number: '!' })).number).toEqual(['Letters and digits, 4 to 30']);
    expect(await refused({ type: 'visa' })).toHaveProperty('type');
    const { selfie: _, ...withoutSelfie } = good;
    const half = await sendForm<{ errors: Record<string, string[]> }>(api, someone, '/v2/kyc/documents', withoutSelfie);
    expect(half.body.errors.selfie).toEqual(['Field is required']);
    const { rows } = await api.parts.pool.query('SELECT FROM files WHERE user_id = $1', [someone.id]);
    expect(rows).toHaveLength(0);
  });

  it('takes another document while nothing is submitted, and forgets the first', async () => {
    const someone = await person();
    await someone.post('/v2/kyc/passport', globalInfo);
    const photo = await jpegOf(60, 40);
    await sendForm(api, someone, '/v2/kyc/documents', {
      type: 'idCard',
      issuing_country: 'DE',
      number: 'A123',
      idCard_front: photo,
      idCard_back: photo,
      selfie: photo,
    });
    const changed = await sendForm<{ kyc: KycStatus }>(api, someone, '/v2/kyc/documents', {
      type: 'passport',
      issuing_country: 'DE',
      number: 'B1234',
      passport_front: photo,
      selfie: photo,
    });
    expect(changed.body.kyc.missing).toEqual(['video']);
    const { rows } = await api.parts.pool.query('SELECT FROM files WHERE user_id = $1 AND delete_after > now()', [
      someone.id,
    ]);
    expect(rows).toHaveLength(2);
  });

  it('forgets the details of a draft that is left for the other variant', async () => {
    const someone = await person();
    await someone.post('/v2/kyc/passport', globalInfo);
    await someone.post('/v2/kyc/store-indian-customer');
    const { rows } = await api.parts.pool.query(
      'SELECT status, details IS NULL AS "isGone" FROM kyc_cases WHERE user_id = $1 ORDER BY id',
      [someone.id],
    );
    expect(rows).toEqual([
      { status: 'withdrawn', isGone: true },
      { status: 'draft', isGone: true },
    ]);
  });

  it('is one case, however often it is sent at once', async () => {
    const someone = await person();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => someone.post('/v2/kyc/passport', globalInfo)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { rows } = await api.parts.pool.query('SELECT FROM kyc_cases WHERE user_id = $1', [someone.id]);
    expect(rows).toHaveLength(1);
  });

  it('leaves nothing readable in the database', async () => {
    const someone = await person();
    await sendGlobalCase(api, someone, 'SECRET9NUMBER', { ...globalInfo, street_address: 'Hidden street' });
    const { rows } = await api.parts.pool.query<{ text: string }>(
      `SELECT (SELECT string_agg(k::text, '') FROM kyc_cases k) || (SELECT string_agg(n::text, '') FROM kyc_numbers n)
        || (SELECT string_agg(encode(details, 'escape'), '') FROM kyc_cases)
        || (SELECT coalesce(string_agg(details::text, ''), '') FROM audit_records) AS text`,
    );
    for (const hidden of ['SECRET9NUMBER', 'Hidden street', 'Schmidt']) expect(rows[0]?.text).not.toContain(hidden);
  });
});

it('no call is for visitors or API keys', async () => {
  for (const path of ['/v2/kyc/status', '/v2/kyc/documents', '/v2/ops/kyc'])
    expect((await api.call('GET', path)).status).toBe(401);
  expect((await sendForm(api, { accessToken: 'x' }, '/v2/kyc/documents', { video: webm() })).status).toBe(401);
  expect((await (await person()).get('/v2/ops/kyc')).status).toBe(403);
});
