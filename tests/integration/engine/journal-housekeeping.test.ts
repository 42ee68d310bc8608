/** What an engine keeps of its journal, trims, demands to be there, and misses. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { engineFolders } from '@pelican/engine/src/host/config.ts';
import { listSnapshots } from '@pelican/engine/src/host/snapshot-store.ts';
import { comparePositions, shardKeys } from '@pelican/shared/engine';
import { describe, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { awaitRole, engineHealth } from '../../support/processes.ts';
import { spotShard } from '../../support/shards.ts';
import { openEnginesForEachTest, type SpotEngines } from '../../support/spot-engines.ts';

const streams = shardKeys(spotShard);

let engines: SpotEngines;

openEnginesForEachTest((opened) => {
  engines = opened;
});

describe('the journal', () => {
  const housekeepingOften = { SNAPSHOT_EVERY_COMMANDS: '10' };

  /** As settlement does after each commit. */
  async function settleEverything(): Promise<void> {
    await engines.client.redis.set('spot:settled', (await engineHealth(engines.dataDir))?.published ?? '0-0');
  }

  async function tradeUntilTrimmed(): Promise<void> {
    const isTrimmed = async () => {
      await settleEverything();
      await engines.trade(4);
      return (await engines.client.redis.xlen(streams.commands)) < engines.client.entries.length;
    };
    await until('the journal is trimmed', isTrimmed, 60_000);
  }

  test('is archived before it is trimmed, and archive and stream replay to the live state', async () => {
    const engine = engines.start(housekeepingOften);
    await engines.openMarket();
    await tradeUntilTrimmed();
    await tradeUntilTrimmed();
    await engine.stop();
    const result = await engines.replayAll();
    expect(result.snapshot).toMatchObject({ position: result.position, isEqual: true });
    expect(result.entryCount).toBe(engines.client.entries.length);
  });

  test('is covered by a snapshot soon after a start that had much to replay', async () => {
    const engine = engines.start();
    await engines.openMarket();
    await engines.trade(60);
    await engine.kill();
    const { snapshots } = engineFolders(engines.dataDir, spotShard);
    expect(await listSnapshots(snapshots)).toEqual([]);
    engines.start({ SNAPSHOT_EVERY_COMMANDS: '150' });
    await until('it leads again', async () => (await engineHealth(engines.dataDir))?.role === 'leader', 60_000);
    await engines.trade(1);
    await until('a snapshot is taken', async () => (await listSnapshots(snapshots)).length > 0, 60_000);
  });

  test('is not trimmed beyond what settlement has settled', async () => {
    const engine = engines.start(housekeepingOften);
    await engines.openMarket();
    const { snapshots } = engineFolders(engines.dataDir, spotShard);
    await until(
      'three snapshots are there',
      async () => {
        await engines.trade(4);
        return (await listSnapshots(snapshots)).length === 3;
      },
      60_000,
    );
    await engines.trade(8);
    await engine.stop();
    expect(await engines.client.redis.xlen(streams.commands)).toBe(engines.client.entries.length);
  });

  test('may be trimmed while a standby sleeps, which goes on from the snapshot in the same process', async () => {
    const leader = engines.start(housekeepingOften);
    await engines.openMarket();
    const standby = engines.start({}, 'engine-spot-standby');
    await awaitRole(standby, engines.dataDir, 'standby');
    await engines.trade(2);
    process.kill(standby.pid(), 'SIGSTOP');
    // It has read no further, whatever its last report says.
    const [[newest] = ['']] = await engines.client.redis.xrevrange(streams.commands, '+', '-', 'COUNT', 1);
    const sleepsSince = performance.now();
    const isOvertaken = async () => {
      await tradeUntilTrimmed();
      const [[oldest] = ['']] = await engines.client.redis.xrange(streams.commands, '-', '+', 'COUNT', 1);
      return comparePositions(oldest, newest) > 0 && performance.now() - sleepsSince > 4_000;
    };
    await until('the journal is trimmed beyond it', isOvertaken, 60_000);
    process.kill(standby.pid(), 'SIGCONT');
    await until('it recovers', () => standby.log().includes('is recovered from its snapshot'), 60_000);
    await awaitRole(standby, engines.dataDir, 'standby');
    await leader.kill();
    await awaitRole(standby, engines.dataDir, 'leader');
    await engines.trade(4);
    await standby.stop();
    expect((await engines.replayAll()).snapshot).toMatchObject({ isEqual: true });
  });

  test('must be whole: without the archive and the snapshots the engine refuses a trimmed one', async () => {
    const engine = engines.start(housekeepingOften);
    await engines.openMarket();
    await tradeUntilTrimmed();
    await engine.stop();
    rmSync(join(engines.dataDir, 'engine'), { recursive: true });
    engine.start();
    expect(await engine.ended()).toBe(1);
    expect(engine.log()).toContain('does not reach back');
  });

  test('must be there: an empty Redis under a snapshot is refused', async () => {
    const engine = engines.start();
    await engines.openMarket();
    await engine.stop();
    await engines.client.redis.del(streams.commands, streams.events);
    engine.start();
    expect(await engine.ended()).toBe(1);
    expect(engine.log()).toContain('Redis has lost entries');
  });

  test('must stay: an engine that finds it empty after a reconnection ends', async () => {
    const engine = engines.start();
    await engines.openMarket();
    await engines.client.redis.del(streams.commands, streams.events);
    await engines.client.redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    expect(await engine.ended()).toBe(1);
    expect(engine.log()).toContain('does not hold the entry');
  });
});
