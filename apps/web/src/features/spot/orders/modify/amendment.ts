/** A change of an open order without the screen: what it asks for, where the order then stands, what the server would refuse. */
import type { AmendOrderRequest, SpotOrder } from '@pelican/shared/contracts/spot';
import { Decimal, toDecimal } from '../../../../terminal/form/form-numbers.ts';
import { type FormContext, type FormIssue, limitIssues } from '../../form/order-form-logic.ts';
import { receiptOf } from '../../form/receipt.ts';

/** As typed; the amount is the total with what is filled. */
export interface AmendedFields {
  price: string;
  amount: string;
}

/** The place of the order in the queue of its price after the change. */
export type QueuePlace = 'same' | 'kept' | 'ends' | 'lost' | 'postOnly';

/** Of what was typed, the fields that differ from the order. */
export function changedFields(order: SpotOrder, typed: Partial<AmendedFields>): Partial<AmendedFields> {
  const { price = order.price, amount = order.amount } = typed;
  return {
    ...(toDecimal(price).eq(order.price) ? {} : { price }),
    ...(toDecimal(amount).eq(order.amount) ? {} : { amount }),
  };
}

/** The request has only what differs from the order. */
export function amendmentOf(order: SpotOrder, fields: AmendedFields): AmendOrderRequest {
  return { order_id: order.id, ...changedFields(order, fields) };
}

/** Less amount at the same price keeps the place; the total that is filled ends the order; any other change gives the place up. */
export function queuePlace(order: SpotOrder, fields: AmendedFields): QueuePlace {
  const amount = toDecimal(fields.amount);
  if (amount.gt(0) && amount.eq(order.deal_stock)) return 'ends';
  if (toDecimal(fields.price).eq(order.price)) {
    if (amount.eq(order.amount)) return 'same';
    if (amount.lt(order.amount)) return 'kept';
  }
  return order.post_only ? 'postOnly' : 'lost';
}

/** What the order may use: what is available, what it holds now, and what its filled part, which the total contains, has paid for. */
function withWhatItHolds(order: SpotOrder, price: Decimal, context: FormContext): FormContext {
  if (context.available === null) return context;
  const available = new Decimal(context.available);
  if (context.side === 'sell') return { ...context, available: available.plus(order.amount).toFixed() };
  const held = { ...context.rates, fee: Decimal.max(order.maker_fee, order.taker_fee).toFixed() };
  const ofLeft = receiptOf('buy', new Decimal(order.price).times(order.left), held, context.moneyDecimals).net;
  const ofFilled = receiptOf('buy', price.times(order.deal_stock), context.rates, context.moneyDecimals).net;
  return { ...context, available: available.plus(ofLeft).plus(ofFilled).toFixed() };
}

/** What the server would refuse, in the order of the fields: the ranges of the total as if it were placed now. */
export function amendmentIssues(order: SpotOrder, fields: AmendedFields, context: FormContext): FormIssue[] {
  const { price, amount } = fields;
  const place = queuePlace(order, fields);
  if (toDecimal(amount).gt(0) && toDecimal(amount).lt(order.deal_stock))
    return [
      {
        field: 'amount',
        key: 'spot-orders-modify:belowFilled',
        values: { filled: order.deal_stock, ticker: context.stock },
      },
    ];
  if (place === 'ends') return [];
  // Less needs no more money than the order holds.
  const isLess = place === 'kept' || place === 'same';
  const own = isLess ? { ...context, available: null } : withWhatItHolds(order, toDecimal(price), context);
  const typed = { price, amount, total: '', percent: null, priceChangedByUser: true };
  // There is no field for the total here: it follows from the amount.
  return limitIssues(typed, own).map((issue) => (issue.field === 'total' ? { ...issue, field: 'amount' } : issue));
}

const fieldOfCode: Readonly<Record<string, keyof AmendedFields>> = {
  price_too_high: 'price',
  would_take: 'price',
  amount_too_small: 'amount',
  amount_too_large: 'amount',
  total_too_small: 'amount',
  size_below_filled: 'amount',
  insufficient_balance: 'amount',
};

/** The field that a refusal is about; undefined when it is about the order as a whole. */
export function refusedField(code: string): keyof AmendedFields | undefined {
  return fieldOfCode[code];
}
