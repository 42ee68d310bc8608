/** The journal from its first command into a fresh core: what the exchange must look like, derived from nothing else. */
import { type ShardName, shardStreams } from '@pelican/shared/engine/commands.ts';
import { ByteWriter } from '@pelican/shared/engine/layout.ts';
import { comparePositions, positionStart, positionTimeMs } from '@pelican/shared/engine/stream-position.ts';
import type { Redis } from 'ioredis';
import { checkInvariants } from '../core/invariants.ts';
import { applyEntry, createShard, type Shard } from '../core/shard.ts';
import { stateHash } from '../core/snapshot.ts';
import type { EngineFolders } from './config.ts';
import { listSnapshots, readSnapshot } from './snapshot-store.ts';
import { wholeJournal } from './whole-journal.ts';

export interface ReplayOptions {
  redis: Redis;
  shard: ShardName;
  folders: EngineFolders;
  /** Where to stop; the journal's end when absent. */
  until?: string;
}

export interface Replay {
  shard: Shard;
  position: string;
  seq: number;
  stateHash: string;
  entryCount: number;
  /** The newest snapshot on the way, and whether the replay had the same state there; absent without snapshots. */
  snapshot?: { position: string; stateHash: string; isEqual: boolean };
}

/**
 * Replays archive and stream from the first command.
 * @throws MissingJournal when entries are gone; an Error when the state breaks the core's promises
 */
export async function replay(options: ReplayOptions): Promise<Replay> {
  const { redis, folders, until } = options;
  const place = { redis, stream: shardStreams[options.shard].commands, archiveFolder: folders.archive };
  const snapshots = await listSnapshots(folders.snapshots);
  const snapshotAt = snapshots.find((at) => until === undefined || comparePositions(at, until) <= 0);
  const shard = createShard();
  const out = new ByteWriter(1 << 20);
  let position = positionStart;
  let entryCount = 0;
  let snapshot: Replay['snapshot'];
  for await (const entry of wholeJournal(place, positionStart, until)) {
    applyEntry(shard, entry.bytes, positionTimeMs(entry.position), out);
    position = entry.position;
    entryCount++;
    if (position !== snapshotAt) continue;
    const live = stateHash((await readSnapshot(folders.snapshots, position)).shard);
    snapshot = { position, stateHash: live, isEqual: live === stateHash(shard) };
  }
  checkInvariants(shard);
  const result = { shard, position, seq: shard.seq, stateHash: stateHash(shard), entryCount };
  return snapshot ? { ...result, snapshot } : result;
}
