/** How far the followers of a shard's streams are behind. */
import { positionTimeMs, RegenerationField, type Shard, shardKeys } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';

/**
 * How long (ms) the oldest entry of the stream has waited that a follower at `reached` has not applied; 0 for none. By the
 * clock of Redis, which gives the ids: a clock of ours that jumps is no lag.
 */
export async function lagBehind(redis: Redis, stream: string, reached: string): Promise<number> {
  const [oldest] = await redis.xrange(stream, `(${reached}`, '+', 'COUNT', 1);
  if (!oldest) return 0;
  const [seconds, microseconds] = await redis.time();
  return Math.max(0, Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000) - positionTimeMs(oldest[0]));
}

/** What keeps settlement from the event stream: events that are derived again, or cannot be; undefined when nothing does. */
export async function missingEvents(redis: Redis, shard: Shard): Promise<string | undefined> {
  const { from, failure } = RegenerationField;
  const [after, reason] = await redis.hmget(shardKeys(shard).regeneration, from, failure);
  if (reason) return `events are lost: ${reason}`;
  return after ? `derives the events after ${after} again` : undefined;
}
