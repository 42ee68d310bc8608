/** Invoices: made, shown, paid once with the code of a mail, and everything that keeps one from being paid. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { demandInrAudited, tradeRupees } from '../../support/inr.ts';
import { credit } from '../../support/ledger-users.ts';
import { signUpOperator } from '../../support/operators.ts';
import { paid, providerSecret, report, type Started } from '../../support/provider.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

interface Invoice {
  id: string;
  status: string;
  code?: string;
}

let api: TestApi;
let people = 0;

beforeAll(async () => {
  api = await startTestApi({ SANDBOX_PROVIDER_SECRET: providerSecret });
  tradeRupees(api);
});
afterAll(() => api?.close());
afterEach(() => demandInrAudited(api));

const sql = async (text: string, ...values: unknown[]) => (await api.parts.pool.query(text, values)).rows;

async function person(amount = '0'): Promise<TestUser> {
  const user = await api.signUp(`invoice${people++}@fiat.test`);
  await sql('UPDATE users SET email_verified_at = now() WHERE id = $1', user.id);
  if (amount !== '0') await credit(api.parts.pool, { userId: user.id, assetId: 1, amount });
  return user;
}

async function made(owner: TestUser, body: object = {}): Promise<Invoice> {
  const answer = await owner.post<Invoice>('/v3/invoices', {
    ticker: 'INR',
    amount: '500',
    description: 'Two books',
    ...body,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function codeOf({ id }: TestUser): Promise<string> {
  const [row] = await sql(
    `SELECT payload ->> 'code' AS code FROM notices WHERE user_id = $1 AND kind = 'invoice_code' ORDER BY id DESC LIMIT 1`,
    id,
  );
  return String(row?.code);
}

async function begun(payer: TestUser, { id }: Invoice): Promise<string> {
  const sent = await payer.post(`/makeinnerinvoice/${id}`);
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  return codeOf(payer);
}
const confirm = (payer: TestUser, { id }: Invoice, code: string) =>
  payer.post<Invoice>(`/confirminnerinvoice/${id}`, { code });

async function mainOf({ id }: TestUser): Promise<string> {
  const [row] = await sql(
    `SELECT trim_scale(coalesce(sum(balance), 0))::text AS main FROM ledger_accounts WHERE user_id = $1 AND kind = 'main'`,
    id,
  );
  return String(row?.main);
}

test('an invoice is shown to everybody, and paid once by the code of a mail', async () => {
  const [owner, payer] = [await person(), await person('800')];
  const invoice = await made(owner);
  expect((await api.call('GET', `/invoice/${invoice.id}`)).body).toMatchObject({
    id: invoice.id,
    amount: '500',
    ticker: 'INR',
    description: 'Two books',
    status: 'pending',
  });
  const code = await begun(payer, invoice);
  expect(await confirm(payer, invoice, code === '000000' ? '000001' : '000000')).toMatchObject({
    body: { code: 'code_wrong' },
  });
  const open = (state: string) => owner.get(`/v3/invoices?side=made&state=${state}`);
  expect((await open('open')).body).toMatchObject({ total: 1, result: [{ reason: '' }] });
  const done = await confirm(payer, invoice, code);
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  expect(done.body).toMatchObject({ status: 'finished' });
  expect([await mainOf(owner), await mainOf(payer)]).toEqual(['500', '300']);
  expect((await confirm(payer, invoice, code)).status).toBe(409);
  expect((await api.call('GET', `/confirminvoice/${invoice.id}`)).body).toEqual({ status: 'finished' });
  expect((await owner.get('/v3/invoices')).body).toMatchObject({ total: 1, limit: 30, result: [{ side: 'made' }] });
  expect((await payer.get('/v3/invoices')).body).toMatchObject({ total: 1, result: [{ side: 'paid' }] });
  expect((await open('open')).body).toMatchObject({ total: 0 });
  expect((await open('paid')).body).toMatchObject({ total: 1 });
  expect((await payer.get('/v3/invoices?side=made')).body).toMatchObject({ total: 0 });
});

test('of two payers at once one pays', async () => {
  const owner = await person();
  const payers = [await person('500'), await person('500')];
  const invoice = await made(owner);
  const codes: string[] = [];
  for (const payer of payers) codes.push(await begun(payer, invoice));
  const answers = await Promise.all(payers.map((payer, at) => confirm(payer, invoice, String(codes[at]))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await mainOf(owner)).toBe('500');
  const left = await Promise.all(payers.map(mainOf));
  expect(left.toSorted()).toEqual(['0', '500']);
});

test('two users who pay each other at once both pay', async () => {
  const [one, other] = [await person('500'), await person('500')];
  const [ofOne, ofOther] = [await made(one), await made(other)];
  const codes = [await begun(one, ofOther), await begun(other, ofOne)];
  const answers = await Promise.all([confirm(one, ofOther, String(codes[0])), confirm(other, ofOne, String(codes[1]))]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect([await mainOf(one), await mainOf(other)]).toEqual(['500', '500']);
});

test('one that is over, canceled, of a blocked owner, of oneself, or unknown is not paid, also after its code was sent', async () => {
  const [owner, payer] = [await person(), await person('5000')];
  const closed = { status: 409, body: { code: 'invoice_closed' } };
  const over = await made(owner);
  const overCode = await begun(payer, over);
  await sql(`UPDATE invoices SET expires_at = now() - interval '1 second' WHERE hash = $1`, over.id);
  expect(await confirm(payer, over, overCode)).toMatchObject(closed);
  expect((await api.call('GET', `/invoice/${over.id}`)).body).toMatchObject({ status: 'closed', reason: 'expired' });
  expect((await owner.get('/v3/invoices?state=expired')).body).toMatchObject({ total: 1 });

  const [canceler, next] = [await person(), await person('5000')];
  const canceled = await made(canceler);
  const code = await begun(next, canceled);
  expect((await payer.delete(`/v3/invoices/${canceled.id}`)).status).toBe(404);
  expect((await canceler.delete(`/v3/invoices/${canceled.id}`)).status).toBe(200);
  expect(await confirm(next, canceled, code)).toMatchObject(closed);
  expect((await api.call('GET', `/invoice/${canceled.id}`)).body).toMatchObject({ reason: 'canceled' });
  expect(await canceler.delete(`/v3/invoices/${canceled.id}`)).toMatchObject(closed);

  const [blocked, last] = [await person(), await person('5000')];
  const invoice = await made(blocked);
  const lastCode = await begun(last, invoice);
  await sql(`UPDATE users SET status = 'blocked' WHERE id = $1`, blocked.id);
  expect(await confirm(last, invoice, lastCode)).toMatchObject(closed);
  expect((await api.call('GET', `/invoice/${invoice.id}`)).body).toMatchObject({ reason: 'unavailable' });
  await sql(`UPDATE users SET status = 'active' WHERE id = $1`, blocked.id);

  expect(await owner.post(`/makeinnerinvoice/${(await made(owner)).id}`)).toMatchObject({
    status: 422,
    body: { code: 'invoice_own' },
  });
  expect((await payer.post(`/makeinnerinvoice/${'A'.repeat(22)}`)).status).toBe(404);
  expect([await mainOf(owner), await mainOf(payer)]).toEqual(['0', '5000']);
});

test('a payment while the invoice is canceled: one of both happens', async () => {
  const [owner, payer] = [await person(), await person('500')];
  const invoice = await made(owner);
  const code = await begun(payer, invoice);
  const [answer, removed] = await Promise.all([
    confirm(payer, invoice, code),
    owner.delete(`/v3/invoices/${invoice.id}`),
  ]);
  expect([answer.status, removed.status].toSorted()).toEqual([200, 409]);
  expect(await mainOf(owner)).toBe(answer.status === 200 ? '500' : '0');
});

test('too little money pays nothing and leaves the invoice open; a code pays its own invoice and payer alone', async () => {
  const [owner, poor, rich] = [await person(), await person('499.99'), await person('5000')];
  const [invoice, other] = [await made(owner), await made(owner)];
  expect(await confirm(poor, invoice, await begun(poor, invoice))).toMatchObject({
    body: { code: 'insufficient_balance' },
  });
  const code = await begun(rich, invoice);
  expect(await confirm(rich, other, code)).toMatchObject({ body: { code: 'code_wrong' } });
  expect((await api.call('GET', `/invoice/${invoice.id}`)).body).toMatchObject({ status: 'pending' });
  expect((await confirm(rich, invoice, code)).status).toBe(200);
  expect([await mainOf(owner), await mainOf(poor)]).toEqual(['500', '499.99']);
});

test('a refusal uses up no code: the same one pays once there is enough money', async () => {
  const [owner, poor] = [await person(), await person('499.99')];
  const invoice = await made(owner);
  const code = await begun(poor, invoice);
  expect((await confirm(poor, invoice, code)).body).toMatchObject({ code: 'insufficient_balance' });
  await sql('INSERT INTO address_allow_lists (user_id) VALUES ($1)', poor.id);
  expect((await confirm(poor, invoice, code)).body).toMatchObject({ code: 'address_not_saved' });
  await sql('DELETE FROM address_allow_lists WHERE user_id = $1', poor.id);
  await credit(api.parts.pool, { userId: poor.id, assetId: 1, amount: '0.01' });
  expect((await confirm(poor, invoice, code)).status).toBe(200);
  expect([await mainOf(owner), await mainOf(poor)]).toEqual(['500', '0']);
});

test('what is paid counts in the limit of 24 hours, and nothing is paid while withdrawals go to saved addresses alone', async () => {
  const [owner, payer] = [await person(), await person('100000')];
  const paying = async (amount: string) => {
    const invoice = await made(owner, { amount });
    return confirm(payer, invoice, await begun(payer, invoice));
  };
  const used = async () => (await payer.get<{ used: string }>('/v3/profile/withdraw_kyc_limit')).body.used;
  await sql('INSERT INTO address_allow_lists (user_id) VALUES ($1)', payer.id);
  expect((await paying('500')).body).toMatchObject({ code: 'address_not_saved' });
  await sql('DELETE FROM address_allow_lists WHERE user_id = $1', payer.id);
  expect(await used()).toBe('0');
  expect((await paying('500')).status).toBe(200);
  expect(Number(await used())).toBeGreaterThan(0);
  expect((await paying('90000')).body).toMatchObject({ code: 'withdrawal_limit' });
  expect(await mainOf(payer)).toBe('99500');
});

test('the GET forms demand the CSRF header, and send no second code within a minute', async () => {
  const [owner, payer] = [await person(), await person('500')];
  const invoice = await made(owner);
  for (const call of ['makeinnerinvoice', 'resendInnerInvoiceCode'])
    expect(await payer.get(`/${call}/${invoice.id}`)).toMatchObject({ body: { code: 'csrf' } });
  await begun(payer, invoice);
  expect((await payer.post(`/resendInnerInvoiceCode/${invoice.id}`)).status).toBe(429);
});

test.each([
  ['nothing', { amount: '0' }],
  ['less than nothing', { amount: '-1' }],
  ['19 decimals', { amount: `1.${'1'.repeat(19)}` }],
  ['an unknown currency', { ticker: 'NONE' }],
  ['no time', { hours: 0 }],
  ['a text that is too long', { description: 'x'.repeat(201) }],
  ['two lines', { description: 'Two\nbooks' }],
  ['a text that turns the direction of reading', { description: 'Two \u202ebooks' }],
])('no invoice is made of %s', async (_what, change) => {
  const owner = await person();
  expect((await owner.post('/v3/invoices', { ticker: 'INR', amount: '500', ...change })).status).toBe(422);
  expect(await sql('SELECT 1 FROM invoices WHERE owner_id = $1', owner.id)).toEqual([]);
});

test('the payer reads neither the e-mail of the owner nor a name that is the beginning of it', async () => {
  const owner = await person();
  const invoice = await made(owner);
  const shown = (await api.call('GET', `/invoice/${invoice.id}`)).body as { owner: string; owner_id: number };
  expect(shown).toMatchObject({ owner: `in*** #${owner.id}`, owner_id: owner.id });
  expect(JSON.stringify(shown)).not.toContain(owner.email.slice(0, owner.email.indexOf('@')));
});

test('operators find an invoice by its id and by both people, with its entry, and each look is on record', async () => {
  const operator = await signUpOperator(api, 'invoice-desk');
  const [owner, payer] = [await person(), await person('500')];
  const invoice = await made(owner);
  expect((await confirm(payer, invoice, await begun(payer, invoice))).status).toBe(200);
  const find = (search: string) =>
    operator.get<{ total: number; result: { id: number }[] }>(`/v2/ops/invoices?search=${encodeURIComponent(search)}`);
  const [id, ...others] = (await find(invoice.id)).body.result.map((one) => one.id);
  expect(others).toEqual([]);
  for (const search of [owner.email, payer.email.toUpperCase()])
    expect((await find(search)).body).toMatchObject({ total: 1, result: [{ id, state: 'paid' }] });
  expect((await find('%')).body.total).toBe(0);
  const detail = await operator.get(`/v2/ops/invoices/${id}`);
  expect(detail.body, JSON.stringify(detail.body)).toMatchObject({
    owner: { id: owner.id, email: owner.email },
    payer: { id: payer.id, email: payer.email },
    entry: {
      legs: [
        { account: 'main', user_id: payer.id, amount: '-500' },
        { account: 'main', user_id: owner.id, amount: '500' },
      ],
    },
  });
  expect(await sql(`SELECT subject FROM audit_records WHERE action = 'invoice.looked_at'`)).toEqual([
    { subject: `user:${owner.id}` },
  ]);
  expect((await owner.get('/v2/ops/invoices')).status).toBe(403);
});

test('a repeat with the same key makes one invoice', async () => {
  const owner = await person();
  const make = (amount: string) =>
    owner.post<Invoice>('/v3/invoices', { ticker: 'INR', amount }, { headers: { 'idempotency-key': 'one' } });
  const answers = await Promise.all([make('500'), make('500')]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect((await make('501')).body).toMatchObject({ code: 'repeated_with_other_content' });
});

test('by a payment provider as much is deposited as leaves the amount', async () => {
  const [owner, payer] = [await person(), await person()];
  const invoice = await made(owner, { amount: '5000' });
  const [method] = await sql(`SELECT id FROM payment_methods WHERE key = 'PAYSOFT'`);
  const pay = (paymentMethodId: number) =>
    payer.post<Started>('/makefiatpayment', { invoice: invoice.id, paymentMethodId });
  expect(await pay(1)).toMatchObject({ status: 404, body: { code: 'unknown_payment_method' } });
  const started = await pay(method?.id);
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  const [deposit] = await sql('SELECT trim_scale(amount)::text AS amount FROM deposits WHERE id = $1', started.body.id);
  expect(deposit?.amount).toBe('5050.51');
  await report(api, paid(started.body.hash, { amount: '5050.51' }));
  expect((await confirm(payer, invoice, await begun(payer, invoice))).status).toBe(200);
  expect(await mainOf(owner)).toBe('5000');
});
