/** The largest opening orders that would be accepted now. Money in 10^-8 USDT, sizes in lots. */
import { OrderKind, PositionSide } from '../engine/perpetual/terms.ts';
import { floorDiv, halfUpDiv, maxOf, rateOne } from '../money/rounding.ts';
import type { Instrument } from './instrument.ts';
import { directionOf } from './notional.ts';
import { type BookLevel, limitFreeze, marketFreeze, marketWalk, orderCost } from './order-cost.ts';
import { tierMaxLots } from './tiers.ts';

export interface MaxSizeInput {
  position: PositionSide;
  leverage: number;
  /** What backs the order: the trading balance (cross) or the available one (isolated). */
  funds: bigint;
  markTicks: number;
  /** 0: that side is empty. */
  bestBidTicks: number;
  bestAskTicks: number;
  /** The limit price that is meant; absent: the best of the other side. */
  priceTicks?: number;
  /** For the same position: what is held, and what its pending opening orders have left to fill. */
  positionLots: number;
  pendingLots: number;
}

export interface MaxSize {
  /** The limit price that the size is for. */
  priceTicks: number;
  /** What one contract freezes, half up; sizes are found with the exact figure. */
  unitCost: bigint;
  /** What the funds pay for, before ceilings. */
  byMarginLots: number;
  /** What tier and position leave. */
  roomLots: number;
  tierMaxLots: number;
  lots: number;
}

/**
 * The size of a limit order at its price or at the best one of the other side (a market order is held to its own size limit, at the same price):
 * the least of funds / unit cost, room in the tier, and the type's size limit; then as many lots fewer as the ceilings of
 * the true cost ask for. Below the instrument's least size: 0.
 */
export function maxSize(instrument: Instrument, type: OrderKind, input: MaxSizeInput): MaxSize {
  const { position, leverage, funds, markTicks } = input;
  const best = position === PositionSide.long ? input.bestAskTicks : input.bestBidTicks;
  const priceTicks = input.priceTicks ?? (best || markTicks);
  const freeze = limitFreeze(position, priceTicks, markTicks, input.bestBidTicks);
  const gap = maxOf(0n, directionOf(position) * BigInt(priceTicks - markTicks));
  // Cost of a lot times leverage x 10^8.
  const rates = rateOne + instrument.takerRate * BigInt(leverage);
  const perLot = instrument.unit * (BigInt(freeze.freezeTicks) * rates + gap * BigInt(leverage) * rateOne);
  const byMargin = funds > 0n ? Number(floorDiv(funds * BigInt(leverage) * rateOne, perLot)) : 0;
  const tierMax = tierMaxLots(instrument, leverage);
  const roomLots = Math.max(0, tierMax - input.positionLots - input.pendingLots);
  let lots = Math.min(byMargin, roomLots, orderMaxLots(instrument, type));
  const rate = instrument.takerRate;
  while (lots > 0 && orderCost(instrument, { ...freeze, position, leverage, lots, markTicks, rate }).cost > funds)
    lots--;
  return {
    priceTicks,
    unitCost: halfUpDiv(perLot * rateOne, instrument.lotSize * BigInt(leverage) * rateOne),
    byMarginLots: byMargin,
    roomLots,
    tierMaxLots: tierMax,
    lots: lots < instrument.minLots ? 0 : lots,
  };
}

/**
 * The size of a market order: the most that the levels of the other side (best first, down to `boundTicks`) can fill and the funds
 * pay for at the deepest level reached. The cost never falls as the size grows, so it is found by halving.
 */
export function maxMarketLots(
  instrument: Instrument,
  input: MaxSizeInput & { levels: readonly BookLevel[]; boundTicks: number | null },
): number {
  const { position, leverage, markTicks } = input;
  const rate = instrument.takerRate;
  const room = tierMaxLots(instrument, leverage) - input.positionLots - input.pendingLots;
  const most = Math.min(room, instrument.maxMarketLots);
  let low = 0;
  let high = most > 0 ? marketWalk(instrument, input.levels, most, input).lots : 0;
  while (low < high) {
    const lots = Math.ceil((low + high) / 2);
    const { deepestTicks } = marketWalk(instrument, input.levels, lots, input);
    const freeze = marketFreeze(position, deepestTicks, markTicks, input.bestBidTicks);
    const { cost } = orderCost(instrument, { ...freeze, position, leverage, lots, markTicks, rate });
    if (cost <= input.funds) low = lots;
    else high = lots - 1;
  }
  return low < instrument.minLots ? 0 : low;
}

/** The largest order of a type, in lots. */
export function orderMaxLots(instrument: Instrument, type: OrderKind): number {
  return type === OrderKind.market ? instrument.maxMarketLots : instrument.maxLimitLots;
}
