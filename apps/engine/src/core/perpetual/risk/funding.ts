/** Funding: the minute's premium, the running rate, its lock a minute before, and when it is settled. */
import { fundingChanged, Side } from '@pelican/shared/engine/perpetual';
import { fundingRate, fundingSamples, nextFundingSamples, premiumIndex } from '@pelican/shared/perpetual';
import type { Level } from '../book.ts';
import type { Changes } from '../changes.ts';
import type { Market } from '../state.ts';
import { beginSettlement, continueSettling } from './funding-payments.ts';
import { isStaleAt } from './market-state.ts';
import type { Budget } from './position-walk.ts';

const lockMs = 60_000;
/** A funding that is late by more is skipped. */
const missedMs = 900_000;

/** The market's part of second `n`: sample, rate, lock; a settlement that is due begins, a pending one goes on. */
export function applyFunding(changes: Changes, market: Market, n: number, visits: Budget): void {
  const { funding } = market;
  const nowMs = n * 1000;
  const before = summaryOf(market);
  if (funding.currentTimeMs === 0) begin(market, nowMs);
  if (takeSample(market, n) && !funding.isLocked) setCurrentRate(market);
  if (!funding.isLocked && nowMs >= funding.currentTimeMs - lockMs) {
    setCurrentRate(market);
    funding.isLocked = true;
  }
  if (nowMs >= funding.currentTimeMs && !market.fundingWalk) {
    if (nowMs - funding.currentTimeMs <= missedMs && market.markTicks > 0) beginSettlement(changes, market);
    funding.currentTimeMs = nextBoundary(market, nowMs);
    funding.isLocked = false;
    setCurrentRate(market);
  }
  continueSettling(changes, market, visits);
  const after = summaryOf(market);
  if (JSON.stringify(after) !== JSON.stringify(before)) changes.emit(fundingChanged, 0, after);
}

/** Before the first sample the premium counts as none, which leaves the interest. */
function begin(market: Market, nowMs: number): void {
  market.funding.currentTimeMs = nextBoundary(market, nowMs);
  setCurrentRate(market);
  market.funding.nextRate = market.funding.currentRate;
}

function summaryOf({ id, funding, settings }: Market) {
  return {
    market: id,
    isLocked: funding.isLocked,
    currentRate: funding.currentRate,
    currentTimeMs: funding.currentTimeMs,
    nextRate: funding.nextRate,
    nextTimeMs: funding.currentTimeMs + settings.fundingIntervalMs,
  };
}

/** The first whole interval (of UTC) after a time. */
function nextBoundary({ settings }: Market, nowMs: number): number {
  const interval = settings.fundingIntervalMs;
  return (Math.floor(nowMs / interval) + 1) * interval;
}

function setCurrentRate({ instrument, funding }: Market): void {
  funding.currentRate = Number(fundingRate(instrument, funding.samples).rate);
}

/** One sample in the first tick of each minute; minutes without a tick, or of a stale index, have none. */
function takeSample(market: Market, n: number): boolean {
  const { funding, instrument, book } = market;
  const minute = Math.floor(n / 60);
  const isFirst = funding.lastSampleMinute === 0;
  if (minute <= funding.lastSampleMinute) return false;
  funding.lastSampleMinute = minute;
  if (isFirst || isStaleAt(market, n)) return false;
  const bids = bestFirst(book.sideOf(Side.buy));
  const asks = bestFirst(book.sideOf(Side.sell));
  funding.samples.push(Number(premiumIndex(instrument, market.indexTicks, bids, asks).premium));
  if (funding.samples.length > fundingSamples) funding.samples.shift();
  funding.nextRate = Number(fundingRate(instrument, funding.samples, nextFundingSamples).rate);
  return true;
}

function* bestFirst(levels: readonly Level[]): Iterable<Level> {
  for (let at = levels.length - 1; at >= 0; at--) yield levels[at] as Level;
}
