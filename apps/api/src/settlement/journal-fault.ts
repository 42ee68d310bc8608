/** Whether the journals hold what Postgres has settled: Redis may be emptied, restored, or a replica that was behind. */
import { digestOf, type Halt, journalHolds, lostEntry, readHalt, type Shard, shardKeys } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type { Place } from '../shards/index.ts';

/**
 * Why nothing may be appended to the shard's journal: it lacks the settled entry, or the event there is another one than was
 * settled. Undefined when the journal holds what is settled.
 */
export async function journalFault(redis: Redis, shard: Shard, settled: Place): Promise<Halt | undefined> {
  const { events } = shardKeys(shard);
  const { position, digest } = settled;
  if (!(await journalHolds(redis, shard, settled))) return lostEntry(shard.name, position, 'is settled');
  const found = await redis.callBuffer('XRANGE', events, position, position);
  const bytes = (found as [Buffer, Buffer[]][])[0]?.[1][1];
  if (!bytes || digest === null || digestOf(bytes) === digest) return undefined;
  const reason = `the event at ${position} of ${shard.name} has the digest ${digestOf(bytes)}, the settled one ${digest}: journal and Postgres are of two histories. Nothing may be appended: see "Redis lost entries" in docs/operations.md`;
  return { position, reason };
}

/** Why the exchange must not start; undefined when it may. @param settledAt where a shard is settled */
export async function haltOrFault(
  redis: Redis,
  shards: readonly Shard[],
  settledAt: (shard: Shard) => Promise<Place>,
): Promise<string | undefined> {
  const halted = await readHalt(redis);
  if (halted !== undefined) return halted;
  for (const shard of shards) {
    const fault = await journalFault(redis, shard, await settledAt(shard));
    if (fault) return fault.reason;
  }
  return undefined;
}
