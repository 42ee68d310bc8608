import { MarketState as Status } from '@pelican/shared/engine/perpetual';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveListener, PerpetualMarketState } from '../../live/index.ts';
import type { SpotIndexListener } from '../../ticker/spot-indexes.ts';
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
let saySpot: SpotIndexListener;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 });
  state = { market, repriced: true, status: Status.open, indexMs: 0, indexTicks: 0 } as unknown as PerpetualMarketState;
  const view = {
    market: () => state,
    addListener(added: LiveListener) {
      listener = added;
    },
  };
  const spot = {
    addListener(added: SpotIndexListener) {
      saySpot = added;
    },
  };
  prices = followIndexes(view, spot);
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

const rupees = (price: number) => BigInt(Math.round(price * 100)) * 1_000_000n;
/** The index of this second, as the ticker says it. */
const sayRupees = (price: number | null) =>
  saySpot('USDT_INR', price === null ? null : rupees(price), Math.floor(Date.now() / 1_000) * 1_000);

test('rupees for a coin are its dollars by the index of the dollar, second by second', () => {
  for (let second = 0; second < 59; second++) {
    sayRupees(88.5);
    say(100);
    vi.advanceTimersByTime(1_000);
  }
  sayRupees(88.6);
  say(101);
  expect(prices.of('BTC', 'INR')).toEqual({
    at: Date.now(),
    price: {
      isFresh: true,
      isLiquidatable: true,
      index: rupees(8_948.6),
      mean: (59n * rupees(8_850) + rupees(8_948.6)) / 60n,
      size: (59n * rupees(8_850) + rupees(8_948.6)) / 60n,
      watch: rupees(8_948.6),
    },
  });
  expect(prices.of('USDT', 'INR').price).toMatchObject({ isLiquidatable: true, index: rupees(88.6) });
  // For sums in dollars.
  expect(prices.of('INR', 'USDT').price).toMatchObject({ index: 1_128_668n });
});

test('a rupee or a coin that nobody says leaves no rupees for the coin', () => {
  say(100);
  expect(prices.of('BTC', 'INR')).toEqual({ price: { isFresh: false, isLiquidatable: false }, at: null });
  sayRupees(88.5);
  expect(prices.of('BTC', 'INR').price.isFresh).toBe(true);
  vi.advanceTimersByTime(10_000);
  say(100);
  // The dollars are of now; their rate is ten seconds old, and the next second older than that.
  expect(prices.of('BTC', 'INR').price).toMatchObject({ isFresh: true, isLiquidatable: false });
  vi.advanceTimersByTime(1_000);
  say(100);
  expect(prices.of('BTC', 'USDT').price.isFresh).toBe(true);
  expect(prices.of('BTC', 'INR').price.isFresh).toBe(false);
});

test('a rupee of which the ticker says that there is no valid index was not said in the last ten seconds either', () => {
  for (let second = 0; second < 40; second++) {
    sayRupees(88.5);
    vi.advanceTimersByTime(1_000);
  }
  expect(prices.of('USDT', 'INR').price).toMatchObject({ isFresh: true, isLiquidatable: true });
  sayRupees(null);
  expect(prices.of('USDT', 'INR').price.isFresh).toBe(false);
  sayRupees(88.7);
  expect(prices.of('USDT', 'INR').price).toMatchObject({ isFresh: true, index: rupees(88.7) });
});

test('a rupee that jumps for some seconds neither sells a pledge nor makes it worth more', () => {
  for (let second = 0; second < 59; second++) {
    sayRupees(second < 50 ? 88.5 : 60);
    say(100);
    vi.advanceTimersByTime(1_000);
  }
  sayRupees(60);
  say(100);
  const { price } = prices.of('BTC', 'INR');
  expect(price).toMatchObject({ index: rupees(6_000), size: rupees(6_000) });
  // 50 of 60 seconds were calm: what loans are watched by is still above 8,300.
  expect(price.isFresh && price.watch).toBe((50n * rupees(8_850) + 10n * rupees(6_000)) / 60n);
});

test('the perpetual of a pair is its price, whatever its spot market says', () => {
  say(100);
  saySpot('BTC_USDT', rupees(50), Date.now());
  expect(prices.of('BTC', 'USDT').price).toMatchObject({ index: 10_000_000_000n });
});
