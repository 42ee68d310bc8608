import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { type CommandLine, commandLine } from '../../support/command-line.ts';
import { makeTestOperator } from '../../support/operators.ts';
import { type ShardProcesses, startShardProcesses } from '../../support/shard-processes.ts';
import { perpetualShard } from '../../support/shards.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let shard: ShardProcesses;
let ops: CommandLine;
let alice: TestUser;
let bob: TestUser;
let chief: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  shard = startShardProcesses({ ...api, shard: 'perpetual', hasTicker: true });
  ops = commandLine({ DATABASE_URL: api.databaseUrl, REDIS_URL: api.redisUrl, DATA_DIR: shard.dataDir });
  alice = await api.signUp('alice@test.local');
  bob = await api.signUp('bob@test.local');
  chief = await api.signUp('chief@test.local');
  await makeTestOperator(api.parts.pool, chief);
  await api.parts.pool.query('UPDATE users SET futures_quiz_passed_at = now()');
});
afterAll(async () => {
  await shard.stop();
  await api.close();
});

/** Runs a command that must succeed. */
async function run(...args: string[]): Promise<string[]> {
  const { code, lines, errors } = await ops(...args);
  expect(errors).toEqual([]);
  expect(code).toBe(0);
  return lines;
}

/** A row of a printed table as an object, by the first cell that is this name. */
function rowOf(lines: string[], name: string): Record<string, string> {
  const cells = (line = '') => line.trim().split(/\s{2,}/);
  const columns = cells(lines[0]);
  const row = lines
    .slice(1)
    .map(cells)
    .find((one) => one.includes(name));
  return Object.fromEntries(columns.map((column, at) => [column, row?.[at] ?? '']));
}

async function figureOf(column: string): Promise<string | undefined> {
  return rowOf(await run('instruments'), 'BTC_USDT')[column];
}

async function becomes(column: string, value: string): Promise<void> {
  await until(`${column} is ${value}`, async () => (await figureOf(column)) === value, 60_000);
}

async function audited(action: string): Promise<unknown[]> {
  const { rows } = await api.parts.pool.query('SELECT actor, subject, details FROM audit_records WHERE action = $1', [
    action,
  ]);
  return rows;
}

const bitcoin = [
  'contractValue=0.01',
  'lotSize=0.01',
  'tickSize=0.1',
  'minSize=0.01',
  'maxLimitSize=10000',
  'maxMarketSize=2000',
  'priceMax=1000000',
  'makerFee=0.0002',
  'takerFee=0.0005',
  'fundingCap=0.00375',
  'impactNotional=20000',
];

describe('an instrument from nothing but the command line', () => {
  it('is not listed with figures that the engine would refuse', async () => {
    const list = (...fields: string[]) => ops('list-instrument', 'BTC_USDT', ...bitcoin, ...fields);
    expect(await list('tiers=1000:0.0099:100')).toMatchObject({
      code: 1,
      errors: [expect.stringMatching(/each tier/)],
    });
    expect(await list('tiers=1000:0.004')).toMatchObject({ code: 2 });
    expect(await list('tiers=1000:0.004:100', 'lotSize=0.000000001')).toMatchObject({ code: 1 });
    expect(await ops('list-instrument', 'BTC_GOLD', ...bitcoin, 'tiers=1000:0.004:100')).toMatchObject({ code: 1 });
    await run('list-asset', 'FINE', 'label=Fine', 'scale=9');
    expect(await ops('list-instrument', 'BTC_FINE', ...bitcoin, 'tiers=1000:0.004:100')).toMatchObject({
      code: 1,
      errors: [expect.stringMatching(/FINE has 9 decimals/)],
    });
    expect(await ops('instrument', 'BTC_USDT')).toMatchObject({ code: 1 });
    expect(await run('instruments')).toHaveLength(1);
  });

  it('is listed halted, gets an index, and opens', async () => {
    await run('list-instrument', 'BTC_USDT', ...bitcoin, 'tiers=1000:0.004:100,5000:0.005:50');
    expect((await ops('list-instrument', 'BTC_USDT', ...bitcoin, 'tiers=1:0.004:100')).code).toBe(1);
    const waiting = await api.parts.pool.query(
      'SELECT key FROM outbox_commands WHERE done_at IS NULL AND shard_id = $1',
      [perpetualShard.id],
    );
    expect(waiting.rows).toEqual([]);
    expect((await ops('index-source', 'BTC_USDT', 'sim', 'add', 'kind=simulator', 'weight=1', 'start=x')).code).toBe(2);
    await run('index-source', 'BTC_USDT', 'sim', 'add', 'kind=simulator', 'weight=1', 'start=60000', 'volatility=0');
    expect((await ops('index-source', 'BTC_USDT', 'other', 'disable')).code).toBe(1);
    await becomes('index', '60000');
    await becomes('state', 'halted');
    await run('open', 'BTC_USDT');
    await becomes('state', 'open');
    expect(rowOf(await run('index-sources', 'BTC_USDT'), 'sim')).toMatchObject({ kind: 'simulator', enabled: 'yes' });
    expect(await audited('index_source.add')).toHaveLength(1);
  });

  it('changes its fees and tiers at once', async () => {
    await run('instrument', 'BTC_USDT', 'set', 'takerFee=0.0006', 'makerFee=-0.0001', 'tiers=1000:0.004:100');
    const lines = await run('instrument', 'BTC_USDT');
    expect(lines.find((line) => line.startsWith('makerFee'))).toMatch(/-0\.0001$/);
    expect(lines.find((line) => line.startsWith('tiers'))).toMatch(/1000:0\.004:100$/);
    expect((await ops('instrument', 'BTC_USDT', 'set', 'takerFee=0.9999')).code).toBe(1);
    expect((await ops('instrument', 'BTC_USDT', 'set', 'tickSize=1')).code).toBe(2);
    // 60,000 USDT are 600,000 ticks, 0.0005% of them are three.
    expect(await ops('instrument', 'BTC_USDT', 'set', 'tiers=1000:0.00000499:100')).toMatchObject({
      code: 1,
      errors: [expect.stringMatching(/3 ticks/)],
    });
    await run('instrument', 'BTC_USDT', 'set', 'takerFee=0.0005', 'makerFee=0.0002', 'staleHaircut=0.02');
  });

  it('has a journal that is readable', async () => {
    const lines = (await run('journal', '--shard', 'perpetual', '--from', '0', '--count', '30')).join('\n');
    expect(lines).toContain('"shard":"perpetual"');
    expect(lines).toContain('"op":"tick"');
    expect(lines).toMatch(/"kind":"commandDone".*"code":"none".*"op":"configure"/);
    expect(lines).not.toContain('"shard":"spot"');
  });
});

describe('the simulated index', () => {
  it('is set on the command line, exactly', async () => {
    await run('set-index', 'BTC_USDT', '61234.5');
    await becomes('index', '61234.5');
    for (const price of ['0', '-5', '1e3', '1000001', '1.123456789'])
      expect((await ops('set-index', 'BTC_USDT', '--', price)).code, price).not.toBe(0);
    expect((await ops('set-index', 'ETH_USDT', '5')).code).toBe(1);
  });

  it('is set over HTTP by operators alone', async () => {
    const set = (who: TestUser, body: object) => who.post('/v2/ops/index', body);
    expect((await api.call('POST', '/v2/ops/index', { body: { market: 'BTC_USDT', price: '1' } })).status).toBe(401);
    expect(await set(alice, { market: 'BTC_USDT', price: '1' })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect((await set(chief, { market: 'BTC_USDT', price: '-1' })).status).toBe(422);
    expect((await set(chief, { market: 'ETH_GOLD', price: '5' })).body.code).toBe('unknown_pair');
    expect(
      (await set(chief, { market: 'ETH_USDT', price: '5' })).body,
      'a pair without a simulated index',
    ).toMatchObject({
      code: 'invalid_argument',
    });
    expect(await set(chief, { market: 'BTC_USDT', price: '60000', hold: 600, reason: 'a drill' })).toMatchObject({
      status: 200,
      body: { status: 'done', market: 'BTC_USDT', price: '60000', hold: 600 },
    });
    await becomes('index', '60000');
    expect(await audited('index.set')).toMatchObject([
      { actor: expect.stringMatching(/^ops:/), details: { price: '61234.5' } },
      { actor: 'ops:chief', details: { market: 'BTC_USDT', price: '60000', holdSeconds: 600, reason: 'a drill' } },
    ]);
  });

  it('that has no source any more makes the market stale', async () => {
    await run('index-source', 'BTC_USDT', 'sim', 'disable');
    await becomes('state', 'stale');
    await run('index-source', 'BTC_USDT', 'sim', 'enable');
    await becomes('state', 'close only');
    await becomes('state', 'open');
    // Ten seconds until it counts as stale, and ten more until it opens again.
  }, 180_000);
});

describe('money and positions', () => {
  it('the insurance fund is topped up once a reference', async () => {
    await run('fund', 'top-up', '1000.5', '--reference', 'start');
    expect((await run('fund', 'top-up', '1000.5', '--reference', 'start')).join()).toMatch(/nothing is done/);
    expect((await ops('fund', 'top-up', '--reference', 'below', '--', '-1')).code).toBe(1);
    expect((await ops('fund', 'top-up', '5')).errors[0]).toBe('--reference is missing');
    const lines = await run('fund');
    expect(lines[0]).toBe('The insurance fund has 1000.5 USDT');
    expect(lines.filter((line) => line.includes('transferIn'))).toHaveLength(1);
  });

  it('the position nearest to its liquidation is shown first', async () => {
    await run('credit', 'alice@test.local', 'USDT', '1000', '--wallet', 'futures', '--reference', 'alice');
    await run('credit', 'bob@test.local', 'USDT', '500', '--wallet', 'futures', '--reference', 'bob');
    await run('credit', 'bob@test.local', 'USDT', '500', '--wallet', 'futures', '--reference', 'bob');
    const order = { market: 'BTC_USDT', mode: 'cross', type: 'limit', price: '60000', sz: '2' };
    expect(await alice.post('/v3/order', { ...order, side: 'buy', position: 'long' })).toMatchObject({ status: 200 });
    expect(await bob.post('/v3/order', { ...order, side: 'sell', position: 'short' })).toMatchObject({ status: 200 });
    await until('both are settled', async () => (await figureOf('positions')) === '2', 60_000);
    const lines = await run('positions-at-risk');
    expect(lines[1]).toMatch(/^bob@test.local/);
    // Bob: 500 - 0.6 fee over (0.4% + 0.05%) of 1200.
    expect(rowOf(lines, 'bob@test.local')).toMatchObject({ mode: 'cross', side: 'short', size: '2', ratio: '92.4814' });
    expect(rowOf(lines, 'alice@test.local')).toMatchObject({ side: 'long', profit: '0' });
    expect(rowOf((await run('balance', 'bob@test.local')).slice(1), 'USDT')).toMatchObject({
      futures: '499.4',
      total: '499.4',
    });
  });

  it('an account that may only close opens nothing until it is let', async () => {
    const order = { market: 'BTC_USDT', mode: 'cross', type: 'limit', price: '60100', sz: '1' };
    const open = { ...order, side: 'sell', position: 'short' };
    expect((await ops('close-only', 'alice@test.local')).code).toBe(2);
    expect((await ops('close-only', 'nobody@test.local', 'on')).code).toBe(1);
    await run('close-only', 'alice@test.local', 'on');
    await run('close-only', 'alice@test.local', 'on');
    expect(await alice.post('/v3/order', open)).toMatchObject({ status: 403, body: { code: 'account_close_only' } });
    expect((await alice.post('/v3/order', { ...order, side: 'sell', position: 'long' })).status).toBe(200);
    await run('close-only', 'alice@test.local', 'off');
    expect((await alice.post('/v3/order', open)).status).toBe(200);
    expect(await audited('user.close_only')).toHaveLength(1);
    expect(await audited('user.close_only_ended')).toHaveLength(1);
    for (const user of [alice, bob]) await user.post('/v3/order/cancel-all', {});
  });

  it('a halted market takes no order, one that closes only takes closing ones', async () => {
    const sell = { market: 'BTC_USDT', mode: 'cross', type: 'limit', side: 'sell', price: '60100', sz: '1' };
    await run('halt', 'BTC_USDT');
    await becomes('state', 'halted');
    expect((await alice.post('/v3/order', { ...sell, position: 'long' })).body.code).toBe('market_closed');
    expect((await ops('close-only', 'BTC_USDT', 'off')).code).toBe(2);
    await run('close-only', 'BTC_USDT');
    await becomes('state', 'close only');
    expect((await alice.post('/v3/order', { ...sell, position: 'short' })).body.code).toBe('close_only');
    expect((await alice.post('/v3/order', { ...sell, position: 'long' })).status).toBe(200);
    await run('open', 'BTC_USDT');
    await becomes('state', 'open');
    expect((await alice.post('/v3/order', { ...sell, position: 'short' })).status).toBe(200);
  });
});
