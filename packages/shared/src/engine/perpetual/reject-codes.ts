import { KernelRejectCode } from '../kernel-reject-codes.ts';

/**
 * Why the perpetual shard refused a command. Checks run before any effect, in one order, so one bad command always gets
 * one answer. The numbers are in the event stream: never renumber.
 */
export const RejectCode = {
  ...KernelRejectCode,
  none: 0,
  unknownMarket: 1,
  /** Halted by an operator. */
  marketClosed: 2,
  /** Opening is refused: the market closes only, or its index is stale. */
  closeOnly: 3,
  /** A price, size or amount that is not a positive safe integer within the instrument's range; a tick of the future. */
  outOfRange: 4,
  /** The client id is known with other content. */
  repeatedWithOtherContent: 5,
  sizeTooSmall: 6,
  sizeTooLarge: 7,
  /** Beyond the price band. */
  priceLimit: 8,
  tooManyOrders: 9,
  tooManyAlgos: 10,
  /** reduce_only on an order that opens. */
  reduceOnlyConflict: 11,
  /** More than the position has to close. */
  insufficientPosition: 12,
  insufficientMargin: 13,
  /** The size passes the tier of the leverage; `available` is the highest leverage that would fit. */
  tierLimit: 14,
  leverageTooHigh: 15,
  /** Isolated orders pend; `available` is the first one's id. */
  pendingIsolatedOrders: 16,
  /** The position changed since the preview. */
  stalePreview: 17,
  /** The margin taken out is more than may go; `available` is the most. */
  marginTooLow: 18,
  orderNotFound: 19,
  algoNotFound: 20,
  positionNotFound: 21,
  /** Finished before: nothing changed. */
  alreadyDone: 22,
  /** A trigger that would fire at once, or stands on the wrong side. */
  triggerSide: 23,
  /** A market order met an empty book, or nothing within the band. */
  emptyBook: 24,
  postOnlyCross: 25,
  cannotFill: 26,
  /** The position is being liquidated: only closing and adding margin. */
  liquidating: 27,
  /** An algo that has fired cannot be amended. */
  alreadyFired: 28,
  /** Less than what is filled. */
  sizeBelowFilled: 29,
  unknownAsset: 30,
  insufficientBalance: 31,
  invalidSettings: 32,
  /** A tick that is not above the last one. */
  oldTick: 33,
  /** Filling would leave a debt. */
  bankruptcyGuard: 34,
  /** A cross position of the account is in a market without a trusted mark: nothing is opened and no cash leaves. */
  untrustedLeg: 35,
  /** An operator lets the account only close. */
  accountCloseOnly: 36,
} as const;
export type RejectCode = (typeof RejectCode)[keyof typeof RejectCode];
