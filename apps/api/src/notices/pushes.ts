/**
 * Pushes of notices from the worker to the API processes, and by them to the user's sockets. A push only saves the client
 * a wait: one that is lost (Redis away) is made up for by the next look at the list.
 */
import type { NoticePush } from '@pelican/shared/contracts/notices/schemas.ts';
import type { Redis } from 'ioredis';

export interface UserPush {
  userId: number;
  push: NoticePush;
}

const channel = 'notices';

export async function publishPush(redis: Pick<Redis, 'publish'>, push: UserPush): Promise<void> {
  await redis.publish(channel, JSON.stringify(push));
}

/**
 * Calls `onPush` with every push.
 * @param redis any connection; the feed opens one of its own beside it
 */
export async function followPushes(
  redis: Pick<Redis, 'duplicate'>,
  handlers: { onPush(push: UserPush): void; onError(error: Error): void },
): Promise<{ stop(): void }> {
  const subscriber = redis.duplicate();
  subscriber.on('error', handlers.onError);
  subscriber.on('message', (_channel: string, text: string) => handlers.onPush(JSON.parse(text) as UserPush));
  await subscriber.subscribe(channel);
  return { stop: () => subscriber.disconnect() };
}
