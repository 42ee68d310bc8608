import type { SpotOrder } from '@pelican/shared/contracts/spot/schemas.ts';
import { Decimal } from 'decimal.js';
import { isZeroDecimal } from '../ui/decimal-compare.ts';

/** Average price of what was filled; null before the first fill. */
export function averagePrice(order: Pick<SpotOrder, 'deal_money' | 'deal_stock'>): string | null {
  if (isZeroDecimal(order.deal_stock)) return null;
  return new Decimal(order.deal_money).div(order.deal_stock).toSignificantDigits(12).toFixed();
}

type Filled = Pick<SpotOrder, 'amount' | 'amount_type' | 'deal_money' | 'deal_stock' | 'status' | 'cancel_reason'>;

/** The state to show: a market order that the book could not fill ends as filled, with the reason. */
export function shownStatus(order: Pick<SpotOrder, 'status' | 'cancel_reason' | 'deal_stock'>): SpotOrder['status'] {
  if (order.status !== 'filled' || !order.cancel_reason) return order.status;
  return isZeroDecimal(order.deal_stock) ? 'canceled' : 'partially_filled';
}

/**
 * Whole percents of the order that are filled. A market buy is measured in money, which covers its charges too, so one that
 * is filled has traded for less; it ends with a reason when the book had no more for it.
 */
export function filledPercent(order: Filled): number {
  if (order.status === 'filled' && !order.cancel_reason) return 100;
  const done = order.amount_type === 'money' ? order.deal_money : order.deal_stock;
  if (isZeroDecimal(order.amount)) return 0;
  return new Decimal(done).div(order.amount).times(100).floor().toNumber();
}
