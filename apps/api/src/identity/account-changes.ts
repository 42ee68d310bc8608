/**
 * News of accounts between processes: a session that ended, a key that was turned off, a user whose rights changed.
 * A change of such a row is announced after the commit; every API process drops what it has cached of it at once.
 * What is lost on the way (Redis away, an announcer that died) is noticed by the next look at Postgres, seconds later.
 */
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { followChannel } from '../platform/redis/index.ts';

export type AccountChange =
  | { kind: 'session'; id: string; userId: number; reason: string }
  | { kind: 'user'; userId: number; reason: string }
  | { kind: 'apiKey'; id: string; userId: number; reason: string };

const channel = 'account-changes';

/** Announces a change to every API process. Call it after the commit. */
export async function announceAccountChange(redis: Pick<Redis, 'publish'>, change: AccountChange): Promise<void> {
  await redis.publish(channel, JSON.stringify(change));
}

export type AnnounceCommitted = (change: AccountChange) => Promise<void>;

/**
 * Announces changes that are committed. A lost announcement does not fail the caller, whose change is done: it is logged, and
 * every process reads the rows again within seconds.
 */
export function createAnnouncer(deps: {
  redis: Pick<Redis, 'publish'>;
  log: Pick<Logger, 'error'>;
}): AnnounceCommitted {
  const { redis, log } = deps;
  return (change) =>
    announceAccountChange(redis, change).catch((error: unknown) =>
      log.error({ err: error, change }, 'a change of an account was not announced'),
    );
}

/**
 * Calls `onChange` with every announcement, and `onGap` when some may have been missed.
 * @param redis any connection; the feed opens one of its own beside it
 */
export function followAccountChanges(
  redis: Pick<Redis, 'duplicate'>,
  handlers: { onChange(change: AccountChange): void; onGap(): void; onError(error: unknown): void },
): Promise<{ stop(): void }> {
  const { onChange, onGap, onError } = handlers;
  return followChannel(redis, channel, {
    onMessage: (text) => onChange(JSON.parse(text) as AccountChange),
    onGap,
    onError,
  });
}
