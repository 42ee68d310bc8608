import { DomainError } from '@pelican/shared/errors.ts';
import { createTokenBuckets } from './token-bucket.ts';

/** One allowance a user, whatever way the calls come: HTTP and the socket ask the same object. */
export interface UserRateLimit {
  /** Takes `count` calls from the user's allowance. @throws DomainError too_many_requests; details.retryAfterMs says how long to wait */
  take(userId: number, count?: number): void;
}

/** `perSecond` calls a second, and `burst` at once after a quiet time. */
export function createUserRateLimit(perSecond: number, burst = perSecond): UserRateLimit {
  const buckets = createTokenBuckets<number>({ perSecond, burst });
  return {
    take(userId, count = 1) {
      if (buckets.take(userId, count)) return;
      throw new DomainError('too_many_requests', { details: { retryAfterMs: buckets.waitMs(userId) } });
    },
  };
}
