/** What two operators do about payouts that are stuck: they end, retry, or were paid by hand, and never twice. */
import type { WithdrawalDetail } from '@pelican/shared/contracts/withdrawals';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TestNetwork } from '../../support/networks.ts';
import { demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import { type Payouts, startPayouts } from '../../support/payouts.ts';
import type { TestUser } from '../../support/test-api.ts';
import { demandAudited } from '../../support/transfer-codes.ts';

let payouts: Payouts;
let network: TestNetwork;
let first: TestUser;
let second: TestUser;

beforeAll(async () => {
  payouts = await startPayouts(new Map([['BTC', '100']]));
  network = payouts.network;
  await demandTwoPersons(network.api.databaseUrl);
  first = await signUpOperator(network.api, 'first', ['money']);
  second = await signUpOperator(network.api, 'second', ['money']);
});
afterAll(() => network.close());
afterEach(() => demandAudited(network.api));

const query = (sql: string, values: unknown[] = []) => network.api.parts.pool.query(sql, values);
const ask = (id: number, action: string, body: object) => first.post(`/v2/ops/withdrawals/${id}/${action}`, body);
const view = async (id: number) => (await second.get<WithdrawalDetail>(`/v2/ops/withdrawals/${id}`)).body;

/** The second operator's approval of what the first has asked for. */
async function approveRequest(id: number) {
  const path = `/v2/ops/requests/${(await view(id)).request?.id}`;
  const { hash } = (await second.get<{ hash: string }>(path)).body;
  return () => second.post(`${path}/approve`, { hash, reason: 'Looked at' });
}

const mainOf = async (user: TestUser) => {
  const { rows } = await query(
    `SELECT balance::float8 AS balance, held::float8 AS held FROM ledger_accounts WHERE user_id = $1 AND kind = 'main'
      AND asset_id = (SELECT id FROM assets WHERE ticker = 'BTC')`,
    [user.id],
  );
  return rows[0];
};

test('one above the limit of an hour is in their queue, and ends with all of its money back', async () => {
  const user = await payouts.newPayee();
  const id = await payouts.approve(payouts.newReceiver(), { amount: '500', user });
  await payouts.run();
  const list = (await first.get<{ result: WithdrawalDetail[] }>('/v2/ops/withdrawals?state=stuck')).body.result;
  expect(list).toMatchObject([{ id, payout_problem: 'above_limit', payout_next: null }]);
  expect(list[0]?.payout_actions).toEqual(['retry', 'fail', 'paid_by_hand']);
  const queued = async () => JSON.stringify((await first.get('/v2/ops/queues')).body);
  expect(await queued()).toMatch(/"queue":"withdrawals","count":1/);

  expect((await ask(id, 'fail', { code: 'because', reason: 'x' })).status).toBe(422);
  const asked = await ask(id, 'fail', { code: 'limit', reason: 'Above the limit' });
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  expect(await payouts.statusOf(id)).toBe(11);
  expect(await queued()).toMatch(/"queue":"withdrawals","count":0/);
  expect((await ask(id, 'retry', { reason: 'Limit raised' })).body).toMatchObject({ code: 'request_closed' });
  const approve = await approveRequest(id);
  expect(await approve()).toMatchObject({ status: 200 });
  expect(await payouts.statusOf(id)).toBe(12);
  expect(await mainOf(user)).toEqual({ balance: 1000, held: 0 });
  const records = await query(`SELECT details FROM audit_records WHERE action = 'withdrawal.failed'`);
  expect(records.rows).toMatchObject([{ details: { withdrawal: id, code: 'limit' } }]);
});

test('one is tried again once its cause is gone', async () => {
  const id = await payouts.approve(payouts.newReceiver());
  await query(`UPDATE withdrawals SET memo = repeat('m', 80) WHERE id = $1`, [id]);
  await payouts.run();
  await query(`UPDATE withdrawals SET memo = '' WHERE id = $1`, [id]);
  await payouts.run();
  expect(await payouts.problemOf(id)).toBe('unpayable');
  expect((await ask(id, 'retry', { reason: 'The memo was corrected' })).status).toBe(202);
  expect((await (await approveRequest(id))()).status).toBe(200);
  await payouts.payUntil(id, 3);
});

test('one that was paid by hand leaves the books and is never sent', async () => {
  const user = await payouts.newPayee();
  const receiver = payouts.newReceiver();
  const id = await payouts.approve(receiver, { amount: '600', user });
  await payouts.run();
  expect((await ask(id, 'paid-by-hand', { transaction: 'not a name', reason: 'x' })).status).toBe(422);
  expect((await ask(id, 'paid-by-hand', { transaction: 'cold-7', reason: 'From the cold wallet' })).status).toBe(202);
  expect((await (await approveRequest(id))()).status).toBe(200);
  expect(await payouts.statusOf(id)).toBe(7);
  await payouts.run();
  expect(await network.chain.balance(receiver, 'BTC')).toBe(0n);
  expect(await mainOf(user)).toEqual({ balance: 400, held: 0 });
});

test('one that is signed cannot be ended, and one whose transaction has failed can', async () => {
  const user = await payouts.newPayee();
  const id = await payouts.approve(payouts.newReceiver(), { user });
  await payouts.run();
  expect(await payouts.statusOf(id)).toBe(14);
  expect((await view(id)).payout_actions).toEqual([]);
  const fail = () => ask(id, 'fail', { code: 'network', reason: 'It has failed' });
  expect((await fail()).body).toMatchObject({ code: 'request_closed' });
  expect((await ask(id, 'paid-by-hand', { transaction: 't', reason: 'x' })).body).toMatchObject({
    code: 'request_closed',
  });
  expect((await ask(id, 'retry', { reason: 'x' })).body).toMatchObject({ code: 'request_closed' });

  // As the chain answers of a transaction that it has mined and not carried out.
  const { chain } = network;
  const failed = {
    ...chain,
    transaction: async () => ({ state: 'failed' as const, height: 1, blockHash: 'b', feeUnits: 1n }),
  };
  await network.chain.mine(5);
  await payouts.run({ ...network, chain: failed });
  await payouts.run({ ...network, chain: failed });
  expect(await payouts.problemOf(id)).toBe('network_failed');
  expect(payouts.logged.filter((line) => line.includes('has failed on its network'))).toHaveLength(1);
  expect((await fail()).status).toBe(202);
  expect((await (await approveRequest(id))()).status).toBe(200);
  expect(await payouts.statusOf(id)).toBe(12);
  expect(await mainOf(user)).toEqual({ balance: 1000, held: 0 });
});

test('ended or signed: one of them wins, never both', async () => {
  for (let round = 0; round < 6; round += 1) {
    const user = await payouts.newPayee();
    const id = await payouts.approve(payouts.newReceiver(), { user });
    expect((await ask(id, 'fail', { code: 'asked', reason: 'By mail' })).status).toBe(202);
    const approve = await approveRequest(id);
    const [, { status }] = await Promise.all([payouts.run(), approve()]);
    const signed = await query('SELECT FROM signed_payouts WHERE withdrawal_id = $1', [id]);
    expect([await payouts.statusOf(id), status, signed.rowCount]).toEqual(
      signed.rowCount === 0 ? [12, 200, 0] : [14, 409, 1],
    );
  }
});
