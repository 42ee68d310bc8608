/** What an operator asks for again, and what may be sent in its place. */
import type { KycCaseDetail, KycStatus } from '@pelican/shared/contracts/kyc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aadhaar,
  confirmEmail,
  indianInfo,
  newPerson,
  sendForm,
  sendGlobalCase,
  sendIndianCase,
} from '../../support/kyc.ts';
import { demandTwoPersons, makeTestOperator } from '../../support/operators.ts';
import { jpegOf } from '../../support/sample-files.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let jane: TestUser;
let people = 0;

beforeAll(async () => {
  api = await startTestApi();
  await demandTwoPersons(api.databaseUrl);
  const { id, email } = await api.signUp('jane@test.local');
  await makeTestOperator(api.parts.pool, { id, email });
  jane = await api.signIn(email, id);
});
afterAll(() => api.close());

const newcomer = async () =>
  confirmEmail(api, await api.signUp(`person${++people}@test.local`, { kycApproved: false }));
const kycStatusOf = async (user: TestUser) => (await user.get<KycStatus>('/v2/kyc/status')).body;

async function caseOf(user: TestUser): Promise<KycCaseDetail> {
  const { rows } = await api.parts.pool.query<{ id: string }>(
    'SELECT id FROM kyc_cases WHERE user_id = $1 ORDER BY id DESC LIMIT 1',
    [user.id],
  );
  return (await jane.get<KycCaseDetail>(`/v2/ops/kyc/${rows[0]?.id}`)).body;
}

async function ask(user: TestUser, resubmit: readonly string[], code = 'wrong_document') {
  const { id, revision } = await caseOf(user);
  return jane.post(`/v2/ops/kyc/${id}/resubmission`, { revision, resubmit, code, reason: 'looked at the pictures' });
}

const send = (user: TestUser, parts: Parameters<typeof sendForm>[3], path = '/v2/kyc/update-documents') =>
  sendForm<{ kyc: KycStatus; errors: Record<string, string[]> }>(api, user, path, parts);

const fieldsOf = ({ files }: KycCaseDetail) => files.map(({ field }) => field).toSorted();

describe('a document that is asked for again', () => {
  it('comes with the right number, and is compared by that', async () => {
    const user = await newcomer();
    await sendGlobalCase(api, user, 'W1000001');
    expect((await ask(user, ['passport_front'], 'data_mismatch')).body).toEqual({ status: 'done' });
    const sent = { type: 'passport', number: 'W1000002', issuing_country: 'FR', passport_front: await jpegOf(61, 40) };
    expect((await send(user, sent)).body.kyc).toMatchObject({ state: 'processing', resubmit: [] });
    expect((await caseOf(user)).document).toMatchObject({ number: 'W1000002', issuing_country: 'FR' });
    const other = await newcomer();
    await sendGlobalCase(api, other, 'W1000002');
    expect((await caseOf(other)).risks).toEqual(['number_seen']);
    // The wrong one is nobody's any more.
    const honest = await newcomer();
    await sendGlobalCase(api, honest, 'W1000001');
    expect((await caseOf(honest)).risks).toEqual([]);
  });

  it('may be another one, which comes whole and with its number; the selfie stays', async () => {
    const user = await newcomer();
    await sendGlobalCase(api, user, 'W2000001');
    await ask(user, ['passport_front']);
    const [front, back] = [await jpegOf(61, 40), await jpegOf(62, 40)];
    const half = await send(user, { type: 'idCard', number: 'W2000002', idCard_front: front });
    expect([half.status, half.body.errors]).toEqual([
      422,
      { message: [expect.any(String)], idCard_back: ['Field is required'] },
    ]);
    const unnamed = await send(user, { type: 'idCard', idCard_front: front, idCard_back: back });
    expect(unnamed.body.errors.number).toEqual(['Field is required']);
    const card = { type: 'idCard', number: 'W2000002', idCard_front: front, idCard_back: back };
    const accepted = await send(user, { ...card, selfie: front });
    expect(accepted.body.errors.selfie).toEqual(['File not Uploaded']);
    expect((await send(user, card)).body.kyc).toMatchObject({ state: 'processing', resubmit: [], missing: [] });
    const shown = await caseOf(user);
    expect(shown.document).toMatchObject({ type: 'idCard', number: 'W2000002' });
    expect(fieldsOf(shown)).toEqual(['idCard_back', 'idCard_front', 'selfie', 'video']);
    // What an operator has looked at stays on record.
    const { rows } = await api.parts.pool.query(
      `SELECT FROM files JOIN kyc_documents ON file_id = files.id WHERE user_id = $1 AND field = 'passport_front' AND delete_after > now() + interval '9 years'`,
      [user.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('is no way to send another one where the selfie alone is asked for', async () => {
    const user = await newcomer();
    await sendGlobalCase(api, user, 'W3000001');
    await ask(user, ['selfie'], 'unreadable');
    const photo = await jpegOf(61, 40);
    const refused = await send(user, { type: 'idCard', number: 'W3000002', idCard_front: photo, idCard_back: photo });
    expect(refused.status).toBe(422);
    expect((await caseOf(user)).document).toMatchObject({ type: 'passport', number: 'W3000001' });
  });

  it('is in India the e-PAN in the place of the card', async () => {
    const user = await newcomer();
    await sendIndianCase(api, user, { pan: 'AAAPW0001A', aadhaar: aadhaar('23456789013') });
    await ask(user, ['pan_front', 'pan_back']);
    const sent = { panType: 'ePan', number: 'AAAPW0002A', pan: await jpegOf(61, 40) };
    expect((await send(user, sent, '/v2/kyc/update-documents-indian')).body.kyc).toMatchObject({ state: 'processing' });
    const shown = await caseOf(user);
    expect(shown.document).toMatchObject({ type: 'ePan', number: 'AAAPW0002A' });
    expect(fieldsOf(shown)).toEqual(['aadhaar_back', 'aadhaar_front', 'pan', 'selfie', 'video']);
  });
});

it('personal details of India that are asked for again come by their own call, and nothing else is to be sent', async () => {
  const user = await newcomer();
  const info = newPerson(indianInfo);
  await sendIndianCase(api, user, { pan: 'AAAPW0009A', aadhaar: aadhaar('23456789019'), info });
  const send = (given: object) =>
    user.post<{ kyc: KycStatus; errors: Record<string, string[]>; code: string }>(
      '/v2/kyc/update-passport-indian',
      given,
    );
  // Nothing was asked for: what operators are looking at does not change under their eyes.
  expect(await send({ ...info, last_name: 'Rao' })).toMatchObject({ status: 409, body: { code: 'kyc_state' } });
  expect((await ask(user, ['info'], 'data_mismatch')).body).toEqual({ status: 'done' });
  expect(await kycStatusOf(user)).toMatchObject({ resubmit: ['info'], info: { submitted: false } });
  const wrong = await send({ ...info, ifsc_code: 'HDFC1001234' });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['message', 'ifsc_code']]);
  expect((await send({ ...info, last_name: 'Rao' })).body.kyc).toMatchObject({ state: 'processing', resubmit: [] });
  const shown = await caseOf(user);
  expect(shown.info).toMatchObject({ last_name: 'Rao', city: 'Pune' });
  expect(fieldsOf(shown)).toEqual(['aadhaar_back', 'aadhaar_front', 'pan_back', 'pan_front', 'selfie', 'video']);
});

it('an operator asks for no part that the case has not, because nobody could send it', async () => {
  const user = await newcomer();
  await sendGlobalCase(api, user, 'W4000001');
  for (const part of ['passport_back', 'idCard_front', 'aadhaar_front', 'pan'])
    expect(await ask(user, [part])).toMatchObject({ status: 422, body: { code: 'invalid_argument' } });
  expect(await kycStatusOf(user)).toMatchObject({ state: 'processing', resubmit: [] });
  expect((await ask(user, ['info', 'passport_front', 'selfie', 'video'])).body).toEqual({ status: 'done' });
});

it('after a part was accepted, what comes again is looked at: the pages say so, and the profile with the same word', async () => {
  const user = await newcomer();
  const profile = async () =>
    (await user.get<{ verification_state: string }>('/v2/settings/general')).body.verification_state;
  expect(await profile()).toBe('not_verified');
  await sendGlobalCase(api, user, 'W5000001');
  expect(await profile()).toBe('processing');
  const { id, revision } = await caseOf(user);
  const given = { revision, approved: ['info'], resubmit: ['selfie'], code: 'unreadable', reason: 'blurred' };
  expect((await jane.post(`/v2/ops/kyc/${id}/partially-approve`, given)).body).toEqual({ status: 'done' });
  expect([await profile(), (await kycStatusOf(user)).state]).toEqual(['partially_verified', 'partially_verified']);
  await send(user, { selfie: await jpegOf(61, 40) });
  expect([await profile(), (await kycStatusOf(user)).state]).toEqual(['processing', 'processing']);
  await jane.post(`/v2/ops/kyc/${id}/approve`, { revision: (await caseOf(user)).revision, reason: 'readable now' });
  expect([await profile(), (await kycStatusOf(user)).state]).toEqual(['verified', 'verified']);
});

it('one picture for several documents is shown to the operator', async () => {
  const name = 'A picture of its own for each document';
  const checkOf = async (user: TestUser) => (await caseOf(user)).checks.find((check) => check.name === name);
  const [lazy, honest] = [await newcomer(), await newcomer()];
  await sendIndianCase(api, lazy, { pan: 'AAAPW0003A', aadhaar: aadhaar('23456789014') });
  const detail = 'the same picture: aadhaar_front, aadhaar_back, pan_front, pan_back, selfie';
  expect(await checkOf(lazy)).toEqual({ name, passed: false, detail });
  await sendGlobalCase(api, honest, 'W6000001');
  expect(await checkOf(honest)).toMatchObject({ passed: true });
});

it('documents are shown by the call of their own variant alone', async () => {
  const user = await newcomer();
  await sendGlobalCase(api, user, 'W7000001');
  expect((await user.get('/v2/kyc/documents')).body).toMatchObject({ submitted: true, type: 'passport' });
  expect((await user.get('/v2/kyc/documents-indian')).body).toMatchObject({
    submitted: false,
    type: null,
    number: null,
    result: [],
  });
});

it('a picture whose name says that it shows a screen is refused', async () => {
  const user = await newcomer();
  await sendGlobalCase(api, user, 'W8000001');
  await ask(user, ['selfie'], 'unreadable');
  const photo = await jpegOf(61, 40);
  for (const name of ['Screenshot_20261123-101010.jpg', 'Bildschirmfoto 2026-11-23.jpg', 'Captura de pantalla.jpg'])
    expect((await send(user, { selfie: [[photo, name]] })).body.errors.selfie?.[0], name).toMatch(
      /^Screenshots are not/,
    );
  expect((await send(user, { selfie: [[photo, 'IMG_20261123.jpg']] })).status).toBe(200);
});
