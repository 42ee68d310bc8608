/**
 * What must be done now and then without holding up the orders: it runs in a thread of its own and works from the
 * journal, never from the live shard. A snapshot of the live shard with 100,000 open orders would stop it for 80 to
 * 300 ms; a thread that replays the journal from the last snapshot stops it not at all, and proves each time that
 * snapshot and journal give the events that the leader has published.
 */
import type { Shard } from '@pelican/shared/engine';
import type { EngineFolders } from './config.ts';
import { type RunningThread, startThread } from './thread.ts';

export interface HousekeepingTask {
  redisUrl: string;
  shard: Shard;
  folders: EngineFolders;
  /** Where the snapshot is to stand, and the live shard's digest and rules there. */
  position: string;
  digest: string;
  rulesVersion: number;
  /** The leader's: it also archives and trims, as long as it has the lease. */
  leaseToken: string | undefined;
}

export interface HousekeepingReport {
  snapshotPosition: string;
  replayedEntries: number;
  snapshotMs: number;
  archivedEntries: number;
  /** The oldest entry that the stream still has to hold; undefined when nothing was trimmed. */
  trimmedTo: string | undefined;
}

export type RunningHousekeeping = RunningThread<HousekeepingReport>;
export type StartHousekeeping = (task: HousekeepingTask) => RunningHousekeeping;

/** Starts one turn in a thread. */
export const startHousekeeping: StartHousekeeping = (task) =>
  startThread(new URL('./housekeeping-thread.ts', import.meta.url), task);
