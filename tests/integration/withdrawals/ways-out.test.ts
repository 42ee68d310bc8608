/** Withdrawals, transfer codes and invoices are ways out of one account: none of them passes what another one would not, in whichever order. */
import type { WithdrawalView } from '@pelican/shared/contracts/withdrawals';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { forgetCounts } from '../../support/second-factors.ts';
import type { Answer, TestUser } from '../../support/test-api.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';
import {
  createByMail,
  demandAudited,
  type Maker,
  mailCodeOf,
  makerOf,
  moneyOf,
  remove,
} from '../../support/transfer-codes.ts';
import { lastMail, newAddress } from '../../support/withdrawals.ts';

let api: TestApi;
let people = 0;

beforeAll(async () => {
  api = await startTestApi();
  await setUnits(0);
});
afterAll(() => api.close());
afterEach(() => demandAudited(api));

const sql = async (text: string, ...values: unknown[]) => (await api.parts.pool.query(text, values)).rows;
const setUnits = (units: number) =>
  sql(
    `UPDATE payment_terms SET amount_review = $1 WHERE action = 'withdraw' AND method_id IN (SELECT method.id FROM payment_methods method
      JOIN assets asset ON asset.id = asset_id WHERE ticker = 'USDT')`,
    units,
  );
const newMaker = () => makerOf(api, `out${people++}@ways.test`, { amount: '90000' });

async function asked({ user, proof }: Maker, amount: string): Promise<number> {
  const body = { amount, address: newAddress(), ...(await proof()) };
  const answer = await user.post<WithdrawalView>('/v3/balance/withdrawal-USDT/SANDBOX', body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body.id;
}

const confirm = async ({ user }: Maker, id: number) =>
  user.post<WithdrawalView>('/confirmWithdraw', { id, code: (await lastMail(api, id)).code });

/** @returns why an operator looks at it */
async function withdrawn(maker: Maker, amount: string): Promise<string[]> {
  const id = await asked(maker, amount);
  expect((await confirm(maker, id)).status).toBe(200);
  return risksOf(id);
}

async function risksOf(id: number): Promise<string[]> {
  const [row] = await sql('SELECT risks FROM withdrawals WHERE id = $1', id);
  return row?.risks as string[];
}

async function paid(maker: Maker, amount: string, factor: object = {}): Promise<Answer<{ code?: string }>> {
  await forgetCounts(api);
  const owner: TestUser = await api.signUp(`owner${people++}@ways.test`);
  const { id } = (await owner.post<{ id: string }>('/v3/invoices', { ticker: 'USDT', amount, description: '' })).body;
  expect((await maker.user.post(`/makeinnerinvoice/${id}`)).status).toBe(200);
  const [row] = await sql(
    `SELECT payload ->> 'code' AS code FROM notices WHERE user_id = $1 AND kind = 'invoice_code' ORDER BY id DESC LIMIT 1`,
    maker.user.id,
  );
  const shown = await maker.proof();
  const proof = { code: row?.code, factor: shown.factor, factor_code: shown.code, ...factor };
  return maker.user.post<{ code?: string }>(`/confirminnerinvoice/${id}`, proof);
}

test('the sum of a day: after codes and invoices an operator looks at a withdrawal, after withdrawals there is no code and no invoice', async () => {
  const first = await newMaker();
  expect((await createByMail(api, first, '9000')).status).toBe(200);
  expect((await paid(first, '9000')).status).toBe(200);
  expect(await withdrawn(first, '7000')).toEqual(['velocity', 'new_address']);

  const second = await newMaker();
  expect(await withdrawn(second, '9000')).toEqual(['new_address']);
  expect(await withdrawn(second, '9000')).toEqual(['new_address']);
  const refused = { code: 'review_needed', errors: { message: [expect.stringContaining('25000 USD in 24 hours')] } };
  expect(await createByMail(api, second, '7000')).toMatchObject({ status: 422, body: refused });
  expect(await paid(second, '7000')).toMatchObject({ status: 422, body: refused });
  expect(await moneyOf(api, second.user)).toEqual({ main: '90000', codes: '0' });
  // Below it there is.
  expect((await createByMail(api, second, '6999')).status).toBe(200);
});

test('one of the value of a review is refused with a text that says so, and parts of it from the sum on', async () => {
  const maker = await newMaker();
  const refused = { code: 'review_needed', errors: { amount: [expect.stringContaining('10000 USD')] } };
  expect(await createByMail(api, maker, '10000')).toMatchObject({ status: 422, body: refused });
  expect(await paid(maker, '10000')).toMatchObject({ status: 422, body: { code: 'review_needed' } });
  expect((await createByMail(api, maker, '9999')).status).toBe(200);
  expect((await createByMail(api, maker, '9998')).status).toBe(200);
  expect((await createByMail(api, maker, '9997')).body).toMatchObject({ code: 'review_needed' });
  expect(await withdrawn(maker, '30010')).toEqual(['large', 'very_large', 'velocity', 'new_address']);
});

test('money that came back counts no longer', async () => {
  const maker = await newMaker();
  const { body } = await createByMail(api, maker, '9000');
  expect((await createByMail(api, maker, '8999')).status).toBe(200);
  await remove(maker.user, body.id);
  expect(await withdrawn(maker, '7001')).toEqual(['new_address']);
});

test('many small ones count together', async () => {
  const maker = await newMaker();
  for (let at = 0; at < 9; at++) expect((await maker.create({ amount: '1' })).status).toBe(200);
  expect((await maker.create({ amount: '1' })).body).toMatchObject({ code: 'review_needed' });
  expect(await withdrawn(maker, '5')).toEqual(['velocity']);
});

test('what is worth less than a dollar does not count by number', async () => {
  const maker = await newMaker();
  for (let at = 0; at < 9; at++) expect((await maker.create({ amount: '0.9' })).status).toBe(200);
  expect((await maker.create({ amount: '1' })).status).toBe(200);
  expect(await withdrawn(maker, '5')).toEqual([]);
});

test('the limit in units of the asset counts for them too', async () => {
  await setUnits(20);
  const maker = await newMaker();
  expect((await maker.create({ amount: '15' })).status).toBe(200);
  expect((await maker.create({ amount: '5' })).body).toMatchObject({
    code: 'review_needed',
    errors: { message: [expect.stringContaining('20 of this currency')] },
  });
  expect(await withdrawn(maker, '5')).toEqual(['large']);
  await setUnits(0);
});

test('with a factor of the last days the basic limit is one for all ways', async () => {
  const withNewFactor = async () => {
    const maker = await newMaker();
    await sql('UPDATE second_factors SET enabled_at = now() WHERE user_id = $1', maker.user.id);
    return maker;
  };
  const first = await withNewFactor();
  expect((await first.create({ amount: '499' })).status).toBe(200);
  expect(await withdrawn(first, '499')).toEqual(['new_address', 'recent_factor']);
  const second = await withNewFactor();
  expect(await withdrawn(second, '499')).toEqual([]);
  expect((await createByMail(api, second, '499')).body).toMatchObject({ code: 'factor_recent' });
});

test('of two at once one sees the other', async () => {
  const maker = await newMaker();
  expect((await createByMail(api, maker, '9000')).status).toBe(200);
  const [one, two] = [await mailCodeOf(api, maker, '8001'), await mailCodeOf(api, maker, '8002')];
  const [first, second] = maker.recoveryCodes;
  const create = (amount: string, mail_code: string, code: string | undefined) =>
    maker.user.post('/v2/profile/code/create', { ticker: 'USDT', amount, mail_code, factor: 'recovery_code', code });
  const codes = await Promise.all([create('8001', one, first), create('8002', two, second)]);
  expect(codes.map(({ status }) => status).toSorted()).toEqual([200, 422]);

  const other = await newMaker();
  expect((await createByMail(api, other, '9000')).status).toBe(200);
  const id = await asked(other, '8001');
  const mail_code = await mailCodeOf(api, other, '8002');
  const wanted = { ticker: 'USDT', amount: '8002', mail_code, factor: 'recovery_code', code: other.recoveryCodes[0] };
  const [confirmed, code] = await Promise.all([confirm(other, id), other.user.post('/v2/profile/code/create', wanted)]);
  expect(confirmed.status).toBe(200);
  expect((await risksOf(id)).includes('velocity')).toBe(code.status === 200);
});

test('from the basic limit on a code takes the code of a mail, which is good for its amount, once, beside another factor', async () => {
  const maker = await newMaker();
  const { proof, user } = maker;
  const kept = await proof();
  const create = (wanted: object) => user.post('/v2/profile/code/create', { ticker: 'USDT', amount: '500', ...wanted });
  expect(await create(kept)).toMatchObject({ status: 403, body: { code: 'confirmation_needed' } });
  const mail_code = await mailCodeOf(api, maker, '500');
  const wrong = mail_code === '000000' ? '000001' : '000000';
  // The factor was not used up by the refusal.
  expect((await create({ ...kept, mail_code: wrong })).body).toMatchObject({ code: 'code_wrong' });
  expect((await create({ ...(await proof()), mail_code, amount: '501' })).body).toMatchObject({ code: 'code_wrong' });
  const byMail = { factor: 'email_code', code: '123456' };
  expect((await create({ ...byMail, mail_code })).body).toMatchObject({ code: 'confirmation_channel' });
  expect(await moneyOf(api, user)).toEqual({ main: '90000', codes: '0' });

  await forgetCounts(api);
  const key = { 'idempotency-key': 'by-mail' };
  const wanted = { amount: '500', mail_code };
  expect((await maker.create(wanted, key)).body).toMatchObject({ repeated: false });
  expect((await maker.create(wanted, key)).body).toMatchObject({ repeated: true });
  expect((await maker.create(wanted)).body).toMatchObject({ code: 'code_wrong' });
  // Parts of the limit are no way round the mail.
  expect((await maker.create({ amount: '1' })).body).toMatchObject({ code: 'confirmation_needed' });
  expect(await moneyOf(api, user)).toEqual({ main: '89500', codes: '500' });
});

test('an invoice from the basic limit on is not paid by two codes of one mailbox', async () => {
  const maker = await newMaker();
  await sql(
    `INSERT INTO second_factors (user_id, method, enabled_at) VALUES ($1, 'email_code', now() - interval '30 days')`,
    maker.user.id,
  );
  const sentCode = async () => {
    await forgetCounts(api);
    expect((await maker.user.post('/v2/settings/2fa/code', { factor: 'email_code' })).status).toBe(200);
    const [row] = await sql(
      `SELECT payload ->> 'code' AS code FROM notices WHERE user_id = $1 AND kind = 'code_by_mail' ORDER BY id DESC LIMIT 1`,
      maker.user.id,
    );
    return { factor: 'email_code', factor_code: row?.code as string };
  };
  expect((await paid(maker, '500', await sentCode())).body).toMatchObject({ code: 'confirmation_channel' });
  expect((await paid(maker, '499', await sentCode())).status).toBe(200);
  expect((await paid(maker, '500')).status).toBe(200);
});
