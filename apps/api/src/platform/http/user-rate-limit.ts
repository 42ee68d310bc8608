import { DomainError } from '@pelican/shared/errors.ts';
import { createTokenBuckets } from './token-bucket.ts';

/** One allowance a user, whatever way the calls come: HTTP and the socket ask the same object. */
export interface UserRateLimit {
  /** Takes `count` calls from the user's allowance. @throws DomainError too_many_requests; details.retryAfterMs says how long to wait */
  take(userId: number, count?: number): void;
  /** Takes nothing. @throws DomainError too_many_requests as `take` would for one call */
  requireRoom(userId: number): void;
}

/** `perSecond` calls a second, and `burst` at once after a quiet time. */
export function createUserRateLimit(perSecond: number, burst = perSecond): UserRateLimit {
  const buckets = createTokenBuckets<number>({ perSecond, burst });
  return {
    take(userId, count) {
      if (!buckets.take(userId, count)) throw tooMany(buckets.waitMs(userId, count));
    },
    requireRoom(userId) {
      const retryAfterMs = buckets.waitMs(userId);
      if (retryAfterMs > 0) throw tooMany(retryAfterMs);
    },
  };
}

function tooMany(retryAfterMs: number): DomainError {
  return new DomainError('too_many_requests', { details: { retryAfterMs } });
}
