/** A token bucket a key, all in memory: a check costs less than a microsecond. */
export interface TokenBuckets<Key> {
  /** Takes `count` tokens. False when there are too few: then none is taken. */
  take(key: Key, count?: number): boolean;
  /** Gives tokens back that were taken for nothing. */
  giveBack(key: Key, count?: number): void;
  /** Milliseconds until `count` tokens, one by default, will be there again. */
  waitMs(key: Key, count?: number): number;
}

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/**
 * Buckets that refill evenly up to `burst`. When `keysMax` are held, full ones are forgotten, which changes nothing for
 * their owners: a forgotten bucket comes back full.
 */
export function createTokenBuckets<Key>(options: {
  perSecond: number;
  burst: number;
  now?: () => number;
  keysMax?: number;
}): TokenBuckets<Key> {
  const { perSecond, burst, now = () => performance.now(), keysMax = 50_000 } = options;
  const buckets = new Map<Key, Bucket>();
  const perMs = perSecond / 1000;

  function filled(key: Key): Bucket {
    const nowMs = now();
    const bucket = buckets.get(key);
    if (!bucket) {
      if (buckets.size >= keysMax) forgetFull(nowMs);
      const fresh = { tokens: burst, filledAtMs: nowMs };
      buckets.set(key, fresh);
      return fresh;
    }
    bucket.tokens = Math.min(burst, bucket.tokens + (nowMs - bucket.filledAtMs) * perMs);
    bucket.filledAtMs = nowMs;
    return bucket;
  }

  function forgetFull(nowMs: number): void {
    for (const [key, bucket] of buckets) {
      if (bucket.tokens + (nowMs - bucket.filledAtMs) * perMs >= burst) buckets.delete(key);
    }
    // New keys arrive faster than buckets refill: a tenth is dropped, the oldest first, so that memory stays bounded.
    for (const key of buckets.keys()) {
      if (buckets.size < keysMax * 0.9) return;
      buckets.delete(key);
    }
  }

  return {
    take(key, count = 1) {
      const bucket = filled(key);
      if (bucket.tokens < count) return false;
      bucket.tokens -= count;
      return true;
    },
    giveBack(key, count = 1) {
      const bucket = filled(key);
      bucket.tokens = Math.min(burst, bucket.tokens + count);
    },
    waitMs(key, count = 1) {
      const missing = count - filled(key).tokens;
      return missing <= 0 ? 0 : Math.ceil(missing / perMs);
    },
  };
}
