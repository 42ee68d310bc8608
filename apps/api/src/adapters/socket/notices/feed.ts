/** Pushes of the user's notices (apps/api/src/notices), and of what changes in their tickets, to connections that subscribed to notice.update. */
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { followTicketPushes } from '../../../modules/support/index.ts';
import { followPushes } from '../../../notices/index.ts';
import type { Connection } from '../connection/connection.ts';
import { notification } from '../connection/envelope.ts';
import type { FeedKind } from '../user-feeds.ts';

/**
 * A connection of an API key gets none: the list of notices is for sessions too.
 * @param redis any connection; the feed opens two of its own beside it
 */
export async function openNoticeFeeds(
  redis: Pick<Redis, 'duplicate'>,
  log: Pick<Logger, 'error'>,
): Promise<FeedKind & { stop(): void }> {
  const readers = new Map<number, ReadonlySet<Connection>>();
  const send = (userId: number, text: string) => {
    for (const connection of readers.get(userId) ?? []) connection.send(text);
  };
  const feeds = await Promise.all([
    followPushes(redis, {
      onPush: ({ userId, push }) => send(userId, notification('notice.update', [push])),
      onError: (error) => log.error({ err: error }, 'Redis, pushes of notices'),
    }),
    followTicketPushes(redis, {
      onPush: ({ userId, ticketId }) => send(userId, notification('support.update', [ticketId])),
      onError: (error) => log.error({ err: error }, 'Redis, pushes of tickets'),
    }),
  ]);
  return {
    stop: () => {
      for (const { stop } of feeds) stop();
    },
    isWanted: ({ subscriptions, principal }) => subscriptions.hasAny(['notice']) && principal?.sessionId !== undefined,
    open(userId) {
      const connections = new Set<Connection>();
      readers.set(userId, connections);
      return { connections, stop: () => readers.delete(userId) };
    },
  };
}
