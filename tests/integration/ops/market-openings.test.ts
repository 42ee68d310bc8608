/** Operators list markets in the console, and two have them open at a time: by which figures, and what becomes of an opening that fails. */
import { openDue } from '@pelican/api/src/modules/markets/open-due.ts';
import { deliverOutbox } from '@pelican/api/src/shards/index.ts';
import type { OperatorMarket } from '@pelican/shared/contracts/markets';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { configureEngine } from '../../support/fund-engine.ts';
import { type Asked, approveRequest, demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import { asPart } from '../../support/roles.ts';
import { type ShardProcesses, startShardProcesses } from '../../support/shard-processes.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
/** With the worker's rights. */
let worker: pg.Pool;
let shard: ShardProcesses;
let alice: TestUser;
let jane: TestUser;
let ravi: TestUser;
let clerk: TestUser;
/** What markets are listed by here. */
let values: object;

beforeAll(async () => {
  api = await startTestApi();
  shard = startShardProcesses(api);
  await configureEngine(api);
  worker = new pg.Pool({ connectionString: asPart(api.databaseUrl, 'worker'), max: 2 });
  alice = await api.signUp('alice@test.local');
  jane = await signUpOperator(api, 'jane', ['listings']);
  ravi = await signUpOperator(api, 'ravi', ['listings']);
  clerk = await signUpOperator(api, 'clerk', ['support', 'content']);
  await demandTwoPersons(api.databaseUrl);
  const {
    id: _id,
    status: _status,
    openOrders: _orders,
    opensAt: _at,
    openingProblem: _problem,
    ...rest
  } = await marketOf('LTC_USDT');
  values = rest;
}, 150_000);
afterAll(async () => {
  await worker?.end();
  await shard?.stop();
  await api?.close();
});

const reason = 'test';
const day = 24 * 3_600;

async function marketOf(pair: string): Promise<OperatorMarket> {
  const { body } = await jane.get<{ result: OperatorMarket[] }>('/v2/ops/markets');
  return body.result.find(({ name }) => name === pair) as OperatorMarket;
}
const decide = (by: TestUser, { request }: Asked) => approveRequest(by, request);
const coinOf = (pair: string) => ({ ticker: pair.split('_')[0], label: 'Some Coin', scale: 6 });
const list = (by: TestUser, name: string, more: object = {}, coin: object | null = coinOf(name)) =>
  by.post<Asked & { id: number }>('/v2/ops/markets', { market: { ...values, ...more, name }, asset: coin, reason });
const setStatus = (status: string, pair: string) =>
  jane.post<Asked>(`/v2/ops/markets/${pair}/status`, { status, reason });
const opening = (pair: string) => `/v2/ops/markets/${pair}/opening`;
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const ask = (by: TestUser, pair: string, openAt = inSeconds(3_600)) =>
  by.post<Asked>(opening(pair), { open_at: openAt, reason });
async function schedule(pair: string): Promise<void> {
  expect((await decide(ravi, (await ask(jane, pair)).body)).status).toBe(200);
}
const cancel = (pair: string) => jane.delete(opening(pair), { body: { reason } });

const deliver = (subjects: string[]) =>
  deliverOutbox({ pool: worker, redis: async () => api.parts.redis, shards: api.parts.config.shards }, subjects);
/** As the worker does: what the console left over reaches the engine. */
async function deliverAll(): Promise<void> {
  const { rows } = await api.parts.pool.query<{ key: string }>(
    'SELECT DISTINCT key FROM outbox_commands WHERE done_at IS NULL',
  );
  const subjects = rows.map(({ key }) => key.split(':').slice(0, 2).join(':'));
  await until('the engine knows it', async () => (await deliver(subjects)).kind === 'settled', 60_000);
}
async function listed(pair: string): Promise<void> {
  expect(await list(jane, pair)).toMatchObject({ status: 200, body: { status: 'done' } });
  await deliverAll();
}
const isDue = (pair: string) =>
  api.parts.pool.query(
    `UPDATE market_openings SET open_at = now() - interval '1 s' WHERE market_id = (SELECT id FROM markets WHERE name = $1)`,
    [pair],
  );
const records = async (action: string, pair: string) => {
  const { rows } = await api.parts.pool.query<{ actor: string; details: object }>(
    `SELECT actor, details FROM audit_records WHERE action = $1 AND subject = $2 ORDER BY id`,
    [action, `market:${(await marketOf(pair)).id}`],
  );
  return rows;
};

let warnings: string[];
let waiting: Set<number>;
beforeEach(() => {
  warnings = [];
  waiting = new Set();
});
const openings = (by: typeof deliver = deliver) =>
  openDue({ pool: worker, deliver: by, warn: (text) => warnings.push(text), waiting });

test('a new market is listed closed by one, with a coin that is new', async () => {
  for (const who of [alice, clerk]) expect((await list(who, 'XYZ_USDT')).status).toBe(403);
  expect((await list(jane, 'NEVER_USDT', {}, null)).body).toMatchObject({ code: 'invalid_argument' });
  expect((await list(jane, 'LTC_USDT', {}, null)).body).toMatchObject({ errors: { name: [expect.any(String)] } });
  for (const coin of [{ label: 'Xyz\u202eCoin' }, { label: 'Xyz\u200bCoin' }, { ticker: 'OTHER' }])
    expect((await list(jane, 'XYZ_USDT', {}, { ...coinOf('XYZ_USDT'), ...coin })).status).toBe(422);
  // Two at once list it once.
  const answers = await Promise.all(['0.0001', '0.0001'].map((priceStep) => list(jane, 'XYZ_USDT', { priceStep })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  const answer = answers.find(({ status }) => status === 200);
  expect(answer).toMatchObject({ status: 200, body: { status: 'done', id: expect.any(Number) } });
  expect(await marketOf('XYZ_USDT')).toMatchObject({ status: 'closed', priceStep: '0.0001', opensAt: null });
  await deliverAll();
}, 120_000);

test('it opens at its time, which another operator reads as a date and approves', async () => {
  const later = inSeconds(3_600);
  expect((await ask(clerk, 'XYZ_USDT', later)).status).toBe(403);
  for (const openAt of [inSeconds(-3_600), inSeconds(91 * day)])
    expect((await ask(jane, 'XYZ_USDT', openAt)).body).toMatchObject({ errors: { open_at: [expect.any(String)] } });
  const asked = await ask(jane, 'XYZ_USDT', later);
  expect(asked.status).toBe(202);
  const { body: request } = await ravi.get<{ payload: object }>(`/v2/ops/requests/${asked.body.request.id}`);
  expect(request.payload).toMatchObject({ openAt: later, opensAt: new Date(later * 1000).toISOString() });
  expect((await decide(jane, asked.body)).status).toBe(403);
  expect((await decide(ravi, asked.body)).status).toBe(200);
  expect(await marketOf('XYZ_USDT')).toMatchObject({ status: 'closed', opensAt: later, openingProblem: null });
  expect(await openings(), 'its time is to come').toEqual([]);
  await isDue('XYZ_USDT');
  const { id } = await marketOf('XYZ_USDT');
  await until('it is open', async () => (await openings()).includes(id), 60_000);
  expect(warnings).toEqual([]);
  expect(await marketOf('XYZ_USDT')).toMatchObject({ status: 'open', opensAt: null });
  expect(await records('market.opened', 'XYZ_USDT')).toMatchObject([
    { actor: 'system', details: { setBy: 'jane', approvedBy: 'ravi' } },
  ]);
  expect(await openings(), 'once').toEqual([]);
}, 120_000);

test('one operator keeps a market from opening at its time, and whoever sets its status does too: both are on record', async () => {
  expect((await setStatus('closed', 'XYZ_USDT')).status).toBe(200);
  await schedule('XYZ_USDT');
  expect((await cancel('XYZ_USDT')).status).toBe(200);
  expect((await cancel('XYZ_USDT')).status).toBe(404);
  await schedule('XYZ_USDT');
  expect((await setStatus('closed', 'XYZ_USDT')).status).toBe(200);
  expect(await records('market.opening_cancelled', 'XYZ_USDT')).toMatchObject([
    { actor: 'ops:jane', details: { market: 'XYZ_USDT', reason } },
    { actor: 'ops:jane', details: { market: 'XYZ_USDT', reason } },
  ]);
  expect((await cancel('XYZ_USDT')).status).toBe(404);
}, 60_000);

test('figures that are changed after the approval are a problem at once, and open nothing', async () => {
  await listed('FIG_USDT');
  await schedule('FIG_USDT');
  const change = { change: { makerFeePpm: 77 }, reason };
  const asked = await jane.post<Asked>('/v2/ops/markets/FIG_USDT/change', change);
  expect(await marketOf('FIG_USDT')).toMatchObject({ openingProblem: null });
  expect((await decide(ravi, asked.body)).status).toBe(200);
  expect(await marketOf('FIG_USDT')).toMatchObject({ openingProblem: 'figures_changed' });
  await isDue('FIG_USDT');
  expect(await openings()).toEqual([]);
  expect(await marketOf('FIG_USDT')).toMatchObject({ status: 'closed', makerFeePpm: 77 });
  // What the command line has changed, the worker finds.
  await deliverAll();
  await schedule('FIG_USDT');
  await api.parts.pool.query(`UPDATE markets SET maker_fee_ppm = 78 WHERE name = 'FIG_USDT'`);
  await isDue('FIG_USDT');
  expect(await openings()).toEqual([]);
  expect(warnings).toEqual([expect.stringMatching(/FIG_USDT.*other figures/)]);
  expect(await marketOf('FIG_USDT')).toMatchObject({ status: 'closed', openingProblem: 'figures_changed' });
  await cancel('FIG_USDT');
}, 120_000);

test('an opening stays until the engine has answered, and keeps that it was refused', async () => {
  await listed('REF_USDT');
  await schedule('REF_USDT');
  await isDue('REF_USDT');
  expect(await openings(async () => ({ kind: 'waiting' }))).toEqual([]);
  expect(await marketOf('REF_USDT')).toMatchObject({ status: 'open', opensAt: expect.any(Number) });
  const { id } = await marketOf('REF_USDT');
  const { rows } = await api.parts.pool.query<{ id: string }>(
    'SELECT id FROM outbox_commands WHERE done_at IS NULL AND key LIKE $1',
    [`market:${id}:%`],
  );
  const commands = rows.map((row) => row.id);
  expect(await openings(async () => ({ kind: 'refused', reason: 'invalid_argument', commands }))).toEqual([]);
  expect(await marketOf('REF_USDT')).toMatchObject({ status: 'closed', openingProblem: 'refused' });
  expect(warnings).toEqual([expect.stringMatching(/REF_USDT.*refuses/)]);
  expect(await records('market.change_refused', 'REF_USDT')).toMatchObject([{ actor: 'system' }]);
  expect(await records('market.opened', 'REF_USDT')).toEqual([]);
  expect(await openings(), 'not again and again').toEqual([]);
  await cancel('REF_USDT');
  await deliverAll();
}, 120_000);

test('a market that cannot be opened holds up no other, and is said once', async () => {
  for (const pair of ['AAA_USDT', 'BBB_USDT']) {
    await listed(pair);
    await schedule(pair);
    await isDue(pair);
  }
  const [first, second] = [await marketOf('AAA_USDT'), await marketOf('BBB_USDT')];
  const fails = async (subjects: string[]) => {
    if (subjects.includes(`market:${first.id}`)) throw new RangeError('no such engine');
    return deliver(subjects);
  };
  await until('the other one opens', async () => (await openings(fails)).includes(second.id), 60_000);
  expect(await openings(fails)).toEqual([]);
  expect(warnings).toEqual([expect.stringMatching(/no such engine/)]);
  await until('it is opened', async () => (await openings()).includes(first.id), 60_000);
  expect(await openings()).toEqual([]);
  expect([...waiting]).toEqual([]);
}, 120_000);

test('an operator lists only so many markets a day', async () => {
  const { rows } = await api.parts.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM audit_records WHERE actor = 'ops:jane' AND action = 'market.listed'`,
  );
  await api.parts.pool.query(
    `INSERT INTO audit_records (actor, action, subject, details)
      SELECT 'ops:jane', 'market.listed', 'market:0', '{}' FROM generate_series(1, $1)`,
    [20 - (rows[0]?.count ?? 0)],
  );
  expect((await list(jane, 'MORE_USDT')).body).toMatchObject({
    errors: { name: [expect.stringMatching(/at most 20/)] },
  });
  expect((await list(ravi, 'MORE_USDT')).status).toBe(200);
});
