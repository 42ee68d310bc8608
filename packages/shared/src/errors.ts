/**
 * The one table of errors: code, HTTP status, text for people (the specification's where it gives one), and the code of
 * the JSON-RPC socket. Everything that refuses anything names one of these codes.
 */
import { KernelRejectCode } from './engine/kernel-reject-codes.ts';
import { RejectCode as PerpetualRejectCode } from './engine/perpetual/reject-codes.ts';
import { RejectCode } from './engine/spot/reject-codes.ts';

interface ErrorFacts {
  status: number;
  message: string;
  /** Code on the socket: see docs/api.md. */
  socket: number;
  /** When a retry may succeed: `Retry-After` over HTTP, `retry_after` on the socket. */
  retryAfterSeconds?: number;
}

export const errorTable = {
  invalid_argument: { status: 422, message: 'Form is not valid', socket: 1 },
  malformed_json: { status: 400, message: 'The request body is not valid JSON', socket: 1 },
  bad_request: { status: 400, message: 'This is not valid HTTP', socket: 1 },
  headers_too_large: { status: 431, message: 'The request headers are too large', socket: 1 },
  request_timeout: { status: 408, message: 'The request did not arrive in time', socket: 1 },
  body_too_large: { status: 413, message: 'The request body is too large', socket: 1 },
  unsupported_media_type: { status: 415, message: 'The request body must be JSON', socket: 1 },
  not_found: { status: 404, message: 'Not found', socket: 4 },
  internal_error: { status: 500, message: 'Error on server', socket: 2 },
  service_unavailable: {
    status: 503,
    message: 'The service is unavailable for the moment. Nothing was changed.',
    socket: 3,
  },
  exchange_halted: {
    status: 503,
    message: 'The exchange is halted until its journal is whole again. Nothing was changed.',
    socket: 3,
  },
  outcome_unknown: {
    status: 503,
    message: 'No answer in time: your request may or may not have taken effect. Check before you try again.',
    socket: 5,
  },
  overloaded: {
    status: 503,
    message: 'No new orders are taken for the moment; cancels and closing orders are. Nothing was changed.',
    socket: 3,
    retryAfterSeconds: 2,
  },
  too_many_requests: { status: 429, message: 'Too many requests. Please slow down.', socket: 7 },
  unauthorized: { status: 401, message: 'You need to be logged in', socket: 6 },
  invalid_token: { status: 401, message: 'Your session has ended. Please log in again.', socket: 11 },
  invalid_signature: { status: 401, message: 'The API key, timestamp or signature is wrong', socket: 11 },
  invalid_credentials: { status: 401, message: 'E-mail or password is wrong', socket: 11 },
  csrf: { status: 403, message: 'The CSRF token is missing or wrong', socket: 20 },
  forbidden: { status: 403, message: 'You are not allowed to do this', socket: 20 },
  insufficient_scope: { status: 403, message: 'This API key may not do that', socket: 20 },
  sign_in_again: { status: 403, message: 'Please sign in again to do this', socket: 20 },
  kyc_required: { status: 403, message: "You can't Perform Exchange until KYC is Approved", socket: 20 },
  account_blocked: { status: 403, message: 'This account is blocked. Please contact support.', socket: 20 },
  country_restricted: { status: 403, message: 'Registration is not available in your country', socket: 20 },
  email_taken: { status: 422, message: 'An account with this e-mail exists already', socket: 1 },
  weak_password: { status: 422, message: 'This password is too easy to guess', socket: 1 },
  unknown_pair: { status: 422, message: 'Unknown pair', socket: 1 },
  unknown_asset: { status: 422, message: 'Unknown currency', socket: 1 },
  market_closed: { status: 422, message: 'Trading in this market is closed', socket: 19 },
  wrong_step: { status: 422, message: 'Too many decimals for this market', socket: 13 },
  out_of_range: { status: 422, message: 'The value is out of range', socket: 1 },
  amount_too_small: { status: 422, message: 'The amount is below the minimum', socket: 11 },
  amount_too_large: { status: 422, message: 'The amount is above the maximum', socket: 15 },
  total_too_small: { status: 422, message: 'The total is below the minimum', socket: 14 },
  price_too_high: { status: 422, message: 'The price is above the maximum', socket: 15 },
  too_many_open_orders: { status: 422, message: 'You have too many open orders', socket: 15 },
  insufficient_balance: { status: 422, message: 'Insufficient balance', socket: 10 },
  empty_book: { status: 422, message: 'There is nobody to trade with at the moment', socket: 12 },
  outside_band: { status: 422, message: 'There is nothing to take within the price band', socket: 16 },
  would_take: { status: 422, message: 'A post-only order would have been filled at once', socket: 17 },
  cannot_fill: { status: 422, message: 'The order cannot be filled completely', socket: 18 },
  order_not_found: { status: 404, message: 'Order does not exist', socket: 10 },
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
  request_closed: { status: 409, message: 'The request is decided, expired or another one', socket: 21 },
  repeated_with_other_content: { status: 409, message: 'This key was used before for something else', socket: 21 },
  transfer_mismatch: { status: 500, message: 'This transfer is pending: it has to be examined by hand', socket: 2 },
  command_quarantined: {
    status: 422,
    message: 'The exchange could not carry this out and has taken it out of effect. Nothing was changed.',
    socket: 1,
  },
  invalid_settings: { status: 422, message: 'These settings break the rules of the engine', socket: 1 },
} as const satisfies Record<string, ErrorFacts>;

export type ErrorCode = keyof typeof errorTable;

/** Seconds until a retry may succeed: those that the refusal names, else those of its code; undefined when neither does. */
export function retryAfterSeconds({ code, details }: DomainError): number | undefined {
  const facts: ErrorFacts = errorTable[code];
  const { retryAfterMs } = details;
  return typeof retryAfterMs === 'number' ? Math.max(1, Math.ceil(retryAfterMs / 1000)) : facts.retryAfterSeconds;
}

const kernelRejectErrors = {
  [KernelRejectCode.unknownCommand]: 'invalid_argument',
  [KernelRejectCode.transferMismatch]: 'transfer_mismatch',
  [KernelRejectCode.quarantined]: 'command_quarantined',
} as const;

/** The public error of each reject code of the spot shard. */
export const rejectErrors = {
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
} as const satisfies Record<Exclude<RejectCode, typeof RejectCode.none>, ErrorCode>;

/** The same of the perpetual shard. */
export const perpetualRejectErrors = {
  ...kernelRejectErrors,
  [PerpetualRejectCode.unknownMarket]: 'unknown_pair',
  [PerpetualRejectCode.marketClosed]: 'market_closed',
  [PerpetualRejectCode.closeOnly]: 'close_only',
  [PerpetualRejectCode.outOfRange]: 'out_of_range',
  [PerpetualRejectCode.repeatedWithOtherContent]: 'repeated_with_other_content',
  [PerpetualRejectCode.sizeTooSmall]: 'amount_too_small',
  [PerpetualRejectCode.sizeTooLarge]: 'amount_too_large',
  [PerpetualRejectCode.priceLimit]: 'price_limit',
  [PerpetualRejectCode.tooManyOrders]: 'too_many_open_orders',
  [PerpetualRejectCode.tooManyAlgos]: 'too_many_algo_orders',
  [PerpetualRejectCode.reduceOnlyConflict]: 'reduce_only_conflict',
  [PerpetualRejectCode.insufficientPosition]: 'insufficient_position',
  [PerpetualRejectCode.insufficientMargin]: 'insufficient_margin',
  [PerpetualRejectCode.tierLimit]: 'tier_limit',
  [PerpetualRejectCode.leverageTooHigh]: 'leverage_too_high',
  [PerpetualRejectCode.pendingIsolatedOrders]: 'pending_isolated_orders',
  [PerpetualRejectCode.stalePreview]: 'stale_preview',
  [PerpetualRejectCode.marginTooLow]: 'margin_too_low',
  [PerpetualRejectCode.orderNotFound]: 'order_not_found',
  [PerpetualRejectCode.algoNotFound]: 'algo_order_not_found',
  [PerpetualRejectCode.positionNotFound]: 'position_not_found',
  [PerpetualRejectCode.alreadyDone]: 'already_done',
  [PerpetualRejectCode.triggerSide]: 'trigger_side',
  [PerpetualRejectCode.emptyBook]: 'empty_book',
  [PerpetualRejectCode.postOnlyCross]: 'would_take',
  [PerpetualRejectCode.cannotFill]: 'cannot_fill',
  [PerpetualRejectCode.liquidating]: 'liquidating',
  [PerpetualRejectCode.alreadyFired]: 'already_fired',
  [PerpetualRejectCode.sizeBelowFilled]: 'size_below_filled',
  [PerpetualRejectCode.unknownAsset]: 'unknown_asset',
  [PerpetualRejectCode.insufficientBalance]: 'insufficient_balance',
  [PerpetualRejectCode.invalidSettings]: 'invalid_settings',
  [PerpetualRejectCode.oldTick]: 'invalid_argument',
  [PerpetualRejectCode.bankruptcyGuard]: 'bankruptcy_guard',
  [PerpetualRejectCode.untrustedLeg]: 'untrusted_leg',
  [PerpetualRejectCode.accountCloseOnly]: 'account_close_only',
} as const satisfies Record<Exclude<PerpetualRejectCode, typeof PerpetualRejectCode.none>, ErrorCode>;

/** The body of every refusal over HTTP. */
export interface ErrorBody {
  errors: { message: string[] } & Record<string, string[]>;
  code: ErrorCode;
}

/** An expected refusal: code, texts for the user (by field where one is to blame), details for the log. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string[]>;
  readonly details: Record<string, unknown>;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      fields?: Record<string, string[]>;
      details?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? errorTable[code].message, { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.fields = options.fields ?? {};
    this.details = options.details ?? {};
  }
}
