/** A copy of a shard ends where it is asked to, whatever the shard has done since. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newestStreamIds } from '@pelican/api/src/shards/index.ts';
import { archiveJournal } from '@pelican/engine/src/host/archive-journal.ts';
import { archivedEntries, backupFolders, copyShard } from '@pelican/engine/src/host/backup.ts';
import { snapshotFile } from '@pelican/engine/src/host/snapshot-store.ts';
import { commandField, positionStart, shardKeys } from '@pelican/shared/engine';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Service } from '../../support/service.ts';
import { startRedis } from '../../support/services.ts';
import { perpetualShard, spotShard } from '../../support/shards.ts';

const stream = shardKeys(spotShard).commands;
const positions = Array.from({ length: 10 }, (_, i) => `${i + 1}-7`);

let server: Service;
let redis: Redis;
let dataDir: string;

beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
});

afterAll(async () => {
  redis?.disconnect();
  await server?.stop();
});

beforeEach(async () => {
  await redis.flushall();
  dataDir = mkdtempSync(join(tmpdir(), 'pelican-cut-'));
  for (const position of positions) await redis.xadd(stream, position, commandField, position);
  return () => rmSync(dataDir, { recursive: true });
});

/** Archived in two segments and trimmed up to the eighth entry, with a snapshot in each segment. */
async function housekeep(folders: ReturnType<typeof backupFolders>): Promise<void> {
  const place = { redis, stream, archiveFolder: folders.archive };
  for (const bound of ['4-7', '8-7']) await archiveJournal(place, { shard: spotShard, rulesVersion: 1 }, bound);
  await redis.xtrim(stream, 'MINID', '8-7');
  mkdirSync(folders.snapshots, { recursive: true });
  for (const position of ['3-7', '6-7', '7-7']) writeFileSync(snapshotFile(folders.snapshots, position), position);
}

test.each([
  ['before the first segment ends', '2-7', []],
  ['where the first segment ends', '4-7', ['3-7.snap']],
  ['within the second segment', '6-7', ['3-7.snap', '6-7.snap']],
  ['in the stream', '9-7', ['3-7.snap', '6-7.snap', '7-7.snap']],
  ['before the first entry', positionStart, []],
])('%s, with the snapshots up to there', async (_where, until, snapshots) => {
  const [from, to] = [backupFolders(join(dataDir, 'engine')), backupFolders(join(dataDir, 'backup'))];
  await housekeep(from);
  const expected = positions.slice(0, Number.parseInt(until, 10));
  const copy = await copyShard({ redis, shard: spotShard.name, stream, rulesVersion: 1, from, to, until });
  expect(copy).toEqual({ position: until, entryCount: expected.length });
  const copied: string[] = [];
  for await (const { position } of archivedEntries(to.archive, until)) copied.push(position);
  expect(copied).toEqual(expected);
  const ends = readdirSync(to.archive).map((name) => Number.parseInt(name.split('_')[1] ?? '', 10));
  expect(Math.max(0, ...ends), 'no segment reaches further').toBe(expected.length);
  expect(readdirSync(to.snapshots).sort()).toEqual(snapshots);
});

test('where streams end is asked at one moment, of trimmed ones and of those that are not there too', async () => {
  const other = shardKeys(perpetualShard).commands;
  expect(await newestStreamIds(redis, [stream, other])).toEqual(['10-7', positionStart]);
  await redis.xtrim(stream, 'MAXLEN', 0);
  await redis.xadd(other, '11-0', commandField, '');
  expect(await newestStreamIds(redis, [stream, other])).toEqual(['10-7', '11-0']);
});
