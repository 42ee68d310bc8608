import { type DomainError, plainRefusal } from '@pelican/shared/contracts';
import { createAddressBuckets } from './address-limits.ts';
import { createTokenBuckets, type TokenBuckets } from './token-bucket.ts';

/** One allowance a key, whatever way the calls come: HTTP and the socket ask the same object. */
export interface RateLimit<Key> {
  /** Takes `count` calls from the key's allowance. @throws DomainError too_many_requests; details.retryAfterMs says how long to wait */
  take(key: Key, count?: number): void;
  /** Takes nothing. @throws DomainError too_many_requests as `take` would for one call */
  requireRoom(key: Key): void;
}

/** An allowance to which calls come back that were taken for nothing. */
export interface RefundableLimit<Key> extends RateLimit<Key> {
  giveBack(key: Key, count?: number): void;
}

/** Keyed by user id. */
export type UserRateLimit = RateLimit<number>;

/** `perSecond` calls a second, and `burst` at once after a quiet time. */
export function createRateLimit<Key>(perSecond: number, burst = perSecond): RateLimit<Key> {
  return refuseBeyond(createTokenBuckets<Key>({ perSecond, burst }));
}

/** The same for addresses. */
export function createAddressRateLimit(perSecond: number, burst = perSecond): RefundableLimit<string> {
  return refuseBeyond(createAddressBuckets({ perSecond, burst }));
}

function refuseBeyond<Key>(buckets: TokenBuckets<Key>): RefundableLimit<Key> {
  return {
    take(key, count) {
      if (!buckets.take(key, count)) throw tooMany(buckets.waitMs(key, count));
    },
    giveBack: (key, count) => buckets.giveBack(key, count),
    requireRoom(key) {
      const retryAfterMs = buckets.waitMs(key);
      if (retryAfterMs > 0) throw tooMany(retryAfterMs);
    },
  };
}

/** @param retryAfterMs how long to wait */
export function tooMany(retryAfterMs: number): DomainError {
  return plainRefusal('too_many_requests', { details: { retryAfterMs } });
}
