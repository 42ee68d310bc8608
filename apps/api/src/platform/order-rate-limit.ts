import { DomainError } from '@pelican/shared/errors.ts';
import { createTokenBuckets } from './token-bucket.ts';

/** One allowance a user, whatever way the orders come: HTTP and the socket ask the same object. */
export interface OrderRateLimit {
  /** Takes `count` orders from the user's allowance. @throws DomainError too_many_requests */
  take(userId: number, count?: number): void;
}

/** `perSecond` orders a second (placing and cancelling alike), and as many at once after a quiet second. */
export function createOrderRateLimit(perSecond: number): OrderRateLimit {
  const buckets = createTokenBuckets<number>({ perSecond, burst: perSecond });
  return {
    take(userId, count = 1) {
      if (!buckets.take(userId, count)) throw new DomainError('too_many_requests');
    },
  };
}
