/** Coins that arrived and belong to nobody: operators assign them or send them back, two of them, once. */
import { depositsAudit } from '@pelican/api/src/modules/deposits/index.ts';
import type { CryptoDeposit, UnclaimedTransfer } from '@pelican/shared/contracts/deposits';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestNetwork, type TestNetwork } from '../../support/networks.ts';
import { type Asked, approveRequest, demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import type { TestUser } from '../../support/test-api.ts';
import { demandAudited } from '../../support/transfer-codes.ts';

let network: TestNetwork;
let first: TestUser;
let second: TestUser;
let user: TestUser;
let hot: string;
let people = 0;

beforeAll(async () => {
  network = await startTestNetwork();
  await demandTwoPersons(network.api.databaseUrl, { isDemo: true });
  first = await signUpOperator(network.api, 'first', ['money']);
  second = await signUpOperator(network.api, 'second', ['money']);
  await network.watch();
  const { rows } = await network.api.parts.pool.query('SELECT hot_address AS hot FROM chain_cursors');
  hot = rows[0].hot;
});
afterAll(() => network.close());
beforeEach(async () => {
  people += 1;
  user = await network.api.signUp(`owner${people}@test.local`);
});
afterEach(() => demandAudited(network.api));

/** Units without a memo, which names their owner. */
async function arrived(units: string | number, contract = 'XRP'): Promise<UnclaimedTransfer> {
  const hash = await network.chain.faucet({ to: hot, memo: '', contract, units: String(units) });
  await network.mine(1);
  const found = (await listed()).find(({ tx_hash: one }) => one === hash);
  if (!found) throw new Error('the transfer is not listed');
  return found;
}
const listed = async (query = '') =>
  (await first.get<{ result: UnclaimedTransfer[] }>(`/v2/ops/unclaimed-transfers?limit=100${query}`)).body.result;
const assign = (operator: TestUser, id: number, email = user.email) =>
  operator.post<Asked>(`/v2/ops/unclaimed-transfers/${id}/assign`, { email, reason: 'the receipt of the sender' });
const sendBack = (operator: TestUser, id: number) =>
  operator.post<Asked>(`/v2/ops/unclaimed-transfers/${id}/return`, { reason: 'sent back by abc' });

/** The second operator approves what the first has asked for. */
async function approved(asked: Awaited<ReturnType<typeof assign>>, by = second) {
  expect(asked.status).toBe(202);
  return approveRequest(by, asked.body.request);
}
const deposits = async (ticker = 'XRP') =>
  (await user.get<{ result: CryptoDeposit[] }>(`/v2/profile/deposits/${ticker}`)).body.result;
async function balance(): Promise<string> {
  const { rows } = await network.api.parts.pool.query<{ balance: string }>(
    `SELECT trim_scale(sum(balance))::text AS balance FROM ledger_accounts WHERE kind = 'main' AND user_id = $1`,
    [user.id],
  );
  return rows[0]?.balance ?? '0';
}

test('two operators make it a deposit of a user, which is credited once after its confirmations', async () => {
  const transfer = await arrived(7_000_000_000);
  expect(transfer).toMatchObject({ network: 'SANDBOX', ticker: 'XRP', amount: '70', address: hot, confirmations: 1 });
  expect(await listed('&ticker=BTC')).toEqual([]);
  expect(await listed('&network=OTHER')).toEqual([]);
  expect(await listed('&ticker=XRP&network=SANDBOX')).toHaveLength(1);
  expect(JSON.stringify((await first.get('/v2/ops/queues')).body)).toMatch(/unclaimed_transfers","count":1/);
  await first.get(`/v2/ops/unclaimed-transfers/${transfer.id}`);
  const looks = await network.api.parts.pool.query(
    `SELECT FROM audit_records WHERE action = 'unclaimed_transfer.looked_at'`,
  );
  expect(looks.rowCount).toBe(1);
  expect((await assign(user, transfer.id)).status).toBe(403);
  const asked = await assign(first, transfer.id);
  expect(await balance()).toBe('0');
  expect((await assign(second, transfer.id)).body).toMatchObject({ code: 'request_closed' });
  expect((await sendBack(second, transfer.id)).body).toMatchObject({ code: 'request_closed' });
  expect((await approved(asked, first)).status).toBe(403);
  expect((await approved(asked)).status).toBe(200);
  expect(await deposits()).toMatchObject([{ status: 2, amount: '70', txHash: transfer.tx_hash }]);
  const { rows: notices } = await network.api.parts.pool.query(
    `SELECT payload, (SELECT id::int FROM deposits WHERE user_id = $1) AS deposit FROM notices WHERE user_id = $1 AND kind = 'deposit_seen'`,
    [user.id],
  );
  expect(notices).toMatchObject([{ payload: { id: notices[0]?.deposit, amount: '70' } }]);
  await network.mine(6);
  expect(await deposits()).toMatchObject([{ status: 3 }]);
  expect(await balance()).toBe('70');
  expect(await listed()).toEqual([]);
  expect(await listed('&state=assigned')).toMatchObject([{ id: transfer.id, user: { email: user.email } }]);
  expect((await assign(first, transfer.id)).body).toMatchObject({ code: 'request_closed' });
});

test('an assigned one follows its block through a re-organisation and is credited once', async () => {
  const transfer = await arrived(3_000_000_000);
  expect((await approved(await assign(first, transfer.id))).status).toBe(200);
  await network.chain.fork(2, { isKept: true });
  for (let turn = 0; turn < 4; turn += 1) await network.watch();
  await network.mine(5);
  expect(await balance()).toBe('30');
  await network.chain.fork(7, { isKept: true });
  for (let turn = 0; turn < 4; turn += 1) await network.watch();
  await network.mine(3);
  expect(await balance()).toBe('30');
  expect(await listed()).toEqual([]);
});

test('one that is dropped with its block is not credited, and what was asked for it is refused', async () => {
  const transfer = await arrived(4_000_000_000);
  const asked = await assign(first, transfer.id);
  const other = await arrived(5_000_000_000);
  expect((await approved(await assign(first, other.id))).status).toBe(200);
  await network.chain.fork(5, { isKept: false });
  for (let turn = 0; turn < 4; turn += 1) await network.watch();
  expect((await approved(asked)).body).toMatchObject({ code: 'not_found' });
  await network.mine(10);
  expect(await deposits()).toMatchObject([{ status: 2, confirmations: 0 }]);
  expect(await balance()).toBe('0');
});

test('one that was sent back by hand has its reason, and is in no account', async () => {
  const transfer = await arrived(6_000_000_000);
  const { rows } = await network.api.parts.pool.query(depositsAudit.holdings ?? '');
  expect(rows.map(({ figure, amount }) => [figure, Number(amount)])).toEqual([
    ['unclaimed', 60],
    ['unclaimed on networks', -60],
  ]);
  expect((await approved(await sendBack(first, transfer.id))).status).toBe(200);
  expect(await listed('&state=returned')).toMatchObject([{ id: transfer.id, reason: 'sent back by abc', user: null }]);
  expect((await sendBack(first, transfer.id)).body).toMatchObject({ code: 'request_closed' });
  expect(await listed()).toEqual([]);
});

test('an amount that no ledger holds, a stranger and an unknown transfer are refused', async () => {
  const huge = await arrived(`1${'0'.repeat(37)}`);
  expect((await assign(first, huge.id)).body).toMatchObject({ code: 'out_of_range' });
  expect((await assign(first, huge.id, 'nobody@test.local')).body).toMatchObject({ code: 'not_found' });
  expect((await assign(first, 999_999)).status).toBe(404);
  expect((await sendBack(first, 999_999)).status).toBe(404);
});
