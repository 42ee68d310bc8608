/** The worker's heartbeat: a key that a job of its queue renews, so that a worker whose queue is stuck loses it. */
import type { Redis } from 'ioredis';

const key = 'worker:alive';
/** Another worker, or this one after a restart, renews it well within this time. */
const aliveMs = 10_000;

/** A renewal writes no value: a Redis at its maxmemory allows it. */
export async function renewWorkerAlive(redis: Redis): Promise<void> {
  if ((await redis.pexpire(key, aliveMs)) === 0) await redis.set(key, '1', 'PX', aliveMs);
}

export async function isWorkerAlive(redis: Redis): Promise<boolean> {
  return (await redis.exists(key)) === 1;
}
