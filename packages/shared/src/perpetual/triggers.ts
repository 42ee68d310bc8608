/** When a take-profit, a stop-loss or a trigger fires, and what it sends. Prices in ticks. */
import {
  ActualSide,
  AlgoKind,
  isClosing,
  marketPriceTicks,
  OrderKind,
  PositionSide,
  type PriceSource,
  Side,
} from '../engine/perpetual/terms.ts';

/** The two legs; trigger 0: no such leg; order price -1: market. */
export interface TriggerLegs {
  tpTriggerTicks: number;
  tpOrderTicks: number;
  tpTriggerBy: PriceSource;
  slTriggerTicks: number;
  slOrderTicks: number;
  slTriggerBy: PriceSource;
}

export interface TriggerAlgo extends TriggerLegs {
  type: AlgoKind;
  side: Side;
  position: PositionSide;
  /** 0: the whole position. */
  lots: number;
  /** For type trigger. */
  triggerTicks: number;
  triggerOrderTicks: number;
  triggerBy: PriceSource;
  triggersUp: boolean;
}

/** Which prices of one source a check sees: all between the two (of index and mark both are the one price). */
export interface PriceRange {
  source: PriceSource;
  lowTicks: number;
  highTicks: number;
}

/** Which leg fires at these prices; both at once: the stop-loss. `ActualSide.none`: none. */
export function firedLeg(algo: TriggerAlgo, prices: PriceRange): ActualSide {
  if (algo.type === AlgoKind.trigger) {
    const isHit = algo.triggerBy === prices.source && isReached(algo.triggerTicks, algo.triggersUp, prices);
    return isHit ? ActualSide.trigger : ActualSide.none;
  }
  const isLong = algo.position === PositionSide.long;
  if (algo.slTriggerBy === prices.source && isReached(algo.slTriggerTicks, !isLong, prices)) return ActualSide.stopLoss;
  if (algo.tpTriggerBy === prices.source && isReached(algo.tpTriggerTicks, isLong, prices))
    return ActualSide.takeProfit;
  return ActualSide.none;
}

function isReached(triggerTicks: number, isUp: boolean, prices: PriceRange): boolean {
  if (triggerTicks <= 0) return false;
  return isUp ? prices.highTicks >= triggerTicks : prices.lowTicks <= triggerTicks;
}

/** Which way a trigger fires, by the reference price at its placement: up when above it; null when equal: refused. */
export function triggerDirection(triggerTicks: number, referenceTicks: number): 'up' | 'down' | null {
  if (triggerTicks === referenceTicks) return null;
  return triggerTicks > referenceTicks ? 'up' : 'down';
}

/** The leg that would fire at once at the prices of now, for a refusal; null: neither. A reference of 0 is unknown. */
export function triggerSideError(
  position: PositionSide,
  legs: TriggerLegs,
  referenceTicks: (source: PriceSource) => number,
): 'tp' | 'sl' | null {
  const isLong = position === PositionSide.long;
  if (isTrueAt(legs.slTriggerTicks, !isLong, referenceTicks(legs.slTriggerBy))) return 'sl';
  return isTrueAt(legs.tpTriggerTicks, isLong, referenceTicks(legs.tpTriggerBy)) ? 'tp' : null;
}

/**
 * The leg of an order's own TP and SL that lies on the wrong side of the order's price (of a market order: the last
 * price); null: neither. A long needs stop-loss < price < take-profit, a short the reverse.
 */
export function attachedLegsError(position: PositionSide, legs: TriggerLegs, priceTicks: number): 'tp' | 'sl' | null {
  return triggerSideError(position, legs, () => priceTicks);
}

function isTrueAt(triggerTicks: number, isUp: boolean, ticks: number): boolean {
  return ticks > 0 && isReached(triggerTicks, isUp, { source: 0, lowTicks: ticks, highTicks: ticks });
}

export interface TriggeredOrder {
  side: Side;
  position: PositionSide;
  type: OrderKind;
  /** 0 for a market order. */
  priceTicks: number;
  lots: number;
  isClosing: boolean;
}

/** What a fired algo sends. A closing one is held to the position's size; `lots` 0: nothing is left to close. */
export function triggeredOrder(algo: TriggerAlgo, fired: ActualSide, positionLots: number): TriggeredOrder {
  const orderTicks = orderTicksOf(algo, fired);
  const isMarket = orderTicks === marketPriceTicks;
  const closes = isClosing(algo);
  return {
    side: algo.side,
    position: algo.position,
    type: isMarket ? OrderKind.market : OrderKind.limit,
    priceTicks: isMarket ? 0 : orderTicks,
    lots: closes ? Math.min(algo.lots || positionLots, positionLots) : algo.lots,
    isClosing: closes,
  };
}

function orderTicksOf(algo: TriggerAlgo, fired: ActualSide): number {
  if (fired === ActualSide.trigger) return algo.triggerOrderTicks;
  return fired === ActualSide.stopLoss ? algo.slOrderTicks : algo.tpOrderTicks;
}

/** The side that closes a position. */
export function closingSide(position: PositionSide): Side {
  return position === PositionSide.long ? Side.sell : Side.buy;
}
