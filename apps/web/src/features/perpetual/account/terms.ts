/** The words of the wire that the account's parts pass around. */
import type { OpenPosition } from '@pelican/shared/contracts/perpetual';

export type Mode = OpenPosition['mode'];
export type PositionSide = OpenPosition['position'];

/** What every perpetual is settled in, and so what the futures wallet holds. */
export const settlementTicker = 'USDT';

/** Whether what backs the position covers every price, so that it cannot be liquidated; without a mark nobody knows. */
export function hasNoLiquidation({ liq_price, mark_price }: OpenPosition): boolean {
  return liq_price === '' && mark_price !== '';
}

/** The side of an order that closes this position. */
export function closingSide(position: PositionSide): 'buy' | 'sell' {
  return position === 'long' ? 'sell' : 'buy';
}
