/** Changes of listings that the engine refuses long after the operator has gone. */
import { marketListings } from '@pelican/api/src/modules/markets/index.ts';
import { deliverLeftOver, deliverOutbox } from '@pelican/api/src/shards/index.ts';
import { Op, OrderType, Side, TimeInForce } from '@pelican/shared/engine/spot';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { type CommandLine, commandLine } from '../../support/command-line.ts';
import { startPart } from '../../support/processes.ts';
import { type SettledShard, startSettledShard } from '../../support/settled-shard.ts';
import { spotShard } from '../../support/shards.ts';

let shard: SettledShard;
let ops: CommandLine;
let orderId: number;

beforeAll(async () => {
  shard = await startSettledShard();
  ops = commandLine({ DATABASE_URL: shard.databaseUrl, REDIS_URL: shard.redisUrl });
  const { rows } = await shard.pool.query<{ id: number }>(`SELECT id FROM markets WHERE name = 'LTC_USDT'`);
  const user = await shard.person('alice@test.local', { USDT: '100' });
  await shard.submit({
    op: Op.placeOrder,
    user,
    market: rows[0]?.id ?? 0,
    side: Side.buy,
    type: OrderType.limit,
    timeInForce: TimeInForce.gtc,
    priceTicks: 5_000,
    amount: 1_000,
    postOnly: false,
    amountIsQuote: false,
    clientId: '',
    source: 'web',
  });
  await shard.settled();
  const orders = await shard.pool.query<{ id: number }>('SELECT id FROM spot_orders');
  orderId = Number(orders.rows[0]?.id);
}, 120_000);
afterAll(() => shard.stop());

const set = (...changes: string[]) => ops('market', 'LTC_USDT', 'set', ...changes);

async function done(...changes: string[]): Promise<void> {
  const { code, lines, errors } = await set(...changes);
  expect([code, errors, lines.length]).toEqual([0, [], 1]);
}

async function waits(...changes: string[]): Promise<void> {
  const { code, lines, errors } = await set(...changes);
  expect([code, errors, lines.join()]).toEqual([0, [], expect.stringContaining('has not answered')]);
}

const listing = async () => {
  const { rows } = await shard.pool.query(
    `SELECT price_step::float8 AS "priceStep", taker_fee_ppm AS "takerFee", maker_fee_ppm AS "makerFee", status
      FROM markets WHERE name = 'LTC_USDT'`,
  );
  return rows[0];
};

/** Nothing waits for the engine. */
async function isSettled(): Promise<boolean> {
  return (await shard.pool.query('SELECT FROM outbox_commands WHERE done_at IS NULL')).rowCount === 0;
}

/** The change is given while the engine is away, and Postgres does not know of an order that the engine has. */
async function changeSteps(): Promise<void> {
  await shard.engine.kill();
  await shard.pool.query('UPDATE spot_orders SET status = 4 WHERE id = $1', [orderId]);
  await waits('priceStep=0.1', 'takerFeePpm=4321');
  await shard.pool.query('UPDATE spot_orders SET status = 1 WHERE id = $1', [orderId]);
  expect(await listing()).toMatchObject({ priceStep: 0.1, takerFee: 4321 });
}

beforeEach(async () => {
  await done('status=cancelOnly', 'takerFeePpm=1000', 'makerFeePpm=1000');
});

it('one is taken back by the worker: what was decided meanwhile stays', async () => {
  await changeSteps();
  await waits('makerFeePpm=77', 'status=closed');
  // A repeat of one field, by somebody else.
  await waits('takerFeePpm=55');
  await shard.pool.query(`UPDATE outbox_commands SET created_at = now() - interval '1 minute' WHERE done_at IS NULL`);
  shard.engine.start();
  const deliver = (subjects: string[]) =>
    deliverOutbox({ pool: shard.pool, redis: async () => shard.client.redis, shards: [spotShard] }, subjects);
  await until(
    'the worker has taken it back',
    async () => {
      await deliverLeftOver({ pool: shard.pool, deliver }, [marketListings]);
      return isSettled();
    },
    60_000,
  );
  expect(await listing()).toEqual({ priceStep: 0.01, takerFee: 55, makerFee: 77, status: 'closed' });
  const { rows } = await shard.pool.query(`SELECT details FROM audit_records WHERE action = 'market.change_refused'`);
  expect(rows).toEqual([{ details: { name: 'LTC_USDT', change: { priceStep: '0.1' }, refusal: 'invalid_settings' } }]);
}, 120_000);

it('the operator sets the old step again, under an order that rests', async () => {
  await changeSteps();
  await waits('priceStep=0.01');
  shard.engine.start();
  await done('priceStep=0.01');
  expect(await listing()).toMatchObject({ priceStep: 0.01, takerFee: 4321 });
  expect(await isSettled()).toBe(true);
}, 120_000);

it('a market whose last change is refused is closed all the same, and not opened before', async () => {
  await changeSteps();
  expect((await set('status=open')).errors.join()).toMatch(/not answered the last change/);
  shard.engine.start();
  await done('status=closed');
  expect(await listing()).toEqual({ priceStep: 0.01, takerFee: 1000, makerFee: 1000, status: 'closed' });
  expect(await isSettled()).toBe(true);
}, 120_000);

it('the worker process does so by itself', async () => {
  await changeSteps();
  await shard.pool.query(`UPDATE outbox_commands SET created_at = now() - interval '1 minute' WHERE done_at IS NULL`);
  shard.engine.start();
  const env = { DATABASE_URL: shard.databaseUrl, REDIS_URL: shard.redisUrl };
  const worker = startPart({ name: 'worker', entry: 'apps/api/src/processes/worker.ts', dataDir: shard.dataDir, env });
  await until('it is taken back', async () => (await isSettled()) && (await listing()).priceStep === 0.01, 60_000);
  await worker.stop();
  expect(await listing()).toMatchObject({ takerFee: 1000, status: 'cancelOnly' });
}, 120_000);
