/** What a quick swap that has ended took and brought. */
import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { Decimal, plain } from '../../../terminal/form/form-numbers.ts';
import { moneyOf, stockOf } from '../../../ui/pair.ts';

export interface SwapFigures {
  from: string;
  to: string;
  /** With all charges that were taken in money. */
  gave: string;
  received: string;
  /** What the order did not use, in the coin that it was given in; "0" where it used all. */
  unused: string;
}

export function figuresOf(order: SpotOrder): SwapFigures {
  const [stock, money] = [stockOf(order.market), moneyOf(order.market)];
  const fee = order.fee_asset === money ? new Decimal(order.deal_fee).plus(order.gst) : new Decimal(0);
  const charges = fee.plus(order.tds);
  const value = new Decimal(order.deal_money);
  if (order.side !== 2) {
    return {
      from: stock,
      to: money,
      gave: order.deal_stock,
      received: plain(value.minus(charges)),
      unused: order.left,
    };
  }
  const paid = value.plus(charges);
  const unused = order.amount_type === 'money' ? plain(new Decimal(order.amount).minus(paid)) : '0';
  return { from: money, to: stock, gave: plain(paid), received: order.deal_stock, unused };
}
