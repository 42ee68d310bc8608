import { expect, test } from 'vitest';
import { createRandom } from '../../ticker/index.ts';
import {
  perpetualLevels,
  planPerpetualQuotes,
  type QuotedInstrument,
  type QuotePlan,
  type StandingQuote,
  sizeText,
} from './perpetual-ladder.ts';

const bitcoin: QuotedInstrument = {
  name: 'BTC_USDT',
  tickSize: 0.1,
  priceDecimals: 1,
  contractValue: 0.01,
  lotSize: 0.01,
};
const nothing = { long: 0, short: 0 };

/** Applies a plan as the exchange would, without fills. */
function apply(standing: StandingQuote[], plan: QuotePlan, firstId: number): StandingQuote[] {
  const kept = standing.filter(({ id }) => !plan.cancel.includes(id));
  const placed = plan.place.map(({ side, position, price, sz }, at) => ({
    id: firstId + at,
    side,
    position,
    price: Number(price),
    size: Number(sz),
  }));
  return [...kept, ...placed];
}

function settle(index: number, from: StandingQuote[] = [], holdings = nothing): StandingQuote[] {
  let standing = from;
  for (let round = 1; round <= 8; round++) {
    standing = apply(
      standing,
      planPerpetualQuotes(bitcoin, index, standing, holdings, createRandom(round)),
      round * 100,
    );
  }
  return standing;
}

test('an empty book is filled on both sides of the index, opening on both', () => {
  const standing = settle(92_400);
  expect(standing).toHaveLength(2 * perpetualLevels);
  for (const { side, position, price } of standing) {
    expect(side === 'buy' ? price < 92_400 : price > 92_400).toBe(true);
    expect(position).toBe(side === 'buy' ? 'long' : 'short');
  }
  expect(planPerpetualQuotes(bitcoin, 92_400, standing, nothing, createRandom(99))).toEqual({ cancel: [], place: [] });
});

test('a fall by 30% is followed: nothing stays behind', () => {
  const standing = settle(64_680, settle(92_400));
  expect(standing).toHaveLength(2 * perpetualLevels);
  for (const { price } of standing) expect(Math.abs(price / 64_680 - 1)).toBeLessThan(0.01);
});

test('what is held is closed first, and never more than is held', () => {
  const held = { long: 5, short: 0 };
  const sells = settle(92_400, [], held).filter(({ side }) => side === 'sell');
  const closing = sells.filter(({ position }) => position === 'long').reduce((sum, { size }) => sum + size, 0);
  expect(closing).toBeGreaterThan(0);
  expect(closing).toBeLessThanOrEqual(held.long + 1e-9);
});

test('with too much on one side it leans and opens no more there', () => {
  const loaded = { long: 3_000, short: 0 };
  const { place } = planPerpetualQuotes(bitcoin, 92_400, [], loaded, createRandom(1));
  expect(place.every(({ side, position }) => side === 'sell' && position === 'long')).toBe(true);
  const best = Math.min(...place.map(({ price }) => Number(price)));
  expect(best).toBeLessThan(92_400 * 1.000_2);
});

test('sizes are whole lots, at least one', () => {
  expect(sizeText(bitcoin, 1, 92_400)).toBe('0.01');
  expect(sizeText(bitcoin, 924, 92_400)).toBe('1.00');
});
