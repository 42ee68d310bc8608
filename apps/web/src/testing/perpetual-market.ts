import type { PerpetualListItem } from '@pelican/shared/contracts/perpetual';

/** A row of the list of perpetual markets. @param rate of the next funding */
export function perpetualListItem(stock: string, label: string, price: string, rate: string): PerpetualListItem {
  return {
    id: 1001,
    name: `${stock}_USDT`,
    stock,
    money: 'USDT',
    stock_label: label,
    image: '',
    min_amount: '0.0001',
    favorite: false,
    price_prec: 1,
    amount_prec: 4,
    markPrice: price,
    indexPrice: price,
    open_interest: '12.5',
    funding: { currentRate: rate, nextRate: rate, currentTime: 0, nextTime: 0 },
    market: { price, volume: '10', volumeInMoney: '1500000', change: '1.25', high: price, low: price },
    sparkline: ['1', '2'],
  };
}
