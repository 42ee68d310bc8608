/**
 * Pushes to users from where they are caused (notices: the worker; changes of tickets: an API process) to the API processes, and by them to the
 * user's sockets. A push only saves the client a wait: one that is lost (Redis away) is made up for by the next look at the list.
 */
import type { NoticePush } from '@pelican/shared/contracts/notices';
import type { Redis } from 'ioredis';
import { followChannel } from '../platform/redis/index.ts';

export interface NoticeToPush {
  userId: number;
  push: NoticePush;
}

/** A notice, or the id of a ticket that has changed. */
export type UserPush = NoticeToPush | { userId: number; ticketId: number };

const channel = 'notices';

export async function publishPush(redis: Pick<Redis, 'publish'>, push: UserPush): Promise<void> {
  await redis.publish(channel, JSON.stringify(push));
}

/**
 * Calls `onPush` with every push.
 * @param redis any connection; the feed opens one of its own beside it
 */
export function followPushes(
  redis: Pick<Redis, 'duplicate'>,
  { onPush, onError }: { onPush(push: UserPush): void; onError(error: unknown): void },
): Promise<{ stop(): void }> {
  return followChannel(redis, channel, { onMessage: (text) => onPush(JSON.parse(text) as UserPush), onError });
}
