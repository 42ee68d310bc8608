import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type QuotationTerms, quotationPrices } from './quotation-prices.ts';
import { type PriceSource, referencePrice } from './reference-price.ts';

const open: QuotationTerms = {
  buyCoefficient: 101_000_000n,
  sellCoefficient: 99_000_000n,
  priceStep: 1_000_000n,
  buyPriceMin: null,
  sellPriceMax: null,
  isBuyDisabled: false,
  isSellDisabled: false,
  isBuySoldOut: false,
  isSellSoldOut: false,
};

const sources: fc.Arbitrary<PriceSource[]> = fc.array(
  fc.record({
    kind: fc.constant('feed' as const),
    price: fc.oneof(fc.constant<bigint | null>(null), fc.bigInt(9_000n, 11_000n)),
    ageMs: fc.constantFrom<number[]>(0, 10_000, 10_001),
    decimals: fc.constant(2),
  }),
  { maxLength: 6 },
);

it('the reference price lies among the sources, in whatever order they come', () => {
  fc.assert(
    fc.property(sources, (all) => {
      const { sources8, reference8, reason } = referencePrice(all);
      expect(referencePrice(all.toReversed())).toEqual({ sources8: sources8.toReversed(), reference8, reason });
      const valid = sources8.filter((value) => value !== null);
      expect(reference8 === null).toBe(reason !== null);
      if (valid.length === 0) expect(reason).toBe('no_price');
      if (reason === 'sources_disagree') expect(valid).toHaveLength(2);
      if (reference8 === null) return;
      expect(valid.some((value) => value <= reference8)).toBe(true);
      expect(valid.some((value) => value >= reference8)).toBe(true);
    }),
  );
});

it('one source among several, however wrong, can not move the price beyond the others', () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt(1n, 10n ** 6n), { minLength: 2, maxLength: 5 }),
      fc.bigInt(1n, 10n ** 12n),
      (few, wrong) => {
        const feed = (price: bigint): PriceSource => ({ kind: 'feed', price, ageMs: 0, decimals: 2 });
        const { reference8 } = referencePrice([...few, wrong].map(feed));
        const within = few.map((price) => price * 1_000_000n);
        expect(within.some((price) => price <= (reference8 ?? 0n))).toBe(true);
        expect(within.some((price) => price >= (reference8 ?? 0n))).toBe(true);
      },
    ),
  );
});

it('a halted market, an empty way and a price of nothing are no source', () => {
  const dead: PriceSource[] = [
    { kind: 'market', legs: [null], decimals: 2 },
    { kind: 'market', legs: [], decimals: 2 },
    { kind: 'market', legs: [{ bid: 0n, ask: 1n, last: 0n, lastAgeMs: 0 }], decimals: 2 },
    { kind: 'feed', price: 0n, ageMs: 0, decimals: 2 },
  ];
  expect(referencePrice(dead)).toEqual({ sources8: [null, null, null, null], reference8: null, reason: 'no_price' });
});

it('prices are on the step, and the maker sells no cheaper than he buys', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 16n),
      fc.bigInt(80_000_000n, 120_000_000n),
      fc.bigInt(0n, 20_000_000n),
      fc.constantFrom(1n, 1_000_000n, 100_000_000n),
      (reference8, sellCoefficient, spread, priceStep) => {
        const terms = { ...open, sellCoefficient, buyCoefficient: sellCoefficient + spread, priceStep };
        const { buy, sell } = quotationPrices(terms, { reference8, reason: null });
        expect([(buy.price8 ?? 1n) % priceStep, (sell.price8 ?? 1n) % priceStep]).toEqual([0n, 0n]);
        expect(buy.price8).toBeGreaterThanOrEqual(sell.price8 ?? 0n);
      },
    ),
  );
});

it('a closed side says the first reason that holds', () => {
  const at = (terms: Partial<QuotationTerms>, reference8: bigint | null = 10n ** 10n) =>
    quotationPrices({ ...open, ...terms }, { reference8, reason: reference8 === null ? 'no_price' : null }).buy.reason;
  expect(at({})).toBeNull();
  expect(at({ isBuySoldOut: true })).toBe('sold_out');
  const guarded = { isBuySoldOut: true, buyPriceMin: 10n ** 11n };
  expect(at(guarded)).toBe('price_guard');
  expect(at(guarded, null)).toBe('no_price');
  expect(at({ ...guarded, isBuyDisabled: true }, null)).toBe('disabled');
});
