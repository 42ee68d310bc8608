import { DomainError } from '@pelican/shared/errors.ts';

/** Runs password hashes a few at a time. */
export interface HashQueue {
  /** @throws DomainError service_unavailable when too many are waiting: then nothing was hashed */
  run<Result>(hash: () => Promise<Result>): Promise<Result>;
}

/**
 * Each hash takes 19 MiB and one of libuv's four threads for 20 to 90 ms, and files and host names need those threads
 * too. With 100 waiting the last one waits about three seconds.
 */
export function createHashQueue({ runningMax = 2, waitingMax = 100 } = {}): HashQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function takeSlot(): Promise<void> {
    if (running < runningMax) {
      running++;
      return;
    }
    if (waiting.length >= waitingMax) {
      const message = 'Too many people are signing in. Please try again in a few seconds.';
      throw new DomainError('service_unavailable', { message, details: { retryAfterMs: 3_000 } });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** Hands the slot to the one that has waited longest. */
  function leaveSlot(): void {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }

  return {
    async run(hash) {
      await takeSlot();
      try {
        return await hash();
      } finally {
        leaveSlot();
      }
    },
  };
}
