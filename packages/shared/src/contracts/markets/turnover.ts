import type { MarketListItem } from './schemas.ts';

/** In USDT, by currency: what makes the volumes of markets in different money comparable. Floats: good for orders and for nothing else. */
export function unitPrices(markets: readonly MarketListItem[]): ReadonlyMap<string, number> {
  const prices = new Map([['USDT', 1]]);
  for (const { stock, money, market } of markets) {
    const price = Number(market.price);
    if (money === 'USDT') prices.set(stock, price);
    else if (stock === 'USDT' && price > 0) prices.set(money, 1 / price);
  }
  return prices;
}
