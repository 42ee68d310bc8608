import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { spotCore } from '@pelican/engine/src/core/spot/spot-core.ts';
import { engineFolders } from '@pelican/engine/src/host/config.ts';
import { replay } from '@pelican/engine/src/host/replay.ts';
import { shardKeys } from '@pelican/shared/engine';
import { spotWire } from '@pelican/shared/engine/spot';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { openJournalClient, type SpotJournalClient } from '../../support/journal-client.ts';
import { awaitRole, type PartProcess, startEngine } from '../../support/processes.ts';
import type { Service } from '../../support/service.ts';
import { startRedis } from '../../support/services.ts';
import { spotShard } from '../../support/shards.ts';
import { buys, funding, listings, sells } from '../../support/spot-commands.ts';

const alice = 11;
const bob = 12;
const trimsMin = 2;
const pauseMs = 10;

let redis: Service;
let dataDir: string;
let client: SpotJournalClient;
let engine: PartProcess;

beforeEach(async () => {
  redis = await startRedis();
  dataDir = mkdtempSync(join(tmpdir(), 'pelican-engine-'));
  client = await openJournalClient(redis.url, spotWire);
  engine = startEngine({ redisUrl: redis.url, dataDir, env: { SNAPSHOT_EVERY_COMMANDS: '50' } });
  await awaitRole(engine, dataDir, 'leader');
});

afterEach(async () => {
  await client.close();
  if (engine.isRunning()) await engine.kill();
  await redis.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/**
 * Orders until the signal; what is published counts as settled, as if settlement had no lag. They leave a part of the processor
 * to the engine's snapshots, which give way to everything else, and keep the journal short enough for a replay.
 */
async function trade(signal: AbortSignal): Promise<void> {
  for (let round = 0; !signal.aborted; round++) {
    const price = 10_000 + (round % 50);
    const orders = [sells(alice, price, 50), buys(bob, price, 50), buys(bob, 1_000 + (round % 50), 1)];
    for (const order of orders) await client.engine.submit(order);
    await client.redis.set('spot:settled', client.entries.at(-1)?.position ?? '0-0');
    await delay(pauseMs);
  }
}

/** While entries are added the stream's length does not show a trim; its oldest entry does. */
async function oldestInStream(): Promise<string> {
  const [entry] = await client.redis.xrange(shardKeys(spotShard).commands, '-', '+', 'COUNT', 1);
  return entry?.[0] ?? '';
}

test('replays beside an engine that snapshots, archives, prunes and trims miss no entry', async () => {
  for (const command of [...listings(), ...funding(alice), ...funding(bob)]) await client.engine.submit(command);
  const stopping = new AbortController();
  const trading = trade(stopping.signal);
  const seenTrims = new Set<string>();
  const folders = engineFolders(dataDir, spotShard);
  const replayBesideTrims = async () => {
    seenTrims.add(await oldestInStream());
    const { position, entryCount, snapshot } = await replay({
      core: spotCore(spotShard.id),
      redis: client.redis,
      shard: spotShard,
      folders,
    });
    await until('its events are seen', () => (client.entries.at(-1)?.position ?? '') >= position, 60_000);
    expect(entryCount).toBe(client.entries.findIndex((entry) => entry.position === position) + 1);
    expect(snapshot?.isEqual ?? seenTrims.size === 1, 'the snapshot is the state of the replay').toBe(true);
    return seenTrims.size > trimsMin;
  };
  try {
    await until('the journal is trimmed beside the replays', replayBesideTrims, 160_000);
  } finally {
    stopping.abort();
    await trading;
  }
});
