/** One turn of housekeeping: the work of the thread behind housekeeping.ts. */

import { existsSync } from 'node:fs';
import { comparePositions, positionStart, shardKeys } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type { ShardCore } from '../core/kernel/shard-core.ts';
import type { ShardState } from '../core/kernel/shard-state.ts';
import { archiveJournal } from './archive-journal.ts';
import { deriveShard } from './derive-shard.ts';
import type { HousekeepingReport, HousekeepingTask } from './housekeeping.ts';
import { Quarantine } from './quarantine.ts';
import { listSnapshots, readNewestSnapshot, snapshotFile, snapshotsKept, writeSnapshot } from './snapshot-store.ts';
import { trimJournal } from './trim-journal.ts';

async function takeSnapshot(redis: Redis, core: ShardCore<ShardState>, task: HousekeepingTask): Promise<number> {
  const { folders, position } = task;
  if (existsSync(snapshotFile(folders.snapshots, position))) return 0;
  const place = { redis, stream: shardKeys(task.shard).commands, archiveFolder: folders.archive };
  // A damaged file is reported by the next start; here an older one will do.
  const base = async () =>
    (await readNewestSnapshot(core, folders.snapshots, position, () => undefined)) ?? {
      shard: core.create(),
      position: positionStart,
    };
  const quarantine = new Quarantine(task.shard.id);
  const { shard, entryCount } = await deriveShard({ core, place, quarantine, base, until: position });
  if (shard.digestText !== task.digest)
    throw new Error(
      `the replay to ${position} gives the digest ${shard.digestText}, the live shard had ${task.digest}: ends at command ${shard.seq}`,
    );
  await writeSnapshot(core, folders.snapshots, position, shard);
  return entryCount;
}

/**
 * Copies what neither the kept snapshots nor settlement need any more from the stream into the archive, then trims it.
 * Trims only what has been read back from disk, and only while this process leads. The newest archived entry stays in
 * the stream: it shows that archive and stream meet.
 */
async function archiveAndTrim(
  redis: Redis,
  task: HousekeepingTask,
  leaseToken: string,
): Promise<{ archivedEntries: number; trimmedTo: string | undefined }> {
  const keys = shardKeys(task.shard);
  const snapshots = await listSnapshots(task.folders.snapshots);
  const oldestSnapshot = snapshots[snapshotsKept - 1];
  const settled = await redis.get(keys.settled);
  if (!oldestSnapshot || settled === null) return { archivedEntries: 0, trimmedTo: undefined };
  const bound = comparePositions(oldestSnapshot, settled) < 0 ? oldestSnapshot : settled;
  const place = { redis, stream: keys.commands, archiveFolder: task.folders.archive };
  const archivedEntries = await archiveJournal(place, task, bound);
  const isTrimmed = await trimJournal(redis, task.shard, bound, leaseToken);
  return { archivedEntries, trimmedTo: isTrimmed ? bound : undefined };
}

/** Takes a snapshot and, for a leader, archives and trims. @throws when the replay differs from the live shard */
export async function runHousekeeping(
  redis: Redis,
  core: ShardCore<ShardState>,
  task: HousekeepingTask,
): Promise<HousekeepingReport> {
  const startedMs = performance.now();
  const replayedEntries = await takeSnapshot(redis, core, task);
  const snapshotMs = Math.round(performance.now() - startedMs);
  const { leaseToken } = task;
  const trimmed =
    leaseToken === undefined
      ? { archivedEntries: 0, trimmedTo: undefined }
      : await archiveAndTrim(redis, task, leaseToken);
  return { snapshotPosition: task.position, replayedEntries, snapshotMs, ...trimmed };
}
