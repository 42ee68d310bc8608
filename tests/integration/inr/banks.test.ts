/** Bank accounts in India: what is kept, shown and refused. */
import { writeDeployment } from '@pelican/prisma/write-deployment.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { activeBank, addBank, type BankAnswer, demandInrAudited, namedUser, newBank } from '../../support/inr.ts';
import { enableTotp, withFactor } from '../../support/second-factors.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
afterEach(() => demandInrAudited(api));

const sql = async (text: string, ...values: unknown[]) => (await api.parts.pool.query(text, values)).rows;
const texts = (body: unknown) => (body as { errors: Record<string, string[]> }).errors;

test('in a demo, and nowhere else, an account is active at once when the names match', async () => {
  const user = await namedUser(api);
  const [same, other] = [(await addBank(user)).body.id, (await addBank(user, { full_name: 'Ravi Kumar' })).body.id];
  const validate = async (id: number) => (await user.post(`/v3/inr-bank-validate/${id}`)).body;
  expect(await validate(same)).toEqual({ status: 1 });
  expect(await validate(same)).toEqual({ status: 1 });
  expect(await validate(other)).toEqual({ status: 0 });
  await writeDeployment(api.databaseUrl, { twoPersons: false, production: false, isDemo: false });
  const later = (await addBank(user)).body.id;
  expect(await validate(later)).toEqual({ status: 0 });
});

test('an account is added, listed, shown and deleted, and its number is nowhere in the clear', async () => {
  const user = await namedUser(api);
  const wanted = newBank({ ifsc_code: ' hdfc0001234 ' });
  const { status, body } = await user.post<BankAnswer>('/v3/inr-banks', wanted);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    full_name: 'Asha Patel',
    account_number: `XXXX${wanted.account_number.slice(-4)}`,
    ifsc_code: 'HDFC0001234',
    bank_name: 'HDFC Bank',
    account_type: 'saving',
    status: 0,
  });
  const list = await user.get('/v3/inr-banks');
  expect(list.body).toMatchObject({
    banks: { result: [{ id: body.id }], total: 1, limit: 20 },
    is_approved: true,
    user_passport: { first_name: 'Asha', middle_name: '', last_name: 'Patel' },
  });
  expect((await user.get(`/v3/inr-banks/${body.id}`)).body).toMatchObject({ id: body.id });
  expect((await user.get(`/v3/inr-bank-trx-count/${body.id}`)).body).toEqual({ count: 0, total: 0 });
  expect((await user.post(`/v3/inr-bank-validate/${body.id}`)).body).toEqual({ status: 0 });
  for (const table of ['inr_banks', 'audit_records', 'notices', 'messages']) {
    const rows = await sql(`SELECT row_to_json(t)::text AS text FROM ${table} t`);
    expect(rows.filter(({ text }) => text.includes(wanted.account_number))).toEqual([]);
    if (table === 'inr_banks') expect(rows.filter(({ text }) => text.includes('Asha'))).toEqual([]);
  }
  expect((await user.delete(`/v3/inr-banks/${body.id}`)).status).toBe(200);
  expect((await user.get('/v3/inr-banks')).body).toMatchObject({ banks: { total: 0 } });
  // It may be added again.
  expect((await user.post('/v3/inr-banks', wanted)).status).toBe(200);
});

test.each([
  ['no number', { account_number: '' }, 'account_number'],
  ['a number of 8 digits', { account_number: '12345678', account_number_confirmation: '12345678' }, 'account_number'],
  ['a number of zeros', { account_number: '000000000', account_number_confirmation: '000000000' }, 'account_number'],
  ['letters in the number', { account_number: '12345678901A' }, 'account_number'],
  ['two numbers', { account_number_confirmation: '999999999999' }, 'account_number_confirmation'],
  ['a fifth letter in the IFSC', { ifsc_code: 'HDFCO001234' }, 'ifsc_code'],
  ['a short IFSC', { ifsc_code: 'HDFC0123' }, 'ifsc_code'],
  ['a bank that does not exist', { ifsc_code: 'QQQQ0001234' }, 'ifsc_code'],
  ['another account type', { account_type: 'loan' }, 'account_type'],
  ['a name with digits', { full_name: 'Asha 2' }, 'full_name'],
])('nothing is added with %s', async (_what, change, field) => {
  const user = await namedUser(api);
  const { status, body } = await addBank(user, change);
  expect(status).toBe(422);
  expect(texts(body)[field]).toContainEqual(expect.any(String));
  expect(await sql('SELECT 1 FROM inr_banks WHERE user_id = $1', user.id)).toEqual([]);
});

test('without a verified identity, or without any name, nothing is added', async () => {
  const unverified = await api.signUp('unverified@inr.test', { kycApproved: false });
  expect(await addBank(unverified)).toMatchObject({
    status: 403,
    body: { code: 'kyc_required', errors: { message: ['You must pass personal verification'] } },
  });
  expect((await unverified.get('/v3/inr-banks')).body).toMatchObject({ is_approved: false, user_passport: null });
  const nameless = await api.signUp('nameless@inr.test');
  expect(await addBank(nameless)).toMatchObject({
    status: 422,
    body: {
      code: 'inr_bank_not_added',
      errors: { message: ['Bank account not added!'], full_name: [expect.any(String)] },
    },
  });
  expect((await addBank(nameless, { full_name: 'Ravi Kumar' })).body).toMatchObject({ full_name: 'Ravi Kumar' });
});

test('an account is added once, also with another branch or zeros before it, and is active for one user', async () => {
  const [first, second] = [await namedUser(api), await namedUser(api)];
  const wanted = newBank();
  const again = { ...wanted, ifsc_code: 'HDFC0000001', account_number: `00${wanted.account_number}` };
  const refused = {
    status: 409,
    body: {
      code: 'inr_bank_added',
      errors: { message: ['You cannot add this bank account because it was already added.'] },
    },
  };
  const { body } = await first.post<BankAnswer>('/v3/inr-banks', wanted);
  const repeat = { ...again, account_number_confirmation: again.account_number };
  expect(await first.post('/v3/inr-banks', repeat)).toMatchObject(refused);
  // While it waits, somebody else may say that it is theirs.
  const { body: others } = await second.post<BankAnswer>('/v3/inr-banks', wanted);
  expect(others.status).toBe(0);
  await sql(`UPDATE inr_banks SET status = 'active', decided_at = now() WHERE id = $1`, body.id);
  expect(await (await namedUser(api)).post('/v3/inr-banks', wanted)).toMatchObject(refused);
  // The same digits at another bank are another account.
  expect((await second.post('/v3/inr-banks', { ...wanted, ifsc_code: 'SBIN0000001' })).status).toBe(200);
});

test('of five accounts that are added at once three are', async () => {
  const user = await namedUser(api);
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => addBank(user)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 422, 422]);
  const refused = answers.find(({ status }) => status === 422);
  expect(refused?.body).toMatchObject({
    code: 'inr_bank_limit',
    errors: { message: ['You could have only 3 active INR Bank accounts'] },
  });
  // One that was refused by an operator leaves its place.
  const [added] = answers.filter(({ status }) => status === 200);
  await sql(`UPDATE inr_banks SET status = 'canceled', decided_at = now() WHERE id = $1`, added?.body.id);
  expect((await addBank(user)).status).toBe(200);
});

test('the same account twice at once is added once', async () => {
  const user = await namedUser(api);
  const wanted = newBank();
  const answers = await Promise.all([1, 2, 3].map(() => user.post('/v3/inr-banks', wanted)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});

test('an account with unfinished transactions stays', async () => {
  const user = await namedUser(api);
  const id = await activeBank(api, user);
  await sql(
    `INSERT INTO payment_methods (id, asset_id, key, kind, name) SELECT 900, id, 'TEST', 'bank', 'Test' FROM assets WHERE ticker = 'INR'`,
  );
  await sql(
    `INSERT INTO deposits (user_id, asset_id, method_id, amount, status, reference, bank_id)
      SELECT $1, asset_id, id, 100, 6, 'waits', $2 FROM payment_methods WHERE id = 900`,
    user.id,
    id,
  );
  expect(await user.delete(`/v3/inr-banks/${id}`)).toMatchObject({
    status: 409,
    body: {
      code: 'inr_bank_in_use',
      errors: {
        message: ['You cannot delete this bank account because there are unfinished transactions on it'],
      },
    },
  });
  expect((await user.get(`/v3/inr-bank-trx-count/${id}`)).body).toEqual({ count: 1, total: 1 });
  await sql(`UPDATE deposits SET status = 12 WHERE bank_id = $1`, id);
  expect((await user.delete(`/v3/inr-banks/${id}`)).status).toBe(200);
});

test("somebody else's account is one that does not exist", async () => {
  const [owner, other] = [await namedUser(api), await namedUser(api)];
  const id = await activeBank(api, owner);
  const missing = {
    status: 404,
    body: { code: 'inr_bank_not_found', errors: { message: ['INR Bank does not exists'] } },
  };
  for (const wanted of [id, 987_654]) {
    expect(await other.get(`/v3/inr-banks/${wanted}`)).toMatchObject(missing);
    expect(await other.get(`/v3/inr-bank-trx-count/${wanted}`)).toMatchObject(missing);
    expect(await other.post(`/v3/inr-bank-validate/${wanted}`)).toMatchObject(missing);
    expect(await other.delete(`/v3/inr-banks/${wanted}`)).toMatchObject(missing);
  }
  expect((await owner.get(`/v3/inr-banks/${id}`)).status).toBe(200);
});

test('with a second factor each account takes a proof of its own', async () => {
  const user = await namedUser(api);
  const { recoveryCodes } = await enableTotp(api, user);
  const wanted = newBank();
  expect((await user.post('/v3/inr-banks', wanted)).body).toMatchObject({ code: 'sign_in_again' });
  const add = (options: object) => user.post('/v3/inr-banks', wanted, options);
  expect((await withFactor(user, add, 'recovery_code', recoveryCodes[0])).status).toBe(200);
  expect((await addBank(user)).body).toMatchObject({ code: 'sign_in_again' });
});

test('the bank of an IFSC is found, and whether its branch is known', async () => {
  const user = await namedUser(api);
  expect((await user.get('/v3/inr-ifsc/sbin0000001')).body).toEqual({
    ifsc_code: 'SBIN0000001',
    bank_name: 'State Bank of India',
    is_branch_known: true,
  });
  expect((await user.get('/v3/inr-ifsc/SBIN0ZZZZZZ')).body).toMatchObject({ is_branch_known: false });
  expect((await user.get('/v3/inr-ifsc/QQQQ0000001')).status).toBe(404);
  expect((await user.get('/v3/inr-ifsc/SBIN')).status).toBe(422);
});
