import { expect, test } from 'vitest';
import { type IndexMemory, marketIndex, type SourceReading } from './market-index.ts';

const market = { id: 1001, tickSize: 10_000_000n };
const nowMs = 1_000_000;

function reading(id: string, price: number, options: Partial<Pick<SourceReading, 'kind'>> & { ageMs?: number } = {}) {
  const { kind = 'feed', ageMs = 0 } = options;
  const latest = { price: BigInt(Math.round(price * 1e8)), timeMs: nowMs - ageMs };
  return { id, kind, weight: 100_000_000n, latest };
}
const at = (readings: SourceReading[], memory: IndexMemory = {}, time = nowMs) =>
  marketIndex(market, readings, memory, time);

test('an old price is no price, and what was used stands beside the index', () => {
  const { price } = at([reading('a', 60_000), reading('b', 61_000, { ageMs: 10_001 })]);
  expect(price).toEqual({
    market: 1001,
    indexTicks: 600_000,
    sources: [{ id: 'a', price: '6000000000000', ageMs: 0 }],
  });
});

test('without a valid price there is no index, and the last one is remembered', () => {
  const first = at([reading('a', 60_000)]);
  const then = at([], first.memory);
  expect(then.price).toBeUndefined();
  expect(then.memory.lastIndexTicks).toBe(600_000);
});

test('of two that disagree the one nearer the last index counts, for ten seconds', () => {
  const fresh = (price: SourceReading, time: number) => ({ ...price, latest: { ...price.latest, timeMs: time } });
  const pair = (lie: number, time: number) => [
    fresh(reading('truth', 60_000), time),
    fresh(reading('other', lie), time),
  ];
  let { memory } = at(pair(60_100, nowMs));
  for (let time = nowMs + 1000; time <= nowMs + 11_000; time += 1000) {
    const next = at(pair(6_000, time), memory, time);
    expect(next.price?.indexTicks, `at ${time}`).toBe(600_000);
    memory = next.memory;
  }
  const late = nowMs + 12_000;
  expect(at(pair(6_000, late), memory, late).price).toBeUndefined();
  const agreed = at(pair(60_010, late), memory, late);
  expect(agreed.price?.indexTicks).toBe(600_050);
  expect(agreed.memory.disagreeSinceMs).toBeUndefined();
});

test('our own spot market weighs a quarter at most', () => {
  const feeds = [reading('a', 60_000), reading('b', 60_000)];
  const heavy = { ...reading('spot', 60_400, { kind: 'own_spot' }), weight: 10_000_000_000n };
  expect(at([...feeds, heavy]).price?.indexTicks).toBe(601_000);
  expect(at([heavy]).price?.indexTicks).toBe(604_000);
});
