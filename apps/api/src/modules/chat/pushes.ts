/** What happens in the chat, from the API process where it happens to all of them, and by them to the sockets. */
import type { ChatMessage } from '@pelican/shared/contracts/chat';
import type { SupportLanguage } from '@pelican/shared/contracts/support';
import type { Redis } from 'ioredis';
import { followChannel } from '../../platform/redis/index.ts';

export type ChatPush = { room: SupportLanguage } & (
  | { kind: 'message'; message: ChatMessage }
  | { kind: 'deleted'; id: number }
);

const channel = 'chat';

export async function publishChat(redis: Pick<Redis, 'publish'>, push: ChatPush): Promise<void> {
  await redis.publish(channel, JSON.stringify(push));
}

/** @param redis any connection; the feed opens one of its own beside it */
export function followChat(
  redis: Pick<Redis, 'duplicate'>,
  { onPush, onError }: { onPush(push: ChatPush): void; onError(error: unknown): void },
): Promise<{ stop(): void }> {
  return followChannel(redis, channel, { onMessage: (text) => onPush(JSON.parse(text) as ChatPush), onError });
}
