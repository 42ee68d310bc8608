import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { perpetualCore } from '@pelican/engine/src/core/perpetual/perpetual-core.ts';
import { engineFolders } from '@pelican/engine/src/host/config.ts';
import { replay } from '@pelican/engine/src/host/replay.ts';
import { listSnapshots } from '@pelican/engine/src/host/snapshot-store.ts';
import {
  btc,
  dollar,
  listingCommands,
  orderCommand,
  tickCommand,
  unit,
  usdt,
} from '@pelican/engine/src/testing/perpetual/exchange.ts';
import {
  type Command,
  type CommandDone,
  type EngineEvent,
  EventKind,
  Op,
  PositionSide,
  perpetualWire,
  RejectCode,
  Side,
} from '@pelican/shared/engine/perpetual';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type JournalClient, openJournalClient } from '../../support/journal-client.ts';
import { awaitRole, type PartProcess, startEngine } from '../../support/processes.ts';
import type { Service } from '../../support/service.ts';
import { startRedis } from '../../support/services.ts';
import { perpetualShard } from '../../support/shards.ts';

const shard = perpetualShard;
const alice = 11;
const bob = 12;
const price = 60_000 * dollar;

let redis: Service;
let dataDir: string;
let client: JournalClient<Command, EngineEvent, CommandDone>;
let engine: PartProcess;
let second = 0;

beforeEach(async () => {
  redis = await startRedis();
  dataDir = mkdtempSync(join(tmpdir(), 'pelican-engine-'));
  client = await openJournalClient(redis.url, perpetualWire);
  engine = startEngine({ redisUrl: redis.url, dataDir, shard: shard.name });
  await awaitRole(engine, dataDir, 'leader');
});

afterEach(async () => {
  await client.close();
  if (engine.isRunning()) await engine.kill();
  await redis.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function submitAll(...commands: Command[]): Promise<void> {
  for (const done of await Promise.all(commands.map((command) => client.engine.submit(command))))
    expect(done.code).toBe(RejectCode.none);
}

const tick = () => tickCommand(++second, { [btc]: price });
const buys = (user: number, lots: number) => orderCommand(user, { priceTicks: price, lots });
const sells = (user: number, lots: number) =>
  orderCommand(user, { priceTicks: price, lots, side: Side.sell, position: PositionSide.short });

async function open(): Promise<void> {
  const funding = [alice, bob].map(
    (user, at): Command => ({ kind: Op.transferIn, user, asset: usdt, transferId: at + 1, amount: 10_000n * unit }),
  );
  await submitAll(...listingCommands(), ...funding, tick());
}

const replayAll = () =>
  replay({
    core: perpetualCore(shard.id),
    redis: client.redis,
    shard,
    folders: engineFolders(dataDir, shard),
  });

test('an engine of perpetuals places, fills and refuses, and answers the caller', async () => {
  await open();
  const sell = await client.engine.submit(sells(bob, 100));
  const buy = await client.engine.submit(buys(alice, 40));
  expect([sell.code, buy.code]).toEqual([RejectCode.none, RejectCode.none]);
  const trade = client.entries.flatMap(({ events }) => events).find(({ kind }) => kind === EventKind.traded);
  expect(trade).toMatchObject({ makerOrderId: sell.orderId, takerOrderId: buy.orderId, lots: 40, priceTicks: price });
  expect((await client.engine.submit(buys(alice, 40_000))).code).toBe(RejectCode.insufficientMargin);
});

test('it goes on from its snapshot, and after a kill from its journal: the state is that of a replay', async () => {
  await open();
  await submitAll(sells(bob, 100), buys(alice, 40), tick());
  expect(await engine.stop()).toBe(0);
  expect(await listSnapshots(engineFolders(dataDir, shard).snapshots)).toHaveLength(1);
  engine.start();
  await awaitRole(engine, dataDir, 'leader');
  await submitAll(buys(alice, 30), tick());
  await engine.kill();
  engine.start();
  await awaitRole(engine, dataDir, 'leader');
  await submitAll(buys(alice, 30), tick());
  expect(await engine.stop()).toBe(0);
  const result = await replayAll();
  expect(result.snapshot).toMatchObject({ position: result.position, isEqual: true });
  expect([...result.shard.positions.values()].map(({ user, lots }) => [user, lots])).toEqual([
    [bob, 100],
    [alice, 100],
  ]);
});
