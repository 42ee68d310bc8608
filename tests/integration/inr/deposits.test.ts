/** Deposits of rupees: what users tell, what operators credit, and what neither may do. */
import { findMethods } from '@pelican/api/src/modules/payments/index.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { activeBank, addBank, demandInrAudited, namedUser, transferId } from '../../support/inr.ts';
import { type Asked, approveRequest, demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

interface Deposit {
  id: number;
  status: number;
  amount: string;
  fee: string;
  net: string;
  reason: string;
  transaction_id: string;
}

let api: TestApi;
let operator: TestUser;
let second: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  await demandTwoPersons(api.databaseUrl);
  operator = await signUpOperator(api, 'cashier', ['money']);
  second = await signUpOperator(api, 'cashier2', ['money']);
});
afterAll(() => api.close());
afterEach(() => demandInrAudited(api));

const sql = async (text: string, ...values: unknown[]) => (await api.parts.pool.query(text, values)).rows;

async function depositor(): Promise<{ user: TestUser; bank: number }> {
  const user = await namedUser(api);
  return { user, bank: await activeBank(api, user) };
}

const tell = ({ user, bank }: { user: TestUser; bank: number }, change: object = {}) =>
  user.post<Deposit>('/v3/balance/deposit-INR/INR', {
    bank_id: bank,
    amount: '5000',
    transaction_id: transferId(),
    terms: true,
    ...change,
  });
const approve = (id: number, amount: string, by = operator) =>
  by.post(`/v2/ops/inr-deposits/${id}/approve`, { amount });

async function mainOf({ id }: TestUser): Promise<string> {
  const [row] = await sql(
    `SELECT trim_scale(balance)::text AS main FROM ledger_accounts WHERE user_id = $1 AND kind = 'main'
      AND asset_id = (SELECT id FROM assets WHERE ticker = 'INR')`,
    id,
  );
  return row?.main ?? '0';
}

test('a transfer is told of, waits for an operator, and is credited less the fee', async () => {
  const person = await depositor();
  expect((await person.user.get(`/v3/inr-requisites/${person.bank}`)).body).toMatchObject({
    beneficiary: 'Pelican Exchange (demo)',
    minAmount: '100',
    maxAmount: '499000',
    dailyMax: '10000000',
    fee: '15',
  });
  const { status, body } = await tell(person, { amount: '5000.50', transaction_id: ' 9999-0000-0001 ' });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    status: 6,
    amount: '5000.5',
    fee: '15',
    net: '4985.5',
    transaction_id: '999900000001',
  });
  expect(await mainOf(person.user)).toBe('0');
  expect((await operator.get('/v2/ops/inr-deposits?search=9999 0000')).body).toMatchObject({
    result: [{ id: body.id, email: person.user.email }],
    total: 1,
  });
  expect((await operator.get(`/v2/ops/inr-deposits/${body.id}`)).body).toMatchObject({ full_name: 'Asha Patel' });
  const credited = await approve(body.id, '5000.50');
  expect(credited.status, JSON.stringify(credited.body)).toBe(200);
  expect(await mainOf(person.user)).toBe('4985.5');
  expect((await person.user.get('/v3/inr-deposits')).body).toMatchObject({
    result: [{ id: body.id, status: 3, net: '4985.5' }],
  });
  const notices = await sql('SELECT kind FROM notices WHERE user_id = $1 ORDER BY id', person.user.id);
  expect(notices.map(({ kind }) => kind)).toEqual(['inr_bank_added', 'inr_deposit_credited']);
});

test('what has arrived counts, not what was told; an amount that the fee eats brings nothing', async () => {
  const person = await depositor();
  const [less, little] = [(await tell(person)).body.id, (await tell(person)).body.id];
  await approve(less, '4000');
  expect(await mainOf(person.user)).toBe('3985');
  expect((await approve(little, '10')).status).toBe(200);
  expect(await mainOf(person.user)).toBe('3985');
  for (const amount of ['0', '-1', '1.001', 'x'])
    expect((await approve((await tell(person)).body.id, amount)).status).toBe(422);
  expect(await mainOf(person.user)).toBe('3985');
});

test('two approvals at once credit once', async () => {
  const person = await depositor();
  const { id } = (await tell(person)).body;
  const answers = await Promise.all([operator, second, operator, second].map((by) => approve(id, '5000', by)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  expect(await mainOf(person.user)).toBe('4985');
  expect((await operator.post(`/v2/ops/inr-deposits/${id}/reject`, { reason: 'Not here.' })).status).toBe(409);
});

test('from the configured amount on two operators credit', async () => {
  const person = await depositor();
  const { id } = (await tell(person, { amount: '100000' })).body;
  const asked = await operator.post<Asked>(`/v2/ops/inr-deposits/${id}/approve`, {
    amount: '100000',
    reason: 'On the statement',
  });
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  expect(await mainOf(person.user)).toBe('0');
  expect((await approve(id, '99999', second)).status).toBe(409);
  const { request } = asked.body;
  expect((await approveRequest(operator, request)).status).toBe(403);
  const other = await approveRequest(second, request);
  expect(other.status, JSON.stringify(other.body)).toBe(200);
  expect(await mainOf(person.user)).toBe('99985');
});

test('more than was reported, parts of a large sum, and more than one operator may in a day take two', async () => {
  const reason = 'On the statement';
  const credit = (id: number, amount: string, by: TestUser) =>
    by.post(`/v2/ops/inr-deposits/${id}/approve`, { amount, reason });
  const person = await depositor();
  const { id } = (await tell(person)).body;
  expect((await credit(id, '5000.01', operator)).status).toBe(202);

  const parts = await depositor();
  const [one, two] = [
    (await tell(parts, { amount: '60000' })).body.id,
    (await tell(parts, { amount: '40000' })).body.id,
  ];
  const answers = await Promise.all([credit(one, '60000', operator), credit(two, '40000', second)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 202]);

  const alone = await signUpOperator(api, 'alone', ['money']);
  await sql(`UPDATE payment_terms SET operator_day_amount = 9000 WHERE action = 'deposit'`);
  const others = await Promise.all([depositor(), depositor()]);
  const ids = await Promise.all(others.map(async (other) => (await tell(other)).body.id));
  const credited = await Promise.all(ids.map((each) => credit(each, '5000', alone)));
  expect(credited.map(({ status }) => status).toSorted()).toEqual([200, 202]);

  // Where nobody has set the amounts, two decide.
  await sql(`UPDATE payment_terms SET operator_day_amount = 1000000, two_person_amount = 0 WHERE action = 'deposit'`);
  expect((await credit((await tell(await depositor())).body.id, '5000', second)).status).toBe(202);
  await sql(`UPDATE payment_terms SET two_person_amount = 100000 WHERE action = 'deposit'`);
});

test('another amount than was reported is credited, and what was reported stays to be read', async () => {
  const person = await depositor();
  const { id } = (await tell(person)).body;
  const credited = await operator.post(`/v2/ops/inr-deposits/${id}/approve`, {
    amount: '4000',
    reason: 'Paid in part',
  });
  expect(credited.status, JSON.stringify(credited.body)).toBe(200);
  expect(await mainOf(person.user)).toBe('3985');
  const { body } = await person.user.get('/v3/inr-deposits');
  expect(body.result).toEqual([expect.objectContaining({ id, amount: '4000', reported_amount: '5000', net: '3985' })]);
});

test('a transfer is told of once, by whomever, also at once; a refusal frees its id', async () => {
  const [first, other] = [await depositor(), await depositor()];
  const transaction_id = transferId();
  const answers = await Promise.all([first, other, first].map((one) => tell(one, { transaction_id })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'inr_transaction_id_exists',
    errors: {
      message: ['Sorry, but this transaction ID already exists.'],
      transaction_id: ['Sorry, but this transaction ID already exists.'],
    },
  });
  const told = answers.find(({ status }) => status === 200)?.body as Deposit;
  const reason = 'Nothing has arrived.';
  expect((await operator.post(`/v2/ops/inr-deposits/${told.id}/reject`, { reason })).status).toBe(200);
  const again = await tell(other, { transaction_id });
  expect(again.status).toBe(200);
  expect((await approve(told.id, '5000')).status).toBe(409);
  const [refused] = await sql('SELECT status, reason, transaction_hash AS utr FROM deposits WHERE id = $1', told.id);
  expect(refused).toEqual({ status: 12, reason, utr: transaction_id });
});

test.each([
  ['less than the least', { amount: '99.99' }, 'amount', 'Min value is ₹100'],
  ['more than the most', { amount: '499000.01' }, 'amount', 'Max value is ₹4,99,000'],
  ['three decimals', { amount: '100.001' }, 'amount', 'At most two decimals'],
  ['19 decimals', { amount: '100.0000000000000000001' }, 'amount', 'At most two decimals'],
  ['nothing', { amount: '0' }, 'amount', 'Must be greater than zero'],
  ['less than nothing', { amount: '-100' }, 'amount', 'Must be a plain decimal number'],
  ['an id of 11 digits', { transaction_id: '12345678901' }, 'transaction_id', expect.stringContaining('12 digits')],
  ['no id', { transaction_id: '' }, 'transaction_id', 'Field is required'],
  ['terms that are not accepted', { terms: false }, 'terms', 'Please accept the terms'],
])('nothing is written for %s', async (_what, change, field, text) => {
  const person = await depositor();
  const { status, body } = await tell(person, change);
  expect(status).toBe(422);
  expect((body as unknown as { errors: Record<string, string[]> }).errors[field]).toContainEqual(text);
  expect(await sql('SELECT 1 FROM deposits WHERE user_id = $1', person.user.id)).toEqual([]);
});

test('ids of NEFT and RTGS are taken too', async () => {
  const person = await depositor();
  for (const transaction_id of ['hdfc n5 2026112312', 'HDFCR52026112300012345'])
    expect((await tell(person, { transaction_id })).status).toBe(200);
});

test('by the day no more than the limit, also at once', async () => {
  const person = await depositor();
  await sql(`UPDATE payment_terms SET amount_day = 1000000 WHERE action = 'deposit'`);
  const answers = await Promise.all([1, 2, 3, 4].map(() => tell(person, { amount: '400000' })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422]);
  expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({
    code: 'inr_daily_limit',
    errors: { message: ['The daily limit is ₹10,00,000: you can deposit ₹2,00,000 more today'] },
  });
  expect((await tell(person, { amount: '200000' })).status).toBe(200);
  // Yesterday's do not count, nor do refused ones.
  await sql(`UPDATE deposits SET created_at = now() - interval '25 hours' WHERE user_id = $1`, person.user.id);
  expect((await tell(person, { amount: '400000' })).status).toBe(200);
  await sql(`UPDATE payment_terms SET amount_day = 10000000 WHERE action = 'deposit'`);
});

test("an account that waits, was deleted, or is somebody else's takes no deposit; other methods neither", async () => {
  const [person, other] = [await depositor(), await depositor()];
  const { id: waiting } = (await addBank(person.user)).body;
  const notVerified = {
    status: 422,
    body: {
      code: 'inr_bank_not_verified',
      errors: { message: ['Your Bank Account has been not verified! Please check your data and try again'] },
    },
  };
  expect(await tell({ ...person, bank: waiting })).toMatchObject(notVerified);
  expect(await person.user.get(`/v3/inr-requisites/${waiting}`)).toMatchObject(notVerified);
  const missing = { status: 404, body: { code: 'inr_bank_not_found' } };
  expect(await tell({ ...person, bank: other.bank })).toMatchObject(missing);
  expect(await person.user.get(`/v3/inr-requisites/${other.bank}`)).toMatchObject(missing);
  await person.user.delete(`/v3/inr-banks/${person.bank}`);
  expect(await tell(person)).toMatchObject(missing);
  const wanted = { bank_id: other.bank, amount: '100', transaction_id: transferId(), terms: true };
  expect(await other.user.post('/v3/balance/deposit-INR/NONE', wanted)).toMatchObject({
    status: 404,
    body: { code: 'unknown_payment_method' },
  });
  expect((await other.user.get<{ total: number }>('/v3/inr-deposits')).body.total).toBe(0);
});

async function isListedOpen(): Promise<boolean | undefined> {
  const methods = await findMethods(api.parts.pool);
  return methods.find(({ kind }) => kind === 'bank')?.terms.deposit?.enabled;
}

test('a report waits for terms that are being written, and follows the new daily limit and account', async () => {
  const person = await depositor();
  const [row] = await sql(`SELECT requisites FROM payment_methods WHERE key = 'INR'`);
  const reportDuring = async (change: string) => {
    const client = await api.parts.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(`SELECT pg_advisory_xact_lock(hashtext('payment_terms'))`);
      const asked = tell(person);
      await new Promise((resolve) => setTimeout(resolve, 400));
      await client.query(change);
      await client.query('COMMIT');
      return await asked;
    } finally {
      client.release();
    }
  };
  const limited = await reportDuring(`UPDATE payment_terms SET amount_day = 1000 WHERE action = 'deposit'`);
  await sql(`UPDATE payment_terms SET amount_day = 10000000 WHERE action = 'deposit'`);
  const cleared = await reportDuring(`UPDATE payment_methods SET requisites = NULL WHERE key = 'INR'`);
  await sql(`UPDATE payment_methods SET requisites = $1 WHERE key = 'INR'`, row?.requisites);
  expect(limited).toMatchObject({ status: 422, body: { code: 'inr_daily_limit' } });
  expect(cleared).toMatchObject({ status: 422, body: { code: 'deposit_disabled' } });
});

test('a method without requisites, or that is switched off, takes no deposit', async () => {
  const person = await depositor();
  const disabled = {
    status: 422,
    body: { code: 'deposit_disabled', errors: { message: ['Deposit for INR is disabled'] } },
  };
  const [row] = await sql(`SELECT requisites FROM payment_methods WHERE key = 'INR'`);
  await sql(`UPDATE payment_methods SET requisites = NULL WHERE key = 'INR'`);
  expect(await tell(person)).toMatchObject(disabled);
  expect(await isListedOpen()).toBe(false);
  await sql(`UPDATE payment_methods SET requisites = $1 WHERE key = 'INR'`, row?.requisites);
  await sql(`UPDATE payment_terms SET enabled = false WHERE action = 'deposit'`);
  expect(await tell(person)).toMatchObject(disabled);
  await sql(`UPDATE payment_terms SET enabled = true WHERE action = 'deposit'`);
});

test('an account with a deposit that waits is kept, and so is its user', async () => {
  const person = await depositor();
  const { id } = (await tell(person)).body;
  expect((await person.user.delete(`/v3/inr-banks/${person.bank}`)).body).toMatchObject({ code: 'inr_bank_in_use' });
  await approve(id, '5000');
  expect((await person.user.delete(`/v3/inr-banks/${person.bank}`)).status).toBe(200);
});

test('while an account is deleted and a deposit is told of at once, one of both happens', async () => {
  for (let round = 0; round < 5; round++) {
    const person = await depositor();
    const [told, removed] = await Promise.all([tell(person), person.user.delete(`/v3/inr-banks/${person.bank}`)]);
    expect([told.status, removed.status]).toSatisfy(
      ([tellStatus, removeStatus]: number[]) =>
        (tellStatus === 200 && removeStatus === 409) || (tellStatus === 404 && removeStatus === 200),
    );
  }
});

test('of a user no more than twenty wait', async () => {
  const person = await depositor();
  for (let at = 0; at < 20; at++) expect((await tell(person, { amount: '100' })).status).toBe(200);
  expect((await tell(person, { amount: '100' })).status).toBe(429);
});
