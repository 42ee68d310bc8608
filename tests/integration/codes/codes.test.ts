/** Transfer codes: created, activated once or deleted, and what everybody sees of it. */
import { audit } from '@pelican/api/src/adapters/cli/audit/audit.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { credit } from '../../support/ledger-users.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';
import { apply, assetId, demandAudited, madeCode, makerOf, moneyOf, remove } from '../../support/transfer-codes.ts';
import { trade } from '../../support/withdrawals.ts';

let api: TestApi;
let people = 0;

beforeAll(async () => {
  api = await startTestApi({ WITHDRAWAL_REVIEW_DAY_COUNT: '1000' });
});
afterAll(() => api.close());
afterEach(() => demandAudited(api));

const sql = async (text: string, ...values: unknown[]) => (await api.parts.pool.query(text, values)).rows;
const newMaker = () => makerOf(api, `maker${people++}@codes.test`);
const newUser = (options?: { kycApproved: boolean }) => api.signUp(`user${people++}@codes.test`, options);

interface Row {
  id: number;
  code: string;
  amount: string;
  currency: string;
  ticker?: string;
  status?: string;
  direction?: string | null;
}
interface List {
  result: Row[];
  total: number;
  offset: number;
  limit: number;
}
const listOf = async (user: TestUser, path: string) => (await user.get<List>(`/v2/profile/codes/${path}`)).body;
const told = async (user: TestUser) =>
  (await sql('SELECT kind, payload FROM notices WHERE user_id = $1 ORDER BY id', user.id)).filter(({ kind }) =>
    String(kind).startsWith('transfer_code_'),
  );

test('a code moves money from one main wallet to another, without a fee, and both sides are told', async () => {
  const maker = await newMaker();
  const other = await newUser();
  const { id, code, ...facts } = await madeCode(maker, { amount: '12.50' });
  expect(facts).toEqual({ amount: '12.5', currency: 'USDT', date: expect.any(Number), repeated: false });
  expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){7}[2-9A-HJ-NP-Z]{4}$/);
  expect(await moneyOf(api, maker.user)).toEqual({ main: '87.5', codes: '12.5' });
  await demandAudited(api);

  const masked = `••••-${code.slice(-4)}`;
  expect(await listOf(maker.user, 'my')).toMatchObject({
    result: [{ id, code: masked, amount: '12.5', currency: 'USDT' }],
    total: 1,
    offset: 0,
    limit: 30,
  });
  expect(await listOf(other, 'my')).toMatchObject({ result: [], total: 0 });

  // As people paste it.
  const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `;
  expect(await apply(other, typed)).toMatchObject({
    status: 200,
    body: { code: masked, amount: '12.5', currency: 'USDT' },
  });
  expect(await moneyOf(api, maker.user)).toEqual({ main: '87.5', codes: '0' });
  expect(await moneyOf(api, other)).toEqual({ main: '12.5', codes: '0' });
  expect(await listOf(maker.user, 'my')).toMatchObject({ result: [], total: 0 });
  expect((await listOf(maker.user, 'history')).result).toMatchObject([
    { code: masked, ticker: 'USDT', amount: '12.5', status: 'activated', direction: 'given' },
    { code: masked, ticker: 'USDT', amount: '12.5', status: 'created', direction: null },
  ]);
  expect((await listOf(other, 'history')).result).toMatchObject([
    { code: masked, ticker: 'USDT', amount: '12.5', status: 'activated', direction: 'received' },
  ]);
  const payload = { amount: '12.5', ticker: 'USDT', code: masked };
  expect(await told(maker.user)).toEqual([
    { kind: 'transfer_code_created', payload },
    { kind: 'transfer_code_used', payload },
  ]);
  expect(await told(other)).toEqual([{ kind: 'transfer_code_activated', payload }]);
});

test('the text of a code is nowhere in the database, and no answer after the first one has it', async () => {
  const maker = await newMaker();
  const { code } = await madeCode(maker);
  const plain = code.replaceAll('-', '');
  const tables = await sql(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  );
  const holders: string[] = [];
  for (const { name } of tables) {
    const found = await sql(
      `SELECT 1 FROM "${name}" AS line WHERE position($1 IN line::text) > 0 OR position($2 IN line::text) > 0 LIMIT 1`,
      code,
      plain,
    );
    if (found.length > 0) holders.push(name);
  }
  expect(holders).toEqual([]);
  for (const path of ['my', 'history', 'my/USDT', 'history/USDT']) {
    const text = JSON.stringify(await listOf(maker.user, path));
    expect(text).toContain(code.slice(-4));
    expect(text).not.toContain(code.slice(-9, -5));
  }
});

test('a code that is deleted gives its money back and cannot be activated', async () => {
  const maker = await newMaker();
  const other = await newUser();
  const { id, code } = await madeCode(maker);
  const [{ body: gone }, { body: foreign }] = [await remove(other, 999_999_999), await remove(other, id)];
  expect(foreign, 'an id of somebody else is one that does not exist').toEqual(gone);
  expect(gone).toMatchObject({ code: 'not_found' });
  expect(await moneyOf(api, maker.user)).toEqual({ main: '90', codes: '10' });

  expect(await remove(maker.user, id)).toMatchObject({ status: 200, body: { status: 'success' } });
  expect(await moneyOf(api, maker.user)).toEqual({ main: '100', codes: '0' });
  expect(await remove(maker.user, id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await apply(other, code)).toMatchObject({ status: 422, body: { code: 'transfer_code_unusable' } });
  expect((await listOf(maker.user, 'history')).result.map(({ status }) => status)).toEqual(['deleted', 'created']);
});

test('the maker may activate the own code, which returns the money', async () => {
  const maker = await newMaker();
  const { code } = await madeCode(maker);
  expect((await apply(maker.user, code)).status).toBe(200);
  expect(await moneyOf(api, maker.user)).toEqual({ main: '100', codes: '0' });
  expect((await listOf(maker.user, 'history')).result).toMatchObject([
    { status: 'activated', direction: 'received' },
    { status: 'created', direction: null },
  ]);
  expect((await told(maker.user)).map(({ kind }) => kind)).toEqual([
    'transfer_code_created',
    'transfer_code_activated',
  ]);
});

test('a repeat with the same key makes no second code', async () => {
  const maker = await newMaker();
  const key = { 'idempotency-key': 'first-try' };
  const first = await maker.create({ amount: '7' }, key);
  const again = await maker.create({ amount: '7.00' }, key);
  expect(again).toMatchObject({ status: 200, body: { id: first.body.id, repeated: true } });
  expect(again.body.code).toBe(`••••-${first.body.code.slice(-4)}`);
  expect(await maker.create({ amount: '8' }, key)).toMatchObject({
    status: 409,
    body: { code: 'repeated_with_other_content' },
  });
  expect(await moneyOf(api, maker.user)).toEqual({ main: '93', codes: '7' });
  // Keys are of their users.
  const other = await newMaker();
  expect(await other.create({ amount: '7' }, key)).toMatchObject({ status: 200, body: { repeated: false } });
  expect(await maker.create({}, { 'idempotency-key': 'with a space' })).toMatchObject({ status: 422 });
});

test('lists come by pages of 30 and by currency, the newest first', async () => {
  const maker = await newMaker();
  const { id: userId } = maker.user;
  await credit(api.parts.pool, { userId, assetId: await assetId(api, 'BTC'), amount: '1' });
  trade(api, 'BTC_USDT', { price: 60_000, amount: 1 });
  const ofBitcoin = await madeCode(maker, { ticker: 'BTC', amount: '0.005' });
  for (let count = 1; count <= 31; count++) await madeCode(maker, { amount: `1.${count}` });
  const first = await listOf(maker.user, 'my');
  expect(first).toMatchObject({ total: 32, offset: 0, limit: 30 });
  expect(first.result.map(({ amount }) => amount).slice(0, 2)).toEqual(['1.31', '1.3']);
  expect(first.result).toHaveLength(30);
  expect((await listOf(maker.user, 'my?offset=30')).result.map(({ currency }) => currency)).toEqual(['USDT', 'BTC']);
  expect(await listOf(maker.user, 'my/BTC')).toMatchObject({ total: 1, result: [{ id: ofBitcoin.id }] });
  expect(await listOf(maker.user, 'history/BTC')).toMatchObject({ total: 1, result: [{ ticker: 'BTC' }] });
  expect(await listOf(maker.user, 'history?limit=5&offset=31')).toMatchObject({
    total: 32,
    result: [{ ticker: 'BTC' }],
  });
  expect(await maker.user.get('/v2/profile/codes/my/NOTHING')).toMatchObject({
    status: 422,
    body: { code: 'unknown_asset' },
  });
  expect(await maker.user.get('/v2/profile/codes/my?limit=101')).toMatchObject({ status: 422 });
  expect(await api.call('GET', '/v2/profile/codes/my')).toMatchObject({ status: 401 });
});

test('open codes stand in the way of deleting the account', async () => {
  const maker = await newMaker();
  const { id } = await madeCode(maker, { amount: '100' });
  const blocks = async () => {
    const { body } = await maker.user.get<{ blockedBy: { kind: string }[] }>('/v2/settings/deletion');
    return body.blockedBy.map(({ kind }) => kind);
  };
  expect(await blocks()).toEqual(['codes']);
  await remove(maker.user, id);
  expect(await blocks()).toEqual(['balances']);
});

test('the audit finds a code whose money is not on its account, and one that ended without a payment', async () => {
  const maker = await newMaker();
  const { id } = await madeCode(maker);
  const found = async () => {
    const { differences } = await audit(api.parts.pool, api.parts.config.shards);
    return differences.map(({ check }) => check);
  };
  await sql('UPDATE transfer_codes SET amount = 11 WHERE id = $1', id);
  expect(await found()).toEqual(['what is in transfer codes is the sum of the open ones of each user']);
  await sql(`UPDATE transfer_codes SET amount = 10, state = 'deleted', ended_at = now() WHERE id = $1`, id);
  expect(await found()).toEqual([
    'what is in transfer codes is the sum of the open ones of each user',
    'a transfer code that has ended was paid out once, and an open one was not',
  ]);
  await sql(`UPDATE transfer_codes SET state = 'open', ended_at = NULL WHERE id = $1`, id);
});
