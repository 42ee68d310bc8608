/** The words of the wire that the account's parts pass around. */
import type { OpenPosition } from '@pelican/shared/contracts/perpetual';

export type Mode = OpenPosition['mode'];
export type PositionSide = OpenPosition['position'];

/** What every perpetual is settled in, and so what the futures wallet holds. */
export const settlementTicker = 'USDT';

/** "BTC/USDT" of "BTC_USDT". */
export function pairText(market: string): string {
  return market.replace('_', '/');
}

export function stockOf(market: string): string {
  return market.split('_')[0] ?? '';
}

export function moneyOf(market: string): string {
  return market.split('_')[1] ?? '';
}

/** The side of an order that closes this position. */
export function closingSide(position: PositionSide): 'buy' | 'sell' {
  return position === 'long' ? 'sell' : 'buy';
}
