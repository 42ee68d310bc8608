import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { type CommandLine, commandLine } from '../../support/command-line.ts';
import { type ShardProcesses, startShardProcesses } from '../../support/shard-processes.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let shard: ShardProcesses;
let perpetualShard: ShardProcesses;
let ops: CommandLine;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  process.env.SNAPSHOT_EVERY_COMMANDS = '20';
  shard = startShardProcesses(api);
  perpetualShard = startShardProcesses({ ...api, shard: 'perpetual', hasTicker: true });
  delete process.env.SNAPSHOT_EVERY_COMMANDS;
  ops = commandLine({ DATABASE_URL: api.databaseUrl, REDIS_URL: api.redisUrl, DATA_DIR: shard.dataDir });
  alice = await api.signUp('alice@test.local', { kycApproved: false });
  bob = await api.signUp('bob@test.local');
});
afterAll(async () => {
  await Promise.all([shard.stop(), perpetualShard.stop()]);
  await api.close();
});

/** Runs a command that must succeed. */
async function run(...args: string[]): Promise<string[]> {
  const { code, lines, errors } = await ops(...args);
  expect(errors).toEqual([]);
  expect(code).toBe(0);
  return lines;
}

async function order(user: TestUser, side: 'buy' | 'sell', price: string, amount: string): Promise<void> {
  const { status, body: answer } = await user.post('/v2/order', { pair: 'LTC_USDT', direction: side, price, amount });
  expect({ status, answer }).toMatchObject({ status: 200 });
}

/** A row of a printed table, by its first cell. */
function rowOf(lines: string[], name: string): string[] {
  const line = lines.find((one) => one.trim().startsWith(`${name} `)) ?? '';
  return line.trim().split(/\s{2,}/);
}

describe('a production exchange from nothing but the command line', () => {
  it('gets a listing of its own beside the others, which the engine trades at once', async () => {
    await run('list-asset', 'GOLD', 'label=Gold', 'scale=6');
    await run(
      'list-market',
      'GOLD_USDT',
      ...'priceStep=0.01 amountStep=0.001 amountMin=0.01 amountMax=100'.split(' '),
      ...'totalMin=1 priceMax=100000 makerFeePpm=0 takerFeePpm=0 serviceFeePpm=0 serviceFeeBuyPpm=0'.split(' '),
    );
    await until(
      'the engine has the listing',
      async () => {
        const { rows } = await api.parts.pool.query('SELECT FROM outbox_commands WHERE done_at IS NULL');
        return rows.length === 0;
      },
      30_000,
    );
    expect(await run('list-asset', 'GOLD', 'label=Gold', 'scale=6')).toEqual([
      'GOLD is listed already and stays as it is',
    ]);
    const file = join(mkdtempSync(join(tmpdir(), 'pelican-ops-')), 'listings.json');
    writeFileSync(file, (await run('export-listings')).join('\n'));
    expect((await run('import-listings', file)).every((line) => line.endsWith('stays as it is'))).toBe(true);
  });

  it('refuses what the engine would refuse', async () => {
    expect(await ops('market', 'LTC_USDT', 'set', 'amountMin=0.00015')).toMatchObject({ code: 1 });
    expect(await ops('market', 'LTC_USDT', 'set', 'amountMax=999999999')).toMatchObject({ code: 1 });
    expect(await ops('market', 'LTC_USDT', 'set', 'colour=red')).toMatchObject({ code: 2 });
    expect(await ops('market', 'LTC_USDT', 'set', 'status=ajar')).toMatchObject({ code: 2 });
    expect(await ops('market', 'LTC_EUR')).toMatchObject({ code: 1 });
    expect(rowOf(await run('market', 'LTC_USDT'), 'amountMin')).toEqual(['amountMin', '0.001']);
  });
});

describe('people and their money', () => {
  it('somebody approved and credited can trade', async () => {
    await run('approve-kyc', 'alice@test.local', '--country', 'IN');
    const { rows } = await api.parts.pool.query(
      'SELECT command, done_at FROM outbox_commands WHERE key LIKE $1 ORDER BY id',
      [`user:${alice.id}:%`],
    );
    expect(rows).toMatchObject([{ command: { settings: { taxable: true } }, done_at: expect.any(Date) }]);
    await run('credit', 'alice@test.local', 'USDT', '1000', '--wallet', 'trade', '--reference', 'first');
    await run('credit', 'bob@test.local', 'ltc', '20.5', '--wallet', 'trade', '--reference', 'bob-ltc');
    await run('credit', 'bob@test.local', 'BTC', '0.00000001', '--reference', 'bob-btc');
    await order(bob, 'sell', '100', '2');
    await order(alice, 'buy', '101', '3');
    await until(
      'the trade is settled',
      async () => rowOf(await run('balance', 'alice@test.local'), 'LTC').at(-1) === '2',
      60_000,
    );
  });

  it('a reference is credited once, and never for something else', async () => {
    const before = await run('balance', 'alice@test.local');
    const again = await run(
      'credit',
      'alice@test.local',
      'USDT',
      '1000.0',
      '--wallet',
      'trade',
      '--reference',
      'first',
    );
    expect(again.join()).toContain('done before');
    expect(await run('balance', 'alice@test.local')).toEqual(before);
    expect(await ops('credit', 'alice@test.local', 'USDT', '1000', '--reference', 'first')).toMatchObject({ code: 1 });
    expect(
      await ops('credit', 'bob@test.local', 'USDT', '1000', '--wallet', 'trade', '--reference', 'first'),
    ).toMatchObject({
      code: 1,
    });
  });

  it('a credit without a reference is refused: a repeat of it would be a second credit', async () => {
    const before = await run('balance', 'alice@test.local');
    const refused = await ops('credit', 'alice@test.local', 'USDT', '7');
    expect(refused.code).toBe(2);
    expect(refused.errors[0]).toBe('--reference is missing');
    expect(await run('balance', 'alice@test.local')).toEqual(before);
  });

  it.each(['0', '-1', '1e5', 'NaN', '1.123456789', '99999999999999999999', ''])(
    'an amount of %j is refused and moves nothing',
    async (amount) => {
      const { code } = await ops('credit', 'alice@test.local', 'USDT', '--reference', 'amount', '--', amount);
      expect(code).toBe(1);
    },
  );

  it('the steps of a market do not change under its orders, its fees do', async () => {
    // On a busy machine the engine may owe the answer to the change before.
    const set = async (...change: string[]) => {
      const answer = { errors: [''] };
      const isDone = async () => {
        Object.assign(answer, await ops('market', 'LTC_USDT', 'set', ...change));
        return !answer.errors.join().includes('has not answered');
      };
      await until('the engine has answered the change before', isDone, 60_000);
      expect(answer.errors).toEqual([]);
    };
    const steps = () => ops('market', 'LTC_USDT', 'set', 'priceStep=0.1');
    expect((await steps()).errors.join()).toMatch(/LTC_USDT is open/);
    await set('status=cancelOnly');
    expect((await steps()).errors.join()).toMatch(/open orders/);
    await set('status=open');
    await set('takerFeePpm=1234', 'isNew=true');
    await until(
      'the API reads the listing anew',
      () => api.parts.spot.catalog().marketByName('LTC_USDT')?.takerFeePpm === 1234,
      60_000,
    );
    await set('isNew=false');
    await until(
      'the API reads the listing anew',
      () => api.parts.spot.catalog().marketByName('LTC_USDT')?.isNew === false,
      60_000,
    );
  });

  it('a change that the engine refuses is taken back', async () => {
    const { pool } = api.parts;
    await run('market', 'LTC_USDT', 'set', 'status=cancelOnly');
    // As if Postgres did not know of an order that the engine has.
    const hidden = await pool.query('UPDATE spot_orders SET status = 4 WHERE status <= 2 RETURNING id, status');
    const change = ['priceStep=0.1', 'takerFeePpm=4321'];
    const { code, errors } = await ops('market', 'LTC_USDT', 'set', ...change, '--reason', 'ticket 9');
    expect({ code, errors }).toMatchObject({
      code: 1,
      errors: [expect.stringMatching(/refused.*LTC_USDT is as it was/)],
    });
    await pool.query('UPDATE spot_orders SET status = 2 WHERE id = ANY ($1)', [hidden.rows.map(({ id }) => id)]);
    expect(api.parts.spot.catalog().marketByName('LTC_USDT')).toMatchObject({ priceStep: '0.01', takerFeePpm: 1234 });
    const waiting = await pool.query('SELECT key FROM outbox_commands WHERE done_at IS NULL');
    expect(waiting.rows).toEqual([]);
    await run('market', 'LTC_USDT', 'set', 'status=open');
    const { rows: records } = await pool.query(
      `SELECT details FROM audit_records WHERE action = 'market.change_refused'`,
    );
    expect(records).toMatchObject([{ details: { reason: 'ticket 9', change: { priceStep: '0.1' } } }]);
  });
});

describe('proof', () => {
  it('the audit finds every asset at zero', async () => {
    const { code, lines } = await ops('audit');
    expect(lines.at(-1)).toMatch(/^OK: \d+ checks, no difference at spot \d+-\d+ .*, perpetual 0-0/);
    expect(code).toBe(0);
  });

  it('a replay from the first command gives the same wallets, orders and snapshot', async () => {
    for (let count = 0; count < 25; count++) await order(bob, 'sell', `${120 + count}`, '0.1');
    const snapshots = join(shard.dataDir, 'engine/spot/snapshots');
    await until('a snapshot', () => readdirSync(snapshots).some((name) => name.endsWith('.snap')), 60_000);
    await api.parts.spot.shards[0].settled.waitUntilSettled(api.parts.spot.shards[0].live.view.seq, 10_000);
    const { code, lines, errors } = await ops('replay', '--json');
    expect(errors).toEqual([]);
    const result = JSON.parse(lines[0] ?? '');
    const spot = { shard: 'spot', snapshot: expect.any(String), ok: true };
    expect(result).toMatchObject({ ok: true, differences: [], shards: [spot, { shard: 'perpetual', ok: true }] });
    expect(result.shards[0].compared['open orders']).toBeGreaterThan(20);
    expect(code).toBe(0);
  });

  it('the journal is readable, and the exchange is well', async () => {
    const lines = await run('journal', '--count', '3');
    expect(lines.join('\n')).toContain('"op":"placeOrder"');
    expect(lines.join('\n')).toContain('"kind":"commandDone"');
    expect((await ops('journal', '--from', 'yesterday')).code).toBe(2);
    const status = await ops('status', '--json');
    const ill = JSON.parse(status.lines[0] ?? '[]').filter((line: { isWell: boolean }) => !line.isWell);
    expect(ill).toEqual([]);
    expect(status.code).toBe(0);
  });

  it('the audit and the replay find what was changed in Postgres by hand', async () => {
    const { pool } = api.parts;
    await pool.query('UPDATE trade_balances SET available = available + 1 WHERE user_id = $1 AND asset_id = 2', [
      alice.id,
    ]);
    await pool.query('UPDATE spot_orders SET deal_stock = deal_stock + 1 WHERE user_id = $1', [alice.id]);
    const { code, lines } = await ops('audit');
    expect(code).toBe(1);
    const text = lines.join('\n');
    expect(text).toMatch(/an asset sums to zero: USDT: expected 0, found 1/);
    expect(text).toMatch(new RegExp(`sum of its postings.*user ${alice.id}, asset 2`));
    expect(text).toMatch(/sum of its trades: order/);
    expect(lines.at(-1)).toMatch(/^FAILED: 3 differences/);
    expect((await ops('replay')).lines.join()).toContain(`DIFFERENT: balance of (user asset) ${alice.id} 2`);
  });
});
