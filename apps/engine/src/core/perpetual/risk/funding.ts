/** Funding: the minute's premium, the running rate, its lock a minute before, and the payments. */
import { fundingChanged, fundingPaid, fundingSettled } from '@pelican/shared/engine/perpetual/events.ts';
import { CashReason, MarginMode, Side } from '@pelican/shared/engine/perpetual/terms.ts';
import {
  type FundedPosition,
  fundingRate,
  fundingSamples,
  fundingSettlement,
  nextFundingSamples,
  premiumIndex,
} from '@pelican/shared/perpetual/funding.ts';
import type { Level } from '../book.ts';
import type { Changes } from '../changes.ts';
import { add, type Money, moneyOf, negate, subtract } from '../money.ts';
import { moveCash, moveFund } from '../positions/accounts.ts';
import { renewLiquidation } from '../positions/positions.ts';
import type { FundLot, Market, Position } from '../state.ts';
import { isStaleAt } from './market-state.ts';

const lockMs = 60_000;
/** A funding that nobody was there to make for so long is not made. */
const missedMs = 900_000;

/** The market's part of second `n`: sample, rate, lock, and the settlement when its time has come. */
export function applyFunding(changes: Changes, market: Market, n: number): void {
  const { funding } = market;
  const nowMs = n * 1000;
  const before = summaryOf(market);
  if (funding.currentTimeMs === 0) begin(market, nowMs);
  if (takeSample(market, n) && !funding.isLocked) setCurrentRate(market);
  if (!funding.isLocked && nowMs >= funding.currentTimeMs - lockMs) {
    setCurrentRate(market);
    funding.isLocked = true;
  }
  if (nowMs >= funding.currentTimeMs) {
    if (nowMs - funding.currentTimeMs <= missedMs && market.markTicks > 0) settle(changes, market);
    funding.currentTimeMs = nextBoundary(market, nowMs);
    funding.isLocked = false;
    setCurrentRate(market);
  }
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

function settle(changes: Changes, market: Market): void {
  const { shard } = changes;
  const { funding, markTicks, instrument } = market;
  const rate = funding.currentRate;
  funding.lastRate = rate;
  const positions = [...shard.positions.values()].filter((position) => position.market === market);
  const lots = [...shard.fund.lots.values()].filter((lot) => lot.market === market);
  const funded = [...positions.map(fundedPosition), ...lots.map(fundedLot)];
  const terms = { rate: BigInt(rate), markTicks, fund: BigInt(shard.fund.cash) };
  const { payments, paid, received, fund } = fundingSettlement(instrument, terms, funded);
  const timeMs = funding.currentTimeMs;
  positions.forEach((position, at) => {
    const payment = payments[at];
    if (!payment || payment.actual === 0n) return;
    pay(changes, position, moneyOf(payment.actual));
    const { notional, actual: amount } = payment;
    const { id: positionId, user, lots: held } = position;
    changes.emit(fundingPaid, user, { market: market.id, positionId, rate, lots: held, notional, amount, timeMs });
  });
  moveFund(changes, moneyOf(fund - BigInt(shard.fund.cash)), CashReason.funding, market.id);
  changes.emit(fundingSettled, 0, { market: market.id, rate, markTicks, paid, received, timeMs });
}

function fundedPosition({ id, mode, position, lots, margin }: Position): FundedPosition {
  return { id, owner: 'user', mode, position, lots, margin: BigInt(margin) };
}

function fundedLot({ id, position, lots }: FundLot): FundedPosition {
  return { id, owner: 'fund', mode: MarginMode.cross, position, lots, margin: 0n };
}

/** Out of, or into, what carries the position: the owner's cash, or (told as paid from there) the position's own margin. */
function pay(changes: Changes, position: Position, amount: Money): void {
  const { account, market, id } = position;
  position.funding = subtract(position.funding, amount);
  moveCash(changes, account, amount, CashReason.funding, market.id, id, 0);
  if (position.mode === MarginMode.isolated) {
    moveCash(changes, account, negate(amount), CashReason.margin, market.id, id, 0);
    position.margin = add(position.margin, amount);
    renewLiquidation(position);
  }
  changes.touchPosition(position);
}
