/** How a plain order shrinks and ends. */
import { EndReason, OrderState } from '@pelican/shared/engine/perpetual';
import { noteOrderEnd } from './algo-life.ts';
import type { Order, World } from './state.ts';
import { rest } from './world.ts';

export function endOrder(world: World, order: Order, reason: EndReason): void {
  order.queue = 0;
  order.freeze = 0n;
  order.reason = reason;
  if (reason === EndReason.filled) order.state = OrderState.filled;
  else order.state = reason === EndReason.user || order.filled === 0n ? OrderState.canceled : OrderState.closed;
  noteOrderEnd(world, order);
}

export function shrinkOrder(world: World, order: Order, lots: bigint, reason: EndReason): void {
  if (lots >= rest(order)) endOrder(world, order, reason);
  else order.lots -= lots;
}
