import { MarketState as Status } from '@pelican/shared/engine/perpetual';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveListener, PerpetualMarketState } from '../../live/index.ts';
import { followIndexes, type LoanPrices } from './prices.ts';

const market = {
  id: 1,
  base: { ticker: 'BTC' },
  settleTicker: 'USDT',
  scale: { priceScale: 1, priceStepUnits: 1 },
};
let listener: LiveListener;
let state: PerpetualMarketState;
let prices: LoanPrices;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 });
  state = { market, repriced: true, status: Status.open, indexMs: 0, indexTicks: 0 } as unknown as PerpetualMarketState;
  prices = followIndexes({
    market: () => state,
    addListener(added) {
      listener = added;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The index of this moment, in whole dollars. */
function say(dollars: number): void {
  Object.assign(state, { indexMs: Date.now(), indexTicks: dollars * 10 });
  listener.onMarkets([state]);
}

test('a wick counts against whoever would gain by it', () => {
  for (let second = 0; second < 59; second++) {
    say(100);
    vi.advanceTimersByTime(1_000);
  }
  say(160);
  const { price, at } = prices.of('BTC', 'USDT');
  expect(at).toBe(Date.now());
  expect(price).toMatchObject({
    isFresh: true,
    isLiquidatable: true,
    index: 16_000_000_000n,
    mean: 10_100_000_000n,
    size: 10_100_000_000n,
    watch: 16_000_000_000n,
  });
});

test('an index is fresh for ten seconds, and of a second the newer sample counts', () => {
  say(100);
  vi.advanceTimersByTime(100);
  say(90);
  expect(prices.of('BTC', 'USDT').price).toMatchObject({ isFresh: true, isLiquidatable: false, mean: 9_000_000_000n });
  vi.advanceTimersByTime(10_000);
  expect(prices.of('BTC', 'USDT').price.isFresh).toBe(true);
  vi.advanceTimersByTime(1);
  const { price, at } = prices.of('BTC', 'USDT');
  expect(price.isFresh).toBe(false);
  expect(at).not.toBeNull();
});

test('what is stale for the engine, or nobody has said, is no price', () => {
  state.status = Status.stale;
  say(100);
  expect(prices.of('BTC', 'USDT')).toEqual({ price: { isFresh: false, isLiquidatable: false }, at: null });
  expect(prices.of('BTC', 'INR').at).toBeNull();
});

test('an old index that is repeated as operators change the status is not fresh', () => {
  say(100);
  vi.advanceTimersByTime(20_000);
  state.status = Status.closeOnly;
  say(100);
  expect(prices.of('BTC', 'USDT').price.isFresh).toBe(false);
  say(100);
  expect(prices.of('BTC', 'USDT').price.isFresh).toBe(true);
});

test.each([Status.stale, Status.halted])(
  'an index that was only repeated is not fresh once the market is in state %s',
  (status) => {
    say(100);
    // The engine says it again each second, until it finds that nobody has said it for ten.
    for (let second = 1; second <= 9; second++) {
      vi.advanceTimersByTime(1_000);
      say(100);
    }
    expect(prices.of('BTC', 'USDT').price.isFresh).toBe(true);
    vi.advanceTimersByTime(1_001);
    state.status = status;
    say(100);
    expect(prices.of('BTC', 'USDT').price).toEqual({ isFresh: false, isLiquidatable: false });
    state.status = Status.open;
    // By an operator: the index of before is repeated.
    if (status === Status.halted) say(100);
    say(110);
    // The one that was said counts in the mean, its repetitions do not.
    expect(prices.of('BTC', 'USDT').price).toMatchObject({ isFresh: true, mean: 10_500_000_000n });
  },
);
