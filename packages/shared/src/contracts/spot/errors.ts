/** Refusals of orders. The perpetual markets refuse by these too. */
import { declareErrors } from '../error-facts.ts';

export const spotErrors = declareErrors({
  wrong_step: { status: 422, message: 'Too many decimals for this market', socket: 13 },
  amount_too_small: { status: 422, message: 'The amount is below the minimum', socket: 11 },
  amount_too_large: { status: 422, message: 'The amount is above the maximum', socket: 15 },
  total_too_small: { status: 422, message: 'The total is below the minimum', socket: 14 },
  price_too_high: { status: 422, message: 'The price is above the maximum', socket: 15 },
  too_many_open_orders: { status: 422, message: 'You have too many open orders', socket: 15 },
  empty_book: { status: 422, message: 'There is nobody to trade with at the moment', socket: 12 },
  outside_band: { status: 422, message: 'There is nothing to take within the price band', socket: 16 },
  would_take: { status: 422, message: 'This post-only order would fill immediately. Change the price.', socket: 17 },
  cannot_fill: { status: 422, message: 'The order cannot be filled completely', socket: 18 },
  order_not_found: { status: 404, message: 'Order does not exist', socket: 10 },
});
