/**
 * Pushes of notices from where they are caused (the worker) to the API processes, and by them to the user's sockets. A push only saves the client a
 * wait: one that is lost (Redis away) is made up for by the next look at the list.
 */
import type { NoticePush } from '@pelican/shared/contracts/notices';
import type { Redis } from 'ioredis';
import { followChannel } from '../platform/redis/index.ts';

export interface NoticeToPush {
  userId: number;
  push: NoticePush;
}

const channel = 'notices';

export async function publishPush(redis: Pick<Redis, 'publish'>, push: NoticeToPush): Promise<void> {
  await redis.publish(channel, JSON.stringify(push));
}

/**
 * Calls `onPush` with every push. What a process of another release publishes here besides is left out.
 * @param redis any connection; the feed opens one of its own beside it
 */
export function followPushes(
  redis: Pick<Redis, 'duplicate'>,
  { onPush, onError }: { onPush(push: NoticeToPush): void; onError(error: unknown): void },
): Promise<{ stop(): void }> {
  const onMessage = (text: string) => {
    const given = JSON.parse(text) as Partial<NoticeToPush>;
    if (given.userId !== undefined && given.push !== undefined) onPush({ userId: given.userId, push: given.push });
  };
  return followChannel(redis, channel, { onMessage, onError });
}
