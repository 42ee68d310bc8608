/**
 * Which prices of a feed are accepted. A feed is a foreign program: it may stop, repeat itself, send older times, or send a
 * tenth of every price for a minute. Age decides about the first two; the rest is refused here.
 */
import type { SourcePrice } from './source-price.ts';

/** A clock may be ahead of ours by this much. */
const aheadMsMax = 5_000;
/** A move beyond this, in percent, from one price to the next must last before it is believed. */
const jumpPercentMax = 25n;
export const jumpLastsMs = 60_000;

export type Verdict = 'taken' | 'backInTime' | 'ahead' | 'jump';

export class FeedGuard {
  #latest: SourcePrice | undefined;
  #feedTimeMs = 0;
  /** The first price of a level that is too far away to be believed yet, and when it came. */
  #unbelieved: { price: bigint; sinceMs: number } | undefined;

  /** The newest price that is believed. */
  get latest(): SourcePrice | undefined {
    return this.#latest;
  }

  /** @param feedTimeMs the feed's own time, undefined where it has none */
  offer(price: bigint, feedTimeMs: number | undefined, nowMs: number): Verdict {
    if (feedTimeMs !== undefined) {
      if (feedTimeMs > nowMs + aheadMsMax) return 'ahead';
      if (feedTimeMs < this.#feedTimeMs) return 'backInTime';
      this.#feedTimeMs = feedTimeMs;
    }
    if (!this.#isBelievable(price, nowMs)) return 'jump';
    this.#unbelieved = undefined;
    this.#latest = { price, timeMs: Math.min(feedTimeMs ?? nowMs, nowMs) };
    return 'taken';
  }

  #isBelievable(price: bigint, nowMs: number): boolean {
    if (!this.#latest || !isJump(this.#latest.price, price)) return true;
    if (!this.#unbelieved || isJump(this.#unbelieved.price, price)) this.#unbelieved = { price, sinceMs: nowMs };
    return nowMs - this.#unbelieved.sinceMs >= jumpLastsMs;
  }
}

function isJump(from: bigint, to: bigint): boolean {
  const move = to > from ? to - from : from - to;
  return move * 100n > from * jumpPercentMax;
}
