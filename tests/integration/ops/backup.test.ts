/**
 * A backup is taken while people trade and move money, and they go on. It is put back twice: whole, into another Postgres,
 * Redis and folder, and Postgres alone, under the journals that went on and event streams that have forgotten.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findHold, hold, mainAccount, release } from '@pelican/api/src/ledger/index.ts';
import { requestTransfer } from '@pelican/api/src/modules/wallet/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import { ensureExchangeId, readCursor } from '@pelican/api/src/shards/index.ts';
import { writeDeployment } from '@pelican/prisma/write-deployment.ts';
import { KernelRejectCode, shardKeys } from '@pelican/shared/engine';
import { Op as PerpetualOp } from '@pelican/shared/engine/perpetual';
import { Op, OrderType, type PlaceOrder, RejectCode, Side, TimeInForce } from '@pelican/shared/engine/spot';
import { parseBigUnits } from '@pelican/shared/money';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  appliedUpTo,
  arrivalsWithoutDeparture,
  checkWhole,
  copiedPositions,
  giveRights,
  ops,
  readContent,
  readCopies,
  settledUpTo,
  startParts,
  withPool,
} from '../../support/backup.ts';
import { createDatabase, startRedis } from '../../support/services.ts';
import { shards as records, spotShard } from '../../support/shards.ts';
import {
  openShardClients,
  type ShardClients,
  settleAsset,
  startTwoShards,
  type TwoShards,
} from '../../support/two-shards.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let shards: TwoShards;
let backup: string;
let market: number;
let alice: number;

beforeAll(async () => {
  backup = mkdtempSync(join(tmpdir(), 'pelican-backup-'));
  shards = await startTwoShards();
  await writeDeployment(shards.databaseUrl, { twoPersons: false, production: false, isDemo: false });
  await ensureExchangeId(shards.clients.spot.redis, shards.pool);
  const { rows } = await shards.pool.query<{ id: number }>(`SELECT id FROM markets WHERE name = 'LTC_USDT'`);
  market = rows[0]?.id ?? 0;
  alice = await shards.person('alice@test.local', '100000', 'trade');
});

afterAll(async () => {
  await shards?.stop();
  rmSync(backup, { recursive: true, force: true });
});

function buy(ticks: number): PlaceOrder {
  return {
    op: Op.placeOrder,
    user: alice,
    market,
    side: Side.buy,
    type: OrderType.limit,
    timeInForce: TimeInForce.gtc,
    postOnly: false,
    priceTicks: ticks,
    amount: 1_000,
    amountIsQuote: false,
    clientId: '',
    source: 'test',
  };
}

/** Orders, and money round all three wallets. */
async function trade(rounds: number, people: ShardClients | TwoShards = shards): Promise<void> {
  const { beginTransfer, deliverAll, clients } = people;
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < 5; n++) expect((await clients.spot.engine.submit(buy(9_000 + n))).code).toBe(0);
    await beginTransfer(alice, '1.25', 'trade', 'main');
    await beginTransfer(alice, '2.5', 'trade', 'futures');
    await deliverAll();
    await beginTransfer(alice, '1.5', 'futures', 'main');
    await beginTransfer(alice, '0.5', 'futures', 'trade');
    await deliverAll();
    await beginTransfer(alice, '1', 'main', 'futures');
    await deliverAll();
  }
}

/** Transfers that are sent once more move nothing, and with other content they are refused. */
async function repeatOldTransfers(pool: pg.Pool, { clients }: ShardClients): Promise<void> {
  const { rows } = await pool.query<{ id: string; amount: string; key: string; to: string }>(
    `SELECT DISTINCT ON (to_wallet) id, amount, replace(idempotency_key, 'exchange ', '') AS key, to_wallet AS to
      FROM transfers
      WHERE to_wallet <> 'main' ORDER BY to_wallet, id`,
  );
  expect(rows.map(({ to }) => to)).toEqual(['futures', 'trade']);
  for (const { id, amount, key, to } of rows) {
    const row = { userId: alice, assetId: settleAsset, amount, from: 'main', to, idempotencyKey: key } as const;
    expect(await inTransaction(pool, (tx) => requestTransfer(tx, { ...row, to: to as 'trade' | 'futures' }))).toBe(
      undefined,
    );
    const units = parseBigUnits(amount, 8);
    const content = { user: alice, asset: settleAsset, transferId: Number(id) };
    const send = (by: bigint) =>
      to === 'trade'
        ? clients.spot.engine.submit({ op: Op.transferIn, ...content, amount: Number(units + by) })
        : clients.perpetual.engine.submit({ kind: PerpetualOp.transferIn, ...content, amount: units + by });
    expect(await send(0n)).toMatchObject({ code: RejectCode.none, repeated: true });
    expect(await send(1n)).toMatchObject({ code: KernelRejectCode.transferMismatch, repeated: false });
  }
}

/** Some of Alice's main wallet is held when the backup is taken. */
async function holdSome(): Promise<void> {
  const account = mainAccount({ userId: alice, assetId: settleAsset });
  await inTransaction(shards.pool, async (tx) => {
    await hold(tx, { account, amount: '0.25', kind: 'test', reference: 'test', idempotencyKey: 'held' });
    await release(tx, { hold: 'held', amount: '0.05', idempotencyKey: 'partly released' });
  });
}

test('taken while people trade, it is checked without servers and shows every change of a file', async () => {
  await trade(2);
  await holdSome();
  await shards.pool.query(
    `INSERT INTO sessions (id, user_id, ip, user_agent, expires_at)
      VALUES (gen_random_uuid(), $1, '10.0.0.1', 'test', now() + interval '1 day')`,
    [alice],
  );
  let isTaken = false;
  const trading = (async () => {
    while (!isTaken) await trade(1);
  })();
  const taken = await ops(shards, 'backup', backup);
  isTaken = true;
  await trading;
  expect(taken).toMatchObject({ code: 0, output: expect.stringContaining('OK: written to') });
  expect(arrivalsWithoutDeparture(shards.clients, copiedPositions(backup)), 'the journals end at one moment').toEqual(
    [],
  );
  const nowhere = { databaseUrl: 'postgresql://127.0.0.1:1/none', redisUrl: 'redis://127.0.0.1:1', dataDir: '/none' };
  expect(await ops(nowhere, 'verify-backup', backup)).toMatchObject({ code: 0 });
  const file = join(backup, 'postgres', 'transfers.copy.gz');
  const bytes = readFileSync(file);
  writeFileSync(file, Buffer.concat([bytes, Buffer.from('x')]));
  expect(await ops(nowhere, 'verify-backup', backup)).toMatchObject({
    code: 1,
    output: expect.stringContaining('transfers.copy.gz has been changed'),
  });
  writeFileSync(file, bytes);
});

test('put into empty servers, it has everything up to the copy of the journal once, and goes on', async () => {
  await trade(1);
  await shards.settled();
  const newest = await readContent(shards.pool);
  const positions = copiedPositions(backup);
  const [database, redis] = await Promise.all([createDatabase(), startRedis()]);
  const dataDir = mkdtempSync(join(tmpdir(), 'pelican-restored-'));
  const place = { databaseUrl: database.url, redisUrl: redis.url, dataDir };
  expect(await ops(place, 'restore', backup)).toMatchObject({
    code: 0,
    output: expect.stringContaining('OK: restored'),
  });
  expect(await ops(place, 'restore', backup)).toMatchObject({
    code: 1,
    output: expect.stringContaining('is not empty'),
  });
  for (const { cursor } of readCopies(backup))
    expect(await ops(place, 'quarantine', `${cursor.position}/0`), 'what is settled has taken effect').toMatchObject({
      code: 1,
      output: expect.stringContaining('it has taken effect'),
    });
  await giveRights(place);
  const parts = startParts(place);
  try {
    await withPool(database.url, async (pool) => {
      const restored = await pool.query(`SELECT details FROM audit_records WHERE action = 'deployment.restored'`);
      expect(restored.rows).toEqual([{ details: { demo: false, twoPersons: false, operatorEmailDomains: [] } }]);
      await settledUpTo(pool, positions);
      const content = await readContent(pool);
      expect(content.orders.length).toBeGreaterThanOrEqual(10);
      expect(content.orders).toEqual(newest.orders.slice(0, content.orders.length));
      await checkWhole(place, pool);
      const people = await openShardClients(redis.url, pool);
      try {
        await people.deliverAll();
        const { transfers } = await readContent(pool);
        expect(newest.transfers, 'each is the one that it was').toEqual(expect.arrayContaining(transfers));
        const ids = transfers.map((line) => line.split(' ')[0]);
        expect(ids, 'each that was applied is there').toEqual(
          expect.arrayContaining(appliedUpTo(shards.clients, positions)),
        );
        await repeatOldTransfers(pool, people);
        await trade(1, people);
        await people.settled();
        const later = await readContent(pool);
        expect(later.orders).toHaveLength(content.orders.length + 5);
        expect(later.transfers.filter((line) => line.endsWith(' completed'))).toHaveLength(transfers.length + 5);
        await checkWhole(place, pool);
      } finally {
        await people.close();
      }
      expect(await findHold(pool, 'held')).toMatchObject({
        amount: parseBigUnits('0.25', 18),
        remaining: parseBigUnits('0.2', 18),
      });
      const sessions = await pool.query('SELECT ended_at IS NULL AS open, end_reason AS reason FROM sessions');
      expect(sessions.rows, 'a newer token of a session must not look stolen').toEqual([
        { open: false, reason: 'restored' },
      ]);
      const { rows } = await pool.query<{ id: string }>(`SELECT nextval('users_id_seq') AS id`);
      expect(Number(rows[0]?.id), 'no user id is given twice').toBeGreaterThan(alice + 1_000);
    });
  } finally {
    for (const part of parts) await part.kill();
    await redis.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('Postgres alone, under newer journals, gets every order and transfer since', async () => {
  const newest = await readContent(shards.pool);
  const redis = connectRedis(shards.redisUrl, { warn: () => undefined });
  const positions: Record<string, string> = {};
  for (const shard of records) positions[shard.name] = (await readCursor(shards.pool, shard)).position;
  expect(await ops(shards, 'restore', backup, '--only-postgres', '--replace')).toMatchObject({
    code: 1,
    output: expect.stringContaining('stop the exchange first'),
  });
  await shards.runOnly();
  for (const shard of records) await redis.xtrim(shardKeys(shard).events, 'MAXLEN', 1);
  redis.disconnect();
  expect((await ops(shards, 'restore', backup, '--only-postgres', '--replace')).output).toContain('OK: restored');
  expect((await readContent(shards.pool)).orders.length).toBeLessThan(newest.orders.length);

  await giveRights(shards);
  await shards.runOnly('engine-spot', 'engine-perpetual', 'settlement-spot', 'settlement-perpetual');
  await settledUpTo(shards.pool, positions);
  await shards.deliverAll();
  expect(await readContent(shards.pool)).toEqual(newest);
  await checkWhole(shards, shards.pool);
  await trade(1);
  await shards.settled();
  await checkWhole(shards, shards.pool);
  expect((await readCursor(shards.pool, spotShard)).seq).toBeGreaterThan(0);
});
