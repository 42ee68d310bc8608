/** What opening orders freeze: see `orderCost` of the formulas. */
import { isClosing, OrderKind, PositionSide } from '@pelican/shared/engine/perpetual';
import { add, feeOf, initialMarginOf, type Money, notionalOf } from '../money.ts';
import type { Market, Order } from '../state.ts';
import { restOf } from './orders.ts';

/** Initial margin and fee at `freezeTicks`, and the loss that a fill at `worstTicks` would be at once. */
export function orderCostOf(
  market: Market,
  position: PositionSide,
  lots: number,
  leverage: number,
  rate: number,
  freezeTicks: number,
  worstTicks: number,
  markTicks: number,
): Money {
  const notional = notionalOf(market, freezeTicks, lots);
  const cost = add(initialMarginOf(notional, leverage), feeOf(notional, rate));
  const lossTicks = position === PositionSide.long ? worstTicks - markTicks : markTicks - worstTicks;
  return lossTicks > 0 ? add(cost, notionalOf(market, lossTicks, lots)) : cost;
}

/** The fee rate of an order's cost: the taker's; of post-only the maker's, a rebate counting as none. */
export function freezeRateOf({ settings }: Market, type: OrderKind): number {
  return type === OrderKind.postOnly ? Math.max(0, settings.makerRate) : settings.takerRate;
}

/** The freeze of an order at rest, by the mark and leverage of its acceptance; `leverage` asks for another one. */
export function freezeOfRest(order: Order, leverage = order.leverage): Money {
  if (isClosing(order)) return 0;
  const { market, position, priceTicks, acceptedMarkTicks: markTicks } = order;
  const freezeTicks = position === PositionSide.long ? priceTicks : Math.max(priceTicks, markTicks);
  const rate = freezeRateOf(market, order.type);
  return orderCostOf(market, position, restOf(order), leverage, rate, freezeTicks, priceTicks, markTicks);
}
