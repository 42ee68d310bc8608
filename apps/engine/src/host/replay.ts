/** The journal from its first command into a fresh core: what the exchange must look like, derived from nothing else. */
import { type Shard, shardKeys } from '@pelican/shared/engine/shards.ts';
import { comparePositions, positionStart, positionTimeMs } from '@pelican/shared/engine/stream-position.ts';
import type { Redis } from 'ioredis';
import { EventWriter } from '../core/kernel/event-writer.ts';
import type { ShardCore } from '../core/kernel/shard-core.ts';
import type { ShardState } from '../core/kernel/shard-state.ts';
import type { EngineFolders } from './config.ts';
import { listSnapshots, readSnapshot } from './snapshot-store.ts';
import { wholeJournal } from './whole-journal.ts';

export interface ReplayOptions<State extends ShardState> {
  core: ShardCore<State>;
  redis: Redis;
  shard: Shard;
  folders: EngineFolders;
  /** Where to stop; the journal's end when absent. */
  until?: string;
}

export interface Replay<State extends ShardState> {
  shard: State;
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
export async function replay<State extends ShardState>(options: ReplayOptions<State>): Promise<Replay<State>> {
  const { core, redis, folders, until } = options;
  const place = { redis, stream: shardKeys(options.shard).commands, archiveFolder: folders.archive };
  const snapshots = await listSnapshots(folders.snapshots);
  const snapshotAt = snapshots.find((at) => until === undefined || comparePositions(at, until) <= 0);
  const shard = core.create();
  const out = new EventWriter(1 << 20);
  let position = positionStart;
  let entryCount = 0;
  let snapshot: Replay<State>['snapshot'];
  for await (const entry of wholeJournal(place, positionStart, until)) {
    core.applyEntry(shard, entry.bytes, positionTimeMs(entry.position), out);
    position = entry.position;
    entryCount++;
    if (position !== snapshotAt) continue;
    const live = core.stateHash((await readSnapshot(core, folders.snapshots, position)).shard);
    snapshot = { position, stateHash: live, isEqual: live === core.stateHash(shard) };
  }
  core.checkInvariants(shard);
  const result = { shard, position, seq: shard.seq, stateHash: core.stateHash(shard), entryCount };
  return snapshot ? { ...result, snapshot } : result;
}
