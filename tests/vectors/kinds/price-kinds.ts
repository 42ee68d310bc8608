/** index_price, mark_price, price_limit. */
import { indexPrice, indexRules, lastTradeMaxMs, markPrice, priceBand } from '@pelican/shared/perpetual';
import type { Decimal } from '../vector-file.ts';
import { parse8, text8, type VectorInstruments } from '../vector-instrument.ts';

interface IndexInput {
  instrument: string;
  clamp?: Decimal;
  maxAgeMs?: Decimal;
  lastIndex?: Decimal | null;
  sources: { id: string; weight: Decimal; px: Decimal; ageMs: Decimal }[];
}

export function runIndexPrice(input: IndexInput, instruments: VectorInstruments): object {
  const instrument = instruments.get(input.instrument);
  const sources = input.sources.map(({ id, weight, px, ageMs }) => ({
    id,
    weight: parse8(weight),
    price8: parse8(px),
    ageMs: Number(ageMs),
  }));
  const lastIndex = input.lastIndex ?? null;
  const index = indexPrice(sources, {
    clamp: input.clamp === undefined ? indexRules.clamp : parse8(input.clamp),
    maxAgeMs: Number(input.maxAgeMs ?? indexRules.maxAgeMs),
    tickSize: instrument.formulas.tickSize,
    lastIndexTicks: lastIndex === null ? null : instrument.ticks(lastIndex),
    disagreeingMs: 0,
  });
  return {
    valid: index.valid.map(({ id }) => id),
    median: text8(index.median8),
    clamped: Object.fromEntries(index.valid.map(({ id }, at) => [id, text8(index.clamped8[at] ?? null)])),
    raw: text8(index.raw8),
    index: instrument.price(index.ticks),
  };
}

interface MarkInput {
  instrument: string;
  index: Decimal;
  lastFundingRate: Decimal;
  msToFunding: Decimal;
  intervalMs: Decimal;
  basis: Decimal[];
  last?: Decimal | null;
  lastAgeMs?: Decimal;
  mid?: Decimal | null;
}

export function runMarkPrice(input: MarkInput, instruments: VectorInstruments): object {
  const instrument = instruments.get(input.instrument);
  const priceOf = (price: Decimal | null | undefined) => (price === null || price === undefined ? null : parse8(price));
  const isFresh = Number(input.lastAgeMs ?? 0) <= lastTradeMaxMs;
  const mark = markPrice(
    { ...instrument.formulas, fundingIntervalMs: Number(input.intervalMs) },
    {
      indexTicks: instrument.ticks(input.index),
      lastFundingRate: parse8(input.lastFundingRate),
      msToFunding: Number(input.msToFunding),
      basis8: input.basis.map((sample) => parse8(sample)),
      last8: isFresh ? priceOf(input.last) : null,
      mid8: priceOf(input.mid),
    },
  );
  return {
    p1: text8(mark.byFunding8),
    basisMa: text8(mark.basisMean8),
    p2: text8(mark.byBasis8),
    p3: text8(mark.traded8),
    median: text8(mark.median8),
    mark: instrument.price(mark.ticks),
  };
}

interface BandInput {
  instrument: string;
  index: Decimal;
  avgPremium: Decimal;
  listedMs: Decimal;
}

export function runPriceLimit(input: BandInput, instruments: VectorInstruments): object {
  const instrument = instruments.get(input.instrument);
  const band = priceBand(instrument.formulas, {
    indexTicks: instrument.ticks(input.index),
    averagePremium8: parse8(input.avgPremium),
    listedForMs: Number(input.listedMs),
  });
  return {
    maxBuyRaw: text8(band.maxBuy8),
    minSellRaw: text8(band.minSell8),
    maxBuy: instrument.price(band.maxBuyTicks),
    minSell: instrument.price(band.minSellTicks),
  };
}
