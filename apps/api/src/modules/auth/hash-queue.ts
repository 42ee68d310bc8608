import { randomInt } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import { addressKeys, TurnQueue } from '../../platform/http/index.ts';

/** Runs what needs a password's hash a few at a time. */
export interface HashQueue {
  /** @throws DomainError service_unavailable when too many are waiting: then nothing was hashed */
  run<Result>(ip: string, hash: () => Promise<Result>): Promise<Result>;
}

/**
 * Passwords are hashed by one thread, which gives way to orders (identity/passwords.ts), at some 40 a second. With 100 waiting the last one
 * waits about three seconds. Sites (an IPv4 address or an IPv6 /48) take turns, so one that guesses passwords holds up others by one hash each.
 * With several running, the thread hashes one password while Postgres is asked for the others.
 */
export function createHashQueue({ runningMax, waitingMax }: { runningMax: number; waitingMax: number }): HashQueue {
  const queue = new TurnQueue<string>({ runningMax, waitingMaxOfLane: waitingMax, waitingMax }, tooBusy);
  return { run: async (ip, hash) => queue.run(addressKeys(ip).site, hash) };
}

const retryMs = { min: 2_000, max: 6_000 };

/** Each refused caller gets a different retry time, so that they do not all retry at the same moment. */
function tooBusy(): DomainError {
  const message = 'Too many people are signing in. Please try again in a few seconds.';
  return new DomainError('service_unavailable', {
    message,
    details: { retryAfterMs: randomInt(retryMs.min, retryMs.max + 1) },
  });
}
