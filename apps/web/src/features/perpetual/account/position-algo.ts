import type { OpenPosition, PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import { closingSide } from './terms.ts';

const tpslTypes = new Set<string>(['conditional', 'oco']);

/** The newest algo that holds TP or SL of a position and may still be changed. `orders` are newest first. */
export function positionAlgo(
  orders: readonly PerpetualOrder[],
  position: Pick<OpenPosition, 'market' | 'mode' | 'position'>,
): PerpetualOrder | undefined {
  return orders.find(
    (order) =>
      tpslTypes.has(order.type) &&
      order.status === 'live' &&
      order.market === position.market &&
      order.mode === position.mode &&
      order.position === position.position &&
      order.side === closingSide(position.position),
  );
}
