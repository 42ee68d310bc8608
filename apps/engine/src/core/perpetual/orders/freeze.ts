/** What opening orders freeze. */
import { isClosing } from '@pelican/shared/engine/perpetual/commands.ts';
import { freezeRate, limitFreeze, orderCost } from '@pelican/shared/perpetual/order-cost.ts';
import type { Order } from '../state.ts';
import { restOf } from './orders.ts';

/** The freeze of an order at rest, by the mark and leverage of its acceptance; `leverage` asks for another one. */
export function freezeOfRest(order: Order, leverage = order.leverage): bigint {
  if (isClosing(order)) return 0n;
  const { market, position, priceTicks, acceptedMarkTicks: markTicks } = order;
  const prices = limitFreeze(position, priceTicks, markTicks, 0);
  const rate = freezeRate(market.instrument, order.type);
  return orderCost(market.instrument, { ...prices, position, leverage, lots: restOf(order), markTicks, rate }).cost;
}
