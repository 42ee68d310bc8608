/** Something that counts once, over all processes: the signature of a request. */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';

/**
 * Spends the key. A command whose answer was lost is sent again by ioredis and then finds what it has written itself, so
 * each attempt writes a value of its own.
 * @returns whether this call has spent it
 */
export async function spendOnce(redis: Pick<Redis, 'set'>, key: string, keptSeconds: number): Promise<boolean> {
  const own = randomUUID();
  const spentBy = await redis.set(key, own, 'EX', keptSeconds, 'NX', 'GET');
  return spentBy === null || spentBy === own;
}
