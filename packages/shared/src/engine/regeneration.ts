/**
 * How events that are no longer in the event stream are derived again. Settlement, which finds that the stream does not go
 * on after its cursor, empties the stream `<shard>:regenerated` and writes a request into the hash `<shard>:regeneration`.
 * A thread of the leading engine replays the journal from the nearest snapshot and appends the missing event entries under
 * their own ids. Settlement reads and trims them until the event stream goes on, and removes the request.
 *
 * A new request replaces the one before it. The thread appends only while its request stands and its engine leads, and
 * begins after the newest id that the stream ever had, so each of the two may die and begin again at any point.
 */

import { type Shard, shardKeys } from './shards.ts';

/** The fields of the hash. */
export const RegenerationField = {
  /** A random id, which distinguishes a request from the next. */
  request: 'request',
  /** The position after which events are missing. */
  from: 'from',
  /** The request that could not be met, and why; it stands until events are derived again. */
  failedRequest: 'failedRequest',
  failure: 'failure',
} as const;

/** The thread waits while the stream holds more entries than this. */
export const regeneratedEntriesMax = 2_000;

/**
 * KEYS: the request's hash, the stream of derived entries. ARGV: request, the position after which events are missing.
 * A repeated request changes nothing: entries that were derived for it meanwhile stay.
 */
const beginScript = `
if redis.call('HGET', KEYS[1], '${RegenerationField.request}') == ARGV[1] then return 0 end
redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[1], '${RegenerationField.request}', ARGV[1], '${RegenerationField.from}', ARGV[2])
return 1`;

/** The part of a Redis connection that is needed here. */
interface Scripts {
  eval(script: string, keyCount: number, ...args: string[]): Promise<unknown>;
}

/** Asks the leading engine for the events after a position. Once it has an answer, or none, it may be sent again. */
export async function requestRegeneration(
  redis: Scripts,
  shard: Shard,
  { request, from }: { request: string; from: string },
): Promise<void> {
  const { regeneration, regenerated } = shardKeys(shard);
  await redis.eval(beginScript, 2, regeneration, regenerated, request, from);
}
