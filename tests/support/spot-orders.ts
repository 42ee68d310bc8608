/** Bodies of calls that place limit orders in LTC_USDT, and the lists that answer with orders and trades. */

export interface Page<Item> {
  result: Item[];
  total: number;
}

export const buy = (price: string, amount: string, more = {}) => ({
  pair: 'LTC_USDT',
  direction: 'buy',
  price,
  amount,
  ...more,
});
export const sell = (price: string, amount: string, more = {}) => ({ ...buy(price, amount, more), direction: 'sell' });
