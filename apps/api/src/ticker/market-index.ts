/** One market's index at one second: its sources' prices, put together by the formula. */
import type { TickPrice } from '@pelican/shared/engine/perpetual';
import { type IndexSource, indexPrice, indexRules } from '@pelican/shared/perpetual';
import type { SourceKind } from './source-settings.ts';
import type { SourcePrice } from './sources/source-price.ts';

export interface SourceReading {
  id: string;
  kind: SourceKind;
  /** Times 10^8. */
  weight: bigint;
  latest: SourcePrice;
}

/** What the next second needs of this one. */
export interface IndexMemory {
  lastIndexTicks?: number | undefined;
  /** Since when the only two sources disagree, Unix milliseconds. */
  disagreeSinceMs?: number | undefined;
}

/**
 * The price of the tick, undefined when there is no valid index, and the memory for the next second.
 * @param tickSize price of a tick, times 10^8
 */
export function marketIndex(
  market: { id: number; tickSize: bigint },
  readings: readonly SourceReading[],
  memory: IndexMemory,
  nowMs: number,
): { price: TickPrice | undefined; memory: IndexMemory } {
  const fresh = readings
    .map((reading) => ({ ...reading, price8: reading.latest.price, ageMs: Math.max(0, nowMs - reading.latest.timeMs) }))
    .filter(({ ageMs }) => ageMs <= indexRules.maxAgeMs);
  const index = indexPrice(withoutHeavySpot(fresh), {
    clamp: indexRules.clamp,
    maxAgeMs: indexRules.maxAgeMs,
    tickSize: market.tickSize,
    lastIndexTicks: memory.lastIndexTicks ?? null,
    disagreeingMs: memory.disagreeSinceMs === undefined ? 0 : nowMs - memory.disagreeSinceMs,
  });
  const next: IndexMemory = {
    lastIndexTicks: index.ticks ?? memory.lastIndexTicks,
    disagreeSinceMs: index.isDisagreeing ? (memory.disagreeSinceMs ?? nowMs) : undefined,
  };
  if (index.ticks === null || index.ticks <= 0) return { price: undefined, memory: next };
  const sources = fresh.map(({ id, price8, ageMs }) => ({ id, price: String(price8), ageMs }));
  return { price: { market: market.id, indexTicks: index.ticks, sources }, memory: next };
}

type Weighed = IndexSource & { kind: SourceKind };

/** Our own spot market weighs a quarter at most, so that moving it hardly moves the index; without other sources it is the index. */
function withoutHeavySpot(sources: readonly Weighed[]): IndexSource[] {
  const others = sources.reduce((sum, { kind, weight }) => (kind === 'own_spot' ? sum : sum + weight), 0n);
  const spotMax = others / 3n;
  const limited = (weight: bigint) => (weight > spotMax && others > 0n ? spotMax : weight);
  return sources.map(({ id, kind, weight, price8, ageMs }) => ({
    id,
    weight: kind === 'own_spot' ? limited(weight) : weight,
    price8,
    ageMs,
  }));
}
