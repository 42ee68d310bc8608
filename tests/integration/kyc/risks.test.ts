/** Cases that one operator alone does not approve: one person with several accounts, and whom the provider of India refused. */
import { fillNumbers } from '@pelican/api/src/modules/kyc/index.ts';
import { createPool } from '@pelican/api/src/platform/database/index.ts';
import { createLogger } from '@pelican/api/src/platform/log/index.ts';
import type { KycCaseDetail, KycCaseHead } from '@pelican/shared/contracts/kyc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aadhaar,
  globalInfo,
  indianInfo,
  kycStatusOf,
  newPerson,
  providerSecret,
  sendForm,
  sendGlobalCase,
  sendIndianCase,
  tellAsProvider,
  unverifiedPerson,
} from '../../support/kyc.ts';
import { demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import { jpegOf, webm } from '../../support/sample-files.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let jane: TestUser;

beforeAll(async () => {
  api = await startTestApi({ KYC_PROVIDER_SECRET: providerSecret });
  await demandTwoPersons(api.databaseUrl);
  jane = await signUpOperator(api, 'jane');
});
afterAll(() => api.close());

const person = () => unverifiedPerson(api);

async function caseOf(user: TestUser): Promise<KycCaseDetail> {
  const { rows } = await api.parts.pool.query<{ id: string }>(
    'SELECT id FROM kyc_cases WHERE user_id = $1 ORDER BY id DESC LIMIT 1',
    [user.id],
  );
  return (await jane.get<KycCaseDetail>(`/v2/ops/kyc/${rows[0]?.id}`)).body;
}

const decide = ({ id, revision }: KycCaseDetail, what: string, body: object = {}) =>
  jane.post(`/v2/ops/kyc/${id}/${what}`, { revision, reason: 'looked at the documents', ...body });

async function documentsOf(number: string, change: object = {}) {
  return {
    type: 'passport',
    issuing_country: 'DE',
    number,
    passport_front: await jpegOf(60, 40),
    selfie: await jpegOf(40, 40),
    ...change,
  };
}

describe('a person with several accounts', () => {
  it('is found by the number of the document, whatever country the form names when it is sent', async () => {
    const [first, second] = [await person(), await person()];
    const info = newPerson(globalInfo);
    await first.post('/v2/kyc/passport', { ...info, country: 'FR' });
    await sendForm(api, first, '/v2/kyc/documents', await documentsOf('P1234567'));
    await first.post('/v2/kyc/passport', info);
    await sendForm(api, first, '/v2/kyc/documents', { video: webm() });
    const honest = await caseOf(first);
    expect(honest).toMatchObject({ status: 'submitted', country: 'DE', risks: [] });
    await sendGlobalCase(api, second, 'p1234567');
    expect((await caseOf(second)).risks).toEqual(['number_seen']);
    // Before either was approved it is seen at both.
    expect((await caseOf(first)).risks).toEqual(['number_seen']);
    const { body } = await jane.get<{ result: KycCaseHead[] }>('/v2/ops/kyc');
    expect(body.result.map(({ risks }) => risks)).toEqual([['number_seen'], ['number_seen']]);
    await api.parts.pool.query('UPDATE kyc_numbers SET is_approved = true WHERE case_id = $1 AND kind = $2', [
      honest.id,
      'document',
    ]);
    expect((await decide(await caseOf(second), 'approve')).body).toMatchObject({ code: 'kyc_identity_taken' });
  });

  it('is found also where another country, or another kind of document, is said to have the number', async () => {
    const [first, second, third] = [await person(), await person(), await person()];
    for (const [user, change] of [
      [first, { issuing_country: 'FR' }],
      [second, { issuing_country: 'ES' }],
    ] as const) {
      await user.post('/v2/kyc/passport', newPerson(globalInfo));
      await sendForm(api, user, '/v2/kyc/documents', await documentsOf('X7654321', change));
      await sendForm(api, user, '/v2/kyc/documents', { video: webm() });
    }
    await third.post('/v2/kyc/passport', newPerson(globalInfo));
    const photo = await jpegOf(60, 40);
    const card = {
      type: 'idCard',
      issuing_country: 'DE',
      number: 'X7654321',
      idCard_front: photo,
      idCard_back: photo,
      selfie: photo,
    };
    await sendForm(api, third, '/v2/kyc/documents', card);
    await sendForm(api, third, '/v2/kyc/documents', { video: webm() });
    expect((await caseOf(second)).document).toMatchObject({ number: 'X7654321', issuing_country: 'ES' });
    for (const user of [first, second, third]) {
      const shown = await caseOf(user);
      expect(shown.risks).toEqual(['number_seen']);
      expect((await decide(shown, 'approve')).status).toBe(202);
    }
  });

  it('is found by name and day of birth with another document', async () => {
    const [first, second] = [await person(), await person()];
    const info = newPerson({ ...globalInfo, first_name: 'José', last_name: 'Garcia' });
    await sendGlobalCase(api, first, 'A1000001', info);
    await sendGlobalCase(api, second, 'A1000002', { ...info, first_name: 'GARCÍA', last_name: 'Jose' });
    const shown = await caseOf(second);
    expect(shown.risks).toEqual(['person_seen']);
    expect((await decide(shown, 'approve')).status).toBe(202);
    const third = await person();
    await sendGlobalCase(api, third, 'A1000003', newPerson({ ...globalInfo, first_name: 'José', last_name: 'Garcia' }));
    expect((await caseOf(third)).risks).toEqual([]);
  });

  it('is found by the last name, the first letter and the day of birth, whatever first names are left out', async () => {
    const [first, second, third] = [await person(), await person(), await person()];
    const info = newPerson({ ...globalInfo, first_name: 'Anna Maria', last_name: 'Van Dyke' });
    await sendGlobalCase(api, first, 'A1000011', info);
    await sendGlobalCase(api, second, 'A1000012', { ...info, first_name: 'Ann', last_name: 'Vandyke' });
    expect((await caseOf(second)).risks).toEqual(['person_seen']);
    await sendGlobalCase(api, third, 'A1000013', { ...info, first_name: 'Berta' });
    expect((await caseOf(third)).risks).toEqual([]);
  });

  it('is found where an O is written for a 0, and an I for a 1', async () => {
    const [first, second] = [await person(), await person()];
    await sendGlobalCase(api, first, 'C01X10T47');
    await sendGlobalCase(api, second, 'CO1XI0T47');
    const shown = await caseOf(second);
    expect(shown.risks).toEqual(['number_seen']);
    expect((await decide(shown, 'approve')).status).toBe(202);
  });

  it('does not change what was accepted of the document together with a new selfie', async () => {
    const user = await person();
    await sendGlobalCase(api, user, 'A2000001');
    await decide(await caseOf(user), 'resubmission', { resubmit: ['selfie'], code: 'unreadable' });
    const sent = { type: 'idCard', issuing_country: 'DE', number: 'A2000002', selfie: await jpegOf(30, 30) };
    expect((await sendForm(api, user, '/v2/kyc/update-documents', sent)).status).toBe(200);
    expect((await caseOf(user)).document).toMatchObject({
      type: 'passport',
      issuing_country: 'DE',
      number: 'A2000001',
    });
  });
});

describe('somebody from India who takes the worldwide verification', () => {
  it('is verified by two operators: the sign-up, or the document, says India', async () => {
    const [signedUp, holder, stranger] = [await person(), await person(), await person()];
    await api.parts.pool.query(`UPDATE users SET country = 'IN' WHERE id = $1`, [signedUp.id]);
    for (const [user, number, issuing] of [
      [signedUp, 'D1000001', 'NP'],
      [holder, 'D1000002', 'IN'],
      [stranger, 'D1000003', 'NP'],
    ] as const) {
      await user.post('/v2/kyc/passport', newPerson({ ...globalInfo, country: 'NP' }));
      await sendForm(api, user, '/v2/kyc/documents', await documentsOf(number, { issuing_country: issuing }));
      await sendForm(api, user, '/v2/kyc/documents', { video: webm() });
    }
    for (const user of [signedUp, holder]) {
      const shown = await caseOf(user);
      expect(shown.risks).toEqual(['india_left_out']);
      expect((await decide(shown, 'approve')).status).toBe(202);
    }
    expect((await caseOf(stranger)).risks).toEqual([]);
  });
});

describe('whom the provider of India has refused', () => {
  let events = 0;
  async function tell(token: string | null, result: 'passed' | 'failed'): Promise<void> {
    const message = { event_id: `event-${++events}`, token, result };
    expect((await tellAsProvider(api, message)).status).toBe(200);
  }
  const tokenOf = async (user: TestUser) => (await kycStatusOf(user)).kycToken;

  it('stays refused in a case of the other variant, also where the answer comes after the first was left', async () => {
    for (const isLate of [false, true]) {
      const user = await person();
      await user.post('/v2/kyc/passport-indian', newPerson(indianInfo));
      const token = await tokenOf(user);
      if (!isLate) await tell(token, 'failed');
      await sendGlobalCase(api, user, `B300000${isLate ? 1 : 0}`);
      if (isLate) await tell(token, 'failed');
      const shown = await caseOf(user);
      expect(shown).toMatchObject({ variant: 'global', risks: ['provider_failed'] });
      expect((await decide(shown, 'approve')).status).toBe(202);
    }
  });

  it('stays refused after a refusal of the operator, when it is begun again', async () => {
    const user = await person();
    await sendIndianCase(api, user, { pan: 'AAAPB0001A', aadhaar: aadhaar('45678901234') });
    await tell(await tokenOf(user), 'failed');
    expect((await decide(await caseOf(user), 'reject', { code: 'suspicious' })).body).toEqual({ status: 'done' });
    await user.post('/v2/kyc/redoKyc');
    await sendIndianCase(api, user, { pan: 'AAAPB0001A', aadhaar: aadhaar('45678901234') });
    await tell(await tokenOf(user), 'passed');
    const shown = await caseOf(user);
    expect(shown.risks).toEqual(['provider_failed']);
    expect((await decide(shown, 'approve')).status).toBe(202);
  });

  it('and whom it has not looked at yet, takes two operators; one is enough once it has passed', async () => {
    const user = await person();
    await sendIndianCase(api, user, { pan: 'AAAPB0002A', aadhaar: aadhaar('56789012345') });
    const silent = await caseOf(user);
    expect(silent.risks).toEqual(['provider_asked']);
    expect((await decide(silent, 'approve')).status).toBe(202);
    await tell(await tokenOf(user), 'passed');
    const passed = await caseOf(user);
    expect(passed.risks).toEqual([]);
    expect((await decide(passed, 'approve')).body).toEqual({ status: 'done' });
  });

  it('has not looked at what was sent after its answer, nor does an answer about what was there before count', async () => {
    const user = await person();
    const info = newPerson(indianInfo);
    await user.post('/v2/kyc/passport-indian', info);
    const early = await tokenOf(user);
    await tell(early, 'passed');
    await sendIndianCase(api, user, { pan: 'AAAPB0003A', aadhaar: aadhaar('67890123456'), info });
    expect((await caseOf(user)).risks).toEqual(['provider_asked']);
    await tell(early, 'passed');
    expect((await caseOf(user)).risks).toEqual(['provider_asked']);
    await tell(await tokenOf(user), 'passed');
    expect((await caseOf(user)).risks).toEqual([]);
  });

  it('stays refused when a later answer about the same case says otherwise', async () => {
    const user = await person();
    await sendIndianCase(api, user, { pan: 'AAAPB0004A', aadhaar: aadhaar('78901234567') });
    await tell(await tokenOf(user), 'failed');
    await tell(await tokenOf(user), 'passed');
    expect((await caseOf(user)).risks).toEqual(['provider_failed']);
  });
});

it('cases of a release that compared less are compared with others after the start, also beside one that cannot be read', async () => {
  const [broken, first, second] = [await person(), await person(), await person()];
  const info = newPerson(globalInfo);
  await sendGlobalCase(api, broken, 'E5000000');
  await sendGlobalCase(api, first, 'EO500001', info);
  const { pool } = api.parts;
  const owner = createPool({ databaseUrl: api.databaseUrl, databasePoolMax: 1 }, createLogger('silent'));
  await owner.query(`DELETE FROM kyc_numbers WHERE kind IN ('number', 'person', 'namesake')`);
  await owner.end();
  await pool.query(`UPDATE kyc_cases SET details = 'damaged' WHERE user_id = $1`, [broken.id]);
  await sendGlobalCase(api, second, 'E0500001', { ...info, first_name: 'A' });
  expect((await caseOf(second)).risks).toEqual([]);
  const errors: object[] = [];
  const log = { info: () => undefined, error: (details: object) => errors.push(details) };
  const fill = () => fillNumbers({ pool, encryptionKeys: api.config.apiKeyEncryptionKeys, log });
  expect(await fill()).toBeGreaterThan(0);
  expect(errors).toHaveLength(1);
  expect((await caseOf(second)).risks).toEqual(['number_seen', 'person_seen']);
  expect(await fill()).toBe(0);
});

it('a case keeps the time at which it was submitted first', async () => {
  const user = await person();
  await sendGlobalCase(api, user, 'A4000001');
  await api.parts.pool.query(`UPDATE kyc_cases SET submitted_at = now() - interval '2 days' WHERE user_id = $1`, [
    user.id,
  ]);
  const { submitted_at: first, ...shown } = await caseOf(user);
  await decide({ ...shown, submitted_at: first }, 'resubmission', { resubmit: ['selfie'], code: 'unreadable' });
  await sendForm(api, user, '/v2/kyc/update-documents', { selfie: await jpegOf(30, 30) });
  expect(await caseOf(user)).toMatchObject({ status: 'submitted', submitted_at: first });
});
