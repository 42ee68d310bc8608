import { audit } from '@pelican/api/src/adapters/cli/audit/audit.ts';
import { seedInstruments } from '@pelican/api/src/demo/seed-instruments.ts';
import { publishListings } from '@pelican/api/src/modules/markets/index.ts';
import { publishInstruments } from '@pelican/api/src/modules/perpetual/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { readOutboxCommand } from '@pelican/api/src/shards/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { credit } from '../../support/ledger-users.ts';
import { type ShardProcesses, startShardProcesses } from '../../support/shard-processes.ts';
import { spotShard } from '../../support/shards.ts';
import { type Answer, startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

const usdt = 2;
const calls = {
  trade: '/v2/profile/transfer',
  futures: '/v2/profile/transfer-futures',
  tradeFutures: '/v2/profile/transfer-trade-futures',
  any: '/v2/profile/balance-transfer',
};

let api: TestApi;
let shards: ShardProcesses[] = [];
let people = 0;

beforeAll(async () => {
  api = await startTestApi();
  const { perpetual, pool, spot } = api.parts;
  const { engine } = spot.shards[0];
  await inTransaction(pool, async (tx) => {
    await seedInstruments(tx);
    await publishListings(tx);
    await publishInstruments(tx);
  });
  shards = [startShardProcesses(api), startShardProcesses({ ...api, shard: 'perpetual', hasTicker: true })];
  const { rows } = await pool.query('SELECT shard_id, command FROM outbox_commands ORDER BY id');
  for (const { shard_id: shardId, command } of rows) {
    const send = () =>
      shardId === spotShard.id
        ? engine.submit(readOutboxCommand('spot', command))
        : perpetual.engine.submit(readOutboxCommand('perpetual', command));
    // The engines may still be starting.
    const isTold = async () => (await send().catch(() => undefined))?.code === 0;
    await until('the engine answers', isTold, 60_000);
  }
  // Settlement may still be starting, and a question waits for it 2 s only.
  await api.parts.spot.shards[0].settled.waitUntilSettled(api.parts.spot.shards[0].live.view.seq, 100_000);
  await perpetual.settled.waitUntilSettled(perpetual.live.view.seq, 100_000);
  await until('the API knows the instruments', () => perpetual.live.catalog().instruments.length > 0, 60_000);
}, 240_000);
afterAll(async () => {
  await Promise.all(shards.map((shard) => shard.stop()));
  await api.close();
});

async function person(amount: string): Promise<TestUser> {
  const user = await api.signUp(`futures${people++}@test.local`);
  await credit(api.parts.pool, { userId: user.id, assetId: usdt, amount });
  return user;
}

/** Repeats the question while the answer is that the outcome is not known yet, as a busy machine may answer. */
async function answered(ask: () => Promise<Answer>): Promise<Answer> {
  let answer = await ask();
  const isAnswered = async () => {
    if (answer.status === 503) answer = await ask();
    return answer.status !== 503;
  };
  await until('there is an answer', isAnswered, 30_000);
  return answer;
}

let keys = 0;

function move(user: TestUser, path: string, amount: string, from: string, to: string, key = `key-${keys++}`) {
  const body = { ticker: 'USDT', amount, from, to };
  return answered(() => user.post(path, body, { headers: { 'idempotency-key': key } }));
}

async function wallet(user: TestUser): Promise<Record<string, string>> {
  const { status, body } = await answered(() => user.get('/v3/profile/balance'));
  expect(status).toBe(200);
  const rows = body.result as ({ ticker: string } & Record<string, string>)[];
  const row = rows.find(({ ticker }) => ticker === 'USDT');
  return {
    main: row?.main_balance ?? '',
    trade: row?.trade_available ?? '',
    futures: row?.futures_available ?? '',
    full: row?.full_balance ?? '',
  };
}

describe('transfers between main, trade and futures', () => {
  test('go every way, and every answer is seen by the next question', async () => {
    const alice = await person('1000');
    expect(await move(alice, calls.futures, '600.5', 'main', 'futures')).toMatchObject({
      status: 200,
      body: { status: 'completed', amount: '600.5', from: 'main', to: 'futures' },
    });
    expect(await wallet(alice)).toEqual({ main: '399.5', trade: '0', futures: '600.5', full: '1000' });
    expect(await move(alice, calls.tradeFutures, '200', 'futures', 'trade')).toMatchObject({ status: 200 });
    expect(await wallet(alice)).toEqual({ main: '399.5', trade: '200', futures: '400.5', full: '1000' });
    expect(await move(alice, calls.tradeFutures, '50', 'trade', 'futures')).toMatchObject({ status: 200 });
    expect(await wallet(alice)).toEqual({ main: '399.5', trade: '150', futures: '450.5', full: '1000' });
    expect(await move(alice, calls.any, '0.00000001', 'futures', 'main')).toMatchObject({ status: 200 });
    expect(await move(alice, calls.any, '150', 'trade', 'main')).toMatchObject({ status: 200 });
    expect(await wallet(alice)).toEqual({ main: '549.50000001', trade: '0', futures: '450.49999999', full: '1000' });
    expect((await audit(api.parts.pool, api.parts.config.shards)).differences).toEqual([]);
  });

  test('are refused when the wallet has too little, and nothing moves', async () => {
    const bob = await person('10');
    expect(await move(bob, calls.futures, '5', 'main', 'futures')).toMatchObject({ status: 200 });
    for (const to of ['main', 'trade']) {
      const refused = await move(bob, calls.any, '5.00000001', 'futures', to, `too-much-${to}`);
      expect(refused).toMatchObject({ status: 422, body: { code: 'insufficient_balance' } });
      expect(await move(bob, calls.any, '5.00000001', 'futures', to, `too-much-${to}`)).toMatchObject({ status: 422 });
    }
    expect(await wallet(bob)).toEqual({ main: '5', trade: '0', futures: '5', full: '10' });
  });

  test('happen once, however often and however many at once they are sent', async () => {
    const carol = await person('100');
    await move(carol, calls.futures, '100', 'main', 'futures');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => move(carol, calls.tradeFutures, '40', 'futures', 'trade', 'same')),
    );
    const ids = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    const racing = await Promise.all(
      Array.from({ length: 10 }, (_, at) => move(carol, calls.futures, '20', 'futures', 'main', `race-${at}`)),
    );
    expect(racing.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await wallet(carol)).toEqual({ main: '60', trade: '40', futures: '0', full: '100' });
  });

  test.each(['adopted:1', 'gather:1', 'ops:credit:1'])('are no others with the key %s', async (key) => {
    const erin = await person('100');
    await move(erin, calls.any, '60', 'main', 'trade');
    expect(await move(erin, calls.tradeFutures, '40', 'trade', 'futures', key)).toMatchObject({ status: 200 });
    expect(await move(erin, calls.any, '10', 'main', 'trade', `${key}:2`)).toMatchObject({ status: 200 });
    expect(await wallet(erin)).toEqual({ main: '30', trade: '30', futures: '40', full: '100' });
    expect((await audit(api.parts.pool, api.parts.config.shards)).differences).toEqual([]);
  });

  test.each([
    ['an asset that futures are not settled in', calls.futures, { ticker: 'LTC' }, 422, 'unknown_asset'],
    ['a wallet that the call does not know', calls.futures, { from: 'trade' }, 422, 'invalid_argument'],
    ['main to trade by the call of futures', calls.tradeFutures, { from: 'main' }, 422, 'invalid_argument'],
    ['one and the same wallet', calls.any, { to: 'main' }, 422, 'invalid_argument'],
    ['too many decimals', calls.any, { amount: '0.000000001' }, 422, 'wrong_step'],
    ['19 decimals', calls.any, { amount: '1.0000000000000000001' }, 422, 'invalid_argument'],
    ['an amount below zero', calls.any, { amount: '-1' }, 422, 'invalid_argument'],
  ])('refuse %s', async (_what, path, wrong, status, code) => {
    const dave = await person('10');
    const answer = await dave.post(path, { ticker: 'USDT', amount: '1', from: 'main', to: 'futures', ...wrong });
    expect(answer).toMatchObject({ status, body: { code } });
    expect(await wallet(dave)).toEqual({ main: '10', trade: '0', futures: '0', full: '10' });
  });
});
