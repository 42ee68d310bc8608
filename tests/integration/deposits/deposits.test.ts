/** Deposits from a network: addresses, confirmations, credits, and what is not credited. */
import type { CryptoDeposit, DepositAddress } from '@pelican/shared/contracts/deposits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sandboxRefillMemo } from '../../../apps/api/src/modules/deposits/index.ts';
import { startTestNetwork, type TestNetwork } from '../../support/networks.ts';
import { runProgram } from '../../support/processes.ts';
import type { TestUser } from '../../support/test-api.ts';

let network: TestNetwork;
let user: TestUser;
let other: TestUser;
let people = 0;

beforeAll(async () => {
  network = await startTestNetwork();
  await network.watch();
});
afterAll(() => network.close());
beforeEach(async () => {
  people += 1;
  [user, other] = await Promise.all([
    network.api.signUp(`depositor${people}@test.local`),
    network.api.signUp(`other${people}@test.local`),
  ]);
});

const addressOf = async (person: TestUser, ticker = 'BTC') =>
  (await person.get<DepositAddress & { code: string }>(`/v2/profile/address/${ticker}`)).body;
const newAddress = (person: TestUser, ticker = 'BTC') =>
  person.post<DepositAddress & { code: string }>('/v2/profile/address', { ticker });
const recent = async (person: TestUser, ticker = 'BTC') =>
  (await person.get<{ result: CryptoDeposit[] }>(`/v2/profile/deposits/${ticker}`)).body.result;
/** @param units of 8 decimals */
const send = (to: string, units: number, { contract = 'BTC', memo = '' } = {}) =>
  network.chain.faucet({ to, memo, contract, units: String(units) });

async function balanceOf(person: TestUser, ticker = 'BTC'): Promise<string> {
  const { rows } = await network.api.parts.pool.query<{ balance: string }>(
    `SELECT trim_scale(balance)::text AS balance FROM ledger_accounts account
       JOIN assets ON assets.id = asset_id WHERE account.kind = 'main' AND user_id = $1 AND ticker = $2`,
    [person.id, ticker],
  );
  return rows[0]?.balance ?? '0';
}

test('a user has one address of a network for all its coins, and nobody else has it', async () => {
  const [first, again] = await Promise.all([addressOf(user), addressOf(user)]);
  expect(first).toMatchObject({ ticker: 'BTC', network: 'SANDBOX', memo: '', is_used: false, has_faucet: true });
  expect(first.address).toMatch(/^sbx1/);
  expect(again.address).toBe(first.address);
  expect((await addressOf(user, 'LTC')).address).toBe(first.address);
  expect((await addressOf(other)).address).not.toBe(first.address);
});

test('the balance of a coin names the current address and the height of its network, and takes no address', async () => {
  await network.mine(1);
  const shown = async (ticker: string) => (await user.get(`/v3/profile/balance/${ticker}`)).body;
  expect(await shown('BTC')).toMatchObject({ address: '', memo: '', system_address: '', height: expect.any(Number) });
  const { rows } = await network.api.parts.pool.query('SELECT 1 FROM deposit_addresses WHERE user_id = $1', [user.id]);
  expect(rows).toEqual([]);
  const { address } = await addressOf(user);
  expect(await shown('BTC')).toMatchObject({ address, system_address: address });
  const { height } = (await user.get<{ height: number }>('/v2/blockHeight/BTC')).body;
  expect(await shown('BTC')).toMatchObject({ height });
  expect(await shown('INR')).toMatchObject({ address: '', height: null });
  const data = (path: string) => user.get(`/v2/balance/deposit-${path}`);
  expect((await data('BTC')).body).toMatchObject({
    action: 'DEPOSIT',
    address,
    height,
    paymentList: [{ type: 'crypto' }],
  });
  const [{ key }] = ((await data('BTC')).body as { paymentList: [{ key: string }] }).paymentList;
  expect((await data(`BTC/${key}`)).body).toMatchObject({ address, paymentList: [{ key }] });
  expect((await data('INR/INR')).body).toMatchObject({ address: '', height: null, paymentList: [{ key: 'INR' }] });
  expect(await data('BTC/INR')).toMatchObject({ status: 404, body: { code: 'unknown_payment_method' } });
  expect(await data('NONE')).toMatchObject({ status: 422, body: { code: 'unknown_asset' } });
  const banks = (query: string) => user.get<{ total: number }>(`/v3/balance/atom-bank-list?${query}`);
  expect((await banks('search=hdfc bank')).body).toMatchObject({ result: [{ code: 'HDFC', name: 'HDFC Bank' }] });
  expect((await banks('limit=2')).body).toMatchObject({ limit: 2, result: [{}, {}] });
});

test('a new address is for those who have used the current one', async () => {
  const { address } = await addressOf(user);
  expect(await newAddress(user)).toMatchObject({ status: 400, body: { code: 'deposit_address_unused' } });
  await send(address, 1_000_000);
  await network.mine(1);
  const made = await newAddress(user);
  expect(made).toMatchObject({ status: 200, body: { is_used: false } });
  expect(made.body.address).not.toBe(address);
  expect(await addressOf(user)).toMatchObject({ address: made.body.address });
  await send(address, 1_000_000);
  await network.mine(4);
  expect(await balanceOf(user)).toBe('0.02');
});

test('a deposit shows its confirmations and is credited once after the last one', async () => {
  const { address } = await addressOf(user);
  const hash = await send(address, 150_000_000);
  await network.mine(1);
  expect(await recent(user)).toMatchObject([
    { amount: '1.5', status: 2, confirmations: 1, confirmations_needed: 3, txHash: hash, address },
  ]);
  expect(await balanceOf(user)).toBe('0');
  await network.mine(1);
  expect(await recent(user)).toMatchObject([{ status: 2, confirmations: 2 }]);
  await network.mine(1);
  expect(await recent(user)).toMatchObject([{ status: 3, confirmations: 3 }]);
  await network.mine(5);
  await Promise.all([network.watch(), network.watch(), network.watch()]);
  expect(await balanceOf(user)).toBe('1.5');
  expect(await recent(other)).toEqual([]);
  const { rows } = await network.api.parts.pool.query(`SELECT kind FROM notices WHERE user_id = $1 ORDER BY id`, [
    user.id,
  ]);
  expect(rows).toEqual([{ kind: 'deposit_seen' }, { kind: 'deposit_credited' }]);
});

test('watchers at the same time, and one that was off for long, credit each deposit once', async () => {
  const { address } = await addressOf(user);
  for (let block = 0; block < 250; block += 1) {
    if (block % 50 === 0) await send(address, 100_000_000);
    await network.chain.mine(1);
  }
  await Promise.all(Array.from({ length: 4 }, () => network.watch()));
  while ((await network.api.parts.pool.query('SELECT 1 FROM chain_cursors WHERE height < head_height')).rowCount)
    await network.watch();
  await network.watch();
  expect(await balanceOf(user)).toBe('5');
});

test('depositors with a memo share an address, and each memo is one user', async () => {
  const [mine, others] = [await addressOf(user, 'XRP'), await addressOf(other, 'XRP')];
  expect(mine.memo).toMatch(/^\d{10}$/);
  expect(others.address).toBe(mine.address);
  expect(others.memo).not.toBe(mine.memo);
  await send(mine.address, 5_000_000_000, { contract: 'XRP', memo: mine.memo });
  const lost = await send(mine.address, 7_000_000_000, { contract: 'XRP' });
  await send(mine.address, 7_000_000_000, { contract: 'XRP', memo: '1' });
  await network.mine(4);
  expect([await balanceOf(user, 'XRP'), await balanceOf(other, 'XRP')]).toEqual(['50', '0']);
  const { rows } = await network.api.parts.pool.query(
    'SELECT contract, units FROM unclaimed_transfers WHERE reference = $1',
    [`${lost}:0`],
  );
  expect(rows).toEqual([{ contract: 'XRP', units: '7000000000' }]);
});

test("the memo of the demo's refills hides nothing that anybody sends to a user's address", async () => {
  const { address } = await addressOf(user);
  await send(address, 100_000_000, { memo: sandboxRefillMemo });
  await network.mine(4);
  expect(await balanceOf(user)).toBe('1');
});

test('dust is kept with its reason and not credited; a contract that nobody knows is passed over', async () => {
  const { address } = await addressOf(user);
  await send(address, 1);
  await send(address, 500_000_000, { contract: 'BTC2' });
  await network.mine(5);
  expect(await recent(user)).toMatchObject([
    { amount: '0.00000001', status: 13, reason: expect.stringMatching(/^Below the minimum of /) },
  ]);
  expect(await balanceOf(user)).toBe('0');
});

test('a deposit that is switched off gives no address, and what arrives waits until it is switched on', async () => {
  const { pool } = network.api.parts;
  const { address } = await addressOf(user);
  await pool.query(`UPDATE payment_terms SET enabled = false WHERE action = 'deposit' AND method_id = (
    SELECT method.id FROM payment_methods method JOIN assets ON assets.id = asset_id WHERE ticker = 'BTC')`);
  const refused = await user.get<{ code: string; errors: unknown }>('/v2/profile/address/BTC');
  expect(refused).toMatchObject({ status: 422, body: { code: 'deposit_disabled' } });
  expect(JSON.stringify(refused.body)).toContain('Deposit for BTC is disabled');
  await send(address, 100_000_000);
  await network.mine(5);
  expect(await recent(user)).toMatchObject([{ status: 1, reason: 'Deposit for BTC is disabled' }]);
  expect(await balanceOf(user)).toBe('0');
  await pool.query(`UPDATE payment_terms SET enabled = true`);
  await network.mine(1);
  expect(await recent(user)).toMatchObject([{ status: 3, reason: '' }]);
  expect(await balanceOf(user)).toBe('1');
});

test.each([
  ['/v2/profile/address/NONE', 422, 'unknown_asset'],
  ['/v2/profile/address/INR', 404, 'deposit_address_not_found'],
  ['/v2/profile/address/BTC?network=ETHEREUM', 404, 'deposit_address_not_found'],
  ['/v2/blockHeight/INR', 503, 'block_height_failed'],
])('%s answers %i %s', async (path, status, code) => {
  expect(await user.get(path)).toMatchObject({ status, body: { code } });
});

test('an address takes a verified person', async () => {
  const stranger = await network.api.signUp(`stranger${people}@test.local`, { kycApproved: false });
  expect(await stranger.get('/v2/profile/address/BTC')).toMatchObject({ body: { code: 'kyc_required' } });
  expect(await network.api.call('GET', '/v2/profile/address/BTC')).toMatchObject({ status: 401 });
});

test('the height of the newest block', async () => {
  await network.watch();
  const { height } = await network.chain.head();
  expect(await user.get('/v2/blockHeight/BTC')).toMatchObject({ status: 200, body: { network: 'SANDBOX', height } });
});

test('the faucet of a demo pays to the address of its user', async () => {
  const { address } = await addressOf(user);
  const paid = await user.post<{ amount: string; txHash: string }>('/v2/sandbox/faucet', { ticker: 'BTC' });
  expect(paid.status).toBe(200);
  await network.mine(3);
  expect(await recent(user)).toMatchObject([
    { status: 3, amount: paid.body.amount, address, txHash: paid.body.txHash },
  ]);
  const page = await network.api.call<string>('GET', `/sandbox/transactions/${paid.body.txHash}`);
  expect(page).toMatchObject({ status: 200 });
  expect(page.body).toContain(address);
});

test.each(['worker.ts', 'api/main.ts'])(
  '%s does not speak to the chain of the demo for another deployment',
  async (part) => {
    const { databaseUrl, redisUrl } = network.api;
    const setDemo = (isDemo: boolean) => network.api.parts.pool.query('UPDATE deployment SET demo = $1', [isDemo]);
    await setDemo(false);
    const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, SANDBOX_CHAIN_URL: 'http://127.0.0.1:1' };
    const started = runProgram(`apps/api/src/processes/${part}`, [], env, 20_000);
    await expect(started).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('it is of demos') });
  },
);
