import { describe, expect, it } from 'vitest';
import { loanPrice, priceOf } from './price.ts';

const now = 1_000_000;
/** One a second up to `ageMs` ago. */
function samples(count: number, price: bigint, ageMs = 0) {
  return Array.from({ length: count }, (_, at) => ({ at: now - ageMs - (count - 1 - at) * 1000, price }));
}

describe('price of a pledge', () => {
  it('is stale without a sample of the last ten seconds', () => {
    expect(loanPrice([], now).isFresh).toBe(false);
    expect(loanPrice(samples(60, 5n, 10_000), now).isFresh).toBe(true);
    expect(loanPrice(samples(60, 5n, 10_001), now)).toEqual({ isFresh: false, isLiquidatable: false });
  });

  it('sells nothing by fewer than thirty samples of the last minute', () => {
    expect(loanPrice(samples(29, 5n), now)).toMatchObject({ isFresh: true, isLiquidatable: false });
    expect(loanPrice(samples(30, 5n), now).isLiquidatable).toBe(true);
    // Of these thirty the oldest is a minute old, and no longer counts.
    expect(loanPrice([{ at: now - 60_000, price: 5n }, ...samples(29, 5n)], now).isLiquidatable).toBe(false);
    expect(loanPrice([{ at: now - 59_999, price: 5n }, ...samples(29, 5n)], now).isLiquidatable).toBe(true);
  });

  it('takes the newest sample in whatever order they come, the later of two of one time, none of the future', () => {
    const two = [
      { at: now - 1, price: 7n },
      { at: now - 1, price: 8n },
      { at: now - 2, price: 3n },
      { at: now + 1, price: 100n },
    ];
    expect(loanPrice(two, now)).toMatchObject({ index: 8n, mean: 6n, size: 6n, watch: 8n });
  });

  it('a jump of a second neither inflates a pledge nor sells one', () => {
    const calm = samples(59, 100n, 1000);
    const up = loanPrice([...calm, { at: now, price: 190n }], now);
    const down = loanPrice([...calm, { at: now, price: 10n }], now);
    expect(up).toMatchObject({ index: 190n, size: 102n });
    expect(down).toMatchObject({ index: 10n, watch: 99n });
  });

  it('means round half up', () => {
    expect(loanPrice(samples(1, 1n).concat(samples(1, 2n)), now)).toMatchObject({ mean: 2n });
    expect(priceOf(3n, 2n)).toMatchObject({ size: 2n, watch: 3n });
  });
});
