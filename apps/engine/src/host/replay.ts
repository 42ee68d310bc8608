/** The journal from its first command into a fresh core: what the exchange must look like, derived from nothing else. */
import { positionStart, type Shard, shardKeys } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type { ShardCore } from '../core/kernel/shard-core.ts';
import type { ShardState } from '../core/kernel/shard-state.ts';
import { streamEndAt } from './append-events.ts';
import type { EngineFolders } from './config.ts';
import { deriveShard } from './derive-shard.ts';
import { streamFacts } from './journal.ts';
import { Quarantine } from './quarantine.ts';
import { type OpenSnapshot, openNewestSnapshot } from './snapshot-store.ts';

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
  /** The digest of all events up to the position. */
  digest: string;
  entryCount: number;
  /** The newest snapshot on the way, and whether the replay had the same state there; absent without snapshots. */
  snapshot?: { position: string; stateHash: string; isEqual: boolean };
  /** The newest published entry on the way, and whether the replay had the same digest there; absent without events. */
  published?: { position: string; digest: string; isEqual: boolean };
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
  const { commands, events } = shardKeys(options.shard);
  const place = { redis, stream: commands, archiveFolder: folders.archive };
  const { newest } = await streamFacts(redis, events);
  const published = await streamEndAt(redis, events, until ?? newest);
  const found: Pick<Replay<State>, 'snapshot' | 'published'> = {};
  const { shard, position, entryCount } = await deriveShard({
    ...{ core, place, quarantine: new Quarantine(options.shard.id) },
    base: async () => ({ shard: core.create(), position: positionStart }),
    ...(until === undefined ? {} : { until }),
    async onEntry(at, state) {
      if (at === published?.newest && published.digest !== '')
        found.published = { position: at, digest: published.digest, isEqual: published.digest === state.digestText };
      if (at !== snapshot?.position) return;
      const stateHash = core.stateHash((await snapshot.read()).shard);
      found.snapshot = { position: at, stateHash, isEqual: stateHash === core.stateHash(state) };
    },
  });
  core.checkInvariants(shard);
  const { seq, digestText: digest } = shard;
  return { shard, position, seq, stateHash: core.stateHash(shard), digest, entryCount, ...found };
}
