import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type IndexRules, type IndexSource, indexPrice, indexRules } from './index-price.ts';
import { basisSpreadMax, meanOf, midPrice8 } from './mid-price.ts';

const rules: IndexRules = {
  clamp: indexRules.clamp,
  maxAgeMs: indexRules.maxAgeMs,
  tickSize: 10_000_000n,
  lastIndexTicks: null,
  disagreeingMs: 0,
};

function source(id: string, price: number, weightPercent: number, ageMs = 0): IndexSource {
  return { id, price8: BigInt(price) * 100_000_000n, weight: BigInt(weightPercent) * 1_000_000n, ageMs };
}

describe('index price', () => {
  it('without a valid source there is none', () => {
    const stale = source('a', 100, 50, 10_001);
    expect(indexPrice([], rules).ticks).toBeNull();
    expect(indexPrice([stale, source('b', 0, 50)], rules)).toMatchObject({ valid: [], ticks: null });
  });

  it('one source stands alone, two are averaged whatever they weigh', () => {
    expect(indexPrice([source('a', 100, 10)], rules).ticks).toBe(1000);
    expect(indexPrice([source('a', 104, 90), source('b', 100, 10)], rules)).toMatchObject({
      ticks: 1020,
      isDisagreeing: false,
    });
    expect(indexPrice([source('a', 105, 50), source('b', 100, 50)], rules).ticks).toBe(1025);
  });

  it('of two that disagree the one nearer the last index counts, for ten seconds', () => {
    const apart = [source('low', 100, 50), source('high', 106, 50)];
    const at = (lastIndexTicks: number | null, disagreeingMs = 0) =>
      indexPrice(apart, { ...rules, lastIndexTicks, disagreeingMs });
    expect(at(1010)).toMatchObject({ ticks: 1000, isDisagreeing: true });
    expect(at(1050, 10_000)).toMatchObject({ ticks: 1060, isDisagreeing: true });
    expect(at(1050, 10_001)).toMatchObject({ ticks: null, isDisagreeing: true });
    expect(at(null).ticks).toBeNull();
  });

  it('at exactly half of the weights the median is the mean with the next', () => {
    const sources = [source('c', 103, 25), source('a', 100, 25), source('b', 102, 50), source('old', 1, 90, 20_000)];
    expect(indexPrice(sources, rules).median8).toBe(10_200_000_000n);
    const even = [source('a', 100, 25), source('b', 102, 25), source('c', 104, 25), source('d', 106, 25)];
    expect(indexPrice(even, rules).median8).toBe(10_300_000_000n);
  });

  it('no source, however far off, moves the index past the clamp', () => {
    const prices = fc.array(fc.integer({ min: 990, max: 1010 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(prices, fc.integer({ min: 1, max: 10_000_000 }), (honest, wild) => {
        const sources = [...honest, honest[0] ?? 1000].map((price, at) => source(`s${at}`, price, 20));
        const ticks = indexPrice([...sources, source('wild', wild, 20)], rules).ticks ?? 0;
        // The median is an honest price, so everything stays within 2% of it.
        expect(ticks >= 9700 && ticks <= 10_310).toBe(true);
      }),
    );
  });
});

describe('middle of a book', () => {
  it('needs both sides and a spread that is not too wide', () => {
    expect(midPrice8(99n, 101n, basisSpreadMax)).toBe(100n);
    expect(midPrice8(98n, 101n, basisSpreadMax)).toBeNull();
    expect(midPrice8(0n, 101n, basisSpreadMax)).toBeNull();
    expect(midPrice8(99n, 0n, basisSpreadMax)).toBeNull();
  });

  it('means round half away from zero, of nothing they are zero', () => {
    expect([meanOf([]), meanOf([1n, 2n]), meanOf([-1n, -2n])]).toEqual([0n, 2n, -2n]);
  });
});
