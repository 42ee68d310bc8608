/** Operators stop a spot market in the console, and two open it: what the engine takes meanwhile. */
import type { OperatorMarket } from '@pelican/shared/contracts/markets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { configureEngine, fund } from '../../support/fund-engine.ts';
import { demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import { type ShardProcesses, startShardProcesses } from '../../support/shard-processes.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let shard: ShardProcesses;
let alice: TestUser;
let jane: TestUser;
let ravi: TestUser;
let clerk: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  shard = startShardProcesses(api);
  await configureEngine(api);
  alice = await api.signUp('alice@test.local');
  await fund(api, alice, { USDT: '10000' });
  jane = await signUpOperator(api, 'jane', ['listings']);
  ravi = await signUpOperator(api, 'ravi', ['listings']);
  clerk = await signUpOperator(api, 'clerk', ['support', 'content']);
  await demandTwoPersons(api.databaseUrl);
}, 150_000);
afterAll(async () => {
  await shard?.stop();
  await api?.close();
});

interface Outcome {
  status: string;
  warning: string | null;
  request: { id: number; hash: string };
}
const reason = 'test';
const setStatus = (by: TestUser, status: string, pair = 'LTC_USDT') =>
  by.post<Outcome>(`/v2/ops/markets/${pair}/status`, { status, reason });
const ltc = async () => {
  const { body } = await jane.get<{ result: OperatorMarket[] }>('/v2/ops/markets');
  return body.result.find(({ name }) => name === 'LTC_USDT');
};
const place = () => alice.post('/v2/order', { pair: 'LTC_USDT', direction: 'buy', price: '10', amount: '1' });

test('only operators with the permission come near, and only to markets that are listed', async () => {
  for (const who of [alice, clerk]) {
    expect((await who.get('/v2/ops/markets')).status).toBe(403);
    expect((await setStatus(who, 'closed')).status).toBe(403);
  }
  expect((await setStatus(jane, 'cancelOnly', 'NONE_USDT')).body).toMatchObject({ code: 'unknown_pair' });
  expect((await setStatus(jane, 'halted')).status).toBe(422);
});

test('one stops a market while orders rest in it: cancels are taken, orders are not; two open it', async () => {
  const [first, second] = [await place(), await place()];
  expect([first.status, second.status]).toEqual([200, 200]);
  await until('settled', async () => (await ltc())?.openOrders === 2, 20_000);
  const stopped = await setStatus(jane, 'cancelOnly');
  expect(stopped).toMatchObject({ status: 200, body: { status: 'done', warning: null } });
  expect(await ltc()).toMatchObject({ status: 'cancelOnly', openOrders: 2 });
  expect((await place()).status).not.toBe(200);
  expect((await alice.delete(`/v2/order/${(first.body as { id: number }).id}`)).status).toBe(200);

  const asked = await setStatus(jane, 'open');
  expect([asked.status, asked.body.status]).toEqual([202, 'requested']);
  const approve = (by: TestUser) =>
    by.post(`/v2/ops/requests/${asked.body.request.id}/approve`, { hash: asked.body.request.hash, reason });
  expect((await approve(jane)).status).toBe(403);
  expect((await place()).status).not.toBe(200);
  expect(await approve(ravi)).toMatchObject({ status: 200, body: { warning: null } });
  expect((await place()).status).toBe(200);
}, 60_000);
