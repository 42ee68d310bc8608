/** From a tick's index to a market's state, mark price and price band (in seconds `n`, never by a clock of our own). */
import {
  areTicksFine,
  bandPremiumTicks,
  basisSpreadMax,
  basisWindowMs,
  lastTradeMaxMs,
  markPrice,
  meanOf,
  midPrice8,
  priceBand,
} from '@pelican/shared/perpetual';
import type { Changes } from '../changes.ts';
import { setMarketState } from '../market-state.ts';
import type { Market, PerpetualShard } from '../state.ts';
import { isStaleAt, marketStateAt } from './market-state.ts';

const basisWindowSeconds = basisWindowMs / 1000;

/**
 * Takes the index of second `n` in (0: there is none) and prices the market. A stale market keeps its mark and band; for
 * up to ten seconds without an index the last one counts.
 */
export function priceMarket(changes: Changes, market: Market, n: number, indexTicks: number): void {
  const { shard } = changes;
  if (indexTicks > 0) takeIndex(market, n, indexTicks);
  setMarketState(changes, market, marketStateAt(market, n));
  if (isStaleAt(market, n)) return;
  const mid8 = midOf(market);
  if (indexTicks > 0 && mid8 !== null) {
    market.basis.push({ n, value: mid8 - BigInt(indexTicks) * market.instrument.tickSize });
  }
  const oldest = n - basisWindowSeconds;
  const kept = market.basis.findIndex((sample) => sample.n > oldest);
  market.basis.splice(0, kept < 0 ? market.basis.length : kept);
  market.markTicks = markOf(shard, market, n, mid8);
  setBand(shard, market, n);
}

/** A first index for which the ticks are too coarse is not taken: the market stays stale until its settings fit. */
function takeIndex(market: Market, n: number, indexTicks: number): void {
  if (market.indexTick === 0 && !areTicksFine(market.instrument, indexTicks)) return;
  if (market.indexTick > 0 && isStaleAt(market, n)) market.recoveredTick = n;
  market.indexTick = n;
  market.indexTicks = indexTicks;
}

function midOf({ book, instrument }: Market): bigint | null {
  const price8 = (ticks: number) => BigInt(ticks) * instrument.tickSize;
  return midPrice8(price8(book.bestBidTicks), price8(book.bestAskTicks), basisSpreadMax);
}

function markOf(shard: PerpetualShard, market: Market, n: number, mid8: bigint | null): number {
  const { instrument, indexTicks, funding, lastTicks } = market;
  const isTradeRecent = lastTicks > 0 && shard.timeMs - market.lastTradeMs <= lastTradeMaxMs;
  const { ticks } = markPrice(instrument, {
    indexTicks,
    lastFundingRate: BigInt(funding.lastRate),
    msToFunding: Math.max(0, funding.currentTimeMs - n * 1000),
    basis8: market.basis.map(({ value }) => value),
    last8: isTradeRecent ? BigInt(lastTicks) * instrument.tickSize : null,
    mid8,
  });
  return Math.max(1, ticks);
}

function setBand(shard: PerpetualShard, market: Market, n: number): void {
  const recent = market.basis.filter((sample) => sample.n > n - bandPremiumTicks);
  const band = priceBand(market.instrument, {
    indexTicks: market.indexTicks,
    averagePremium8: meanOf(recent.map(({ value }) => value)),
    listedForMs: shard.timeMs - market.settings.listedAtMs,
  });
  market.maxBuyTicks = band.maxBuyTicks;
  market.minSellTicks = band.minSellTicks;
}
