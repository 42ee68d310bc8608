import { RejectCode } from '../../engine/spot/reject-codes.ts';
import type { ErrorCode } from '../../errors.ts';
import { kernelRejectErrors } from '../kernel-reject-errors.ts';

/** The public error of each reject code of the spot shard. */
export const spotRejectErrors = {
  ...kernelRejectErrors,
  [RejectCode.unknownMarket]: 'unknown_pair',
  [RejectCode.marketClosed]: 'market_closed',
  [RejectCode.outOfRange]: 'out_of_range',
  [RejectCode.repeatedWithOtherContent]: 'repeated_with_other_content',
  [RejectCode.amountTooSmall]: 'amount_too_small',
  [RejectCode.amountTooLarge]: 'amount_too_large',
  [RejectCode.totalTooSmall]: 'total_too_small',
  [RejectCode.priceTooHigh]: 'price_too_high',
  [RejectCode.tooManyOpenOrders]: 'too_many_open_orders',
  [RejectCode.insufficientBalance]: 'insufficient_balance',
  [RejectCode.emptyBook]: 'empty_book',
  [RejectCode.outsideBand]: 'outside_band',
  [RejectCode.wouldTake]: 'would_take',
  [RejectCode.cannotFill]: 'cannot_fill',
  [RejectCode.orderNotFound]: 'order_not_found',
  [RejectCode.unknownAsset]: 'unknown_asset',
  [RejectCode.invalidSettings]: 'invalid_settings',
  [RejectCode.amountBelowFilled]: 'size_below_filled',
} as const satisfies Record<Exclude<RejectCode, typeof RejectCode.none>, ErrorCode>;
