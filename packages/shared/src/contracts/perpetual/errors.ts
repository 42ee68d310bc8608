/** Refusals of perpetual orders, positions and leverage. */
import { declareErrors } from '../error-facts.ts';

export const perpetualErrors = declareErrors({
  quiz_required: { status: 403, message: 'Please pass the futures quiz before your first order', socket: 20 },
  price_limit: { status: 422, message: 'The price is beyond the price limit', socket: 15 },
  close_only: { status: 422, message: 'Positions can only be closed in this market at the moment', socket: 19 },
  too_many_algo_orders: { status: 422, message: 'You have too many algo orders', socket: 15 },
  wrong_side: {
    status: 422,
    message:
      'Side and position do not fit together: buy long opens a long, sell long closes it, sell short opens a short, buy short closes it',
    socket: 1,
  },
  reduce_only_conflict: {
    status: 422,
    message: 'A reduce-only order cannot open a position: sell long closes a long, buy short closes a short',
    socket: 1,
  },
  insufficient_position: { status: 422, message: 'The position has less to close than the order asks for', socket: 10 },
  insufficient_margin: { status: 422, message: 'Insufficient balance', socket: 10 },
  tier_limit: { status: 422, message: 'The position would be too large for this leverage', socket: 15 },
  leverage_too_high: { status: 422, message: 'The leverage is above what the position allows', socket: 15 },
  pending_isolated_orders: { status: 422, message: 'Isolated orders are pending: cancel them first', socket: 18 },
  stale_preview: { status: 409, message: 'The position has changed meanwhile. Please look again.', socket: 21 },
  margin_too_low: { status: 422, message: 'This much margin cannot be taken out', socket: 10 },
  algo_order_not_found: { status: 404, message: 'Order does not exist', socket: 10 },
  position_not_found: { status: 404, message: 'There is no such position', socket: 10 },
  already_done: { status: 409, message: 'The order is finished already', socket: 10 },
  trigger_side: {
    status: 422,
    message: 'The trigger price is on the wrong side: it would fire at once',
    socket: 16,
  },
  liquidating: { status: 422, message: 'The position is being liquidated: it can only be closed', socket: 19 },
  already_fired: { status: 409, message: 'The order has fired already', socket: 18 },
  size_below_filled: { status: 422, message: 'More than this is filled already', socket: 11 },
  bankruptcy_guard: { status: 422, message: 'At this price the position could only be closed with a debt', socket: 16 },
  untrusted_leg: {
    status: 409,
    message:
      'A cross position stands in a market without a valid price: until it is back, positions can only be closed and nothing can be withdrawn',
    socket: 19,
  },
  account_close_only: { status: 403, message: 'Positions of this account can only be closed', socket: 19 },
});
