/** The parts of a market's name on the wire. */

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
