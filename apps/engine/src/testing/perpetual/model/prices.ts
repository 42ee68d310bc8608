/** Index, mark, band and state of a market. */
import { EventKind, MarketState, Side } from '@pelican/shared/engine/perpetual';
import { settleWaiting } from './algo-life.ts';
import { ascending, down, least, most, near, one, total, up } from './arithmetic.ts';
import type { Market, World } from './state.ts';
import { best, emit, openInterest } from './world.ts';

export function isStale(market: Market, n: number): boolean {
  return market.indexSecond === 0 || n - market.indexSecond >= 10;
}

/** What operator and index allow: the stricter of the two. */
export function stateAt(market: Market, n: number): MarketState {
  const byOperator = { open: MarketState.open, closeOnly: MarketState.closeOnly, halted: MarketState.halted };
  const isRecovering = market.recoveredSecond > 0 && n - market.recoveredSecond < 10;
  const byIndex = isStale(market, n) ? MarketState.stale : isRecovering ? MarketState.closeOnly : MarketState.open;
  return Math.max(byOperator[market.settings.status], byIndex) as MarketState;
}

export function setState(world: World, market: Market, state: MarketState): void {
  if (market.state === state) return;
  market.state = state;
  emitMarketState(world, market);
  for (const algo of world.algos) if (algo.market === market) settleWaiting(world, algo);
}

export function emitMarketState(world: World, market: Market): void {
  emit(world, EventKind.marketPriced, 0, {
    market: market.id,
    state: market.state,
    indexTicks: market.index,
    markTicks: market.mark,
    maxBuyTicks: market.maxBuy,
    minSellTicks: market.minSell,
    openInterestLots: openInterest(world, market),
  });
}

/** A first index at which the lowest tier's maintenance margin is worth less than three ticks is not taken. */
function isTooCoarse({ settings }: Market, index: bigint): boolean {
  return BigInt(settings.tiers[0]?.mmr ?? 0) * index < 3n * one;
}

export function price(world: World, market: Market, n: number, index: bigint): void {
  if (index > 0n && !(market.indexSecond === 0 && isTooCoarse(market, index))) {
    if (market.indexSecond > 0 && isStale(market, n)) market.recoveredSecond = n;
    market.indexSecond = n;
    market.index = index;
  }
  setState(world, market, stateAt(market, n));
  if (isStale(market, n)) return;
  const mid = midOf(world, market);
  const tick = BigInt(market.settings.tickSize);
  if (index > 0n && mid !== null) market.basis.push({ n, value: mid - index * tick });
  market.basis = market.basis.filter((sample) => sample.n > n - 300);
  market.mark = markOf(world, market, n, mid);
  setBand(world, market, n);
}

/** In 10^-8; null when a side is empty or the two are more than 2% apart. */
function midOf(world: World, market: Market): bigint | null {
  const tick = BigInt(market.settings.tickSize);
  const [bid, ask] = [best(world, market, Side.buy) * tick, best(world, market, Side.sell) * tick];
  const isApart = (ask - bid) * 100n * 2n > (ask + bid) * 2n;
  return bid === 0n || ask === 0n || isApart ? null : near(bid + ask, 2n);
}

/** The median of three prices, each exact over one common denominator, held within Z of the index. */
function markOf(world: World, market: Market, n: number, mid: bigint | null): bigint {
  const { settings } = market;
  const tick = BigInt(settings.tickSize);
  const index = market.index * tick;
  const interval = BigInt(settings.fundingIntervalMs);
  const count = BigInt(market.basis.length || 1);
  const scale = one * interval * count;
  const left = BigInt(Math.max(0, market.currentTimeMs - n * 1000));
  const first = index * scale + index * market.lastRate * left * count;
  const second =
    market.basis.length < 10 ? first : index * scale + total(market.basis.map(({ value }) => value)) * one * interval;
  const isTradeFresh = market.last > 0n && world.timeMs - market.lastMs <= 60_000;
  const traded = isTradeFresh ? market.last * tick : mid;
  const third = traded === null ? first : traded * scale;
  const median = [first, second, third].sort(ascending)[1] as bigint;
  const spread = (index * scale * BigInt(settings.bandZ)) / one;
  const held = most(index * scale - spread, least(index * scale + spread, median));
  return most(1n, near(held, scale * tick));
}

function setBand(world: World, market: Market, n: number): void {
  const { settings } = market;
  const tick = BigInt(settings.tickSize);
  const index = market.index * tick * one;
  const times = (rate: number) => market.index * tick * BigInt(rate);
  let [buy, sell] = [index + times(settings.bandX), index - times(settings.bandX)];
  if (world.timeMs - settings.listedAtMs >= 600_000) {
    const recent = market.basis.filter((sample) => sample.n > n - 120).map(({ value }) => value);
    const premium = recent.length === 0 ? 0n : near(total(recent), BigInt(recent.length)) * one;
    buy = least(most(index, index + times(settings.bandY) + premium), index + times(settings.bandZ));
    sell = most(least(index, index - times(settings.bandY) + premium), index - times(settings.bandZ));
  }
  market.maxBuy = down(buy, tick * one);
  market.minSell = most(1n, up(sell, tick * one));
}
