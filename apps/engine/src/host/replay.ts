/** The journal from its first command into a fresh core: what the exchange must look like, derived from nothing else. */
import { type Shard, shardKeys } from '@pelican/shared/engine/shards.ts';
import { positionStart, positionTimeMs } from '@pelican/shared/engine/stream-position.ts';
import type { Redis } from 'ioredis';
import { EventWriter } from '../core/kernel/event-writer.ts';
import type { ShardCore } from '../core/kernel/shard-core.ts';
import type { ShardState } from '../core/kernel/shard-state.ts';
import type { EngineFolders } from './config.ts';
import { type OpenSnapshot, openNewestSnapshot } from './snapshot-store.ts';
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
 * Replays archive and stream from the first command; safe beside an engine that snapshots, archives and trims.
 * @throws MissingJournal when entries are gone; an Error when the state breaks the core's promises
 */
export async function replay<State extends ShardState>(options: ReplayOptions<State>): Promise<Replay<State>> {
  const snapshot = await openNewestSnapshot(options.core, options.folders.snapshots, options.until);
  try {
    return await replayPast(options, snapshot);
  } finally {
    await snapshot?.close();
  }
}

async function replayPast<State extends ShardState>(
  options: ReplayOptions<State>,
  snapshot: OpenSnapshot<State> | undefined,
): Promise<Replay<State>> {
  const { core, redis, folders, until } = options;
  const place = { redis, stream: shardKeys(options.shard).commands, archiveFolder: folders.archive };
  const shard = core.create();
  const out = new EventWriter(1 << 20);
  let position = positionStart;
  let entryCount = 0;
  let compared: Replay<State>['snapshot'];
  for await (const entry of wholeJournal(place, positionStart, until)) {
    core.applyEntry(shard, entry.bytes, positionTimeMs(entry.position), out);
    position = entry.position;
    entryCount++;
    if (position !== snapshot?.position) continue;
    const stateHash = core.stateHash((await snapshot.read()).shard);
    compared = { position, stateHash, isEqual: stateHash === core.stateHash(shard) };
  }
  core.checkInvariants(shard);
  const result = { shard, position, seq: shard.seq, stateHash: core.stateHash(shard), entryCount };
  return compared ? { ...result, snapshot: compared } : result;
}
