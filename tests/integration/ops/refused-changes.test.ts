/** Changes of listings that the engine refuses long after the operator has gone. */
import type { Delivery } from '@pelican/api/src/identity/index.ts';
import { marketListings } from '@pelican/api/src/modules/markets/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { changeListing, deliverLeftOver, deliverOutbox } from '@pelican/api/src/shards/index.ts';
import { EventKind, Op, OrderType, Side, TimeInForce } from '@pelican/shared/engine/spot';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { type CommandLine, commandLine } from '../../support/command-line.ts';
import { startPart } from '../../support/processes.ts';
import { type SettledShard, startSettledShard } from '../../support/settled-shard.ts';
import { spotShard } from '../../support/shards.ts';

let shard: SettledShard;
let ops: CommandLine;
let orderId: number;
let marketId: number;

beforeAll(async () => {
  shard = await startSettledShard();
  ops = commandLine({ DATABASE_URL: shard.databaseUrl, REDIS_URL: shard.redisUrl });
  const { rows } = await shard.pool.query<{ id: number }>(`SELECT id FROM markets WHERE name = 'LTC_USDT'`);
  marketId = rows[0]?.id ?? 0;
  const user = await shard.person('alice@test.local', { USDT: '100' });
  await shard.submit({
    op: Op.placeOrder,
    user,
    market: marketId,
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
  await done('status=cancelOnly');
  await done('takerFeePpm=1000', 'makerFeePpm=1000');
});

/** The process of the operator is no longer waiting for the answer, and has not been for long. */
async function leaveChange(): Promise<void> {
  await shard.pool.query(
    `UPDATE outbox_commands SET created_at = now() - interval '8 hours', sent_at = now() - interval '16 seconds'
      WHERE done_at IS NULL`,
  );
}

const warnings: string[] = [];

function deliver(subjects: string[], redis = async () => shard.client.redis): Promise<Delivery> {
  return deliverOutbox({ pool: shard.pool, redis, shards: [spotShard] }, subjects);
}

/** As the worker does. */
function askEngines(): Promise<number> {
  const { pool } = shard;
  return deliverLeftOver({ pool, deliver, warn: (message) => warnings.push(message) }, [marketListings]);
}

const refusals = async () => {
  const { rows } = await shard.pool.query(
    `SELECT details FROM audit_records WHERE action = 'market.change_refused' ORDER BY id`,
  );
  return rows.map(({ details }) => details);
};

it('one is taken back by the worker, a stop on top of it stays, and another that fails keeps none', async () => {
  await shard.pool.query(
    `INSERT INTO outbox_commands (shard_id, key, command, undo)
      SELECT shard_id, 'market:9999:x', jsonb_set(command, '{settings,status}', '"ajar"'), '{"actor": "ops:x", "fields": {}}'
      FROM outbox_commands WHERE key LIKE 'market:%' ORDER BY id LIMIT 1`,
  );
  await changeSteps();
  for (const change of ['makerFeePpm=77', 'takerFeePpm=1000', 'priceStep=0.01', 'position=3'])
    expect((await set(change)).errors.join(), change).toMatch(/not answered the last change/);
  await waits('status=closed');
  await leaveChange();
  shard.engine.start();
  const isTakenBack = async () => {
    await leaveChange();
    await askEngines();
    return (await listing()).priceStep === 0.01;
  };
  await until('the worker has taken it back', isTakenBack, 60_000);
  await shard.pool.query(`DELETE FROM outbox_commands WHERE key LIKE 'market:9999:%'`);
  await until('the engine has the rest', isSettled, 60_000);
  expect(warnings.join()).toMatch(/market:9999/);
  expect(await listing()).toEqual({ priceStep: 0.01, takerFee: 1000, makerFee: 1000, status: 'closed' });
  const change = { priceStep: '0.1', takerFeePpm: 4321 };
  expect(await refusals()).toEqual([{ name: 'LTC_USDT', change, refusal: 'invalid_settings' }]);
}, 120_000);

it('one that taking back does not cure is reported once, and not tried again', async () => {
  await changeSteps();
  const before = (await refusals()).length;
  warnings.length = 0;
  const right = (await shard.pool.query(`SELECT undo FROM outbox_commands WHERE done_at IS NULL`)).rows[0]?.undo;
  const wrong = { ...right, fields: { ...right.fields, priceStep: { wrote: '0.1', before: '0.05' } } };
  await shard.pool.query('UPDATE outbox_commands SET undo = $1 WHERE done_at IS NULL', [JSON.stringify(wrong)]);
  await leaveChange();
  shard.engine.start();
  const isReported = async () => {
    await leaveChange();
    await askEngines();
    return warnings.some((message) => message.includes('no change of it is left'));
  };
  await until('it is reported', isReported, 60_000);
  await leaveChange();
  expect(await askEngines()).toBe(0);
  expect(await refusals()).toHaveLength(before + 1);
  expect(warnings).toHaveLength(1);
  // As somebody repairs it by hand.
  await shard.pool.query(`UPDATE markets SET price_step = 0.01 WHERE name = 'LTC_USDT'`);
  await done('status=closed');
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

it('an operator is told what is taken back of a change, and that its stop stays', async () => {
  await shard.pool.query('UPDATE spot_orders SET status = 4 WHERE id = $1', [orderId]);
  const { code, errors } = await set('priceStep=0.1', 'takerFeePpm=4321', 'status=closed');
  await shard.pool.query('UPDATE spot_orders SET status = 1 WHERE id = $1', [orderId]);
  expect([code, errors.join()]).toEqual([
    1,
    expect.stringMatching(/refused.*; taken back: (priceStep takerFeePpm|takerFeePpm priceStep); status=closed stays/),
  ]);
  expect(await listing()).toMatchObject({ priceStep: 0.01, takerFee: 1000, status: 'closed' });
});

it('a change that is superseded while its sender connects is not sent behind its successor', async () => {
  const change = { takerFeePpm: 2222 };
  const act = { actor: 'ops:test', reason: 'late' };
  await inTransaction(shard.pool, (tx) => changeListing(tx, marketListings, { act, id: marketId, change }));
  const connect = async () => {
    await done('status=closed');
    return shard.client.redis;
  };
  expect(await deliver([`market:${marketId}`], connect)).toEqual({ kind: 'settled' });
  await shard.settled();
  expect(await isSettled()).toBe(true);
  const told = shard.client.entries
    .flatMap(({ events }) => events)
    .flatMap((event) => (event.kind === EventKind.settingsChanged ? [JSON.parse(event.text)] : []))
    .filter(({ kind, id }) => kind === 'market' && id === marketId);
  expect(told.at(-1)).toMatchObject({ status: 'closed', takerFeePpm: 2222 });
});

it('a command that is opened again counts from then on, however old it is', async () => {
  await shard.engine.kill();
  await shard.pool.query(
    `UPDATE outbox_commands SET created_at = now() - interval '30 days', sent_at = now() - interval '1 day'
      WHERE key LIKE 'market:' || $1 || ':%'`,
    [marketId],
  );
  await waits('position=5');
  const { rows } = await shard.pool.query(
    `SELECT sent_at, created_at > now() - interval '1 hour' AS "isYoung" FROM outbox_commands WHERE done_at IS NULL`,
  );
  expect(rows).toEqual([{ sent_at: null, isYoung: true }]);
  shard.engine.start();
  await until('it is answered', isSettled, 60_000);
});

it('engines are asked about all changes at once: one that does not answer keeps no other', async () => {
  await shard.pool.query(
    `INSERT INTO outbox_commands (shard_id, key, command, undo)
      SELECT 1, 'market:' || id || ':x', '{}', '{"actor": "ops:x", "fields": {}}' FROM unnest(ARRAY[9998, 9999]) AS id`,
  );
  await leaveChange();
  const asked: string[] = [];
  const both = Promise.withResolvers<void>();
  const silent = async ([subject = '']: string[]): Promise<Delivery> => {
    if (asked.push(subject) === 2) both.resolve();
    await both.promise;
    return { kind: 'waiting' };
  };
  await deliverLeftOver({ pool: shard.pool, deliver: silent, warn: () => undefined }, [marketListings]);
  await shard.pool.query(`DELETE FROM outbox_commands WHERE key LIKE 'market:999%'`);
  expect(asked.sort()).toEqual(['market:9998', 'market:9999']);
});

it('the worker process does so by itself', async () => {
  await changeSteps();
  // What is no field of a change is nobody's to take back.
  const forged = { name: { wrote: 'LTC_USDT', before: 'LTC_EVIL' }, 'price_step = 1 --': {} };
  await shard.pool.query(
    `UPDATE outbox_commands SET undo = jsonb_set(undo, '{fields}', undo->'fields' || $1) WHERE done_at IS NULL`,
    [JSON.stringify(forged)],
  );
  await leaveChange();
  shard.engine.start();
  const env = { DATABASE_URL: shard.databaseUrl, REDIS_URL: shard.redisUrl };
  const worker = startPart({ name: 'worker', entry: 'apps/api/src/processes/worker.ts', dataDir: shard.dataDir, env });
  await until('it is taken back', async () => (await isSettled()) && (await listing()).priceStep === 0.01, 60_000);
  await worker.stop();
  expect(await listing()).toMatchObject({ takerFee: 1000, status: 'cancelOnly' });
}, 120_000);
