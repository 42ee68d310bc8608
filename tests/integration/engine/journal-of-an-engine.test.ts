/** What an engine keeps of its journal, trims, demands to be there, and misses. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { engineFolders } from '@pelican/engine/src/host/config.ts';
import { listSnapshots } from '@pelican/engine/src/host/snapshot-store.ts';
import { shardKeys } from '@pelican/shared/engine/shards.ts';
import { comparePositions, positionStart } from '@pelican/shared/engine/stream-position.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { awaitRole, engineHealth } from '../../support/processes.ts';
import { spotShard } from '../../support/shards.ts';
import { SpotEngines } from '../../support/spot-engines.ts';

vi.setConfig({ testTimeout: 180_000 });

const streams = shardKeys(spotShard);

let world: SpotEngines;

beforeEach(async () => {
  world = await SpotEngines.open();
});

afterEach(() => world.close());

describe('the journal', () => {
  const housekeepingOften = { SNAPSHOT_EVERY_COMMANDS: '10' };

  /** As settlement does after each commit. */
  async function settleEverything(): Promise<void> {
    await world.client.redis.set('spot:settled', (await engineHealth(world.dataDir))?.published ?? '0-0');
  }

  async function tradeUntilTrimmed(): Promise<void> {
    const isTrimmed = async () => {
      await settleEverything();
      await world.trade(4);
      return (await world.client.redis.xlen(streams.commands)) < world.client.entries.length;
    };
    await until('the journal is trimmed', isTrimmed, 60_000);
  }

  test('is archived before it is trimmed, and archive and stream replay to the live state', async () => {
    const engine = world.start(housekeepingOften);
    await world.openMarket();
    await tradeUntilTrimmed();
    await tradeUntilTrimmed();
    await engine.stop();
    const result = await world.replayAll();
    expect(result.snapshot).toMatchObject({ position: result.position, isEqual: true });
    expect(result.entryCount).toBe(world.client.entries.length);
  });

  test('is covered by a snapshot soon after a start that had much to replay', async () => {
    const engine = world.start();
    await world.openMarket();
    await world.trade(60);
    await engine.kill();
    const { snapshots } = engineFolders(world.dataDir, spotShard);
    expect(await listSnapshots(snapshots)).toEqual([]);
    world.start({ SNAPSHOT_EVERY_COMMANDS: '150' });
    await until('it leads again', async () => (await engineHealth(world.dataDir))?.role === 'leader', 60_000);
    await world.trade(1);
    await until('a snapshot is taken', async () => (await listSnapshots(snapshots)).length > 0, 60_000);
  });

  test('is not trimmed beyond what settlement has settled', async () => {
    const engine = world.start(housekeepingOften);
    await world.openMarket();
    const { snapshots } = engineFolders(world.dataDir, spotShard);
    await until(
      'three snapshots are there',
      async () => {
        await world.trade(4);
        return (await listSnapshots(snapshots)).length === 3;
      },
      60_000,
    );
    await world.trade(8);
    await engine.stop();
    expect(await world.client.redis.xlen(streams.commands)).toBe(world.client.entries.length);
  });

  test('may be trimmed while a standby sleeps, which goes on from the snapshot in the same process', async () => {
    const leader = world.start(housekeepingOften);
    await world.openMarket();
    const standby = world.start({}, 'engine-spot-standby');
    await awaitRole(standby, world.dataDir, 'standby');
    await world.trade(2);
    const { position } = (await engineHealth(world.dataDir, standby.name)) ?? { position: positionStart };
    process.kill(standby.pid(), 'SIGSTOP');
    const sleepsSince = performance.now();
    const isOvertaken = async () => {
      await tradeUntilTrimmed();
      const [[oldest] = ['']] = await world.client.redis.xrange(streams.commands, '-', '+', 'COUNT', 1);
      return comparePositions(oldest, position) > 0 && performance.now() - sleepsSince > 4_000;
    };
    await until('the journal is trimmed beyond it', isOvertaken, 60_000);
    process.kill(standby.pid(), 'SIGCONT');
    await until('it recovers', () => standby.log().includes('is recovered from its snapshot'), 60_000);
    await awaitRole(standby, world.dataDir, 'standby');
    await leader.kill();
    await awaitRole(standby, world.dataDir, 'leader');
    await world.trade(4);
    await standby.stop();
    expect((await world.replayAll()).snapshot).toMatchObject({ isEqual: true });
  });

  test('must be whole: without the archive and the snapshots the engine refuses a trimmed one', async () => {
    const engine = world.start(housekeepingOften);
    await world.openMarket();
    await tradeUntilTrimmed();
    await engine.stop();
    rmSync(join(world.dataDir, 'engine'), { recursive: true });
    engine.start();
    expect(await engine.ended()).toBe(1);
    expect(engine.log()).toContain('does not reach back');
  });

  test('must be there: an empty Redis under a snapshot is refused', async () => {
    const engine = world.start();
    await world.openMarket();
    await engine.stop();
    await world.client.redis.del(streams.commands, streams.events);
    engine.start();
    expect(await engine.ended()).toBe(1);
    expect(engine.log()).toContain('Redis has lost entries');
  });

  test('must stay: an engine that finds it empty after a reconnection ends', async () => {
    const engine = world.start();
    await world.openMarket();
    await world.client.redis.del(streams.commands, streams.events);
    await world.client.redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    expect(await engine.ended()).toBe(1);
    expect(engine.log()).toContain('does not hold the entry');
  });
});
