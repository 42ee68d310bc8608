/** The figures of one user's futures account, with the positions that share its cash. Money in 10^-8 USDT. */
import { PositionSide } from '../engine/perpetual/terms.ts';
import { ceilDiv, floorDiv, maxOf, minOf, rateOne, sumOf } from '../money/rounding.ts';
import type { Instrument } from './instrument.ts';
import {
  type IsolatedAtMark,
  initialMargin,
  isolatedEquity,
  liquidationFee,
  maintenanceMargin,
  marginRatio4,
  requirement8,
} from './margin.ts';
import { directionOf, notionalOf, notionalPerTick, unrealisedPnl } from './notional.ts';
import { requirementRate } from './tiers.ts';

export interface CrossLeg {
  instrument: Instrument;
  position: PositionSide;
  lots: number;
  cost: bigint;
  /** The market's cross leverage. */
  leverage: number;
  markTicks: number;
}

export interface IsolatedLeg extends IsolatedAtMark {
  instrument: Instrument;
}

export interface CrossCash {
  /** Cash not posted to isolated positions; may be below zero while cross profit covers it. */
  cash: bigint;
  /** Freezes of pending opening orders. */
  isolatedFreeze: bigint;
  crossFreeze: bigint;
}

/** Lists are in the order of the legs. */
export interface CrossFigures {
  legs: readonly CrossLeg[];
  unrealised: bigint[];
  unrealisedSum: bigint;
  initialMargins: bigint[];
  /** The requirement of each leg, times 10^8 as everything called requirement8. */
  requirements8: bigint[];
  maintenance: bigint;
  liquidationFee: bigint;
  notional: bigint;
  /** cash + unrealised profit of the cross legs - freeze of isolated orders. */
  equity: bigint;
  requirement8: bigint;
  ratio4: bigint | null;
  /** cash + margins of the isolated positions. */
  futuresBalance: bigint;
  totalEquity: bigint;
  freeze: bigint;
  /** Backs new cross orders; the raw figure may be below zero. */
  tradingBalance: bigint;
  tradingBalanceRaw: bigint;
  /** Backs isolated orders, margin and transfers out: unrealised profit does not count. */
  available: bigint;
  availableRaw: bigint;
}

/** Every figure of the account at the marks given. */
export function crossAccount(
  account: CrossCash,
  legs: readonly CrossLeg[],
  isolated: readonly IsolatedLeg[],
): CrossFigures {
  const unrealised = legs.map((leg) => unrealisedPnl(leg.instrument, leg.position, leg.cost, leg.lots, leg.markTicks));
  const notionals = legs.map((leg) => notionalOf(leg.instrument, leg.markTicks, leg.lots));
  const initialMargins = legs.map((leg, at) => initialMargin(notionals[at] ?? 0n, leg.leverage));
  const requirements8 = legs.map((leg) => requirement8(leg.instrument, leg.lots, leg.markTicks));
  const unrealisedSum = sumOf(unrealised);
  const marginSum = sumOf(initialMargins);
  const required8 = sumOf(requirements8);
  const isolatedMargin = sumOf(isolated.map((leg) => leg.margin));
  const equity = account.cash + unrealisedSum - account.isolatedFreeze;
  const freezes = account.crossFreeze + account.isolatedFreeze;
  const tradingBalanceRaw = account.cash + unrealisedSum - marginSum - freezes;
  const availableRaw = account.cash + minOf(0n, unrealisedSum) - marginSum - freezes;
  return {
    legs,
    unrealised,
    unrealisedSum,
    initialMargins,
    requirements8,
    maintenance: sumOf(legs.map((leg) => maintenanceMargin(leg.instrument, leg.lots, leg.markTicks))),
    liquidationFee: sumOf(legs.map((leg) => liquidationFee(leg.instrument, leg.lots, leg.markTicks))),
    notional: sumOf(notionals),
    equity,
    requirement8: required8,
    ratio4: marginRatio4(equity, required8),
    futuresBalance: account.cash + isolatedMargin,
    totalEquity: account.cash + unrealisedSum + sumOf(isolated.map((leg) => isolatedEquity(leg.instrument, leg))),
    freeze: marginSum + isolatedMargin + freezes,
    tradingBalance: maxOf(0n, tradingBalanceRaw),
    tradingBalanceRaw,
    available: maxOf(0n, availableRaw),
    availableRaw,
  };
}

/**
 * The first mark of one market at which the account is liquidated while all other marks stand still: an estimate. Null
 * when no mark above zero does that, or both legs cancel out.
 */
export function crossLiquidationTicks(figures: CrossFigures, marketId: number): number | null {
  let cushion8 = figures.equity * rateOne - figures.requirement8;
  let costs = 0n;
  let slope8 = 0n;
  figures.legs.forEach((leg, at) => {
    if (leg.instrument.id !== marketId || leg.lots === 0) return;
    cushion8 += (figures.requirements8[at] ?? 0n) - (figures.unrealised[at] ?? 0n) * rateOne;
    const rate = requirementRate(leg.instrument, leg.lots);
    const kept = leg.position === PositionSide.long ? rateOne - rate : -(rateOne + rate);
    slope8 += notionalPerTick(leg.instrument, leg.lots) * kept;
    costs += directionOf(leg.position) * leg.cost;
  });
  if (slope8 === 0n) return null;
  const level8 = costs * rateOne - cushion8;
  const ticks = slope8 > 0n ? floorDiv(level8, slope8) : ceilDiv(-level8, -slope8);
  return ticks > 0n ? Number(ticks) : null;
}

/** An account's equity split over its legs by requirement, each share rounded down: the dust stays with the user. */
export function crossShares(equity: bigint, requirements8: readonly bigint[]): bigint[] {
  const total = sumOf(requirements8);
  return requirements8.map((required8) => (total === 0n ? 0n : floorDiv(equity * required8, total)));
}
