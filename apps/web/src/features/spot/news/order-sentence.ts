import type { SpotOrder } from '@pelican/shared/contracts/spot';
import type { TFunction } from 'i18next';
import type { Markets } from '../../../api/markets.ts';
import { addMessages } from '../../../platform/i18n.ts';
import { Decimal, plain } from '../../../terminal/form/form-numbers.ts';
import { shownStatus } from '../../../terminal/order-figures.ts';
import { isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { formatUpTo, groupingOf } from '../../../ui/format.ts';
import { moneyOf, stockOf } from '../../../ui/pair.ts';
import english from './locales/en.json';

addMessages('spot-news', english);

/** As in the lists of orders: a rest below the step of the market counts as filled. */
export function isFilled(order: SpotOrder, markets: Markets | undefined): boolean {
  return shownStatus(order, markets?.byName.get(order.market)?.amount_step) === 'filled';
}

/** "Bought 0.5 LTC for 48.25 USDT. Fee and taxes: 0.11 USDT.", or the order that was cancelled. */
export function sentence(order: SpotOrder, markets: Markets | undefined, t: TFunction<'spot-news'>): string {
  const stock = stockOf(order.market);
  const money = moneyOf(order.market);
  const side = order.side === 2 ? 'buy' : 'sell';
  if (isZeroDecimal(order.deal_stock))
    return t(isZeroDecimal(order.price) ? `cancelledMarket.${side}.${order.amount_type}` : `cancelled.${side}`, {
      amount: formatUpTo(order.amount, 8),
      ticker: order.amount_type === 'money' ? money : stock,
      price: formatUpTo(order.price, 8, groupingOf(money)),
    });
  return t(`${isFilled(order, markets) ? 'filled' : 'part'}.${side}`, {
    amount: formatUpTo(order.deal_stock, 8),
    stock,
    total: formatUpTo(order.deal_money, 8, groupingOf(money)),
    money,
    charges: chargesText(order, money),
  });
}

/** Fee with GST, in PLC where the user pays it so, and what was withheld of the money. */
function chargesText({ deal_fee, gst, tds, fee_asset }: SpotOrder, money: string): string {
  const fee = new Decimal(deal_fee).plus(gst);
  const inMoney = fee_asset === money ? fee.plus(tds) : new Decimal(tds);
  const texts = fee_asset === money ? [] : [`${formatUpTo(plain(fee), 8)} ${fee_asset}`];
  if (fee_asset === money || !inMoney.isZero())
    texts.push(`${formatUpTo(plain(inMoney), 8, groupingOf(money))} ${money}`);
  return texts.join(' + ');
}
