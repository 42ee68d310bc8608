/** Operators look at perpetual instruments in the console, stop them, and change their values and index sources by two. No engine runs. */
import { writeTickerState } from '@pelican/api/src/ticker/ticker-state.ts';
import type { OperatorInstrument } from '@pelican/shared/contracts/perpetual';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerCommands, listBitcoin } from '../../support/listings-without-engine.ts';
import { type Asked, approveRequest, demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let id: number;
let jane: TestUser;
let ravi: TestUser;
let clerk: TestUser;
let customer: TestUser;

const reason = 'test';

beforeAll(async () => {
  api = await startTestApi();
  id = await listBitcoin(api.parts.pool);
  customer = await api.signUp('alice@test.local');
  jane = await signUpOperator(api, 'jane', ['listings']);
  ravi = await signUpOperator(api, 'ravi', ['listings']);
  clerk = await signUpOperator(api, 'clerk', ['support', 'content']);
  await demandTwoPersons(api.databaseUrl);
}, 150_000);
afterAll(() => api?.close());

const base = '/v2/ops/instruments/BTC_USDT';
const answered = () => answerCommands(api.parts.pool);
const bitcoin = async () => {
  const { body } = await jane.get<{ result: OperatorInstrument[] }>('/v2/ops/instruments');
  return body.result.find(({ name }) => name === 'BTC_USDT');
};
const change = (by: TestUser, values: object) => by.post<Asked>(`${base}/change`, { change: values, reason });
const source = (by: TestUser, name: string, wanted: object) =>
  by.post<Asked>(`${base}/sources/${name}`, { change: wanted, reason });
const decide = (by: TestUser, { request }: Asked) => approveRequest(by, request);

test('only operators with the permission come near', async () => {
  for (const who of [customer, clerk]) {
    expect((await who.get('/v2/ops/instruments')).status).toBe(403);
    expect((await who.post(`${base}/status`, { status: 'halted', reason })).status).toBe(403);
    expect((await change(who, { takerFee: '0' })).status).toBe(403);
    expect((await source(who, 'own', { action: 'remove' })).status).toBe(403);
  }
  const unknown = await jane.post('/v2/ops/instruments/NONE_USDT/status', { status: 'halted', reason });
  expect(unknown.body).toMatchObject({ code: 'unknown_pair' });
});

test('values are what another operator has read and approved, and what an engine would accept', async () => {
  for (const [values, field] of [
    [{}, 'change'],
    [{ takerFee: '-0.1' }, 'change.takerFee'],
    [{ minSize: '0' }, 'change.minSize'],
    [{ ordersMax: 0 }, 'change.ordersMax'],
    [{ tiers: [] }, 'change.tiers'],
    [{ tiers: [{ maxSize: '10', mmr: 'x', maxLeverage: 5 }] }, 'change.tiers'],
  ] as const)
    expect(await change(jane, values)).toMatchObject({
      status: 422,
      body: { code: 'invalid_argument', errors: { [field]: [expect.any(String)] } },
    });
  expect((await change(jane, { makerFee: '-0.002' })).body).toMatchObject({ code: 'invalid_argument' });

  const before = await bitcoin();
  expect(before).toMatchObject({ state: 'none', status: 'halted', index: '0', sources: [] });
  const tiers = [{ maxSize: '2000', mmr: '0.005', maxLeverage: 50 }];
  const [first, second] = [await change(jane, { makerFee: '-0.0001', tiers }), await change(jane, { tiers })];
  expect([first.status, first.body.status]).toEqual([202, 'requested']);
  const { body: request } = await ravi.get<{ payload: object }>(`/v2/ops/requests/${first.body.request.id}`);
  expect(request.payload).toMatchObject({ before: { makerFee: '0.0002', tiers: before?.tiers } });
  expect((await decide(jane, first.body)).status).toBe(403);
  expect(await bitcoin()).toEqual(before);
  const answers = await Promise.all([decide(ravi, first.body), decide(ravi, first.body)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await bitcoin()).toEqual({ ...before, makerFee: '-0.0001', tiers });
  await answered();
  // The tiers are no longer those that it would replace.
  expect((await decide(ravi, second.body)).body).toMatchObject({ code: 'request_closed' });
}, 60_000);

test('sources are chosen by two, and shown with the price that the ticker has read and its time', async () => {
  const own = { action: 'add', kind: 'own_spot', weight: '0.3', config: { market: 'BTC_USDT' } };
  const feed = { action: 'add', kind: 'feed', weight: '0.7', config: { url: 'http://feed.test/', pricePath: 'last' } };
  expect(await source(jane, 'feed', feed)).toMatchObject({
    status: 422,
    body: { errors: { url: [expect.stringMatching(/https/)] } },
  });
  const simulated = { action: 'add', kind: 'simulator', weight: '1', config: { start: '1' } };
  expect((await source(jane, 'sim', simulated)).body).toMatchObject({ code: 'invalid_argument' });
  expect((await source(jane, 'own', { action: 'enable' })).body).toMatchObject({ code: 'not_found' });
  const [asked, again] = [await source(jane, 'own', own), await source(jane, 'own', { ...own, weight: '1' })];
  expect((await bitcoin())?.sources).toEqual([]);
  expect((await decide(jane, asked.body)).status).toBe(403);
  expect((await decide(ravi, asked.body)).status).toBe(200);
  expect((await decide(ravi, again.body)).body).toMatchObject({ code: 'request_closed' });

  const shown = { id: 'own', kind: 'own_spot', weight: '0.3', enabled: true, config: { market: 'BTC_USDT' } };
  expect((await bitcoin())?.sources).toEqual([{ ...shown, price: null, at: null }]);
  const read = { price: '9240050000000', timeMs: 1_790_000_000_500 };
  await writeTickerState(api.parts.redis, { n: 1, markets: { [id]: { sources: { own: read } } } });
  expect((await bitcoin())?.sources).toEqual([{ ...shown, price: '92400.5', at: 1_790_000_000.5 }]);

  const off = await source(jane, 'own', { action: 'disable' });
  expect((await decide(ravi, off.body)).status).toBe(200);
  expect((await bitcoin())?.sources).toEqual([{ ...shown, enabled: false, price: null, at: null }]);
}, 60_000);

test('one stops an instrument at once, and two open it', async () => {
  const { pool } = api.parts;
  await pool.query(
    'INSERT INTO perpetual_market_state (market_id, index_price, mark_price, updated_at, seq) VALUES ($1, 60000, 60001, now(), 1)',
    [id],
  );
  const set = (status: string) => jane.post<Asked>(`${base}/status`, { status, reason });
  const asked = await set('open');
  expect([asked.status, asked.body.status]).toEqual([202, 'requested']);
  expect((await decide(ravi, asked.body)).status).toBe(200);
  expect(await bitcoin()).toMatchObject({ status: 'open', state: 'open', index: '60000', mark: '60001' });
  await answered();
  expect(await set('halted')).toMatchObject({ status: 200, body: { status: 'done', warning: expect.any(String) } });
  expect(await bitcoin()).toMatchObject({ status: 'halted' });
}, 60_000);
