import { KernelRejectCode } from '../kernel-reject-codes.ts';

/**
 * Why the engine refused a command. Checks run in this order, before any effect, so one bad command always gets one
 * answer. The numbers are in the event stream: never renumber.
 */
export const RejectCode = {
  ...KernelRejectCode,
  none: 0,
  unknownMarket: 1,
  marketClosed: 2,
  /** An amount, a price or a product that is not a positive safe integer within the market's range. */
  outOfRange: 3,
  /** The client id is known with other content. */
  repeatedWithOtherContent: 4,
  amountTooSmall: 5,
  amountTooLarge: 6,
  totalTooSmall: 7,
  priceTooHigh: 8,
  tooManyOpenOrders: 9,
  insufficientBalance: 10,
  /** A market order found the other side of the book empty. */
  emptyBook: 11,
  /** A market order found nothing inside the price band, or within its own limit. */
  outsideBand: 12,
  wouldTake: 13,
  cannotFill: 14,
  /** Unknown, closed, or somebody else's. */
  orderNotFound: 15,
  unknownAsset: 16,
  /** A listing whose steps or ranges break the engine's rules. */
  invalidSettings: 17,
  /** The new total of an amendment is less than what is filled. */
  amountBelowFilled: 18,
} as const;
export type RejectCode = (typeof RejectCode)[keyof typeof RejectCode];
