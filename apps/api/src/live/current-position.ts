/** Reads that must not be behind: waiting until the live view has applied the newest entry of the event stream. */

import { DomainError } from '@pelican/shared/contracts';
import { comparePositions } from '@pelican/shared/engine';

const waitMsMax = 2_000;

export interface CurrentPosition {
  /**
   * Resolves once the view has applied everything that was in the stream when it was called.
   * @throws DomainError service_unavailable after 2 s
   */
  wait(): Promise<void>;
  /** Call after entries were applied. */
  advanced(position: string): void;
}

interface Waiter {
  position: string;
  resolve(): void;
  timer: NodeJS.Timeout;
}

/**
 * @param newestPosition reads the newest id of the stream; one query at a time is under way, and callers
 *   that arrive meanwhile share the next one
 */
export function createCurrentPosition(newestPosition: () => Promise<string>): CurrentPosition {
  const waiters = new Set<Waiter>();
  let applied = '0-0';
  let asking: Promise<string> | undefined;
  let next: Promise<string> | undefined;

  /** The result of a query that begins after this call. */
  function askNewest(): Promise<string> {
    if (!asking) {
      asking = newestPosition().finally(() => {
        asking = undefined;
      });
      return asking;
    }
    next ??= asking
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return askNewest();
      });
    return next;
  }

  return {
    async wait() {
      // A connection waits without end while Redis is away; callers have a time limit.
      const position = await inTime(askNewest());
      if (comparePositions(applied, position) >= 0) return;
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiters.delete(waiter);
          reject(new DomainError('service_unavailable'));
        }, waitMsMax);
        const waiter = { position, resolve, timer };
        waiters.add(waiter);
      });
    },
    advanced(position) {
      applied = position;
      for (const waiter of waiters) {
        if (comparePositions(position, waiter.position) < 0) continue;
        waiters.delete(waiter);
        clearTimeout(waiter.timer);
        waiter.resolve();
      }
    },
  };
}

/** @throws DomainError service_unavailable when there is no answer after 2 s */
async function inTime(answer: Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DomainError('service_unavailable')), waitMsMax);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
