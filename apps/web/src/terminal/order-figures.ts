import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { Decimal } from 'decimal.js';
import { isZeroDecimal } from '../ui/decimal-compare.ts';

/** Average price of what was filled; null before the first fill. */
export function averagePrice(order: Pick<SpotOrder, 'deal_money' | 'deal_stock'>): string | null {
  if (isZeroDecimal(order.deal_stock)) return null;
  return new Decimal(order.deal_money).div(order.deal_stock).toSignificantDigits(12).toFixed();
}

type Filled = Pick<
  SpotOrder,
  'amount' | 'amount_type' | 'left' | 'deal_money' | 'deal_stock' | 'status' | 'cancel_reason'
>;

/**
 * Whether the money that a market order has left would not have paid for another lot. The lot after the last one may be
 * dearer than the average, by less than the band that market orders keep to: twice the average covers it.
 */
function isSpent(
  order: Pick<Filled, 'amount_type' | 'left' | 'deal_money' | 'deal_stock'>,
  amountStep: string,
): boolean {
  if (order.amount_type !== 'money') return isZeroDecimal(order.left);
  const lotCost = new Decimal(order.deal_money).div(order.deal_stock).times(amountStep);
  return lotCost.times(2).gte(order.left);
}

/**
 * The state to show: a market order ends as filled with a reason when the book could not fill it, and also when what is
 * left of its money does not pay for another lot, as nearly every order for an amount of money does.
 * @param amountStep of the order's market; undefined while it is not known
 */
export function shownStatus(
  order: Pick<Filled, 'status' | 'cancel_reason' | 'amount_type' | 'left' | 'deal_money' | 'deal_stock'>,
  amountStep: string | undefined,
): SpotOrder['status'] {
  if (order.status !== 'filled' || !order.cancel_reason) return order.status;
  if (isZeroDecimal(order.deal_stock)) return 'canceled';
  return amountStep === undefined || isSpent(order, amountStep) ? 'filled' : 'partially_filled';
}

/**
 * Whole percents of the order that are filled. A market buy is measured in money, which covers its charges too, so one that
 * is filled has traded for less.
 */
export function filledPercent(order: Filled, amountStep: string | undefined): number {
  if (shownStatus(order, amountStep) === 'filled') return 100;
  const done = order.amount_type === 'money' ? order.deal_money : order.deal_stock;
  if (isZeroDecimal(order.amount)) return 0;
  return new Decimal(done).div(order.amount).times(100).floor().toNumber();
}
