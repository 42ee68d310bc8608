import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spotCore } from '@pelican/engine/src/core/spot/spot-core.ts';
import { engineFolders } from '@pelican/engine/src/host/config.ts';
import { replay } from '@pelican/engine/src/host/replay.ts';
import { listSnapshots, snapshotFile } from '@pelican/engine/src/host/snapshot-store.ts';
import { shardKeys } from '@pelican/shared/engine/shards.ts';
import type { Command } from '@pelican/shared/engine/spot/commands.ts';
import { EventKind } from '@pelican/shared/engine/spot/events.ts';
import { RejectCode } from '@pelican/shared/engine/spot/reject-codes.ts';
import { spotWire } from '@pelican/shared/engine/spot/wire.ts';
import { comparePositions, positionStart } from '@pelican/shared/engine/stream-position.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { openJournalClient, type SpotJournalClient } from '../../support/journal-client.ts';
import { awaitRole, engineHealth, engineMetrics, type PartProcess, startEngine } from '../../support/processes.ts';
import { type Service, startRedis } from '../../support/services.ts';
import { spotShard } from '../../support/shards.ts';
import { buys, cancels, funding, listings, sells } from '../../support/spot-commands.ts';

vi.setConfig({ testTimeout: 180_000 });

const streams = shardKeys(spotShard);
const alice = 11;
const bob = 12;

let redis: Service;
let dataDir: string;
let client: SpotJournalClient;
let engines: PartProcess[];

beforeEach(async () => {
  redis = await startRedis();
  dataDir = mkdtempSync(join(tmpdir(), 'pelican-engine-'));
  engines = [];
  client = await openJournalClient(redis.url, spotWire);
});

afterEach(async () => {
  await client.close();
  for (const engine of engines) if (engine.isRunning()) await engine.kill();
  await redis.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function start(env: Record<string, string> = {}, name = 'engine-spot'): PartProcess {
  const engine = startEngine({ redisUrl: redis.url, dataDir, name, env });
  engines.push(engine);
  return engine;
}

async function submitAll(commands: Command[]): Promise<void> {
  for (const done of await Promise.all(commands.map((command) => client.engine.submit(command))))
    expect(done.code).toBe(RejectCode.none);
}

async function openMarket(): Promise<void> {
  const leads = async ({ name }: PartProcess) => (await engineHealth(dataDir, name))?.role === 'leader';
  await until('an engine leads', async () => (await Promise.all(engines.map(leads))).includes(true), 60_000);
  await submitAll([...listings(), ...funding(alice), ...funding(bob)]);
}

/** Some trading that ends with open orders; each call leaves the market another way. */
async function trade(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await submitAll([sells(alice, 10_000 + round, 50), buys(bob, 10_000 + round, 30), buys(bob, 9_000 - round, 10)]);
  }
}

/** The state after a replay of everything there is, from the first command. */
async function replayAll() {
  return replay({
    core: spotCore(spotShard.id),
    redis: client.redis,
    shard: spotShard,
    folders: engineFolders(dataDir, spotShard),
  });
}

describe('an engine process', () => {
  test('places, fills, cancels and refuses, and answers the caller', async () => {
    start();
    await openMarket();
    const sell = await client.engine.submit(sells(alice, 10_000, 100));
    const buy = await client.engine.submit(buys(bob, 10_000, 40));
    expect([sell.code, buy.code]).toEqual([RejectCode.none, RejectCode.none]);
    const fill = client.entries.flatMap((entry) => entry.events).find((event) => event.kind === EventKind.orderFilled);
    expect(fill).toMatchObject({ makerOrderId: sell.orderId, takerOrderId: buy.orderId, lots: 40 });
    expect((await client.engine.submit(cancels(bob, sell.orderId))).code).toBe(RejectCode.orderNotFound);
    expect((await client.engine.submit(cancels(alice, sell.orderId))).code).toBe(RejectCode.none);
    expect((await client.engine.submit(buys(bob, 99_999, 100_000_000))).code).toBe(RejectCode.insufficientBalance);
  });

  test('publishes one event entry a command entry, under the same id and without a gap', async () => {
    start();
    await openMarket();
    await trade(20);
    const commands = await client.redis.xrange(streams.commands, '-', '+');
    const events = await client.redis.xrange(streams.events, '-', '+');
    expect(events.map(([id]) => id)).toEqual(commands.map(([id]) => id));
    let seq = 0;
    for (const { header } of client.entries) {
      expect(header.firstSeq).toBe(seq + 1);
      seq += header.commandCount;
    }
  });

  test('drops an entry that was sent twice', async () => {
    start();
    await openMarket();
    await client.engine.submit(sells(alice, 10_000, 100));
    const [[, fields] = ['', []]] = await client.redis.xrevrangeBuffer(streams.commands, '+', '-', 'COUNT', 1);
    await client.redis.xadd(streams.commands, '*', 'c', fields[1] as Buffer);
    await client.engine.submit(buys(bob, 1_000, 1));
    expect(client.entries.map((entry) => entry.header.commandCount).slice(-3)).toEqual([1, 0, 1]);
    expect((await replayAll()).shard.book.orders.live).toBe(2);
  });

  test('goes on from its snapshot, and the state is that of a replay from the first command', async () => {
    const engine = start();
    await openMarket();
    await trade(5);
    expect(await engine.stop()).toBe(0);
    const folders = engineFolders(dataDir, spotShard);
    expect(await listSnapshots(folders.snapshots)).toHaveLength(1);
    engine.start();
    await awaitRole(engine, dataDir, 'leader');
    await trade(5);
    expect(await engine.stop()).toBe(0);
    const result = await replayAll();
    expect(result.snapshot).toMatchObject({ position: result.position, isEqual: true });
  });

  test('goes on after kill -9 without a gap or a repetition', async () => {
    const engine = start();
    await openMarket();
    await trade(5);
    await engine.kill();
    const waiting = client.engine.submit(sells(alice, 20_000, 7));
    engine.start();
    expect((await waiting).code).toBe(RejectCode.none);
    await trade(5);
    const ids = (await client.redis.xrange(streams.events, '-', '+')).map(([id]) => id);
    expect(ids).toEqual((await client.redis.xrange(streams.commands, '-', '+')).map(([id]) => id));
  });

  test('falls back to an older snapshot when the newest is damaged, and says so', async () => {
    const engine = start();
    await openMarket();
    await engine.stop();
    engine.start();
    await trade(3);
    await engine.stop();
    const { snapshots } = engineFolders(dataDir, spotShard);
    const [newest = '', older = ''] = await listSnapshots(snapshots);
    writeFileSync(snapshotFile(snapshots, newest), 'pelican-snapshot 1 0000\nnothing of use\n');
    engine.start();
    await awaitRole(engine, dataDir, 'leader');
    expect(engine.log()).toContain('A SNAPSHOT IS DAMAGED');
    expect(engine.log()).toContain(`"snapshot":"${older}"`);
    expect(readdirSync(snapshots)).toContain(`${newest}.snap.damaged`);
    await trade(3);
    await engine.stop();
    expect((await replayAll()).snapshot?.isEqual).toBe(true);
  });
});

describe('a Redis that could forget', () => {
  test('is refused in production and complained about elsewhere', async () => {
    await client.redis.config('SET', 'appendfsync', 'everysec');
    const complaint = 'appendfsync is everysec and must be always';
    const engine = start({ NODE_ENV: 'production' });
    expect(await engine.ended()).toBe(1);
    expect(engine.log()).toContain(complaint);
    const other = start({}, 'engine-elsewhere');
    await awaitRole(other, dataDir, 'leader');
    expect(other.log()).toContain(complaint);
  });

  test('that does not disclose its settings, as a managed one, is taken with a warning', async () => {
    await client.redis.call('ACL', 'SETUSER', 'app', 'on', '>secret', '~*', '&*', '+@all', '-config');
    const url = new URL(redis.url);
    url.username = 'app';
    url.password = 'secret';
    const engine = start({ NODE_ENV: 'production', REDIS_URL: url.href });
    await awaitRole(engine, dataDir, 'leader');
    expect(engine.log()).toContain('Redis does not disclose its settings');
  });
});

describe('a Redis that has lost published events', () => {
  test('gets them again from the journal, byte for byte, and a metric counts it', async () => {
    const engine = start();
    await openMarket();
    await trade(5);
    const published = await client.redis.xrangeBuffer(streams.events, '-', '+');
    // As after a fail-over to a replica that was behind with the events.
    await client.redis.del(streams.events);
    for (const [id, fields] of published.slice(0, 3)) await client.redis.xadd(streams.events, id, ...fields);
    expect((await client.engine.submit(sells(alice, 20_000, 7))).code).toBe(RejectCode.none);
    expect((await client.redis.xrangeBuffer(streams.events, '-', '+')).slice(0, -1)).toEqual(published);
    expect(engine.log()).toContain('Redis has lost published events');
    expect(await engineMetrics(dataDir)).toContain('engine_publication_gaps_total{shard="spot"} 1');
    await trade(2);
    await engine.stop();
    expect((await replayAll()).snapshot?.isEqual).toBe(true);
  });
});

describe('a standby', () => {
  test('takes over within 3 s of the leader being killed', async () => {
    const leader = start();
    await awaitRole(leader, dataDir, 'leader');
    const standby = start({}, 'engine-spot-standby');
    await awaitRole(standby, dataDir, 'standby');
    await openMarket();
    await trade(5);
    await leader.kill();
    const startedMs = performance.now();
    const done = await client.engine.submit(sells(alice, 20_000, 7));
    expect(performance.now() - startedMs).toBeLessThan(3_000);
    expect(done.code).toBe(RejectCode.none);
    await trade(5);
    const ids = (await client.redis.xrange(streams.events, '-', '+')).map(([id]) => id);
    expect(ids).toEqual((await client.redis.xrange(streams.commands, '-', '+')).map(([id]) => id));
  });

  test('takes over at once when the leader stops in good order', async () => {
    const leader = start({ LEASE_MS: '30000' });
    await awaitRole(leader, dataDir, 'leader');
    const standby = start({}, 'engine-spot-standby');
    await awaitRole(standby, dataDir, 'standby');
    await openMarket();
    await leader.stop();
    await awaitRole(standby, dataDir, 'leader');
    await trade(2);
  });
});

describe('the journal', () => {
  const housekeepingOften = { SNAPSHOT_EVERY_COMMANDS: '10' };

  /** As settlement does after each commit. */
  async function settleEverything(): Promise<void> {
    await client.redis.set('spot:settled', (await engineHealth(dataDir))?.published ?? '0-0');
  }

  async function tradeUntilTrimmed(): Promise<void> {
    const isTrimmed = async () => {
      await settleEverything();
      await trade(4);
      return (await client.redis.xlen(streams.commands)) < client.entries.length;
    };
    await until('the journal is trimmed', isTrimmed, 60_000);
  }

  test('is archived before it is trimmed, and archive and stream replay to the live state', async () => {
    const engine = start(housekeepingOften);
    await openMarket();
    await tradeUntilTrimmed();
    await tradeUntilTrimmed();
    await engine.stop();
    const result = await replayAll();
    expect(result.snapshot).toMatchObject({ position: result.position, isEqual: true });
    expect(result.entryCount).toBe(client.entries.length);
  });

  test('is covered by a snapshot soon after a start that had much to replay', async () => {
    const engine = start();
    await openMarket();
    await trade(60);
    await engine.kill();
    const { snapshots } = engineFolders(dataDir, spotShard);
    expect(await listSnapshots(snapshots)).toEqual([]);
    start({ SNAPSHOT_EVERY_COMMANDS: '150' });
    await until('it leads again', async () => (await engineHealth(dataDir))?.role === 'leader', 25_000);
    await trade(1);
    await until('a snapshot is taken', async () => (await listSnapshots(snapshots)).length > 0, 60_000);
  });

  test('is not trimmed beyond what settlement has settled', async () => {
    const engine = start(housekeepingOften);
    await openMarket();
    const { snapshots } = engineFolders(dataDir, spotShard);
    await until(
      'three snapshots are there',
      async () => {
        await trade(4);
        return (await listSnapshots(snapshots)).length === 3;
      },
      60_000,
    );
    await trade(8);
    await engine.stop();
    expect(await client.redis.xlen(streams.commands)).toBe(client.entries.length);
  });

  test('may be trimmed while a standby sleeps, which goes on from the snapshot in the same process', async () => {
    start(housekeepingOften);
    await openMarket();
    const standby = start({}, 'engine-spot-standby');
    await awaitRole(standby, dataDir, 'standby');
    await trade(2);
    const { position } = (await engineHealth(dataDir, standby.name)) ?? { position: positionStart };
    process.kill(standby.pid(), 'SIGSTOP');
    const sleepsSince = performance.now();
    const isOvertaken = async () => {
      await tradeUntilTrimmed();
      const [[oldest] = ['']] = await client.redis.xrange(streams.commands, '-', '+', 'COUNT', 1);
      return comparePositions(oldest, position) > 0 && performance.now() - sleepsSince > 4_000;
    };
    await until('the journal is trimmed beyond it', isOvertaken, 60_000);
    process.kill(standby.pid(), 'SIGCONT');
    await until('it recovers', () => standby.log().includes('is recovered from its snapshot'), 60_000);
    await awaitRole(standby, dataDir, 'standby');
    await engines[0]?.kill();
    await awaitRole(standby, dataDir, 'leader');
    await trade(4);
    await standby.stop();
    expect((await replayAll()).snapshot).toMatchObject({ isEqual: true });
  });

  test('must be whole: without the archive and the snapshots the engine refuses a trimmed one', async () => {
    const engine = start(housekeepingOften);
    await openMarket();
    await tradeUntilTrimmed();
    await engine.stop();
    rmSync(join(dataDir, 'engine'), { recursive: true });
    engine.start();
    expect(await engine.ended()).toBe(1);
    expect(engine.log()).toContain('does not reach back');
  });

  test('must be there: an empty Redis under a snapshot is refused', async () => {
    const engine = start();
    await openMarket();
    await engine.stop();
    await client.redis.del(streams.commands, streams.events);
    engine.start();
    expect(await engine.ended()).toBe(1);
    expect(engine.log()).toContain('Redis has lost entries');
  });

  test('must stay: an engine that finds it empty after a reconnection ends', async () => {
    const engine = start();
    await openMarket();
    await client.redis.del(streams.commands, streams.events);
    await client.redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    expect(await engine.ended()).toBe(1);
    expect(engine.log()).toContain('does not hold the entry');
  });
});
