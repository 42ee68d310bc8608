/** The arithmetic of liquidations: steps down the tiers, takeovers by the insurance fund, its orders. Money in 10^-8 USDT. */
import type { PositionSide } from '../engine/perpetual/terms.ts';
import { ceilDiv, floorDiv, mulFloor, rateOne } from '../money/rounding.ts';
import { type CrossFigures, crossShares } from './cross.ts';
import { costShare } from './fills.ts';
import type { Instrument } from './instrument.ts';
import { bankruptcyTicks, type IsolatedPosition } from './isolated.ts';
import { type IsolatedAtMark, isolatedEquity } from './margin.ts';
import { directionOf, feeOf, notionalOf, notionalPerTick } from './notional.ts';
import { tierAt, tierOf } from './tiers.ts';

export interface Takeover {
  bankruptcyTicks: number;
  /** Notional at the bankruptcy price: the fund's entry cost. */
  notional: bigint;
  /** What the owner realises, never above zero: everything that the position had. */
  userRealised: bigint;
  /** What the fund gets in cash: margin + direction x (notional - cost). */
  fundDelta: bigint;
  /** The part of it that is the taker fee on the notional, and what the tick leaves over. */
  liquidationFee: bigint;
  surplus: bigint;
}

/** The fund takes an isolated position over at its bankruptcy price; the owner loses exactly the margin. */
export function takeover(instrument: Instrument, held: IsolatedPosition): Takeover {
  return takeoverAt(instrument, held, -held.margin);
}

function takeoverAt(instrument: Instrument, held: IsolatedPosition, userRealised: bigint): Takeover {
  const ticks = bankruptcyTicks(instrument, held);
  const notional = notionalOf(instrument, ticks, held.lots);
  const fundDelta = held.margin + directionOf(held.position) * (notional - held.cost);
  const liquidationFee = feeOf(notional, instrument.takerRate);
  return {
    bankruptcyTicks: ticks,
    notional,
    userRealised,
    fundDelta,
    liquidationFee,
    surplus: fundDelta - liquidationFee,
  };
}

export interface CrossTakeoverLeg extends Takeover {
  /** The leg's part of the account's equity. */
  share: bigint;
}

/**
 * What each leg of a cross account may lose: the share of the equity that its requirement is of all. With share less
 * unrealised profit for a margin, a leg has the bankruptcy price of an isolated position; taken over at it, the owner
 * realises unrealised profit - share. In the order of the legs.
 */
export function crossTakeover(figures: CrossFigures): CrossTakeoverLeg[] {
  const shares = crossShares(figures.equity, figures.requirements8);
  return figures.legs.map((leg, at) => {
    const share = shares[at] ?? 0n;
    const margin = share - (figures.unrealised[at] ?? 0n);
    return { share, ...takeoverAt(leg.instrument, { ...leg, margin }, -margin) };
  });
}

/** (lowest tier's maintenance rate + taker rate) x notional, times 10^8: with less equity there is nothing left to reduce. */
export function lowestRequirement8(instrument: Instrument, lots: number, markTicks: number): bigint {
  return (tierAt(instrument, 0).mmr + instrument.takerRate) * notionalOf(instrument, markTicks, lots);
}

/** How many lots take a position into the next lower tier; 0 in the lowest. */
export function lotsToLowerTier(instrument: Instrument, lots: number): number {
  const { index } = tierOf(instrument, lots);
  return index === 0 ? 0 : lots - tierAt(instrument, index - 1).maxLots;
}

/** Whether an isolated position that is to be liquidated is reduced by a tier first, instead of being taken over. */
export function isReducible(instrument: Instrument, held: IsolatedAtMark): boolean {
  const isAboveLowest = tierOf(instrument, held.lots).index > 0;
  const equity8 = isolatedEquity(instrument, held) * rateOne;
  return isAboveLowest && equity8 > lowestRequirement8(instrument, held.lots, held.markTicks);
}

export interface ReductionFill {
  notional: bigint;
  costRemoved: bigint;
  pnl: bigint;
  fee: bigint;
  lotsAfter: number;
  costAfter: bigint;
  marginAfter: bigint;
}

/** A fill of a liquidation order in the owner's name: profit and fee go through the margin, nothing is released. */
export function reductionFill(
  instrument: Instrument,
  held: IsolatedPosition,
  fill: { lots: number; ticks: number },
): ReductionFill {
  const notional = notionalOf(instrument, fill.ticks, fill.lots);
  const costRemoved = costShare(held, fill.lots);
  const pnl = directionOf(held.position) * (notional - costRemoved);
  const fee = feeOf(notional, instrument.takerRate);
  return {
    notional,
    costRemoved,
    pnl,
    fee,
    lotsAfter: held.lots - fill.lots,
    costAfter: held.cost - costRemoved,
    marginAfter: held.margin + pnl - fee,
  };
}

/** The share of the fund's cash that one lot may lose, 10^-8. */
export const fundBudgetRate = 20_000_000n;

/** What the fund may lose by one lot: a share of its cash, in the same unit, rounded down. */
export function fundBudget(fundCash: bigint, budgetRate: bigint = fundBudgetRate): bigint {
  return mulFloor(fundCash, budgetRate);
}

/**
 * The order by which the fund works off a lot: it may lose up to a share of the fund's cash against the bankruptcy price.
 * The limit is rounded so that the loss stays within the budget. A long lot's limit can be zero or less: it then sells at any bid.
 */
export function fundOrder(
  instrument: Instrument,
  lot: { position: PositionSide; lots: number; bankruptcyTicks: number },
  fundCash: bigint,
  budgetRate: bigint = fundBudgetRate,
): { budget: bigint; limitTicks: number } {
  const budget = fundBudget(fundCash, budgetRate);
  const direction = directionOf(lot.position);
  const perTick = notionalPerTick(instrument, lot.lots);
  const worst = BigInt(lot.bankruptcyTicks) * perTick - direction * budget;
  const limit = direction === 1n ? ceilDiv(worst, perTick) : floorDiv(worst, perTick);
  return { budget, limitTicks: Number(limit) };
}
