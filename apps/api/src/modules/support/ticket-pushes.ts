/** Changes of tickets, from the API process that has made them to all of them, and by them to the user's screens, which read the ticket anew. */
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { followChannel } from '../../platform/redis/index.ts';

/** Of its own: processes of the release before know nothing of them. */
const channel = 'tickets';

export interface TicketPush {
  userId: number;
  ticketId: number;
}

export interface TicketPushDeps {
  redis: Pick<Redis, 'publish'>;
  log: Pick<Logger, 'warn'>;
}

/** After the commit. A push that gets lost costs a wait: screens look again each minute. */
export async function pushTicket({ redis, log }: TicketPushDeps, ticket: TicketPush): Promise<void> {
  try {
    await redis.publish(channel, JSON.stringify(ticket));
  } catch (error) {
    log.warn({ err: error }, 'a change of a ticket was not pushed');
  }
}

/**
 * Calls `onPush` with every change.
 * @param redis any connection; a connection of its own is opened beside it
 */
export function followTicketPushes(
  redis: Pick<Redis, 'duplicate'>,
  { onPush, onError }: { onPush(push: TicketPush): void; onError(error: unknown): void },
): Promise<{ stop(): void }> {
  return followChannel(redis, channel, { onMessage: (text) => onPush(JSON.parse(text) as TicketPush), onError });
}
