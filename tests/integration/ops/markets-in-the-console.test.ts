/** Operators stop a spot market in the console, and two open it: what the engine takes meanwhile. */
import type { OperatorMarket } from '@pelican/shared/contracts/markets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { configureEngine, fund } from '../../support/fund-engine.ts';
import { type Asked, approveRequest, demandTwoPersons, signUpOperator } from '../../support/operators.ts';
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

const reason = 'test';
const setStatus = (by: TestUser, status: string, pair = 'LTC_USDT') =>
  by.post<Asked>(`/v2/ops/markets/${pair}/status`, { status, reason });
const ltc = async () => {
  const { body } = await jane.get<{ result: OperatorMarket[] }>('/v2/ops/markets');
  return body.result.find(({ name }) => name === 'LTC_USDT');
};
const settled = (openOrders: number) =>
  until(`${openOrders} orders are settled`, async () => (await ltc())?.openOrders === openOrders, 20_000);
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
  await settled(2);
  const stopped = await setStatus(jane, 'cancelOnly');
  expect(stopped).toMatchObject({ status: 200, body: { status: 'done', warning: null } });
  expect(await ltc()).toMatchObject({ status: 'cancelOnly', openOrders: 2 });
  expect((await place()).status).not.toBe(200);
  expect((await alice.delete(`/v2/order/${(first.body as { id: number }).id}`)).status).toBe(200);
  await settled(1);

  const asked = await setStatus(jane, 'open');
  expect([asked.status, asked.body.status]).toEqual([202, 'requested']);
  expect((await decide(jane, asked.body)).status).toBe(403);
  expect((await place()).status).not.toBe(200);
  expect(await decide(ravi, asked.body)).toMatchObject({ status: 200, body: { warning: null } });
  expect((await place()).status).toBe(200);
  await settled(2);
}, 60_000);

const change = (by: TestUser, values: object, pair = 'LTC_USDT') =>
  by.post<Asked>(`/v2/ops/markets/${pair}/change`, { change: values, reason });
const decide = (by: TestUser, { request }: Asked) => approveRequest(by, request);

test('values of a market are what another operator has read and approved, and what the engine accepts', async () => {
  for (const who of [alice, clerk]) expect((await change(who, { makerFeePpm: 1 })).status).toBe(403);
  expect((await change(jane, { makerFeePpm: 1 }, 'NONE_USDT')).body).toMatchObject({ code: 'unknown_pair' });
  for (const [values, field] of [
    [{}, 'change'],
    [{ makerFeePpm: 1_000_001 }, 'change.makerFeePpm'],
    [{ makerFeePpm: 0.5 }, 'change.makerFeePpm'],
    [{ priceMax: '0' }, 'change.priceMax'],
    [{ amountMin: '-1' }, 'change.amountMin'],
    [{ tax: 'buy' }, 'change.tax'],
  ] as const)
    expect(await change(jane, values)).toMatchObject({
      status: 422,
      body: { code: 'invalid_argument', errors: { [field]: [expect.any(String)] } },
    });
  // More than the engine's whole numbers hold, and a limit beside the steps.
  for (const values of [{ priceMax: '99999999999999' }, { amountMin: '0.00000000000001' }])
    expect((await change(jane, values)).body).toMatchObject({ code: 'invalid_argument' });

  const before = await ltc();
  const wanted = { makerFeePpm: 900, totalMin: '7.50', tax: 'both' };
  const asked = await change(jane, wanted);
  expect([asked.status, asked.body.status]).toEqual([202, 'requested']);
  const { body: request } = await ravi.get<{ payload: object }>(`/v2/ops/requests/${asked.body.request.id}`);
  expect(request.payload).toMatchObject({
    change: { ...wanted, totalMin: '7.5' },
    before: { makerFeePpm: before?.makerFeePpm, totalMin: before?.totalMin, tax: before?.tax },
  });
  expect((await decide(jane, asked.body)).status).toBe(403);
  expect(await ltc()).toEqual(before);
  expect(await decide(ravi, asked.body)).toMatchObject({ status: 200, body: { warning: null } });
  expect(await ltc()).toEqual({ ...before, ...wanted, totalMin: '7.5' });
  expect((await place()).status).toBe(200);
  expect((await alice.post('/v2/order', { pair: 'LTC_USDT', direction: 'buy', price: '1', amount: '7' })).status).toBe(
    422,
  );
}, 60_000);

test('what changed since it was asked for has to be asked for again, and two that decide at once do it once', async () => {
  const [first, second] = [await change(jane, { gstPpm: 1_000 }), await change(jane, { gstPpm: 2_000 })];
  const answers = await Promise.all([decide(ravi, first.body), decide(ravi, first.body)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await decide(ravi, second.body)).body).toMatchObject({ code: 'request_closed' });
  expect(await ltc()).toMatchObject({ gstPpm: 1_000 });
}, 60_000);

test('steps change once the market is not open and no order rests in it', async () => {
  expect((await change(jane, { priceStep: '0.1' })).body).toMatchObject({ code: 'invalid_argument' });
  expect((await setStatus(jane, 'cancelOnly')).status).toBe(200);
  expect((await change(jane, { priceStep: '0.1' })).body).toMatchObject({ code: 'invalid_argument' });
  expect((await alice.delete('/v2/order/deleteall')).status).toBeLessThan(300);
  await until('settled', async () => (await ltc())?.openOrders === 0, 20_000);
  const asked = await change(jane, { priceStep: '0.1' });
  expect(await decide(ravi, asked.body)).toMatchObject({ status: 200, body: { warning: null } });
  expect(await ltc()).toMatchObject({ priceStep: '0.1' });
}, 60_000);
