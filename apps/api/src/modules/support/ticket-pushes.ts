/** Tells the user's screens that a ticket has changed, so that they read it anew. */
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { publishPush } from '../../notices/index.ts';

export interface TicketPushDeps {
  redis: Pick<Redis, 'publish'>;
  log: Pick<Logger, 'warn'>;
}

/** After the commit. A push that gets lost costs a wait: screens look again each minute. */
export async function pushTicket(
  { redis, log }: TicketPushDeps,
  ticket: { userId: number; ticketId: number },
): Promise<void> {
  try {
    await publishPush(redis, ticket);
  } catch (error) {
    log.warn({ err: error }, 'a change of a ticket was not pushed');
  }
}
