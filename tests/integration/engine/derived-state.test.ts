/** What was derived from the journal before and what is derived from it now are compared: a difference stops the process that finds it. */
import { rmSync } from 'node:fs';
import { spotCore } from '@pelican/engine/src/core/spot/spot-core.ts';
import { engineFolders } from '@pelican/engine/src/host/config.ts';
import { runHousekeeping } from '@pelican/engine/src/host/housekeeping-run.ts';
import { listSnapshots, snapshotFile, writeSnapshot } from '@pelican/engine/src/host/snapshot-store.ts';
import { digestAt, shardKeys } from '@pelican/shared/engine';
import { expect, test } from 'vitest';
import { spotShard } from '../../support/shards.ts';
import { openEnginesForEachTest, type SpotEngines } from '../../support/spot-engines.ts';

const { events } = shardKeys(spotShard);
const core = spotCore(spotShard.id);

let engines: SpotEngines;

openEnginesForEachTest((opened) => {
  engines = opened;
});

test('housekeeping takes no snapshot that differs from the live shard, and a replay reports one that differs from it', async () => {
  const engine = engines.start();
  await engines.openMarket();
  await engines.trade(3);
  await engine.stop();
  const folders = engineFolders(engines.dataDir, spotShard);
  const { position, digest, shard, snapshot } = await engines.replayAll();
  expect(snapshot).toMatchObject({ position, isEqual: true });
  rmSync(snapshotFile(folders.snapshots, position));
  const task = { redisUrl: engines.redis.url, shard: spotShard, folders, position, rulesVersion: shard.rulesVersion };
  const keep = (of: string) =>
    runHousekeeping(engines.client.redis, core, { ...task, digest: of, leaseToken: undefined });
  await expect(keep('0123456789abcdef')).rejects.toThrow(
    `gives the digest ${digest}, the live shard had 0123456789abcdef`,
  );
  expect(await listSnapshots(folders.snapshots)).toEqual([]);
  await keep(digest);
  expect(await listSnapshots(folders.snapshots)).toEqual([position]);
  expect((await engines.replayAll()).snapshot).toMatchObject({ isEqual: true });
  rmSync(snapshotFile(folders.snapshots, position));
  shard.timeMs++;
  await writeSnapshot(core, folders.snapshots, position, shard);
  expect((await engines.replayAll()).snapshot).toMatchObject({ position, isEqual: false });
});

test('an engine does not go on behind published events that are not those of its journal', async () => {
  const engine = engines.start();
  await engines.openMarket();
  await engines.trade(1);
  await engine.stop();
  const { redis } = engines.client;
  const published = (await redis.xrangeBuffer(events, '-', '+')).map(([id, fields]) => [String(id), fields] as const);
  const [newest, fields] = published.at(-1) ?? ['', []];
  const other = Buffer.from(fields[1] as Buffer);
  other[digestAt] = (other[digestAt] ?? 0) ^ 1;
  const changed = redis.multi().del(events);
  for (const [id, [name, bytes]] of published)
    changed.xadd(events, id, name as Buffer, id === newest ? other : (bytes as Buffer));
  await changed.exec();
  engine.start();
  expect(await engine.ended()).toBe(1);
  expect(engine.log()).toContain(`the events published at ${newest} end with command`);
});
